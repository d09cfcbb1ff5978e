"""The record of one game: how it started, every move, how it ended. All claims cross this bridge.

A transcript is one JSON object on one line. Nothing in it is trusted: `replay` plays the moves by
the rules and checks what it claims.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import (
    PLAYED_FIELDS,
    Deal,
    code_fields,
    deal_from_json,
    deal_seed,
    deal_to_json,
)
from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove, Outcome
from cardsolver.core.registry import game_named
from cardsolver.core.share_code import pack
from cardsolver.core.text import (
    check_printable,
    check_type,
    is_code,
    parse_json,
    place,
    quote,
    read_text,
)

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Aids:
    """The help that people had in a game: what they took back, asked for, or were shown."""

    take_backs: int = 0
    hints: int = 0
    live: bool = False  # a light said after every turn whether the game could still be won


NO_AIDS = Aids()


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game. `result` is what the record claims; None means that the game was not finished."""

    deal: Deal
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    result: Outcome | None = None
    aids: Aids = NO_AIDS


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a transcript, or what a bot did wrong in a match."""

    message: str
    move: int | None = None  # counted from 1
    seat: Seat | None = None
    rule: str | None = None
    kind: str | None = None  # one of FAULTS, when a bot misbehaved
    last_lines: tuple[str, ...] = ()  # what the bot wrote last


@dataclass(frozen=True, slots=True)
class Replay:
    """What the rules say about a transcript. `states` has one more entry than the legal moves."""

    states: tuple[Any, ...]
    outcome: Outcome | None
    fault: Fault | None

    @property
    def is_sound(self) -> bool:
        """Legal from the first move to the end of the game, with a true result."""
        return self.fault is None and self.outcome is not None


def replay(transcript: Transcript) -> Replay:
    """Play the moves by the rules and check all that the record claims, to the first fault."""
    deal = transcript.deal
    wrong = _wrong_seed(deal)
    if wrong is not None:
        return Replay((game_named(deal.game).start(deal),), None, Fault(wrong))
    result = replay_moves(transcript)
    if result.fault is None and transcript.result != result.outcome:
        return replace(result, fault=Fault(_wrong_claim(transcript.result, result.outcome)))
    return result


def _wrong_seed(deal: Deal) -> str | None:
    if deal.seed is None or not deal.deck:
        return None
    try:
        if deal_seed(deal.game, deal.seed).deck == deal.deck:
            return None
    except InputError as error:
        return str(error)
    return f"seed {quote(deal.seed)} does not give this deck; expected its deck, or no seed"


def replay_moves(transcript: Transcript) -> Replay:
    """Play the moves by the rules, whatever the record says about the seed and the result."""
    game = game_named(transcript.deal.game)
    state = game.start(transcript.deal)
    states = [state]
    fault = None
    if len(transcript.seats) != game.seats(state):
        names = len(transcript.seats)
        fault = Fault(f"number of names in seats: {names}; expected {game.seats(state)}")
        return Replay(tuple(states), None, fault)
    for number, text in enumerate(transcript.moves, 1):
        seat = game.to_move(state)
        try:
            move = game.parse_move(text)
            state = game.apply(state, move)
        except InputError as error:
            rule = error.rule if isinstance(error, IllegalMove) else None
            fault = Fault(str(error), number, seat, rule)
            break
        if game.format_move(move) != text:  # people may type as they like; a record may not
            form = quote(game.format_move(move))
            message = f"{quote(text)} is not the text form of the move; expected {form}"
            fault = Fault(message, number, seat)
            break
        states.append(state)
    outcome = game.outcome(state) if fault is None else None
    return Replay(tuple(states), outcome, fault)


def _wrong_claim(claim: Outcome | None, outcome: Outcome | None) -> str:
    claimed = json.dumps(None if claim is None else outcome_to_json(claim))
    if outcome is None:
        return f"the claimed result is {claimed}, but the game is not over after the last move"
    return f"the claimed result is {claimed}; expected {json.dumps(outcome_to_json(outcome))}"


# Text form -----------------------------------------------------------------------------------


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON values; seats count from 1."""
    return {
        "end": outcome.end,
        "scores": list(outcome.scores),
        "winners": [seat + 1 for seat in outcome.winners],
    }


def transcript_to_json(transcript: Transcript) -> dict[str, Any]:
    """The transcript as JSON values."""
    result = transcript.result
    return {
        "cardsolver": FORMAT,
        **deal_to_json(transcript.deal),
        "seats": list(transcript.seats),
        "moves": list(transcript.moves),
        "result": None if result is None else outcome_to_json(result),
        **({} if transcript.aids == NO_AIDS else {"aids": _aids_to_json(transcript.aids)}),
    }


