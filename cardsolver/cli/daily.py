"""`cardsolver daily`."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from typing import Annotated

import typer

from cardsolver.cli.console import say_error
from cardsolver.cli.flags import Json, NoRecord, RecordFile
from cardsolver.cli.person import Keeping, PersonGame, play_person
from cardsolver.core.sentences import counted
from cardsolver.games.the_game.daily import daily_deal, parse_day
from cardsolver.seats.names import HUMAN


def daily(
    *,
    hard: Annotated[
        bool, typer.Option("--hard", help="Expert rules and a short hand: few lines win.")
    ] = False,
    day: Annotated[
        str | None,
        typer.Option("--date", metavar="DATE", help="Another day, as in 2026-11-18."),
    ] = None,
    live: Annotated[
        bool,
        typer.Option("--live", help="After every turn, show whether the game can still be won."),
    ] = False,
    record: RecordFile = None,
    no_record: NoRecord = False,
    as_json: Json = False,
) -> None:
    """Play the deal of the day: The Game for one player, proven winnable, with the same cards for
    everybody.

    Days change at midnight UTC. The last line tells a friend how it went without giving any card
    away. To continue a game you left: cardsolver play --resume last

    Examples:
        cardsolver daily
        cardsolver daily --hard
        cardsolver daily --date 2026-11-18

    Exit code 0: the game was played to its end. 1: it was left early.

    """
    chosen = datetime.now(UTC).date() if day is None else parse_day(day)
    deal = daily_deal(chosen, "hard" if hard else "normal")
    keeping = Keeping.of(record, at_home=not no_record)
    left = None if keeping.shelf is None else keeping.shelf.left(deal)
    if left is not None:
        path, game = left
        say_error(
            f"you left this deal after {counted(len(game.moves), 'move')}:"
            f" cardsolver play --resume {shlex.quote(str(path))}"
        )
    play_person(PersonGame(deal, (HUMAN,)), keeping, live=live, as_json=as_json)
