"""Scores of whole turns: the order of `order.py`, for every pair of half turns of a state at once.

The score of a state is a sum over its unlaid cards of a product over its piles, so it is a product
of what the ascending and what the descending piles give to each card. A turn leaves the tops of
one half turn on the ascending and of another on the descending piles: the scores of all turns of
a state are one matrix product, half turns by cards times cards by half turns. A card that is laid
has a 0 on the side that lays it. What belongs to one side alone (room, tricks, pairs) is added, but
for the cards of the mover's hand: they count only if neither side lays them, which makes two more
columns a card.

Two things are taken less exactly than by `order.py`, to keep the halves apart: a trick jumps over
all cards that were unlaid before the turn, and a pair whose cards are both laid is lost twice.

From every score is taken what the next turns are sure to cost: a seat has to lay the minimum, so
the distances of its nearest cards from the piles. This is no sum of two sides. It is computed for
the turns that score well enough without it; a half turn's own share of it tells which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.solver.search.half_turns import MIRROR
from cardsolver.solver.search.order import TRICK_STEP, Order, OrderWeights, by_card, pairs_with
from cardsolver.solver.search.packed import hands_of

if TYPE_CHECKING:
    from cardsolver.solver.search.half_turns import Halves, Masks
    from cardsolver.solver.search.order import Floats, Homes, Tricks
    from cardsolver.solver.search.packed import Bytes, Flags, Ints, Setup, Shorts, Words

TURN_WEIGHTS = OrderWeights(
    homeless=5.96,
    homeless_wait=-0.72,
    home=0.75,
    home_reach=2.35,
    home_fade=0.6,
    home_wait=0.19,
    home_trick=0.85,
    room=0.25,
    trick_mover=0.0,  # no turn is under way: this, and the last three, are never asked for
    trick_held=2.05,
    trick_undrawn=1.05,
    trick_fades=0.6,
    opens_held=0.66,
    opens_undrawn=0.24,
    chain=2.54,
    pair=1.12,
    owed=0.0,
    goes_on=0.0,
    ended=0.0,
)
# What a step of ten that the next seat has to make costs; the seat after it; the one after that.
_FORCED = (1.5, 1.0, 0.5)
FAR = np.uint8(60)  # the distance of a card that fits nowhere
_SHIFT = 128
_DISTANCE = np.where(np.arange(2 * _SHIFT) > _SHIFT, np.arange(2 * _SHIFT) - _SHIFT, FAR)
_DISTANCE[_SHIFT - 10] = 0  # a trick
_DISTANCE = _DISTANCE.astype(np.uint8)
_IN_SET = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")


@dataclass(frozen=True, slots=True)
class Factors:
    """The half turns of one direction."""

    matrix: Floats  # a row of factors each
    alone: Floats  # what it adds to a score whatever the other half is
    near: Bytes  # a row each watched card: how far it lies from the nearer top


class TurnOrder:
    """Scores whole turns of one search."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._order = Order(setup, TURN_WEIGHTS)

    def factors(
        self, rows: Words, layer: int, hands: Shorts, up: Halves, down: Halves
    ) -> tuple[Factors, Factors]:
        """Of both directions: a turn scores row times row, what both add alone, less `forced`."""
        setup = self._setup
        # Judged at the end of a turn of the minimum, with its cards drawn.
        drawn = min(layer + setup.minimum, len(setup.draw))
        in_hands = setup.undrawn[[layer]] & ~setup.undrawn[[drawn]]
        for seat in range(setup.seats):
            in_hands = in_hands | rows[:, 2 * seat : 2 * seat + 2]
        held, undrawn = by_card(in_hands), by_card(setup.undrawn[[drawn]])
        wait = np.maximum(self._order.draw_index - drawn, 0)
        homes = self._order.homes(in_hands | setup.undrawn[[drawn]], wait)
        moment = _Moment(
            hands.astype(np.intp),
            unlaid=held + undrawn,
            homes=homes,
            misses=np.ascontiguousarray(homes.misses.transpose(0, 2, 1)),
            tricks=self._order.tricks(None, held, undrawn, wait),
            watched=self._watched(rows, hands, setup.draw[layer:drawn]),
        )
        return moment.ascending(up), moment.descending(down)

    def _watched(self, rows: Words, hands: Shorts, drawn: tuple[int, ...]) -> Shorts:
        """The cards of the seats that move next, at the end the mover with the cards drawn."""
        seats: list[Shorts] = [
            hands_of(rows, seat) for seat in range(1, min(self._setup.seats, len(_FORCED) + 1))
        ]
        if self._setup.seats <= len(_FORCED):
            new = np.array(drawn, dtype=np.int16)
            seats += [hands, np.broadcast_to(new, (len(hands), len(new)))]
        return np.concatenate(seats, axis=1)

    def forced(self, near: Bytes, size: int, laid: Masks | None = None) -> Floats:
        """What the next turns cost, from the distances of the watched cards (a row each).

        `laid` are the places of the mover's hand, of `size` cards, that the turn lays.
        """
        others = min(self._setup.seats - 1, len(_FORCED))
        seats = [list(near[seat * size : (seat + 1) * size]) for seat in range(others)]
        if self._setup.seats <= len(_FORCED):
            own = list(near[others * size :])
            if laid is not None:
                for place in range(size):
                    own[place] = np.where(laid >> place & 1, FAR, own[place])
            seats.append(own)
        result = np.zeros(near.shape[1], dtype=np.float32)
        for weight, cards in zip(_FORCED, seats, strict=False):
            nearest = _smallest(cards, self._setup.minimum)
            result += np.float32(weight / 10) * sum(nearest[1:], nearest[0].astype(np.int16))
        return result


