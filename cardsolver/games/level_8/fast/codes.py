"""Cards as numbers: 0 to 89 in the printed order, then the Joker and the Skip."""

from __future__ import annotations

from typing import Final

from cardsolver.games.level_8.combos import COLOUR, DECK, JOKER_AS, NUMBER, ORDER, Kind
from cardsolver.games.level_8.deck import COLOURS, JOKER, SKIP

NUMBERS: Final = 15
CODE: Final = ORDER  # from a card's text
CARD: Final = tuple(ORDER)  # and back
JOKER_CODE: Final = CODE[JOKER]
SKIP_CODE: Final = CODE[SKIP]
WHOLE_DECK: Final = tuple(CODE[card] for card in DECK)

_LETTERS = tuple(COLOURS)
# By code. A number or colour is an index from 0; Jokers and Skips have none.
NUMBER_OF: Final = tuple(NUMBER.get(card, 0) - 1 for card in CARD)
COLOUR_OF: Final = tuple(_LETTERS.index(COLOUR[card]) if card in COLOUR else -1 for card in CARD)
NUMBER_BIT: Final = tuple(1 << number if number >= 0 else 0 for number in NUMBER_OF)
COLOUR_BIT: Final = tuple(1 << colour if colour >= 0 else 0 for colour in COLOUR_OF)

RUN: Final = 0
SET: Final = 1
COLOUR_GROUP: Final = 2
KIND_CODE: Final = {Kind.RUN: RUN, Kind.SET: SET, Kind.COLOUR: COLOUR_GROUP}


def value_of(card: str, kind: int) -> int:
    """What a card on the table, a Joker included, counts as: the index of a number or colour."""
    return _LETTERS.index(COLOUR[card]) if kind == COLOUR_GROUP else NUMBER[card] - 1


def joker_as(value: int, kind: int) -> str:
    """The text of a Joker that stands for a value."""
    return JOKER_AS[_LETTERS[value] if kind == COLOUR_GROUP else str(value + 1)]


def value_of_code(code: int, kind: int) -> int:
    """What a number card counts as in a combination: the index of its number or colour."""
    return COLOUR_OF[code] if kind == COLOUR_GROUP else NUMBER_OF[code]
