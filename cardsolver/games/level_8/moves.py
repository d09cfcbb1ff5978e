"""The moves of Level 8 and their text forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove
from cardsolver.core.text import quote
from cardsolver.games.level_8.combos import JOKER_AS
from cardsolver.games.level_8.deck import DECK, JOKER

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat

_MOST_SEATS = 6
_ADD_TO = re.compile(r"([1-9][0-9]?)\.([1-9][0-9]?)")
FORMS = "draw, take 3, lay 4r 5b J=6 | 9g 9y J=9, add 7r to 2.1, discard 12p, skip 3, or keep 4r 5r"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the draw pile."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a seat's discard pile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LayLevel:
    """Lay out the level: its combinations in the level's order, Jokers as `J=6` or `J=r`."""

    combos: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Add a card to a combination of a seat; combinations count from 0."""

    card: str
    seat: Seat
    combo: int


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn with a card on the seat's own discard pile."""

    card: str


@dataclass(frozen=True, slots=True)
class PlaySkip:
    """End the turn with a Skip in front of another seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep cards for the next round; their order means nothing."""

    cards: tuple[str, ...]


Move: TypeAlias = Draw | Take | LayLevel | Add | Discard | PlaySkip | Keep

DRAW = Draw()


def parse_move(text: str, players: int = _MOST_SEATS) -> Move:
    """The move that a text names; who knows how many play is told of their seats only."""
    verb, *words = text.split() or [""]
    match verb.lower(), words:
        case "draw", []:
            return DRAW
        case "take", [seat]:
            return Take(_seat(seat, text, players))
        case "lay", [_, *_]:
            return _parse_lay(words, text)
        case "add", [card, to, place] if to.lower() == "to":
            return _parse_add(card, place, text, players)
        case "discard", [card]:
            return Discard(_card(card, text))
        case "skip", [seat]:
            return PlaySkip(_seat(seat, text, players))
        case "keep", _:
            return Keep(tuple(_card(word, text) for word in words))
    raise BadMove(f"{quote(text)} is not a move; expected {FORMS}")


def _parse_lay(words: list[str], text: str) -> LayLevel:
    combos: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            combos.append([])
        else:
            combos[-1].append(_placed(word, text))
    if not all(combos):
        raise BadMove(f"{quote(text)} is not a move; expected cards on both sides of every |")
    return LayLevel(tuple(map(tuple, combos)))


def _parse_add(card: str, place: str, text: str, players: int) -> Add:
    match = _ADD_TO.fullmatch(place)
    if match is None:
        raise BadMove(
            f"{quote(text)} is not a move; expected a seat and combination as in add 7r to 2.1"
        )
    return Add(_placed(card, text), _seat(match[1], text, players), int(match[2]) - 1)


def _placed(word: str, text: str) -> str:
    """A card as it is laid: a Joker may say what it stands for (L8-12)."""
    joker, equals, value = word.partition("=")
    if not equals:
        return _card(word, text)
    if joker.upper() != JOKER or value.lower() not in JOKER_AS:
        raise BadMove(
            f"{quote(text)} is not a move: {quote(word)};"
            " expected a Joker with a number or a colour, as in J=6 or J=r"
        )
    return JOKER_AS[value.lower()]


def _card(word: str, text: str) -> str:
    for form in (word, word.lower(), word.upper()):
        try:
            return str(DECK.parse(form))
        except InputError:
            continue
    raise BadMove(f"{quote(text)} is not a move: {quote(word)}; expected {DECK.examples}")


def _seat(word: str, text: str, players: int) -> Seat:
    if word not in map(str, range(1, players + 1)):
        expected = f"expected a seat from 1 to {players}"
        raise BadMove(f"{quote(text)} is not a move: {quote(word)}; {expected}")
    return int(word) - 1


def format_move(move: Move) -> str:
    """The move's text form."""
    match move:
        case Take(seat):
            return f"take {seat + 1}"
        case LayLevel(combos):
            return "lay " + " | ".join(map(" ".join, combos))
        case Add(card, seat, combo):
            return f"add {card} to {seat + 1}.{combo + 1}"
        case Discard(card):
            return f"discard {card}"
        case PlaySkip(seat):
            return f"skip {seat + 1}"
        case Keep(cards):
            return " ".join(["keep", *cards])
    return "draw"


def seen_move(move: Move) -> str | None:
    """Everything is done in the open, but which cards a player keeps is secret (L8-27)."""
    if isinstance(move, Keep):
        count = len(move.cards)
        return f"keep {count} card{'s' if count != 1 else ''}"
    return format_move(move)
