"""Which states of a layer may go: equal ones, and ones that another is never worse than."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.rows import (
    DUE,
    IS_FIRE,
    LAID,
    LAST,
    Flags,
    Ints,
    Setup,
    Words,
    boards,
    unpack,
)
from cardsolver.solver.search.rows import remaining as remaining_cards

# Odd constants with well spread bits (from splitmix64); equal hashes are always checked, so their
# quality is a matter of speed only.
_MIX = np.array(
    [
        (0x9E3779B97F4A7C15 * (2 * i + 1) ^ (0xBF58476D1CE4E5B9 * (i + 1) >> 7)) & (2**64 - 1) | 1
        for i in range(64)
    ],
    dtype=np.uint64,
)
_GROUP_MASK = np.uint64((1 << 64) - (1 << 18))  # high bits: group; then 9 bits each for _key
_NEIGHBOURS = (1, 2, 3, 5)  # how far back in its group a state looks for a better one


def _scatter(words: Words) -> Words:
    words = (words ^ (words >> np.uint64(31))) * _MIX[0]
    return words ^ (words >> np.uint64(29))


def _hash(columns: list[Words]) -> Words:
    total = np.zeros(len(columns[0]), dtype=np.uint64)
    for index, column in enumerate(columns):
        total = _scatter(total + column * _MIX[index % len(_MIX)] + _MIX[-1 - index % 32])
    return total


def _key(rows: Words) -> Words:
    """A sort key: hash of hands and turn, then how far the piles have come, then hash of the rest."""
    board = boards(rows)
    turn = board[:, LAID].astype(np.uint64) | board[:, DUE].astype(np.uint64) << np.uint64(8)
    group = _hash([*rows[:, :-1].T, turn])
    tops = board[:, :4].astype(np.uint64)
    advance = tops[:, 0] + tops[:, 1] + np.uint64(200) - tops[:, 2] - tops[:, 3]
    rest = _scatter(rows[:, -1] * _MIX[1]) & np.uint64(511)
    return (group & _GROUP_MASK) | np.minimum(advance, np.uint64(511)) << np.uint64(9) | rest


def distinct(setup: Setup, rows: Words, layer: int) -> Ints:
    """Indices of the states to keep."""
    if len(rows) < 2:
        return np.arange(len(rows))
    key = _key(rows)
    order: Ints = np.argsort(key)
    key = key[order]
    twin = np.flatnonzero(key[1:] == key[:-1]) + 1
    if len(twin):
        # Rows are compared in full: a proof must not rest on a hash.
        same = (rows[order[twin]] == rows[order[twin - 1]]).all(axis=1)
        keep = np.ones(len(order), dtype=np.bool_)
        keep[twin[same]] = False
        order, key = order[keep], key[keep]
    return order[~_outdone(setup, rows, layer, order, key >> np.uint64(18))]


def _outdone(
    setup: Setup, rows: Words, layer: int, order: Ints, group: Words
) -> npt.NDArray[np.bool_]:
    """States (in the given order) with a better neighbour in their group.

    A state that was outdone itself may still outdo others: the relation is transitive.
    """
    result = np.zeros(len(order), dtype=np.bool_)
    for back in _NEIGHBOURS:
        near = np.flatnonzero((group[back:] == group[:-back]) & ~result[back:]) + back
        if not len(near):
            continue
        better, worse = rows[order[near - back]], rows[order[near]]
        result[near] = (better[:, :-1] == worse[:, :-1]).all(axis=1) & _outdoes(
            setup, better, worse, layer
        )
    return result


def _outdoes(setup: Setup, better: Words, worse: Words, layer: int) -> Flags:
    """For pairs of states with equal hands: is the first never worse than the second?

    It is if it can copy every line of the second. Pile by pile, before the first lay on it, let the
    tops be a (first) and b (second). On an ascending pile with a < b an ordinary card on b fits on a;
    the trick card b - 10 fits on a only if a < b - 10, or cannot come if it has been laid. After that
    the piles are equal. (Descending: mirrored.) The first state needs the same turn, and in pile
    order at least the same open piles. With fire cards a may not be one, unless a = b.
    """
    a, b = boards(better), boards(worse)
    turn = (a[:, LAID] == b[:, LAID]) & (a[:, DUE] == b[:, DUE]) & (a[:, LAST] <= b[:, LAST])
    low, high = a[:, :4].astype(np.int16), b[:, :4].astype(np.int16)
    # Mirror the descending piles, so that smaller is better on all four.
    up = np.array([1, 1, -1, -1], dtype=np.int16)
    gap = (high - low) * up
    trick_card = high - 10 * up
    unlaid = unpack(remaining_cards(setup, worse, layer))
    every = np.arange(len(unlaid))[:, None]
    to_come = unlaid[every, np.maximum(trick_card, 0)] == 1
    fine = (gap == 0) | ((gap > 0) & ((gap > 10) | ~to_come))
    if setup.on_fire:
        fine &= (gap == 0) | ~IS_FIRE[a[:, :4]]
    result: Flags = turn & fine.all(axis=1)
    return result
