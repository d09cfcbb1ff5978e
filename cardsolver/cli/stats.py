"""`cardsolver stats`."""

from __future__ import annotations

import shlex
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated

import typer

from cardsolver.cli.console import say, say_error, say_json
from cardsolver.cli.flags import JsonLines, Wide
from cardsolver.cli.games_file import game_lines
from cardsolver.cli.tables import Column, Drawn, draw, terminal_width
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.sentences import counted
from cardsolver.core.text import place
from cardsolver.core.transcript import Transcript, parse_transcript, replay
from cardsolver.seats.names import HUMAN
from cardsolver.seats.shelf import Shelf, data_folder, load_save
from cardsolver.seats.tally import Tally, tally


def stats(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="A file of recorded games (default: your own). - reads standard input.",
        ),
    ] = None,
    *,
    wide: Wide = False,
    as_json: JsonLines = False,
) -> None:
    """Show statistics of your games: number, wins, streaks and mean scores by game and rules.

    A streak counts wins in a row without help: no move taken back, no hint, no --live. Games that
    you left are listed below your statistics, with the command that continues each.

    Examples:
        cardsolver stats
        cardsolver stats games.jsonl --json

    Exit code 0: done. 2: at least one line is not a valid game; the others are counted.

    """
    shelf = Shelf(data_folder())
    if source is None and not shelf.games.exists():
        if not as_json:
            say("no finished games yet; cardsolver play the-game starts one")
            _list_saves(shelf)
        return
    games, refused = _sound_games(str(shelf.games) if source is None else source)
    rows = tally(games)
    if as_json:
        for row in rows:
            say_json(asdict(row))
    elif rows:
        drawn = _table(rows, width=None if wide else terminal_width())
        for line in drawn.lines:
            say(line)
        for name in dict.fromkeys(row.game for row in rows):
            note = game_named(name).scoring.note
            if note:
                say(f"({name}: {note})")
        if drawn.left_out:
            say(f"(--wide also shows: {', '.join(drawn.left_out)})")
    else:
        say("no finished games of a person in this record")
    if source is None and not as_json:
        _list_saves(shelf)
    if refused:
        raise typer.Exit(2)


def _list_saves(shelf: Shelf) -> None:
    """The games that were left, the last one first."""
    for path in shelf.saves():
        with suppress(InputError):  # not a game that can be gone on with; `play --resume` says why
            transcript, _ = load_save(str(path))
            game = game_named(transcript.deal.game)
            moves = counted(game.count_seen(transcript.moves), "move")
            say(f"unfinished: {game.title}, {transcript.deal.label}, after {moves}")
            say(f"  cardsolver play --resume {shlex.quote(str(path))}")


def _sound_games(source: str) -> tuple[list[Transcript], int]:
    """The games that the rules bear out, and how many lines are none."""
    games = []
    refused = 0
    source, lines = game_lines(source)
    for number, line in lines:
        where = place(source, number)
        try:
            transcript = parse_transcript(line, where)
        except InputError as error:
            say_error(str(error))
            refused += 1
            continue
        fault = replay(transcript).fault
        if fault is None:
            games.append(transcript)
        else:
            say_error(f"{where}: not counted: {fault.message}")
            refused += 1
    return games, refused


def _table(rows: list[Tally], *, width: int | None) -> Drawn:
    named = any(row.person != HUMAN for row in rows)
    columns = [
        Column("game", left=True),
        *([Column("who", left=True)] if named else []),
        Column("games"),
        Column("won"),
        Column("with help", spare=2),
        Column("streak"),
        Column("best", spare=1),
        Column("mean", left=True),
        Column("rules", left=True),
    ]
    cells = [
        [
            row.game,
            *([row.person if row.person != HUMAN else "you"] if named else []),
            str(row.games),
            str(row.won),
            str(row.helped),
            str(row.streak),
            str(row.best_streak),
            f"{game_named(row.game).scoring.score} {row.mean_score:.1f}",
            row.rules,
        ]
        for row in rows
    ]
    return draw(columns, cells, width=width)
