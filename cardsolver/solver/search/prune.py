"""Dead cards: a lower bound on the cards that stay unlaid, for every state of a block.

Take the ascending piles alone and forget hands, turns and that a card is laid only once. Their
tops are at least `low`, at first the smaller top. Every unlaid card above `low` might become a
top. The only way to get below `low` is a trick: an unlaid card y < low on y + 10, which has to be a
top now or an unlaid card above `low` (or `low` itself). Lower `low` to the smallest such y and
repeat: what ends below the final `low` can never be laid on an ascending pile. The same upside down
gives `high` for the descending piles. Unlaid cards strictly between `high` and `low` are dead:
whatever is played, they stay. Legal play is a special case of this relaxed play, fire or not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.packed import BELOW, ONE_CARD, Ints, Setup, Words, boards, remaining

_WINDOW = 10
_LOWEST = np.array([(w & -w).bit_length() - 1 for w in range(1 << _WINDOW)], dtype=np.intp)
_HIGHEST = np.array([w.bit_length() - 1 for w in range(1 << _WINDOW)], dtype=np.intp)


def dead_cards(setup: Setup, rows: Words, layer: int, *, at_least: int = 1) -> Ints:
    """For every state, how many of its cards can certainly never be laid.

    Numbers below `at_least` do not interest the caller: they may be given as 0.
    """
    result = np.zeros(len(rows), dtype=np.intp)
    tops = boards(rows)[:, :4]
    low = np.minimum(tops[:, 0], tops[:, 1])
    high = np.maximum(tops[:, 2], tops[:, 3])
    crossed = np.flatnonzero(low > high)  # else every card still fits somewhere
    if not len(crossed):
        return result
    unlaid = remaining(setup, rows[crossed], layer)
    between = _count_between(unlaid, high[crossed].astype(np.intp), low[crossed].astype(np.intp))
    doubtful = between >= at_least  # tricks only bring cards back to life
    crossed, unlaid = crossed[doubtful], unlaid[doubtful]
    if not len(crossed):
        return result
    lows = _lowest_reachable(unlaid, tops[crossed, :2])
    highs = _highest_reachable(unlaid, tops[crossed, 2:])
    result[crossed] = _count_between(unlaid, highs, lows)
    return result


def _count_between(cards: Words, above: Ints, below: Ints) -> Ints:
    """Cards c of each set with above < c < below."""
    inside = cards & BELOW[below] & ~BELOW[above + 1]
    counts: Ints = np.bitwise_count(inside).sum(axis=1, dtype=np.intp)
    return counts


def _window(cards: Words, start: Ints) -> npt.NDArray[np.intp]:
    """Ten cards of each set from `start` on, as an integer (bit 0 is `start`)."""
    shift = start.astype(np.uint64)
    low, high = cards[:, 0], cards[:, 1]
    word = np.uint64(64)
    # Shifts by 64 or more give 0 in NumPy, and 64 - shift wraps round to such a number.
    bits = (low >> shift) | (high << (word - shift)) | (high >> (shift - word))
    return (bits & np.uint64((1 << _WINDOW) - 1)).astype(np.intp)


def _lowest_reachable(unlaid: Words, tops: npt.NDArray[np.uint8]) -> Ints:
    support = unlaid | ONE_CARD[tops[:, 0]] | ONE_CARD[tops[:, 1]]
    ten = np.uint64(_WINDOW)
    tricks = np.empty_like(support)  # y unlaid, y + 10 a top or unlaid
    tricks[:, 0] = (support[:, 0] >> ten) | (support[:, 1] << (np.uint64(64) - ten))
    tricks[:, 1] = support[:, 1] >> ten
    tricks &= unlaid
    low: Ints = tops.min(axis=1).astype(np.intp)
    active = np.arange(len(low))
    while len(active):
        start = np.maximum(low[active] - _WINDOW, 0)
        found = _window(tricks[active] & BELOW[low[active]], start)
        hit = found > 0
        active = active[hit]
        low[active] = start[hit] + _LOWEST[found[hit]]
    return low


def _highest_reachable(unlaid: Words, tops: npt.NDArray[np.uint8]) -> Ints:
    support = unlaid | ONE_CARD[tops[:, 0]] | ONE_CARD[tops[:, 1]]
    ten = np.uint64(_WINDOW)
    tricks = np.empty_like(support)  # y unlaid, y - 10 a top or unlaid
    tricks[:, 1] = (support[:, 1] << ten) | (support[:, 0] >> (np.uint64(64) - ten))
    tricks[:, 0] = support[:, 0] << ten
    tricks &= unlaid
    high: Ints = tops.max(axis=1).astype(np.intp)
    active = np.arange(len(high))
    while len(active):
        start = high[active] + 1
        found = _window(tricks[active], start)
        hit = found > 0
        active = active[hit]
        high[active] = start[hit] + _HIGHEST[found[hit]]
    return high
