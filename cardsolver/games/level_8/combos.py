"""The cards of Level 8 and the combinations they make: runs, sets and colour groups.

A card laid on the table is a text too: `4r`, or a Joker with what it stands for, `J=6` or `J=r`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from cardsolver.core.game import IllegalMove
from cardsolver.games.level_8.deck import COLOURS, JOKER, SKIP
from cardsolver.games.level_8.deck import DECK as WHOLE_DECK

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "level-8"
NUMBERS = range(1, 16)
DECK: tuple[str, ...] = tuple(map(str, WHOLE_DECK.cards))
ORDER = {card: place for place, card in enumerate(dict.fromkeys(DECK))}  # the printed order
JOKER_AS = {value: f"{JOKER}={value}" for value in (*map(str, NUMBERS), *COLOURS)}

# What a card on the table counts as. A Joker has one of the two, or neither until it is declared.
NUMBER: dict[str, int] = {f"{number}{colour}": number for colour in COLOURS for number in NUMBERS}
COLOUR: dict[str, str] = {f"{number}{colour}": colour for colour in COLOURS for number in NUMBERS}
NUMBER |= {JOKER_AS[str(number)]: number for number in NUMBERS}
COLOUR |= {JOKER_AS[colour]: colour for colour in COLOURS}

_SETS = {2: "pair", 3: "triple", 4: "quadruple"}


class Kind(StrEnum):
    """The three kinds of combination."""

    RUN = "run"  # L8-9
    SET = "set"  # L8-10
    COLOUR = "colour"  # L8-11


@dataclass(frozen=True, slots=True)
class Combo:
    """A combination that a level asks for."""

    kind: Kind
    size: int

    def __str__(self) -> str:
        """For people: `run of 3`, `pair`, `4 of one colour`."""
        match self.kind:
            case Kind.RUN:
                return f"run of {self.size}"
            case Kind.SET:
                return _SETS.get(self.size, f"{self.size} of one number")
        return f"{self.size} of one colour"


@dataclass(frozen=True, slots=True)
class Laid:
    """A combination on the table. A run's cards are in the order of their numbers."""

    kind: Kind
    cards: tuple[str, ...]

    def __str__(self) -> str:
        """For people: `run 4r 5b J=6`."""
        return f"{self.kind} {' '.join(self.cards)}"

    @property
    def wanted(self) -> tuple[str, ...]:
        """What a card added here must count as: numbers, or one colour (L8-14)."""
        first = self.cards[0]
        match self.kind:
            case Kind.RUN:
                low = NUMBER[first]
                ends = (low - 1, low + len(self.cards))
                return tuple(str(end) for end in ends if end in NUMBERS)  # 15 and 1 do not touch
            case Kind.SET:
                return (str(NUMBER[first]),)
        return (COLOUR[first],)

    def takes(self, card: str) -> bool:
        """May this card (a Joker: with what it stands for) be added here?"""
        if self.kind is Kind.COLOUR:
            return COLOUR.get(card) == COLOUR[self.cards[0]]
        number = NUMBER.get(card)
        low = NUMBER[self.cards[0]]
        if self.kind is Kind.SET:
            return number == low
        return number is not None and number in (low - 1, low + len(self.cards))

    def added(self, card: str) -> Laid:
        """The combination with a card that it takes."""
        in_front = self.kind is Kind.RUN and NUMBER[card] < NUMBER[self.cards[0]]
        return Laid(self.kind, (card, *self.cards) if in_front else (*self.cards, card))


def plain(card: str) -> str:
    """The card itself: a Joker without what it stands for."""
    return JOKER if card.startswith(JOKER) else card


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the printed order of the deck."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def lay_combo(combo: Combo, cards: tuple[str, ...], which: str) -> Laid:
    """The combination that the cards make, or IllegalMove about the first card that is wrong."""
    where = f"{which} ({combo})"
    if len(cards) != combo.size:
        raise IllegalMove("L8-8", f"{where} has {_count(len(cards))}; expected {combo.size}")
    for card in cards:
        check_card(combo.kind, card, where)
    if combo.kind is Kind.RUN:
        return Laid(combo.kind, _run(cards, where))
    if combo.kind is Kind.SET:
        _check_alike(cards, NUMBER, "L8-10", where)
    else:
        _check_alike(cards, COLOUR, "L8-11", where)
    return Laid(combo.kind, cards)


def check_card(kind: Kind, card: str, where: str) -> None:
    """IllegalMove about a Skip, and about a Joker that does not say what it stands for."""
    if card == SKIP:
        raise IllegalMove("L8-13", f"{where}: S is a Skip, which is never part of a combination")
    if plain(card) != JOKER or card in (COLOUR if kind is Kind.COLOUR else NUMBER):
        return
    like = "a colour as in J=r" if kind is Kind.COLOUR else "a number as in J=6"
    raise IllegalMove("L8-12", f"{where}: {card} must say what it stands for; expected {like}")


def _run(cards: tuple[str, ...], where: str) -> tuple[str, ...]:
    """The run in the order of its numbers; it may be typed in any order."""
    cards = tuple(sorted(cards, key=NUMBER.__getitem__))
    for before, card in pairwise(cards):
        expected = NUMBER[before] + 1
        if NUMBER[card] != expected:
            wanted = f"a {expected}" if expected in NUMBERS else "nothing after 15"
            raise IllegalMove(
                "L8-9", f"{where}: {card} does not follow {before}; expected {wanted}"
            )
    return cards


def _check_alike(
    cards: tuple[str, ...], value_of: dict[str, int] | dict[str, str], rule: str, where: str
) -> None:
    """All cards must have the value that most of them have."""
    values = [value_of[card] for card in cards]
    usual, _ = Counter(values).most_common(1)[0]
    for card, value in zip(cards, values, strict=True):
        if value != usual:
            name = COLOURS[usual] if isinstance(usual, str) else f"a {usual}"
            raise IllegalMove(rule, f"{where}: {card} is not {name} like the others")


def _count(cards: int) -> str:
    return f"{cards} card{'s' if cards != 1 else ''}"
