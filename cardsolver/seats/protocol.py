"""The messages between the referee and a bot in another process: JSON Lines, docs/protocol.md.

Everything here is pure: it makes and reads texts. `cardsolver.seats.process` carries them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver._version import __version__
from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.core.text import parse_json, quote
from cardsolver.core.transcript import outcome_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolver.core.game import AnyGame, Outcome
    from cardsolver.core.seats import Seat
    from cardsolver.core.transcript import Fault

PROTOCOL = 1
LONGEST_NAME = 60
LONGEST_TALK = 500
HISTORIES = ("all", "new", "none")  # every move so far; those since the last request; no moves
QUIT: Mapping[str, Any] = {"type": "quit"}


@dataclass(frozen=True, slots=True)
class SeatContext:
    """What a bot is told about the game it sits down to; seats count from 0."""

    game: AnyGame
    rules: str
    seat: Seat
    seats: int
    seed: str  # the bot's own seed, so that its random choices can be reproduced


@dataclass(frozen=True, slots=True)
class Hello:
    """What a bot says about itself: its name, and how much history it wants in its requests."""

    name: str
    history: str = HISTORIES[0]


@dataclass(frozen=True, slots=True)
class Reply:
    """A bot's move as text, and a remark for people."""

    move: str
    talk: str | None = None


def encode(message: Mapping[str, Any]) -> bytes:
    """The message's line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello() -> dict[str, Any]:
    """The first line of a conversation."""
    return {"type": "hello", "protocol": PROTOCOL, "program": f"cardsolver {__version__}"}


def new_game(context: SeatContext) -> dict[str, Any]:
    """A game begins; no reply."""
    return {
        "type": "new-game",
        "game": context.game.name,
        "rules": context.rules,
        "seat": context.seat + 1,
        "seats": context.seats,
        "seed": context.seed,
    }


def move_request(
    context: SeatContext,
    view: Any,
    *,
    number: int,
    history: Sequence[tuple[Seat, str]],
    limit_s: float,
) -> dict[str, Any]:
    """The seat is to move. The request carries everything, so a bot need not remember."""
    game = context.game
    return {
        "type": "move",
        "id": number,
        "game": game.name,
        "seat": context.seat + 1,
        "limit_s": round(limit_s, 3),
        "view": game.view_to_json(view),
        "history": [[seat + 1, move] for seat, move in history],
        "legal": [game.format_move(move) for move in game.legal_moves(view)],
    }


def result(outcome: Outcome | None, fault: Fault | None) -> dict[str, Any]:
    """The game is over; no reply. `result` is null if it was stopped early."""
    return {
        "type": "result",
        "result": None if outcome is None else outcome_to_json(outcome),
        "fault": None
        if fault is None
        else {
            "seat": None if fault.seat is None else fault.seat + 1,
            "kind": fault.kind,
            "message": fault.message,
        },
    }


# What a bot answers -----------------------------------------------------------------------------


def read_hello(line: bytes) -> Hello:
    """The bot's first line."""
    data = _object(line, "hello")
    version = data.get("protocol")
    if version != PROTOCOL or isinstance(version, bool):
        raise _bad(f"speaks protocol {_shown(version)}; expected {PROTOCOL}")
    name = data.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
        raise _bad(f"the name is {_shown(name)}; expected a text of 1 to {LONGEST_NAME} characters")
    history = data.get("history", HISTORIES[0])
    if history not in HISTORIES:
        raise _bad(f"the field history is {_shown(history)}; expected {', '.join(HISTORIES)}")
    return Hello(name.strip(), history)


def read_reply(line: bytes, number: int) -> Reply:
    """The move of a reply. Whether it is legal is for the rules to say."""
    data = _object(line, "move")
    if data.get("id", number) != number:
        raise _bad(f"the answer is to request {_shown(data['id'])}; expected the number {number}")
    move = data.get("move")
    if not isinstance(move, str):
        raise _bad(f"the field move is {_shown(move)}; expected a text, one of the legal moves")
    talk = data.get("talk")
    if talk is not None and not isinstance(talk, str):
        raise _bad(f"the field talk is {_shown(talk)}; expected a text, or nothing")
    return Reply(move, None if talk is None else talk[:LONGEST_TALK])


def _object(line: bytes, kind: str) -> dict[str, Any]:
    """A message of one kind. Unknown fields are ignored: a later version may know them.

    A remark that was cut in the middle of an emoji must not cost the game, so halves of characters
    are replaced; no legal move has one in it.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise _bad(f"a line is not UTF-8: {quote(line.decode(errors='replace'))}") from None
    try:
        data = parse_json(text, f"the line {quote(text)}", mend=True)
    except InputError as error:
        raise _bad(str(error)) from None
    if not isinstance(data, dict):
        raise _bad(f"the line {quote(text)}; expected a JSON object")
    if data.get("type") != kind:
        raise _bad(f"a message of type {_shown(data.get('type'))}; expected {kind}")
    return data


def _shown(value: Any) -> str:
    """What the bot wrote: a text in quotes, anything else, such as a number, as JSON without."""
    return quote(value) if isinstance(value, str) else quote(json.dumps(value))[1:-1]


def _bad(message: str) -> SeatFault:
    return SeatFault("bad-message", message)
