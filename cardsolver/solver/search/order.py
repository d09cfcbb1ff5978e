"""Which states of a layer look best: the order in which a narrow search keeps them.

The score is a sum over the cards not laid and the piles, from tables made once a parent, so that
every lay of it costs a few look-ups:

- room: a card counts by how many piles take it now (0 to 4), concave: the second pile that takes a
  card is worth less than the first. Cards still to be drawn count by how long they have to wait.
- tricks: a pile whose card ten back is still to come is worth that, and the cards it would open;
  more if the card is in a hand, and more if another ten back follows.
- what laying a card spoils: the tricks it could have been part of.

The weights were fitted on shuffles that no reported figure uses (see docs/solver-search.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.expand import Lays, Moves
from cardsolver.solver.search.rows import CARD_BITS, LAID, Bytes, Ints, Setup, Words, boards, unpack

Floats = npt.NDArray[np.float32]
_PLAYS = 98.0


@dataclass(frozen=True, slots=True)
class Weights:
    """What the score is made of; see the module."""

    room_held: tuple[float, float, float, float, float]  # a card in a hand that 0…4 piles take
    room_undrawn: tuple[float, float, float, float, float]
    wait: float  # more weight for an undrawn card, for a wait of the whole game
    trick_mover: float  # the trick card is in the mover's hand
    trick_held: float
    trick_undrawn: float
    trick_fades: float  # for an undrawn trick card, every ten plays of waiting
    opens_held: float  # for every unlaid card that the trick jumps back over
    opens_undrawn: float
    chain: float  # another trick could follow
    pair: float  # for every two unlaid cards ten apart
    owed: float  # for every card the mover still has to lay
    goes_on: float  # the mover lays more than the minimum
    ended: float


WEIGHTS = Weights(
    room_held=(-4.30, -0.68, 0.33, 1.22, 2.31),
    room_undrawn=(-3.37, -0.52, 0.68, 1.62, 2.08),
    wait=0.54,
    trick_mover=1.57,
    trick_held=2.28,
    trick_undrawn=1.56,
    trick_fades=0.07,
    opens_held=0.52,
    opens_undrawn=0.05,
    chain=1.35,
    pair=0.78,
    owed=0.20,
    goes_on=0.04,
    ended=0.42,
)


def _interval_weights(values: tuple[float, ...]) -> Floats:
    """Weights of the counts below the four sorted tops, for every order of up and down piles.

    Walking up the numbers, the piles that take a card are two at first (the descending ones), one
    more behind each ascending top and one fewer behind each descending one. The sum over all cards
    of values[piles] is a sum of differences times the number of cards below each top.
    """
    table = np.zeros((16, 4), dtype=np.float32)
    for pattern in range(16):
        piles = 2
        for place in range(4):
            after = piles + (1 if pattern >> place & 1 else -1)
            if not 0 <= after <= 4:
                break
            table[pattern, place] = values[piles] - values[after]
            piles = after
    return table


class Order:
    """Scores moves of one search."""

    def __init__(self, setup: Setup, weights: Weights = WEIGHTS) -> None:
        self._setup = setup
        self._weights = weights
        self._held = _interval_weights(weights.room_held)
        self._undrawn = _interval_weights(weights.room_undrawn)
        draws = len(setup.draw)
        self._draw_index = np.zeros(CARD_BITS, dtype=np.float32)
        self._draw_index[list(setup.draw)] = np.arange(draws)
        self._is_undrawn = unpack(setup.undrawn).astype(np.float32)

    def scores(self, rows: Words, layer: int, options: Lays, moves: Moves) -> Floats:
        """The higher, the better; comparable within a layer only."""
        weights = self._weights
        base = self._lay_scores(rows, layer, options)
        owed = options.owed
        going_on = np.where(owed > 0, weights.owed * owed, weights.goes_on)
        bonus = np.where(moves.ends, weights.ended, going_on[moves.lay])
        result: Floats = (base[moves.lay] + bonus).astype(np.float32)
        return result

    def _lay_scores(self, rows: Words, layer: int, options: Lays) -> Floats:
        setup = self._setup
        board = np.ascontiguousarray(boards(rows))
        drawn = np.minimum(setup.turn_start(layer, board[:, LAID]), len(setup.draw))
        hands = np.zeros((len(rows), 2), dtype=np.uint64)
        for seat in range(setup.seats):
            hands |= rows[:, 2 * seat : 2 * seat + 2]
        held = unpack(hands)
        score = self._room(board, held, drawn, layer, options)
        score += self._tricks(rows, board, held, drawn, layer, options)
        return score

    def _room(self, board: Bytes, held: Bytes, drawn: Ints, layer: int, options: Lays) -> Floats:
        """Σ over unlaid cards of the value of the number of piles that take it."""
        weights = self._weights
        parent, card = options.parent, options.card
        tops = board[parent, :4].astype(np.intp)
        tops[np.arange(len(parent)), options.pile] = card
        # Twice the first number on the other side of the top, plus 1 for an ascending pile.
        up = tops[:, :2] * 2 + 3
        down = tops[:, 2:] * 2
        up_low, up_high = np.minimum(up[:, 0], up[:, 1]), np.maximum(up[:, 0], up[:, 1])
        down_low, down_high = np.minimum(down[:, 0], down[:, 1]), np.maximum(down[:, 0], down[:, 1])
        second, third = np.maximum(up_low, down_low), np.minimum(up_high, down_high)
        marks = np.stack(
            [
                np.minimum(up_low, down_low),
                np.minimum(second, third),
                np.maximum(second, third),
                np.maximum(up_high, down_high),
            ]
        )
        pattern = (marks & 1).T @ np.array([1, 2, 4, 8])
        marks >>= 1

        wait = 1 + weights.wait / _PLAYS * (self._draw_index - layer)
        first = int(drawn.min())
        undrawn_below = _counts_below(
            self._is_undrawn[first : int(drawn.max()) + 1] * wait.astype(np.float32)
        )
        held_below = _counts_below(held)
        held_counts = held_below.ravel()[parent * CARD_BITS + marks].astype(np.float32)
        held_counts -= card < marks
        undrawn_counts = undrawn_below.ravel()[(drawn[parent] - first) * CARD_BITS + marks]
        result: Floats = np.einsum("ij,ji->i", self._held[pattern], held_counts)
        result += np.einsum("ij,ji->i", self._undrawn[pattern], undrawn_counts)
        return result

    def _tricks(
        self, rows: Words, board: Bytes, held: Bytes, drawn: Ints, layer: int, options: Lays
    ) -> Floats:
        """Tricks that the piles wait for, and pairs of cards ten apart."""
        weights = self._weights
        undrawn = self._is_undrawn[drawn]
        fade = np.exp(-weights.trick_fades / 10 * (self._draw_index - layer)).astype(np.float32)
        worth = np.float32(weights.trick_held) * held + undrawn * (weights.trick_undrawn * fade)
        extra = np.float32(weights.trick_mover - weights.trick_held)
        worth += extra * unpack(rows[:, :2])
        opens = np.float32(weights.opens_held) * held + undrawn * (weights.opens_undrawn * fade)
        unlaid = held + undrawn
        below = _counts_below(unlaid)

        # Value of a top for an ascending pile (it waits for top - 10) and for a descending one.
        ascending = np.zeros_like(worth)
        descending = np.zeros_like(worth)
        chain = np.float32(weights.chain)
        jumped = below[:, 10:] - below[:, :-10] - unlaid[:, :-10]
        ascending[:, 10:] = worth[:, :-10] + opens[:, :-10] * jumped
        ascending[:, 20:] += chain * unlaid[:, 10:-10] * unlaid[:, :-20]
        descending[:, :-10] = worth[:, 10:] + opens[:, 10:] * jumped
        descending[:, :-20] += chain * unlaid[:, 10:-10] * unlaid[:, 20:]

        every = np.arange(len(rows))[:, None]
        tops = board[:, :4]
        now = np.concatenate(
            [ascending[every, tops[:, :2]], descending[every, tops[:, 2:]]], axis=1
        )
        parent, card, pile = options.parent, options.card, options.pile
        waits_for = tops + np.array([-10, -10, 10, 10], dtype=np.int16)
        # A card laid elsewhere, or the trick itself, ends the waiting of its pile.
        kept = now[parent] * (waits_for[parent] != card[:, None])
        kept[np.arange(len(parent)), pile] = 0
        at = parent * CARD_BITS + card
        new = np.where(pile < 2, ascending.ravel()[at], descending.ravel()[at])
        pairs = np.zeros_like(worth)
        pairs[:, 10:] = unlaid[:, :-10]
        pairs[:, :-10] += unlaid[:, 10:]
        both = (unlaid[:, 10:] * unlaid[:, :-10]).sum(axis=1)
        result: Floats = kept.sum(axis=1) + new
        result += np.float32(weights.pair) * (both[parent] - pairs.ravel()[at])
        return result


def _counts_below(weights: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """Column x: the sum of the columns before x."""
    result = np.zeros_like(weights)
    np.cumsum(weights[:, :-1], axis=1, out=result[:, 1:])
    return result
