"""`cardsolver games` and `cardsolver rules`."""

from __future__ import annotations

import os
from contextlib import nullcontext
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsolver.cli.console import rich_console, say, say_error, say_json
from cardsolver.cli.flags import JsonLines
from cardsolver.cli.game_names import GameName
from cardsolver.cli.tables import Column, draw, terminal_width
from cardsolver.core.registry import all_games, broken_games, game_named
from cardsolver.seats.spec import bots_of

if TYPE_CHECKING:
    from cardsolver.core.game import AnyGame


def games(*, as_json: JsonLines = False) -> None:
    """List the games with their players, bots and variant flags."""
    for fault in broken_games().values():
        say_error(fault)
    for number, game in enumerate(all_games().values()):
        if as_json:
            say_json(_to_json(game))
            continue
        if number:
            say("")
        say(f"{game.name}: {game.title}, {game.players[0]} to {game.players[1]} players")
        lines = draw(_COLUMNS, _bot_rows(game), width=(terminal_width() or 80) - 2).lines[1:]
        for line in lines:
            say(f"  {line}")
        flags = " ".join(f"--{option.name}" for option in game.options)
        say(
            fill(
                f"flags: {flags}",
                terminal_width() or 80,
                initial_indent="  ",
                subsequent_indent="         ",
                break_on_hyphens=False,
            )
        )


_COLUMNS = (Column("bot", left=True), Column("level", left=True), Column("what", left=True))


def _bot_rows(game: AnyGame) -> list[list[str]]:
    """The bots, each with the levels that name it, what it does and how strong it is."""
    bots = bots_of(game)
    levels: dict[str, list[str]] = {name: [] for name in sorted(bots)}
    for level, bot in game.levels().items():
        levels[bot.partition(":")[0]].append(level)
    rows = []
    for name, called in levels.items():
        rows.append([name, ", ".join(called), bots[name].help])
        if bots[name].strength:
            rows.append(["", "", bots[name].strength])
    return rows


def _to_json(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "players": list(game.players),
        "bots": {name: bot.help for name, bot in sorted(bots_of(game).items())},
        "strengths": {name: bot.strength for name, bot in bots_of(game).items() if bot.strength},
        "levels": dict(game.levels()),
        "rules": [option.name for option in game.options],
    }


def rules(
    game: GameName,
    *,
    plain: Annotated[bool, typer.Option("--plain", help="Print the page as Markdown.")] = False,
) -> None:
    """Show the numbered rules of a game. The referee's messages cite these numbers."""
    page = game_named(game).rules_text()
    if plain:
        say(page.rstrip())
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - slow to load

    console = rich_console()
    # A page longer than the screen is read with the user's pager, as in git and man. Like git's,
    # ours lets less show styles; without R it would print their codes.
    os.environ.setdefault("LESS", "FRX")
    with console.pager(styles=True) if console.is_terminal else nullcontext():
        console.print(Markdown(page))
