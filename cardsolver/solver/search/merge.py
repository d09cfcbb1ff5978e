"""Which states of a layer may go: equal ones, and ones that another is never worse than."""

from __future__ import annotations

import numpy as np

from cardsolver.solver.search.packed import (
    BOARD_BYTES,
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
_NEIGHBOURS = np.array([1, 2, 3, 5])  # how far back in its group a state looks for a better one
# For words of bytes below 128: flips the order of the descending tops; the bit that no byte has.
_MIRROR: Words = np.array([0, 0, 127, 127, 0, 0, 0, 0], dtype=np.uint8).view(np.uint64)
_TURN: Words = np.array([0, 0, 0, 0, 255, 0, 255, 0], dtype=np.uint8).view(np.uint64)  # LAID, DUE
_SPARE_BITS: Words = np.full(BOARD_BYTES, 128, dtype=np.uint8).view(np.uint64)


def _scatter(words: Words) -> Words:
    words = (words ^ (words >> np.uint64(31))) * _MIX[0]
    return words ^ (words >> np.uint64(29))


def _key(rows: Words) -> Words:
    """A sort key: hash of hands and turn, how far the piles have come, hash of the rest."""
    table = rows[:, -1]
    hands = rows.shape[1] - 1
    group = _scatter(rows[:, :-1] @ _MIX[:hands] + (table & _TURN) * _MIX[hands])
    tops = boards(rows)[:, :4].astype(np.uint64)
    advance = tops[:, 0] + tops[:, 1] + np.uint64(200) - tops[:, 2] - tops[:, 3]
    rest = _scatter(table * _MIX[0]) & np.uint64(511)
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
    table = rows[order, -1] ^ _MIRROR
    worse = np.arange(len(order))
    # Only earlier states are asked: of two equal ones that a rare hash kept apart, one must stay.
    better = worse - _NEIGHBOURS[len(order) > _NEIGHBOURS, None]
    related = (better >= 0) & (group[better] == group) & _no_less(table, table[better])
    pair = np.flatnonzero(related)
    if not len(pair):
        return result
    better, worse = better.ravel()[pair], worse[pair % len(order)]
    outdone = _outdoes(setup, rows[order[better]], rows[order[worse]], layer)
    result[worse[outdone]] = True
    return result


def _no_less(words: Words, others: Words) -> Flags:
    """Is every byte of a word at least that of the other? All eight at once; no byte borrows."""
    result: Flags = ((words | _SPARE_BITS) - others) & _SPARE_BITS == _SPARE_BITS
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