@dataclass(frozen=True, slots=True)
class _Moment:
    """What the turns of a block of states have in common."""

    hands: Ints
    unlaid: Floats  # card, state
    homes: Homes
    misses: Floats  # those of the homes, by direction, top and card
    tricks: Tricks
    watched: Shorts

    def ascending(self, halves: Halves) -> Factors:
        tops = np.stack([halves.low, halves.high]).astype(np.intp)
        misses, for_hand, free, alone = self._side(halves, tops, direction=0)
        risk = -(self.unlaid[self.homes.cards] * self.homes.risk).T
        misses *= risk.take(halves.parent, axis=0)
        matrix = np.concatenate([misses, for_hand, free], axis=1)
        alone += np.float32(TURN_WEIGHTS.pair) * self.tricks.pairs[halves.parent]
        return Factors(matrix, alone, _near(halves, self.watched))

    def descending(self, halves: Halves) -> Factors:
        tops = MIRROR - np.stack([halves.low, halves.high]).astype(np.intp)
        misses, for_hand, free, alone = self._side(halves, tops, direction=1)
        matrix = np.concatenate([misses, free, for_hand], axis=1)
        return Factors(matrix, alone, _near(halves, MIRROR - self.watched))

    def _side(
        self, halves: Halves, tops: Ints, *, direction: int
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """What one direction gives: misses, worth for the hand, cards not laid, worth alone."""
        parent = halves.parent
        size = self.hands.shape[1]
        free = 1 - _IN_SET[halves.places, :size].astype(np.float32)
        hand_rows = self.homes.row_of[self.hands]
        misses = self.misses[direction].take(tops[0], axis=0)
        misses *= self.misses[direction].take(tops[1], axis=0)
        every = np.arange(len(parent))
        for place in range(size):
            misses[every, hand_rows[parent, place]] *= free[:, place]

        value = self.tricks.value[direction, tops, parent]
        worth = self.homes.worth[direction]
        alone = self._room(worth, hand_rows)[tops, parent].sum(axis=0)
        in_hand = self.hands[parent]
        for_hand = worth[hand_rows[parent], tops[0][:, None]]
        for_hand += worth[hand_rows[parent], tops[1][:, None]]
        for top, waits in zip(tops, value, strict=True):
            is_trick: Flags = in_hand == (top + TRICK_STEP[direction])[:, None]
            for_hand += is_trick * waits[:, None]
            alone += waits * ~is_trick.any(axis=1)
        lost = pairs_with(self.unlaid, in_hand, parent[:, None])
        alone -= np.float32(TURN_WEIGHTS.pair) * np.einsum("ij,ij->i", 1 - free, lost)
        return misses, for_hand * free, free, alone

    def _room(self, worth: Floats, hand_rows: Ints) -> Floats:
        """By top and state: the room that it gives to all cards but the hand."""
        others = self.unlaid[self.homes.cards]
        others[hand_rows, np.arange(len(hand_rows))[:, None]] = 0
        result: Floats = worth.T @ others
        return result


def _smallest(rows: list[Bytes], count: int) -> list[Bytes]:
    """In every column the smallest numbers: a bubble sort of whole rows, quicker than any other."""
    rows = rows.copy()
    for done in range(count):
        for at in range(len(rows) - 1, done, -1):
            above, here = rows[at - 1], rows[at]
            rows[at - 1], rows[at] = np.minimum(above, here), np.maximum(above, here)
    return rows[:count]


def _near(halves: Halves, watched: Shorts) -> Bytes:
    """How far the watched cards, a row each, lie from the nearer of two ascending tops."""
    cards = np.ascontiguousarray(watched.T).take(halves.parent, axis=1) + np.int16(_SHIFT)
    result: Bytes = np.minimum(
        _DISTANCE.take(cards - halves.low), _DISTANCE.take(cards - halves.high)
    )
    return result
