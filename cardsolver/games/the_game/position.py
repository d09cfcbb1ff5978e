"""A position of The Game in one line of text.

    54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34 / laid 1

Four tops A B C D; the hands, the seat to move first; the draw pile, top first; and, within a turn,
how many cards its player has already laid. Cards laid earlier are those not named. On Fire,
within a turn, `44!` marks a top that must be covered by the end of that turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardsolver.core.errors import InputError
from cardsolver.core.sentences import counted
from cardsolver.core.text import quote
from cardsolver.games.the_game.deck import DECK

ASCENDING_BASE = 1
DESCENDING_BASE = 100
PILES = "ABCD"


@dataclass(frozen=True, slots=True)
class Position:
    """The numbers of a position. `due` holds the piles marked with `!`."""

    tops: tuple[int, int, int, int]
    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...] = ()
    laid: int = 0
    due: frozenset[int] = frozenset()


def parse_position(text: str) -> Position:
    """The position that a line describes."""
    fields = [field.strip() for field in text.split("/")]
    if not 3 <= len(fields) <= 4:
        raise InputError(
            f"position {quote(text)}: {counted(len(fields), 'field')} separated by /;"
            " expected tops / hands / draw pile, as in 54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34"
        )
    tops, due = _parse_tops(fields[0])
    hands = tuple(tuple(sorted(_cards(hand, "hands"))) for hand in fields[1].split(";"))
    position = Position(tops, hands, _cards(fields[2], "draw pile"), _parse_laid(fields[3:]), due)
    _check(position)
    return position


def check_position(text: str) -> None:
    """Raise unless a line describes a position."""
    parse_position(text)


def format_position(position: Position) -> str:
    """The position's one line; it parses back."""
    tops = " ".join(
        f"{top}!" if pile in position.due else f"{top}" for pile, top in enumerate(position.tops)
    )
    hands = " ; ".join(" ".join(map(str, hand)) for hand in position.hands)
    draw = " ".join(map(str, position.draw))
    laid = f" / laid {position.laid}" if position.laid else ""
    return f"{tops} / {hands} / {draw}{laid}".rstrip()


def _parse_tops(field: str) -> tuple[tuple[int, int, int, int], frozenset[int]]:
    words = field.replace(",", " ").split()
    if len(words) != 4:
        raise InputError(f"position, tops: {len(words)} numbers; expected four, for A B C D")
    tops = []
    for pile, word in enumerate(words):
        base = ASCENDING_BASE if pile < 2 else DESCENDING_BASE
        digits = word.removesuffix("!")
        if digits == str(base):
            tops.append(base)
        else:
            tops.append(_card(digits, "tops", f"2 to 99, or {base} for an empty pile"))
    due = frozenset(pile for pile, word in enumerate(words) if word.endswith("!"))
    return (tops[0], tops[1], tops[2], tops[3]), due


def _parse_laid(fields: list[str]) -> int:
    if not fields:
        return 0
    match = re.fullmatch(r"laid\s+([0-9]{1,2})", fields[0])
    if match is None:
        raise InputError(f"position, fourth field {quote(fields[0])}; expected laid and a number")
    return int(match[1])


def _cards(field: str, where: str) -> tuple[int, ...]:
    return tuple(_card(word, where, DECK.examples) for word in field.replace(",", " ").split())


def _card(word: str, where: str, expected: str) -> int:
    try:
        return int(DECK.parse(word))
    except InputError:
        raise InputError(f"position, {where}: {quote(word)}; expected {expected}") from None


def _check(position: Position) -> None:
    cards = [
        *(top for top in position.tops if top not in (ASCENDING_BASE, DESCENDING_BASE)),
        *(card for hand in position.hands for card in hand),
        *position.draw,
    ]
    twice = {card for card in cards if cards.count(card) > 1}
    if twice:
        raise InputError(f"position: the card {min(twice)} is given twice; expected each card once")
    if len(position.hands) > 5:
        raise InputError(f"position: {counted(len(position.hands), 'hand')}; expected 1 to 5")
    if position.draw and not any(position.hands) and not position.laid:
        raise InputError("position: cards to draw, but none in any hand; expected a hand")
    laid_earlier = len(DECK.cards) - len(cards) + sum(2 <= top <= 99 for top in position.tops)
    if position.laid > laid_earlier:
        raise InputError(
            f"position: laid {position.laid} this turn, but only {laid_earlier} cards lie on piles"
        )
