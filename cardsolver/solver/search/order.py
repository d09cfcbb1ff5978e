"""Which states of a layer look best: the order in which a narrow search keeps them.

The score of a state is a sum of
- homes: for every unlaid card how likely it is to end without one. A pile above which (or below
  which) a card lies is a home; the nearer the pile's top has come to the card and the longer the
  card has still to wait in the draw pile, the less that home is worth. Several homes multiply.
- room: the same worth of homes, summed: many homes for many cards.
- tricks: a pile whose card ten back is still to come is worth that, and the cards that the trick
  would open; more if the card is in a hand, and more if another ten back follows.
- pairs: unlaid cards ten apart, the tricks of the future.

Tables over cards or tops have a row a card and a column a state, so that all arithmetic runs over
states. What a pile gives to the cards is a sum over them: for all tops that a lay could bring and
all states these sums are a matrix product, and a lay costs a few look-ups. The weights were fitted
on shuffles that no reported figure uses (docs/solver-search.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from cardsolver.solver.search.packed import DIRECTION, LAID, Ints, Setup, Words, boards, unpack

if TYPE_CHECKING:
    from cardsolver.solver.search.expand import Lays, Moves

Floats = npt.NDArray[np.float32]
NUMBERS = 112  # rows of the tables: tops and cards up to 100, and room for ten more


@dataclass(frozen=True, slots=True)
class OrderWeights:
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


WEIGHTS = OrderWeights(
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

TRICK_STEP = np.array([-10, 10])  # from an ascending or a descending top to its trick card


@dataclass(frozen=True, slots=True)
class Homes:
    """What tops of either direction offer to cards: tables by direction, card and top."""

    cards: Ints  # of the tables: only those that some state has still to lay
    row_of: Ints  # of a card
    misses: Floats  # how likely a card finds no home on this top
    worth: Floats  # what this top adds to the room
    risk: Floats  # card (and one column): what it costs to end without a home


@dataclass(frozen=True, slots=True)
class Tricks:
    """What the tricks to come are worth."""

    value: Floats  # direction, top, state
    pairs: Floats  # state: how many pairs ten apart are unlaid


class Order:
    """Scores moves of one search."""

    def __init__(self, setup: Setup, weights: OrderWeights = WEIGHTS) -> None:
        self._setup = setup
        self._weights = weights
        self.draw_index = np.zeros(NUMBERS, dtype=np.intp)
        self.draw_index[list(setup.draw)] = np.arange(len(setup.draw))
        self._is_undrawn = by_card(setup.undrawn)
        # By waiting time: what remains of a trick's worth, and the cost of a card without a home.
        wait = np.arange(len(setup.draw) + 1)
        self._fades = np.exp(-weights.trick_fades / 10 * wait).astype(np.float32)
        risk = weights.homeless * (1 + weights.homeless_wait / 100 * wait)
        self._risk = risk.astype(np.float32)
        # Worth of a home by waiting time (row) and by how far the top lies above the card.
        above = np.arange(1 - NUMBERS, NUMBERS)
        waits = wait[:, None] / 10 + weights.home_wait
        nearness = (np.maximum(above, 0) + weights.home_reach) / (weights.home_fade * waits)
        worth = np.where(above > 0, 1 - np.exp(-nearness), 0)
        misses = np.exp(-weights.home * worth)
        misses[:, above == -10] = np.exp(-weights.home_trick)
        misses[:, above == 0] = 0  # the card itself: laid
        descending = np.stack([misses, weights.room * worth]).astype(np.float32)
        tables = np.stack([descending[:, :, ::-1], descending], axis=1)
        # The tops 0, 1, 2, … for one card are a window of such a row: kind, direction, wait, -card.
        self._homes = sliding_window_view(tables, NUMBERS, axis=3)

    def scores(self, rows: Words, layer: int, options: Lays, moves: Moves) -> Floats:
        """The higher, the better; comparable within a layer only."""
        weights, setup = self._weights, self._setup
        board = boards(rows)
        drawn = np.minimum(setup.turn_start(layer, board[:, LAID]), len(setup.draw))
        mine = rows[:, :2]
        hands = mine
        for seat in range(1, setup.seats):
            hands = hands | rows[:, 2 * seat : 2 * seat + 2]
        held, undrawn = by_card(hands), self._is_undrawn.take(drawn, axis=1)
        held_by_mover = held if setup.seats == 1 else by_card(mine)
        wait = np.maximum(self.draw_index - (setup.laid_before + layer), 0)
        base = self._lays(
            board[:, :4].T.astype(np.intp),
            held + undrawn,
            self.homes(hands | setup.undrawn_at(drawn), wait),
            self.tricks(held_by_mover, held, undrawn, wait),
            options,
        )
        owed = options.owed
        going_on = np.where(owed > 0, weights.owed * owed, weights.goes_on).astype(np.float32)
        bonus = np.where(moves.ends, np.float32(weights.ended), going_on[moves.lay])
        result: Floats = base[moves.lay] + bonus
        return result

    def homes(self, unlaid: Words, wait: Ints) -> Homes:
        """The tables of homes for states with these cards left, waiting so long."""
        cards = _union(unlaid)
        row_of = np.zeros(NUMBERS, dtype=np.intp)
        row_of[cards] = np.arange(len(cards))
        wait = wait[cards]
        misses, worth = self._homes[:, :, wait, NUMBERS - 1 - cards]
        return Homes(cards, row_of, misses, worth, self._risk[wait, None])

    def tricks(self, mine: Floats | None, held: Floats, undrawn: Floats, wait: Ints) -> Tricks:
        """What tops are worth for the tricks that they wait for, and the pairs still unlaid.

        `mine` are the cards of a mover who is in the middle of a turn.
        """
        weights = self._weights
        fade = self._fades[wait, None]
        worth = np.float32(weights.trick_held) * held
        worth += np.float32(weights.trick_undrawn) * fade * undrawn
        if mine is not None:
            worth += np.float32(weights.trick_mover - weights.trick_held) * mine
        opens = np.float32(weights.opens_held) * held
        opens += np.float32(weights.opens_undrawn) * fade * undrawn
        unlaid = held + undrawn
        two = unlaid[:-1] + unlaid[1:]
        four = two[:-2] + two[2:]
        jumped = four[1:-6] + four[5:-2] + unlaid[9:-1]  # row y: the nine cards after y
        pairs = unlaid[10:] * unlaid[:-10]  # row y: y and y + 10
        follows = np.float32(weights.chain) * pairs
        value = np.zeros((2, *unlaid.shape), dtype=np.float32)
        value[0, 10:] = worth[:-10] + opens[:-10] * jumped
        value[0, 20:] += follows[:-10]
        value[1, :-10] = worth[10:] + opens[10:] * jumped
        value[1, :-20] += follows[10:]
        return Tricks(value, pairs.sum(axis=0))

    def _lays(
        self, tops: Ints, unlaid: Floats, homes: Homes, tricks: Tricks, options: Lays
    ) -> Floats:
        """What the states after these lays are worth."""
        pair = np.float32(self._weights.pair)
        states = tops.shape[1]
        parent, card, pile = options.parent, options.card, options.pile
        direction = pile >> 1
        # Room and tricks are sums over the piles: the new top's, and of the others as they are.
        now = (DIRECTION[:, None] * NUMBERS + tops) * states + np.arange(states)
        waits = tricks.value.take(now)
        value = tricks.value + np.matmul(homes.worth.transpose(0, 2, 1), unlaid[homes.cards])
        stays = value.take(now)
        stays = stays.sum(axis=0) + pair * tricks.pairs - stays
        result: Floats = value.take((direction * NUMBERS + card) * states + parent)
        result += stays.take(pile * states + parent)
        result -= pair * pairs_with(unlaid, card, parent)
        # Other piles lose the card from their room, or the trick that they wait for.
        waited_for = tops + TRICK_STEP[DIRECTION[:, None]]
        lost = homes.worth[DIRECTION[:, None], homes.row_of[card], tops.take(parent, axis=1)]
        lost += waits.take(parent, axis=1) * (waited_for.take(parent, axis=1) == card)
        lost[pile, np.arange(len(card))] = 0
        result -= lost.sum(axis=0)
        result -= self._homeless(tops, unlaid, homes, options)
        return result

    def _homeless(self, tops: Ints, unlaid: Floats, homes: Homes, options: Lays) -> Floats:
        """What the cards that may end without a home cost after these lays."""
        states = tops.shape[1]
        size = len(homes.cards)
        up = homes.misses[0].take(tops[:2].ravel(), axis=1).reshape(size, 2, states)
        down = homes.misses[1].take(tops[2:].ravel(), axis=1).reshape(size, 2, states)
        risk = unlaid[homes.cards] * homes.risk
        # For each pile the product over the three others, to be completed by the new top.
        others_up = up[:, ::-1] * (risk * down[:, 0] * down[:, 1])[:, None]
        others_down = down[:, ::-1] * (risk * up[:, 0] * up[:, 1])[:, None]
        laid = np.flatnonzero(np.bincount(options.card))
        place = np.zeros(NUMBERS, dtype=np.intp)
        place[laid] = np.arange(len(laid))
        new = homes.misses[:, :, laid].transpose(0, 2, 1)
        cost = np.empty((2, len(laid), 2 * states), dtype=np.float32)
        np.matmul(new[0], others_up.reshape(size, -1), out=cost[0])
        np.matmul(new[1], others_down.reshape(size, -1), out=cost[1])
        row = (options.pile >> 1) * len(laid) + place[options.card]
        result: Floats = cost.take((2 * row + (options.pile & 1)) * states + options.parent)
        return result


def by_card(sets: Words) -> Floats:
    """1 for the cards of these sets (pairs of words), a row a card and a column a set."""
    result: Floats = unpack(sets)[:, :NUMBERS].T.astype(np.float32, order="C")
    return result


def _union(sets: Words) -> Ints:
    """The cards that are in some set."""
    return np.flatnonzero(unpack(np.bitwise_or.reduce(sets, axis=0, keepdims=True))[0])


def pairs_with(unlaid: Floats, card: Ints, state: Ints) -> Floats:
    """How many unlaid cards lie ten below or above; no card is as high as rows below 0 are."""
    result: Floats = unlaid[card - 10, state] + unlaid[card + 10, state]
    return result
