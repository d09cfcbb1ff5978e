"""Which recorded game a command is about: the games of a file, standard input or a share code."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cardsolver.cli.console import say_error
from cardsolver.core.errors import InputError
from cardsolver.core.text import STDIN, place
from cardsolver.core.transcript import Transcript, parse_transcript, read_lines

if TYPE_CHECKING:
    from collections.abc import Callable

_RECORD = re.compile(r'\s*\{\s*"type"\s*:\s*"(tournament|study)"')
GamesFile: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Transcripts, one per line, the record of a tournament or a study, or a share code;"
        " - reads standard input.",
    ),
]
Number: TypeAlias = Annotated[
    int | None,
    typer.Option("--number", min=1, metavar="K", help="Only the file's game number K, from 1."),
]


def read_games(source: str, number: int | None = None) -> list[Transcript]:
    """The games of a file, or the one with this number."""
    games = _games(source)
    if number is not None:
        if number > len(games):
            has = f"{len(games)} game{'s' * (len(games) != 1)}"
            raise InputError(f"--number {number}; {place(source)} has {has}")
        games = [games[number - 1]]
    return [game() for game in games]


def read_game(source: str, number: int | None = None) -> Transcript:
    """One game of a file: the one with this number, or the first, with a word about the others."""
    if number is not None:
        return read_games(source, number)[0]
    games = _games(source)
    game = games[0]()
    if len(games) > 1:
        say_error(f"game 1 of {len(games)}; --number picks another")
    return game


def _games(source: str) -> list[Callable[[], Transcript]]:
    """The games of a file, each read when it is called for; records of many games have them too."""
    lines = read_lines(source)
    record = _RECORD.match(lines[0][1])
    if record is None or source == STDIN:
        return [partial(parse_transcript, line, place(source, at)) for at, line in lines]
    if record[1] == "study":
        from cardsolver.studies.verify import study_lines  # noqa: PLC0415 - only for a study

        played = list(study_lines([source]))
    else:
        from cardsolver.tournaments import report  # noqa: PLC0415 - only for a tournament

        played = list(report.transcripts(report.load_results([source], moves=True)))
    if not played:
        raise InputError(f"{place(source)}: a {record[1]} without a game; expected one at least")
    return [partial(_known, transcript) for transcript in played]


def _known(transcript: Transcript) -> Transcript:
    return transcript
