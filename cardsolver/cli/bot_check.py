"""`cardsolver bot-check`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from cardsolver.cli.completion import complete_game
from cardsolver.cli.console import say, say_json
from cardsolver.cli.flags import JsonLines, VariantFlags, variant_flags
from cardsolver.cli.game_names import GAMES
from cardsolver.cli.numbers import seconds
from cardsolver.core.registry import game_named
from cardsolver.core.text import printable
from cardsolver.seats.check import check_bot
from cardsolver.seats.checking import SKIPPED, WRONG
from cardsolver.seats.limits import TimeLimits


@variant_flags()
def bot_check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="A program (cmd:PROGRAM) or a Python bot (package.module:Name)."
        ),
    ],
    *,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help=GAMES, autocompletion=complete_game)
    ] = "the-game",
    start_limit: Annotated[
        float,
        typer.Option(
            "--start-limit", parser=seconds(0.1), metavar="S", help="Seconds allowed for starting."
        ),
    ] = 10.0,
    move_limit: Annotated[
        float,
        typer.Option("--move-limit", parser=seconds(0.1), metavar="S", help="Seconds per move."),
    ] = 10.0,
    as_json: JsonLines = False,
    variant: VariantFlags,
) -> None:
    """Check a bot that you are writing: a program (docs/protocol.md), a Python class or function.

    Examples:
        cardsolver bot-check "cmd:python3 mybot.py" --game the-game --players 2
        cardsolver bot-check mybots:CarefulBot --game fifty-fifty

    Exit code 0: all checks passed. 1: some did not.

    """
    chosen = game_named(game)
    limits = TimeLimits(start_s=start_limit, move_s=move_limit)
    words = variant.words(chosen)
    failed = 0
    for check in check_bot(bot, chosen, rules=words, limits=limits):
        failed += check.verdict in (WRONG, SKIPPED)
        if as_json:
            say_json(asdict(check))
            continue
        detail = f": {printable(check.detail)}" if check.detail else ""
        say(f"{check.number} {check.verdict:<7} {check.title}{detail}")
        for line in check.last_lines:
            say(f"    {printable(line)}")
    if failed:
        raise typer.Exit(1)
