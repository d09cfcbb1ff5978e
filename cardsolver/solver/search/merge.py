"""Which states of a layer may go: equal ones, and ones that another is never worse than."""

from __future__ import annotations

import numpy as np

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
    remaining,
)

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
_UP = np.array([1, 1, -1, -1])  # mirrors the descending piles: smaller is better on all four
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
    """A sort key: hash of hands and turn, how far the piles have come, hash of the rest."""
    board = boards(rows)
    turn = board[:, LAID].astype(np.uint64) | board[:, DUE].astype(np.uint64) << np.uint64(8)
    group = _hash([*rows[:, :-1].T, turn])
    tops = board[:, :4].astype(np.uint64)
    advance = tops[:, 0] + tops[:, 1] + np.uint64(200) - tops[:, 2] - tops[:, 3]
    rest = _scatter(rows[:, -1] * _MIX[1]) & np.uint64(511)
    key: Words = (group & _GROUP_MASK) | np.minimum(advance, np.uint64(511)) << np.uint64(9) | rest
    return key


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


def _outdone(setup: Setup, rows: Words, layer: int, order: Ints, group: Words) -> Flags:
    """States (in the given order) with a better neighbour in their group.

    A state that was outdone itself may still outdo others: the relation is transitive.
    """
    result = np.zeros(len(order), dtype=np.bool_)
    if len(order) < 2:
        return result
    near = [
        (np.flatnonzero(group[back:] == group[:-back]) + back, back)
        for back in _NEIGHBOURS
        if back < len(group)
    ]
    worse = np.concatenate([places for places, _ in near])
    if not len(worse):
        return result
    better = np.concatenate([places - back for places, back in near])
    outdone = _outdoes(setup, rows[order[better]], rows[order[worse]], layer)
    result[worse[outdone]] = True
    return result


def _outdoes(setup: Setup, better: Words, worse: Words, layer: int) -> Flags:
    """For pairs of states: is the first never worse than the second?

    It is if it can copy every line of the second. Pile by pile, before the first lay on it, let
    the tops be a (first) and b (second). On an ascending pile with a < b an ordinary card on b fits
    on a; the trick card b - 10 fits on a only if a < b - 10, or cannot come if it has been laid.
    After that the piles are equal. (Descending: mirrored.) The first state needs the same hands and
    turn, and in pile order at least the same open piles. With fire cards a may not be one, unless
    a = b: it would have a duty that the second state has not.
    """
    a, b = boards(better), boards(worse)
    result: Flags = (better[:, :-1] == worse[:, :-1]).all(axis=1)
    result &= (a[:, LAID] == b[:, LAID]) & (a[:, DUE] == b[:, DUE]) & (a[:, LAST] <= b[:, LAST])
    tops, worse_tops = a[:, :4].astype(np.intp), b[:, :4].astype(np.intp)
    gap = (worse_tops - tops) * _UP
    trick_card = worse_tops - 10 * _UP
    unlaid = remaining(setup, worse, layer)
    every = np.arange(len(unlaid))[:, None]
    word = unlaid[every, trick_card >> 6 & 1]  # below 0 it is a bit that no card has
    to_come = word >> (trick_card & 63).astype(np.uint64) & np.uint64(1) == 1
    fine = (gap == 0) | ((gap > 0) & ((gap > 10) | ~to_come))
    if setup.on_fire:
        fine &= (gap == 0) | ~IS_FIRE[tops]
    result &= fine.all(axis=1)
    return result
