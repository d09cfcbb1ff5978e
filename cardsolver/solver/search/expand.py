"""All lays of a layer at once, and the states they lead to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cardsolver.games.the_game.rules import TRICK
from cardsolver.solver.search.packed import (
    CARD_BITS,
    DIRECTION,
    DUE,
    IS_FIRE,
    LAID,
    LAST,
    PILE_BIT,
    Bytes,
    Flags,
    Ints,
    Setup,
    Words,
    boards,
    pack,
    unpack,
)

PILES_FROM = np.triu(np.ones((4, 4), dtype=np.bool_))  # row p: the piles p and after


@dataclass(frozen=True, slots=True)
class Lays:
    """Every lay of a block of states, one entry each."""

    parent: Ints
    card: Ints
    pile: Ints
    can_end: Flags  # the turn may end after it (and is not lost by a fire card then)
    can_go_on: Flags  # the same player may lay more (and it is not pointless)
    owed: Ints  # cards still to lay in this turn

    def __len__(self) -> int:
        return len(self.parent)


def _open_piles(board: Bytes) -> Flags:
    """Which piles a state may lay on, the legality of a card aside.

    Lays of one turn on different piles do not see each other: legality looks at one pile, and
    duty, count and draw look at the whole turn. So only turns in pile order are played.
    Of two equal tops the second is never needed before the first.
    """
    piles: Flags = PILES_FROM[board[:, LAST]]
    indifferent = board[:, DUE] == 0
    piles[:, 1] &= ~((board[:, 0] == board[:, 1]) & indifferent)
    piles[:, 3] &= ~((board[:, 2] == board[:, 3]) & indifferent)
    return piles


def _cards_that_fit() -> Words:
    """By direction and top: the cards that may be laid on it, as pairs of words."""
    top, card = np.arange(CARD_BITS)[:, None], np.arange(CARD_BITS)
    fits = np.stack([(card > top) | (card + TRICK == top), (card < top) | (card == top + TRICK)])
    return pack(fits)


_FITS = _cards_that_fit()


def lays(setup: Setup, rows: Words, layer: int) -> Lays:
    """All lays worth trying from these states."""
    board = boards(rows)
    fits = _FITS[DIRECTION, board[:, :4]] & rows[:, None, :2]
    fits *= _open_piles(board)[:, :, None]
    number = np.flatnonzero(unpack(fits.reshape(-1, 2)).view(np.bool_))  # of state, pile and card
    parent, pile, card = number // (4 * CARD_BITS), number // CARD_BITS % 4, number % CARD_BITS

    laid = board[:, LAID].astype(np.intp)
    began = setup.turn_start(layer, laid)
    after = laid + 1
    owed = (setup.needed(began) - after)[parent]
    empties = (np.bitwise_count(rows[:, :2]).sum(axis=1) == 1)[parent]
    can_end = (owed <= 0) | empties
    if setup.on_fire:
        can_end &= (board[parent, DUE] & ~PILE_BIT[pile]) == 0
    can_go_on = ~empties
    if setup.seats == 1 and not setup.on_fire:
        can_go_on &= _worth_going_on(setup, began, after)[parent]
    return Lays(parent, card, pile, can_end, can_go_on, owed)


def _worth_going_on(setup: Setup, began: Ints, after: Ints) -> Flags:
    """Alone, a turn never needs twice the minimum: end it at the minimum, draw, and lay the rest as
    the next turn, from a hand that holds the same cards and more. With nothing to draw one card a
    turn will do. (Not with fire cards: an end more is a duty more.)
    """
    short = after <= 2 * setup.minimum - 2
    if setup.laid_before > setup.minimum:
        short[:] = True  # the split lies in the past
    return short & (began < len(setup.draw))


@dataclass(frozen=True, slots=True)
class Moves:
    """A choice among lays, each with the decision to end the turn or to go on."""

    lay: Ints
    ends: Flags

    def __len__(self) -> int:
        return len(self.lay)

    def take(self, chosen: npt.NDArray[np.intp] | Flags) -> Moves:
        """Some of them."""
        return Moves(self.lay[chosen], self.ends[chosen])


def all_moves(options: Lays) -> Moves:
    """Every lay with every decision open to it."""
    ending = np.flatnonzero(options.can_end)
    going_on = np.flatnonzero(options.can_go_on)
    ends = np.zeros(len(ending) + len(going_on), dtype=np.bool_)
    ends[: len(ending)] = True
    return Moves(np.concatenate([ending, going_on]), ends)


def children(setup: Setup, rows: Words, layer: int, options: Lays, moves: Moves) -> Words:
    """The states after these moves, in the same order."""
    parent, card = options.parent[moves.lay], options.card[moves.lay]
    pile = options.pile[moves.lay]
    result = rows[parent]
    every = np.arange(len(result))
    bit = np.uint64(1) << (card & 63).astype(np.uint64)
    result[every, card >> 6] ^= bit
    board = boards(result)
    board[every, pile] = card
    board[:, LAID] += 1
    board[:, LAST] = pile
    if setup.on_fire:
        board[:, DUE] &= ~PILE_BIT[pile]
    # With an empty draw pile only "some" or "none" matters.
    late = setup.turn_start(layer + 1, board[:, LAID]) >= len(setup.draw)
    board[late, LAID] = 1
    ending = np.flatnonzero(moves.ends)
    if len(ending):
        result[ending] = end_turns(setup, result[ending], layer + 1)
    return result


def end_turns(setup: Setup, rows: Words, layer: int) -> Words:
    """The same moments after the movers' `end`: cards drawn, next seat to move."""
    board = boards(rows)
    began = setup.turn_start(layer, board[:, LAID])
    before = setup.undrawn_at(began)
    # Everybody who lays i cards draws i: after the turn, `laid_before + layer` cards are drawn.
    after = setup.undrawn_at(setup.laid_before + layer)
    result = rows.copy()
    result[:, :2] |= before & ~after

    board = boards(result)
    # Between turns piles of one direction are interchangeable.
    tops = board[:, :4]
    low, high = np.minimum(tops[:, ::2], tops[:, 1::2]), np.maximum(tops[:, ::2], tops[:, 1::2])
    tops[:, ::3], tops[:, 1:3] = low, high  # the ascending piles' order, and the descending ones'
    board[:, LAID:] = 0
    if setup.on_fire:
        board[:, DUE] = IS_FIRE[board[:, :4]] @ PILE_BIT
    return _next_seat(setup, result)


