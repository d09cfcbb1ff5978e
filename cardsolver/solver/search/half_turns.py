"""Half turns: every way to lay some cards of a hand on the two piles of one direction.

A turn is one half turn on the ascending piles and one on the descending piles, with different
cards. A half turn is known by the cards it lays and the tops it leaves. Everything here is written
for ascending piles; descending ones come mirrored (card c as 101 - c).

Which half turns a state has is asked for all states of a block at once. A `Catalogue` lists the
candidates by places in the hand, once for a hand size, so that a candidate is legal or not by two
look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.column_table import Columns

if TYPE_CHECKING:
    from cardsolver.solver.search.packed import Flags, Ints, Shorts

Masks = npt.NDArray[np.uint8]  # sets of places in the hand
MIRROR = 101  # a descending pile is an ascending one of cards 101 - c


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Candidates for half turns of at most `longest` cards, by places in a hand of `size` cards.

    A pile's lays are known by their set of places and the place laid last; number 0 is no lay at
    all. `chains` builds them up: each with the shorter ones that it may extend. A half turn is two
    of them, sorted by the set of all places.
    """

    size: int
    chains: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]  # last; (shorter, its last)
    first: Ints  # by half turn: lays on the first pile, on the second, places of the new tops
    second: Ints
    places: Masks
    first_top: Ints
    second_top: Ints


@cache
def catalogue(size: int, longest: int) -> Catalogue:
    """The candidates; place `size` stands for a top that stays as it is."""
    number = {(0, size): 0}
    chains = []
    for count in range(1, longest + 1):
        for chosen in combinations(range(size), count):
            places = sum(1 << place for place in chosen)
            for last in chosen:
                shorter = places & ~(1 << last)
                number[places, last] = len(number)
                ends = [before for before in chosen if before != last] or [size]
                chains.append((last, tuple((number[shorter, end], end) for end in ends)))
    halves = sorted(
        (places | others, one, two, top, other_top)
        for ((places, top), one), ((others, other_top), two) in product(number.items(), repeat=2)
        if not places & others and (places | others).bit_count() <= longest
    )
    columns = np.array(halves, dtype=np.intp).T
    return Catalogue(
        size, tuple(chains), columns[1], columns[2], columns[0].astype(np.uint8), *columns[3:]
    )


@dataclass(frozen=True, slots=True)
class Halves(Columns):
    """Half turns of a block of states, those of a state together."""

    parent: Ints
    places: Masks  # the cards laid, as places in the parent's hand
    low: Shorts  # the tops after it, sorted: the lower one is the better one
    high: Shorts


def half_turns(kinds: Catalogue, hands: Shorts, tops: Shorts, unlaid: Flags) -> Halves:
    """All half turns of states with these hands (a row each) and tops (two a row).

    `unlaid` tells by state and number whether a card is still to come. Of half turns with the same
    cards some that are never better than another are left out.
    """
    by_place = np.ascontiguousarray(hands.T)
    on_card = _fits(by_place[:, None], by_place)
    legal = [_chains(kinds, on_card, _fits(top, by_place)) for top in tops.T]
    found = legal[0].take(kinds.first, axis=1)
    found &= legal[1].take(kinds.second, axis=1)
    parent, which = np.divmod(np.flatnonzero(found), found.shape[1])
    numbers = [np.concatenate([hands, tops[:, [pile]]], axis=1) for pile in (0, 1)]
    first = numbers[0][parent, kinds.first_top[which]]
    second = numbers[1][parent, kinds.second_top[which]]
    low, high = np.minimum(first, second), np.maximum(first, second)
    halves = Halves(parent, kinds.places[which], low, high)
    # Twice, as the first of a set that outdoes many need not outdo all that the second does.
    for skip in (0, 1):
        halves = halves.take(~_outdone(halves, unlaid, skip))
    return halves


def _fits(top: Shorts, card: Shorts) -> Flags:
    result: Flags = (card > top) | (card == top - 10)
    return result


def _chains(kinds: Catalogue, on_card: Flags, on_top: Flags) -> Flags:
    """By state and number of the catalogue: can these cards be laid so on this pile?"""
    legal = np.empty((len(kinds.chains) + 1, on_top.shape[1]), dtype=np.bool_)
    legal[0] = True
    for number, (last, shorter) in enumerate(kinds.chains, 1):
        if shorter[0][1] == kinds.size:
            legal[number] = on_top[last]
            continue
        legal[number] = False
        for before, end in shorter:
            legal[number] |= legal[before] & on_card[end, last]
    return np.ascontiguousarray(legal.T)


def _outdone(halves: Halves, unlaid: Flags, skip: int) -> Flags:
    """Half turns that the one with the lowest tops of the same cards is never worse than.

    `skip` says how many such best ones to pass over. Why tops may be compared like this is told in
    docs/solver-search.md, outdone states; a card laid in this very turn counts as still to come.
    """
    every = np.arange(len(halves))
    is_first = np.ones(len(halves), dtype=np.bool_)
    is_first[1:] = np.diff(halves.parent) != 0
    is_first[1:] |= np.diff(halves.places) != 0
    starts = np.flatnonzero(is_first)
    group = np.cumsum(is_first) - 1
    # The sum of the tops decides, then the place in the order.
    rank = (halves.low.astype(np.intp) + halves.high) * len(halves) + every
    for _ in range(skip):
        rank[np.minimum.reduceat(rank, starts) % len(halves)] = np.iinfo(np.intp).max
    best = (np.minimum.reduceat(rank, starts) % len(halves))[group]
    result: Flags = best != every
    result &= rank != np.iinfo(np.intp).max
    for tops in (halves.low, halves.high):
        gap = tops - tops[best]
        trick_card = np.maximum(tops - 10, 0)  # number 0 is no card
        to_come = unlaid[halves.parent, trick_card]
        result &= (gap == 0) | ((gap > 0) & ((gap > 10) | ~to_come))
    return result
