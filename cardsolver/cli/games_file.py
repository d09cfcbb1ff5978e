"""Which recorded game a command is about: the games of a file, standard input or a share code."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from cardsolver.cli.console import say_error
from cardsolver.cli.numbers import whole
from cardsolver.core.errors import InputError
from cardsolver.core.text import STDIN, place, record_kind
from cardsolver.core.transcript import Transcript, parse_transcript, read_lines
from cardsolver.seats.shelf import LAST, Shelf, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

GamesFile: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Transcripts, one per line, the record of a tournament or a study, or a share code;"
        " - reads standard input, last is your latest game.",
    ),
]
Number: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--number",
        parser=whole(1),
        metavar="K",
        help="Only game number K of the file, counting from 1.",
    ),
]


_LOOKED_AT = 3  # lines, to tell whether a file holds games at all


def game_lines(source: str, number: int | None = None) -> tuple[str, list[tuple[int, str]]]:
    """The lines of a file of transcripts, or the one with a game's number, and the file's name.

    A bad line among good ones is for the caller. A file of something else is refused at once,
    instead of line by line.
    """
    source, number = _located(source, number)
    lines = read_lines(source)
    if kind := record_kind(lines[0][1]):
        expected = "expected transcripts, as cardsolver report --transcripts prints them"
        raise InputError(f"{place(source)}: the record of a {kind}; {expected}")
    if number is not None:
        return source, [_numbered(lines, number, source)]
    refusals = []
    for at, line in lines[:_LOOKED_AT]:
        try:
            parse_transcript(line, place(source, at))
        except InputError as error:
            refusals.append(error)
        else:
            return source, lines
    raise refusals[0]


def _located(source: str, number: int | None) -> tuple[str, int | None]:
    """Where a game is: `last` is the latest of a person's own games, unless a file is called so."""
    if source != LAST or Path(LAST).exists():
        return source, number
    if number is not None:
        raise InputError("last is one game; expected no --number")
    games = Shelf(data_folder()).games
    if not games.exists():
        raise InputError(f"no game of yours in {games} yet; expected a FILE")
    return str(games), len(read_lines(str(games)))


def _numbered(games: Sequence[T], number: int, source: str) -> T:
    if number > len(games):
        has = f"{len(games)} game{'s' * (len(games) != 1)}"
        raise InputError(f"--number {number}; {place(source)} has {has}")
    return games[number - 1]


def read_games(source: str, number: int | None = None) -> list[Transcript]:
    """The games of a file, or the one with this number."""
    source, number = _located(source, number)
    games = _games(source)
    return [game() for game in (games if number is None else [_numbered(games, number, source)])]


def read_game(source: str, number: int | None = None) -> Transcript:
    """One game of a file: the one with this number, or the first, with a word about the others."""
    source, number = _located(source, number)
    games = _games(source)
    if number is not None:
        return _numbered(games, number, source)()
    game = games[0]()
    if len(games) > 1:
        say_error(f"game 1 of {len(games)}; --number picks another")
    return game


def _games(source: str) -> list[Callable[[], Transcript]]:
    """The games of a file, each read when it is called for; records of many games have them too."""
    lines = read_lines(source)
    kind = record_kind(lines[0][1])
    if kind is None or source == STDIN:
        return [partial(parse_transcript, line, place(source, at)) for at, line in lines]
    if kind == "study":
        from cardsolver.studies.verify import study_lines  # noqa: PLC0415 - only for a study

        played = list(study_lines([source]))
    else:
        from cardsolver.tournaments import report  # noqa: PLC0415 - only for a tournament

        played = list(report.transcripts(report.load_results([source], moves=True)))
    if not played:
        what = f"the record of a {kind} that has no game yet"
        raise InputError(f"{place(source)}: {what}; expected one that was played")
    return [partial(_known, transcript) for transcript in played]


def _known(transcript: Transcript) -> Transcript:
    return transcript
