"""`cardsolver share`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsolver.cli.console import say, say_json
from cardsolver.cli.games_file import GamesFile, Number, read_games
from cardsolver.core.errors import InputError
from cardsolver.core.text import place
from cardsolver.core.transcript import format_code, transcript_to_json


def share(
    source: GamesFile,
    *,
    number: Number = None,
    as_transcript: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the transcripts instead; turns a code back into a transcript."
        ),
    ] = False,
) -> None:
    """Print recorded games as share codes: one word each, to paste into a chat or an email.

    A code holds the deal, the seats' names, the moves and a checksum. Commands that read deals or
    transcripts (replay, referee, stats, analyse, solve, winnable, play --deal and play --resume)
    take it in place of a file.

    Examples:
        cardsolver share games.jsonl --number 3
        cardsolver share CODE --json

    """
    for at, transcript in enumerate(read_games(source, number), number or 1):
        if as_transcript:
            say_json(transcript_to_json(transcript))
            continue
        try:
            say(format_code(transcript))
        except InputError as error:
            raise InputError(f"{place(source)}, game {at}: {error}") from None