def _next_seat(setup: Setup, rows: Words) -> Words:
    """Pass the move on; seats without cards are passed over."""
    if setup.seats == 1:
        return rows
    hands = 2 * setup.seats
    rows[:, :hands] = np.roll(rows[:, :hands], -2, axis=1)
    for _ in range(setup.seats - 1):
        empty = np.flatnonzero((rows[:, 0] | rows[:, 1]) == 0)
        if not len(empty):
            break
        rows[empty, :hands] = np.roll(rows[empty, :hands], -2, axis=1)
    return rows


def first_layer(setup: Setup, row: Words) -> tuple[Words, Flags]:
    """The states a root stands for: itself, and itself after `end` where that is legal.

    Returns the rows and for each whether the turn under way was ended.
    """
    board = boards(row)[0]
    empty = not row[0, :2].any()
    began = setup.turn_start(0, boards(row)[:, LAID])
    may_end = board[LAID] > 0 and (board[LAID] >= setup.needed(began)[0] or empty)
    states, ended = [], []
    if not empty:
        states.append(row)
        ended.append(False)
    elif board[LAID] == 0:
        states.append(_next_seat(setup, row.copy()))
        ended.append(False)
    if may_end and board[DUE] == 0:
        states.append(end_turns(setup, row, 0))
        ended.append(True)
    if not states:
        return row[:0], np.zeros(0, dtype=np.bool_)
    return np.concatenate(states), np.array(ended)
