"""Which recorded game a command is about: the games of a file, standard input or a share code."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from cardsolver.cli.console import say_error
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


def read_game(source: str, number: int | None = None) -> Transcript:
    """One game of a file: the one with this number, or the first, with a word about the others."""
    if number is not None:
        return read_games(source, number)[0]
    lines = read_lines(source)
    at, line = lines[0]
    game = parse_transcript(line, place(source, at))
    if len(lines) > 1:
        say_error(f"game 1 of {len(lines)}; --number picks another")
    return game
