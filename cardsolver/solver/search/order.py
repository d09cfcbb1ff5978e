"""Which states of a layer look best: the order in which a narrow search keeps them.

The score of a state is a sum of
- homes: for every unlaid card how likely it is to end without one. A pile above which (or below
  which) a card lies is a home; the nearer the pile's top has come to the card and the longer the
  card has still to wait in the draw pile, the less that home is worth. Several homes multiply.
- room: the same worth of homes, summed: many homes for many cards.
- tricks: a pile whose card ten back is still to come is worth that, and the cards that the trick
  would open; more if the card is in a hand, and more if another ten back follows.
- pairs: unlaid cards ten apart, the tricks of the future.

The tables of a parent are made once; a lay of it then costs two short dot products and a few
look-ups. The weights were fitted on shuffles that no reported figure uses (docs/solver-search.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.rows import LAID, Bytes, Ints, Setup, Words, boards, unpack

if TYPE_CHECKING:
    from cardsolver.solver.search.expand import Lays, Moves

Floats = npt.NDArray[np.float32]
NUMBERS = 112  # columns of the tables: tops and cards up to 100, and room for ten more


@dataclass(frozen=True, slots=True)
class Weights:
    """What the score is made of; see the module."""

    homeless: float  # a card without any home
    homeless_wait: float  # more of it for a card that waits for 100 plays
    home: float  # how much a sure home takes away from that: exp(-home)
    home_reach: float  # a home's worth is 1 - exp(-(distance + reach) / (fade * wait))
    home_fade: float
    home_wait: float  # waiting of a card already drawn, in tens of plays
    home_trick: float  # the pile waits for this very card
    room: float
    trick_mover: float  # the trick card is in the mover's hand
    trick_held: float
    trick_undrawn: float
    trick_fades: float  # an undrawn trick card, every ten plays of waiting
    opens_held: float  # every unlaid card that the trick jumps back over
    opens_undrawn: float
    chain: float  # another trick could follow
    pair: float
    owed: float  # every card that the mover still has to lay
    goes_on: float  # the mover lays more than the minimum
    ended: float


WEIGHTS = Weights(
    homeless=5.96,
    homeless_wait=-1.09,
    home=0.69,
    home_reach=2.16,
    home_fade=0.68,
    home_wait=0.17,
    home_trick=0.88,
    room=0.21,
    trick_mover=0.16,
    trick_held=2.52,
    trick_undrawn=1.31,
    trick_fades=0.62,
    opens_held=0.69,
    opens_undrawn=0.18,
    chain=2.07,
    pair=0.95,
    owed=-0.2,
    goes_on=-1.6,
    ended=0.47,
)

# Distance of a card from a top in the direction of the pile, top by row and card by column; first
# the ascending piles, then the descending ones. Shifted so that it is an index.
_SHIFT = 2 * NUMBERS
_DISTANCE = np.arange(NUMBERS) - np.arange(NUMBERS)[:, None]
_DISTANCE = np.concatenate([_DISTANCE, -_DISTANCE]) + _SHIFT


@dataclass(frozen=True, slots=True)
class Homes:
    """Tables by top and card; descending tops have the lower half of the rows (top + NUMBERS)."""

    columns: Ints  # the cards: only those that some state has still to lay
    column_of: Ints
    misses: Floats  # how likely a card finds no home on this top
    worth: Floats  # what this top adds to the room
    risk: Floats  # by card: what it costs to end without a home


@dataclass(frozen=True, slots=True)
class Tricks:
    """By state: what the tricks to come are worth."""

    value: Floats  # state, direction, top
    pairs: Floats  # state: how many pairs ten apart are unlaid
    in_pairs: Floats  # state, card: how many of them it is in


class Order:
    """Scores moves of one search."""

    def __init__(self, setup: Setup, weights: Weights = WEIGHTS) -> None:
        self._setup = setup
        self._weights = weights
        self.draw_index = np.zeros(NUMBERS, dtype=np.intp)
        self.draw_index[list(setup.draw)] = np.arange(len(setup.draw))
        self._is_undrawn = unpack(setup.undrawn)[:, :NUMBERS].astype(np.float32)
        # Worth of a home by waiting time (row) and distance.
        distance = np.arange(2 * _SHIFT) - _SHIFT
        wait = np.arange(len(setup.draw) + 1)[:, None] / 10 + weights.home_wait
        nearness = (np.maximum(distance, 0) + weights.home_reach) / (weights.home_fade * wait)
        worth = 1 - np.exp(-nearness)
        worth = np.where(distance > 0, worth, 0)
        misses = np.exp(-weights.home * worth)
        misses[:, distance == -10] = np.exp(-weights.home_trick)
        misses[:, distance == 0] = 0  # the card itself: laid
        self._misses: Floats = misses.astype(np.float32)
        self._worth: Floats = (weights.room * worth).astype(np.float32)

    def scores(self, rows: Words, layer: int, options: Lays, moves: Moves) -> Floats:
        """The higher, the better; comparable within a layer only."""
        weights, setup = self._weights, self._setup
        board = np.ascontiguousarray(boards(rows))
        drawn = np.minimum(setup.turn_start(layer, board[:, LAID]), len(setup.draw))
        hands = rows[:, :2]
        for seat in range(1, setup.seats):
            hands = hands | rows[:, 2 * seat : 2 * seat + 2]
        mine = unpack(rows[:, :2])[:, :NUMBERS]
        held = unpack(hands)[:, :NUMBERS].astype(np.float32)
        undrawn = self._is_undrawn[drawn]
        wait = np.maximum(self.draw_index - (setup.laid_before + layer), 0)
        base = self._homes(board, held + undrawn, wait, options)
        base += self._tricks(board, self.tricks(mine, held, undrawn, wait), options)
        owed = options.owed
        going_on = np.where(owed > 0, weights.owed * owed, weights.goes_on).astype(np.float32)
        bonus = np.where(moves.ends, np.float32(weights.ended), going_on[moves.lay])
        result: Floats = base[moves.lay] + bonus
        return result

    def homes(self, unlaid: Floats, wait: Ints) -> Homes:
        """The tables of homes for states with these cards left, waiting so long."""
        weights = self._weights
        columns = np.flatnonzero(unlaid.any(axis=0))
        column_of = np.zeros(NUMBERS, dtype=np.intp)
        column_of[columns] = np.arange(len(columns))
        wait = wait[columns]
        index = wait * (2 * _SHIFT) + _DISTANCE[:, columns]
        risk = weights.homeless * (1 + weights.homeless_wait / 100 * wait)
        return Homes(
            columns,
            column_of,
            self._misses.take(index),
            self._worth.take(index),
            risk.astype(np.float32),
        )

    def tricks(self, mine: Bytes | None, held: Floats, undrawn: Floats, wait: Ints) -> Tricks:
        """What tops are worth for the tricks that they wait for, and the pairs still unlaid.

        `mine` are the cards of a mover who is in the middle of a turn.
        """
        weights = self._weights
        fade = np.exp(-weights.trick_fades / 10 * wait)
        worth = np.float32(weights.trick_held) * held
        worth += undrawn * (weights.trick_undrawn * fade).astype(np.float32)
        if mine is not None:
            worth += np.float32(weights.trick_mover - weights.trick_held) * mine
        opens = np.float32(weights.opens_held) * held
        opens += undrawn * (weights.opens_undrawn * fade).astype(np.float32)
        unlaid = held + undrawn
        below = np.cumsum(unlaid, axis=1)
        jumped = below[:, 9:-1] - below[:, :-10]  # column y: unlaid cards from y + 1 to y + 9
        pairs = unlaid[:, 10:] * unlaid[:, :-10]  # column y: y and y + 10
        follows = np.float32(weights.chain) * pairs
        value = np.zeros((len(unlaid), 2, NUMBERS), dtype=np.float32)
        value[:, 0, 10:] = worth[:, :-10] + opens[:, :-10] * jumped
        value[:, 0, 20:] += follows[:, :-10]
        value[:, 1, :-10] = worth[:, 10:] + opens[:, 10:] * jumped
        value[:, 1, :-20] += follows[:, 10:]
        in_pairs = np.zeros_like(unlaid)
        in_pairs[:, 10:] = pairs
        in_pairs[:, :-10] += pairs
        return Tricks(value, pairs.sum(axis=1), in_pairs)

    def _homes(self, board: Bytes, unlaid: Floats, wait: Ints, options: Lays) -> Floats:
        parent, card, pile = options.parent, options.card, options.pile
        homes = self.homes(unlaid, wait)
        misses, worth, unlaid = homes.misses, homes.worth, unlaid[:, homes.columns]
        places = board[:, :4].astype(np.intp)
        places[:, 2:] += NUMBERS  # descending piles have the lower half of the tables

        # For each pile: the product over the three others, to be completed by the new top.
        risk = unlaid * homes.risk
        miss = misses[places]
        up, down = risk * miss[:, 0] * miss[:, 1], risk * miss[:, 2] * miss[:, 3]
        others = np.empty_like(miss)
        others[:, 0] = down * miss[:, 1]
        others[:, 1] = down * miss[:, 0]
        others[:, 2] = up * miss[:, 3]
        others[:, 3] = up * miss[:, 2]
        new = np.where(pile < 2, card, card + NUMBERS)
        result: Floats = -np.einsum("ij,ij->i", others[parent, pile], misses[new])

        room = np.einsum("ij,ikj->ik", unlaid, worth[places])
        result += np.einsum("ij,ij->i", unlaid[parent], worth[new])
        result += room.sum(axis=1)[parent] - room[parent, pile]
        # What the other piles offered to the card.
        offered = worth[places[parent], homes.column_of[card][:, None]]
        result -= offered.sum(axis=1) - offered[np.arange(len(card)), pile]
        return result

    def _tricks(self, board: Bytes, tricks: Tricks, options: Lays) -> Floats:
        value = tricks.value
        parent, card, pile = options.parent, options.card, options.pile
        every = np.arange(len(value))[:, None]
        tops = board[:, :4].astype(np.intp)
        now = value[every, _DIRECTION, tops]
        # A card laid elsewhere, or the trick itself, ends the waiting of its pile.
        kept = now[parent] * ((tops - 10 * _UP)[parent] != card[:, None])
        result: Floats = kept.sum(axis=1) - kept[np.arange(len(parent)), pile]
        result += value[parent, _DIRECTION[pile], card]
        lost = tricks.pairs[parent] - tricks.in_pairs[parent, card]
        result += np.float32(self._weights.pair) * lost
        return result


_DIRECTION = np.array([0, 0, 1, 1])
_UP = np.array([1, 1, -1, -1])
