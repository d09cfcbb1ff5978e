"""Whole turns: the best ones of a block of states, and the states they lead to.

All states stand at the start of a turn, with cards left to draw, hands of one size and no fire
cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.solver.search.column_table import Columns
from cardsolver.solver.search.expand import end_turns
from cardsolver.solver.search.half_turns import MIRROR, Halves, catalogue, half_turns
from cardsolver.solver.search.packed import LAID, ONE_CARD, boards, hands_of, remaining, unpack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.solver.search.half_turns import Masks
    from cardsolver.solver.search.order import Floats
    from cardsolver.solver.search.packed import Bytes, Flags, Ints, Setup, Words
    from cardsolver.solver.search.turn_order import Factors, TurnOrder

LARGEST_HAND = 6  # larger ones have so many turns that it is quicker to go lay by lay
_SPARE_CARDS = 2  # with several players, so many more than the minimum are laid at most
_PAIRS = 1 << 18  # of half turns that are scored at a time
_COUNT = np.bitwise_count(np.arange(256, dtype=np.uint8))


def has_whole_turns(setup: Setup, rows: Words) -> bool:
    """Can these states be searched by whole turns?"""
    if setup.on_fire or setup.laid_before or not setup.draw or not len(rows):
        return False
    sizes = np.unique(unpack(rows[:, : 2 * setup.seats].reshape(-1, 2)).sum(axis=1))
    return len(sizes) == 1 and bool(setup.minimum <= sizes[0] <= LARGEST_HAND)


def longest_turn(setup: Setup, hand: int) -> int:
    """Cards of the longest turn that is tried.

    Alone a longer one is never needed (docs/solver-search.md, long turns).
    """
    longest = 2 * setup.minimum - 1 if setup.seats == 1 else setup.minimum + _SPARE_CARDS
    return min(longest, hand)


@dataclass(frozen=True, slots=True)
class Turns(Columns):
    """Some turns of a block of states."""

    parent: Ints
    places: Masks  # the cards laid, as places in the sorted hand
    tops: Bytes  # after the turn, sorted: two ascending, two descending, the better ones first
    score: Floats

    def laid(self) -> Bytes:
        """How many cards each lays."""
        return _COUNT[self.places]


def best_turns(setup: Setup, order: TurnOrder, rows: Words, layer: int, floors: Floats) -> Turns:
    """All turns of these states that score at least the floor for the number of cards they lay."""
    hands = hands_of(rows)
    tops = boards(rows)[:, :4].astype(np.int16)
    unlaid = unpack(remaining(setup, rows, layer)).astype(np.bool_)
    mirrored = np.zeros_like(unlaid)
    mirrored[:, 1:MIRROR] = unlaid[:, MIRROR - 1 : 0 : -1]
    kinds = catalogue(hands.shape[1], longest_turn(setup, hands.shape[1]))
    up = half_turns(kinds, hands, tops[:, :2], unlaid)
    down = half_turns(kinds, MIRROR - hands, MIRROR - tops[:, 2:], mirrored)
    ours, theirs = order.factors(rows, layer, hands, up, down)
    # No turn with this half can cost less than with the best that the other half may leave.
    starts = np.flatnonzero(np.diff(down.parent, prepend=-1))
    best = np.minimum.reduceat(theirs.near, starts, axis=1).take(up.parent, axis=1)
    sure = order.forced(np.minimum(ours.near, best), hands.shape[1])
    # Too short, too long, and no half turn at all.
    limits = np.full(256, np.inf, dtype=np.float32)
    limits[setup.minimum : len(floors)] = floors[setup.minimum :]
    parts = []
    for first, second in _groups(up, down, len(rows)):
        a, d, score = _joined(up, down, (ours, theirs), sure, (first, second), limits)
        places = up.places[a] | down.places[d]
        near = np.minimum(ours.near.take(a, axis=1), theirs.near.take(d, axis=1))
        score += sure[a] - order.forced(near, hands.shape[1], places)
        good = np.flatnonzero(score >= limits[_COUNT[places]])
        a, d = a[good], d[good]
        left = [up.low[a], up.high[a], MIRROR - down.low[d], MIRROR - down.high[d]]
        parts.append(
            Turns(up.parent[a], places[good], np.stack(left, axis=1).astype(np.uint8), score[good])
        )
    return Turns.join(parts)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Half turns of some states as a table, a row a state; empty places hold `absent`."""

    index: Ints  # of the half turn; 0 where there is none
    absent: Flags


def _groups(up: Halves, down: Halves, states: int) -> Iterator[tuple[_Grid, _Grid]]:
    """Groups of states with about the same number of half turns, as tables of them."""
    counts = [np.bincount(halves.parent, minlength=states) for halves in (up, down)]
    starts = [np.cumsum(count) - count for count in counts]
    most = np.maximum(*counts)
    by_size = np.argsort(most, kind="stable")
    at = 0
    while at < states:
        # The largest of the group decides how wide its tables are.
        fitting = np.arange(1, states - at + 1) * most[by_size[at:]] ** 2 <= _PAIRS
        group = by_size[at : at + max(1, int(fitting.sum()))]
        at += len(group)
        grids = []
        for count, start in zip(counts, starts, strict=True):
            slots = np.arange(count[group].max())
            absent = slots >= count[group][:, None]
            grids.append(_Grid(np.where(absent, 0, start[group][:, None] + slots), absent))
        yield grids[0], grids[1]


def _joined(
    up: Halves,
    down: Halves,
    factors: tuple[Factors, Factors],
    sure: Floats,
    grids: tuple[_Grid, _Grid],
    limits: Floats,
) -> tuple[Ints, Ints, Floats]:
    """Pairs of half turns with different cards that make a turn and may score well enough."""
    (ours, theirs), (first, second) = factors, grids
    score = ours.matrix.take(first.index, axis=0) @ theirs.matrix.take(
        second.index, axis=0
    ).transpose(0, 2, 1)
    score += (ours.alone - sure)[first.index][:, :, None]
    score += theirs.alone[second.index][:, None, :]
    places, others = up.places[first.index], down.places[second.index]
    counts = np.where(first.absent, np.uint8(100), _COUNT[places])
    other_counts = np.where(second.absent, np.uint8(100), _COUNT[others])
    good = score >= limits.take(counts[:, :, None] + other_counts[:, None, :])
    good &= (places[:, :, None] & others[:, None, :]) == 0
    chosen = np.flatnonzero(good)
    row, column = np.divmod(chosen, good.shape[2])  # the rows of all states, one after the other
    return (
        first.index.ravel()[row],
        second.index[row // good.shape[1], column],
        score.ravel()[chosen],
    )


def after_turns(setup: Setup, rows: Words, layer: int, turns: Turns) -> Words:
    """The states after these turns, all of which lay the same number of cards."""
    hands = hands_of(rows)
    result = rows[turns.parent]
    for place in range(hands.shape[1]):
        laid = (turns.places >> place & 1).astype(np.bool_)
        result[laid, :2] ^= ONE_CARD[hands[turns.parent[laid], place]]
    board = boards(result)
    board[:, :4] = turns.tops
    board[:, LAID] = turns.laid()
    return end_turns(setup, result, layer + int(turns.laid()[0]))
