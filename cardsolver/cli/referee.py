"""`cardsolver referee`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsolver.cli.console import say, say_error, say_json
from cardsolver.cli.flags import JsonLines
from cardsolver.cli.games_file import game_lines
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.text import place
from cardsolver.core.transcript import outcome_to_json, parse_transcript, replay

if TYPE_CHECKING:
    from cardsolver.core.transcript import Replay, Transcript


def referee(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Transcripts, one per line; - reads standard input, last is your latest game.",
        ),
    ],
    *,
    as_json: JsonLines = False,
) -> None:
    """Replay recorded games by the rules: legal or not, where, by which rule, and the score.

    Exit code 0: every game is legal, complete and ended as it claims. 1: some game is not.
    2: at least one line is not a transcript. A game abandoned before its first move is reported but
    does not count as a failure.
    """
    unsound = unreadable = 0
    source, lines = game_lines(source)
    for number, line in lines:
        try:
            transcript = parse_transcript(line, place(source, number))
        except InputError as error:
            unreadable += 1
            say_error(str(error))
            continue
        result = replay(transcript)
        unsound += not (result.is_sound or _is_blank(transcript, result))
        if as_json:
            say_json({"line": number, **_judgement(transcript, result)})
        else:
            say(f"line {number}: {_sentence(transcript, result)}")
    if unreadable or unsound:
        raise typer.Exit(2 if unreadable else 1)


def _is_blank(transcript: Transcript, result: Replay) -> bool:
    """Was the game left before its first move? Then there is nothing to judge."""
    return not transcript.moves and result.fault is None and result.outcome is None


def _judgement(transcript: Transcript, result: Replay) -> dict[str, Any]:
    fault = result.fault
    return {
        "game": transcript.deal.game,
        "rules": transcript.deal.rules,
        "legal": fault is None,
        "complete": result.outcome is not None,
        "moves": len(result.states) - 1,
        "result": None if result.outcome is None else outcome_to_json(result.outcome),
        "fault": None
        if fault is None
        else {
            "move": fault.move,
            "seat": None if fault.seat is None else fault.seat + 1,
            "rule": fault.rule,
            "message": fault.message,
        },
    }


def _sentence(transcript: Transcript, result: Replay) -> str:
    fault = result.fault
    if fault is not None:
        if fault.move is None:
            return f"wrong: {fault.message}"
        by = "" if fault.seat is None else f" by seat {fault.seat + 1}"
        return f"illegal at move {fault.move}{by}: {fault.message}"
    if _is_blank(transcript, result):
        return "broken off before its first move; nothing to judge"
    count = len(result.states) - 1
    moves = f"{count} move{'s' * (count != 1)}"
    if result.outcome is None:
        return f"incomplete: legal, but the game is not over after {moves}"
    return f"legal, {moves}, {game_named(transcript.deal.game).describe(result.outcome)}"