def _aids_to_json(aids: Aids) -> dict[str, Any]:
    """Only what there was; a game without any help says nothing about it."""
    values = {each.name: getattr(aids, each.name) for each in fields(Aids)}
    return {name: value for name, value in values.items() if value}


def format_transcript(transcript: Transcript) -> str:
    """The transcript's one line (without the line ending)."""
    check_type("transcript", transcript, Transcript, "a Transcript")
    return json.dumps(transcript_to_json(transcript), ensure_ascii=False)


def format_code(transcript: Transcript) -> str:
    """The share code of a legal game. It claims no result: the reader replays the moves."""
    check_type("transcript", transcript, Transcript, "a Transcript")
    fault = replay(transcript).fault
    if fault is not None:
        raise InputError(f"only a legal game can be shared: {fault.message}")
    deal = transcript.deal
    data = deal_to_json(replace(deal, source=None, expected=None))
    if not deal.rules:
        del data["rules"]
    if deal.seed is not None and deal.deck:  # the replay has checked that one gives the other
        del data["deck"]
    moves: Any = list(transcript.moves)
    if not any("," in move for move in moves):
        moves = ",".join(moves)
    aids = {} if transcript.aids == NO_AIDS else {"aids": _aids_to_json(transcript.aids)}
    return pack({**data, "seats": list(transcript.seats), "moves": moves, **aids})


def read_lines(source: str) -> list[tuple[int, str]]:
    """The lines of a file of transcripts, or of standard input (`-`), with their numbers."""
    lines = [
        (number, line)
        for number, line in enumerate(read_text(source).split("\n"), 1)
        if line.strip()
    ]
    if not lines:
        raise InputError(f"{place(source)}: empty; expected one transcript per line")
    return lines


def parse_transcript(line: str, where: str = "transcript") -> Transcript:
    """Check a transcript's line field by field. Whether it is legal is for `replay` to say.

    The line may also be a share code, whose result is what its moves lead to.
    """
    check_type(where, line, str, "a text")
    if is_code(line.strip()):
        transcript = _transcript(_played(code_fields(line.strip(), where)), where)
        return replace(transcript, result=replay_moves(transcript).outcome)
    return _transcript(parse_json(line, where), where)


def _played(data: dict[str, Any]) -> dict[str, Any]:
    """A share code's fields in the form of a transcript's."""
    moves = data.get("moves", "")
    if isinstance(moves, str):
        moves = moves.split(",") if moves else []
    return {**data, "cardsolver": FORMAT, "moves": moves, "result": None}


def _transcript(data: Any, where: str) -> Transcript:
    if not isinstance(data, dict):
        raise InputError(f"{where}: expected a JSON object, a transcript")
    if "game" in data and not {"cardsolver", "moves"} & set(data):
        raise InputError(f"{where}: a deal; expected a transcript, which has the moves of a game")
    if data.get("cardsolver") != FORMAT or isinstance(data["cardsolver"], bool):
        raise InputError(
            f"{where}: expected the field cardsolver to be {FORMAT}, the format of a transcript"
        )
    own = {name: data.pop(name, None) for name in PLAYED_FIELDS}
    deal = deal_from_json(data, where)
    seats = _texts(own["seats"], "seats", where)
    for name in seats:
        check_printable(name, f"{where}: seat")
    moves = _texts(own["moves"], "moves", where)
    result = None if own["result"] is None else _outcome(own["result"], where)
    aids = NO_AIDS if own["aids"] is None else _aids(own["aids"], where)
    transcript = Transcript(deal, seats, moves, result, aids)
    try:
        game_named(deal.game).start(deal)  # the rules and the position are text until now
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return transcript


def _aids(value: object, where: str) -> Aids:
    kinds = {"take_backs": int, "hints": int, "live": bool}
    if not isinstance(value, dict) or any(
        not isinstance(each, int) or each < 0 or type(each) is not kinds.get(name)
        for name, each in value.items()
    ):
        raise InputError(
            f"{where}: field aids is {quote(value)}; expected numbers of take_backs and hints,"
            " and live: true or false"
        )
    return Aids(**value)


def _texts(value: object, field: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{where}: field {field} must be a list of texts")
    return tuple(value)


def _outcome(value: object, where: str) -> Outcome:
    if not (
        isinstance(value, dict)
        and set(value) == {"end", "scores", "winners"}
        and isinstance(value["end"], str)
        and _are_numbers(value["scores"])
        and _are_numbers(value["winners"])
    ):
        raise InputError(
            f"{where}: field result is {quote(value)}; expected null, or end, scores and winners"
        )
    winners = tuple(seat - 1 for seat in value["winners"])
    return Outcome(value["end"], tuple(value["scores"]), winners)


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)
