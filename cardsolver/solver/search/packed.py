"""How the layered search writes a moment of The Game: one row of 64-bit words a state.

A row holds two words of card bits a seat (bit `c` of the pair is card `c`), the seat to move
first, and at the end one word for the table:

    byte 0-3  the four tops
    byte 4    cards laid in this turn
    byte 5    the pile of the last lay of this turn (a turn is played in pile order)
    byte 6    the piles whose fire card is due by the end of this turn, one bit each
    byte 7    always 0

Seats are counted from the mover, so two starters that lead to the same moment give the same row.
What has been drawn is not in the row: the layer and the cards laid this turn tell it (see Setup).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.games.the_game.rules import FIRE_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.problem import Problem

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]
Shorts = npt.NDArray[np.int16]

CARD_BITS = 128  # two words
LAID, LAST, DUE = 4, 5, 6  # bytes of the table word
BOARD_BYTES = 8
DIRECTION = np.array([0, 0, 1, 1])  # of the piles: ascending, descending

IS_FIRE = np.zeros(CARD_BITS, dtype=np.bool_)
IS_FIRE[list(FIRE_CARDS)] = True
PILE_BIT = np.array([1, 2, 4, 8], dtype=np.uint8)


def pack(flags: Flags) -> Words:
    """Pairs of words with the bits of the cards whose flags are set, along the last axis."""
    return np.packbits(flags, axis=-1, bitorder="little").view(np.uint64)


_CARDS = np.arange(CARD_BITS)
BELOW = pack(_CARDS[:, None] > _CARDS)  # row x: the bits of all cards smaller than x
ONE_CARD = pack(_CARDS[:, None] == _CARDS)


def card_words(cards: Sequence[int]) -> Words:
    """The two words with the bits of these cards."""
    result: Words = np.bitwise_or.reduce(ONE_CARD[list(cards)], axis=0)
    return result


def unpack(words: Words) -> Bytes:
    """0 or 1 for every card, from pairs of words."""
    as_bytes = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little")


def boards(rows: Words) -> Bytes:
    """The bytes of the table word; writing to them writes to the rows."""
    return rows.view(np.uint8)[:, -BOARD_BYTES:]


def hands_of(rows: Words, seat: int = 0) -> Shorts:
    """The hands of a seat, counted from the mover, sorted; they must be of one size."""
    cards = np.nonzero(unpack(rows[:, 2 * seat : 2 * seat + 2]))[1]
    return cards.reshape(len(rows), -1).astype(np.int16)


@dataclass(frozen=True, slots=True)
class Setup:
    """What all states of a search have in common."""

    cards: int  # not laid at the roots: the number of layers
    seats: int
    minimum: int
    on_fire: bool
    laid_before: int  # cards of the unfinished turn that the roots stand in
    draw: tuple[int, ...]
    undrawn: Words  # row d: the draw pile after d draws

    @staticmethod
    def of(roots: Sequence[Problem]) -> Setup:
        """Check that the roots are the same cards with other starters."""
        if not roots:
            raise ValueError("a search needs at least one root problem")
        first = roots[0]
        for other in roots[1:]:
            same = (
                other.draw == first.draw
                and len(other.hands) == len(first.hands)
                and sorted(sum(other.hands, ())) == sorted(sum(first.hands, ()))
                and (other.minimum, other.on_fire, other.laid)
                == (first.minimum, first.on_fire, first.laid)
            )
            if not same:
                raise ValueError("the roots of a search differ in more than the starter")
        return Setup(
            cards=first.left,
            seats=len(first.hands),
            minimum=first.minimum,
            on_fire=first.on_fire,
            laid_before=first.laid,
            draw=first.draw,
            undrawn=_suffixes(first.draw),
        )

    def turn_start(self, layer: int, laid: npt.NDArray[np.integer]) -> Ints:
        """Plays made before this turn began, counted from the start of the roots' turn.

        The card drawn for play i is draw card i, so this is also what has been drawn, until the
        draw pile is empty.
        """
        return self.laid_before + layer - laid.astype(np.intp)

    def needed(self, turn_start: Ints) -> Ints:
        """Cards a turn has to lay: 1 when it began with an empty draw pile."""
        return np.where(turn_start < len(self.draw), self.minimum, 1)

    def undrawn_at(self, turn_start: Ints | int) -> Words:
        """The draw pile during turns that began there, as pairs of words."""
        taken: Words = self.undrawn[np.minimum(turn_start, len(self.draw))]
        return taken


def _suffixes(draw: Sequence[int]) -> Words:
    """What is left of a draw pile after 0, 1, 2, … draws, at last nothing."""
    result = np.zeros((len(draw) + 1, 2), dtype=np.uint64)
    result[:-1] = np.bitwise_or.accumulate(ONE_CARD[list(draw)][::-1], axis=0)[::-1]
    return result


def remaining(setup: Setup, rows: Words, layer: int) -> Words:
    """All cards not laid yet, as pairs of words."""
    result = setup.undrawn_at(setup.turn_start(layer, boards(rows)[:, LAID]))
    for seat in range(setup.seats):
        result |= rows[:, 2 * seat : 2 * seat + 2]
    return result


def root_row(problem: Problem) -> Words:
    """The row of a root problem (1 × words)."""
    row = np.zeros((1, 2 * len(problem.hands) + 1), dtype=np.uint64)
    for seat, hand in enumerate(problem.hands):
        row[0, 2 * seat : 2 * seat + 2] = card_words(hand)
    board = boards(row)[0]
    board[:LAID] = problem.tops
    board[LAID] = problem.laid
    board[DUE] = PILE_BIT[list(problem.due)].sum() if problem.on_fire else 0
    return row
