"""Which recorded game a command is about: the games of a file, standard input or a share code."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from cardsolver.core.errors import InputError
from cardsolver.core.text import place
from cardsolver.core.transcript import Transcript, parse_transcript, read_lines

GamesFile: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="Transcripts, one per line, or a share code; - reads standard input."
    ),
]
Number: TypeAlias = Annotated[
    int | None,
    typer.Option("--number", min=1, metavar="K", help="Only the file's game number K, from 1."),
]


def read_games(source: str, number: int | None = None) -> list[Transcript]:
    """The games of a file, or the one with this number."""
    lines = read_lines(source)
    if number is not None:
        if number > len(lines):
            has = f"{len(lines)} game{'s' * (len(lines) != 1)}"
            raise InputError(f"--number {number}; {place(source)} has {has}")
        lines = [lines[number - 1]]
    return [parse_transcript(line, place(source, at)) for at, line in lines]
