"""Level 8 for networks: most moves have a number of their own; lay-outs and keeps are counted."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.games.level_8.combos import NUMBER, ORDER, Kind, Laid, plain
from cardsolver.games.level_8.deck import COLOURS, JOKER
from cardsolver.games.level_8.levels import LEVELS, MOST_CARDS
from cardsolver.games.level_8.moves import (
    Add,
    Discard,
    Draw,
    Keep,
    LayLevel,
    Move,
    PlaySkip,
    Take,
)
from cardsolver.games.level_8.state import Phase
from cardsolver.games.level_8.view import View, legal_moves
from cardsolver.rl.coding import Coding, from_seat, lay_out_parts, marks, seat_mark, tens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from cardsolver.core.seats import Seat

KINDS = len(ORDER)  # 90 numbers, Joker, Skip
PLACES = MOST_CARDS // 2  # a level has at most so many combinations: each has two cards
LAY_OUTS = 100  # the rules may offer more; those are out of reach
KEEPS = 386  # up to four of ten cards (L8-27): 1 + 10 + 45 + 120 + 210
_IN_FRONT, _BEHIND = 90, 91  # a Joker added at either end
_VALUES = {
    **{str(number): number - 1 for number in range(1, 16)},
    **dict(zip(COLOURS, range(15, 21), strict=True)),
}
_KINDS = tuple(Kind)
_PLACE = len(_KINDS) + len(_VALUES)  # numbers that describe a combination on the table
_PHASES = tuple(Phase)


class Level8Coding(Coding):
    """Draw, take, discard, skip, add, lay out, keep, in this order; seats from the one to move."""

    def __init__(self, players: int) -> None:
        """Actions and parts depend on the number of players."""
        self.players = players
        self.action_parts = lay_out_parts(
            draw=1,
            take=players,
            discard=KINDS,
            skip=players - 1,
            add=players * PLACES * KINDS,
            lay=LAY_OUTS,
            keep=KEEPS,
        )
        self.parts = lay_out_parts(
            hand=KINDS,
            discarded=KINDS,
            tops=players * KINDS,
            laid=KINDS,
            table=players * PLACES * _PLACE,
            level=PLACES * (len(_KINDS) + 1),
            last_card_discarded=1,
            phase=len(_PHASES),
            draw_size=1,
            skips_under=1,
            asked=players,
            dealer=players,
            hand_sizes=players,
            levels=players,
            laid_out=players,
            skipped=players,
        )

    def moves(self, view: View) -> dict[int, Move]:
        """The legal actions of a View, each with its move; lay-outs beyond the last place are out.

        The rules offer lay-outs and keeps in a fixed order, in which they are numbered.
        """
        counted: Counter[str] = Counter()
        moves: dict[int, Move] = {}
        for move in legal_moves(view):
            kind, index = self._place(move, view)
            if index is None:
                index = counted[kind]
                counted[kind] += 1
            part = self.action_parts[kind]
            if index < part.stop - part.start:
                moves[part.start + index] = move
        return moves

    def _place(self, move: Move, view: View) -> tuple[str, int | None]:
        """The kind of action, and its number within; None: it is counted."""
        match move:
            case Draw():
                return "draw", 0
            case Take(seat):
                return "take", self._from(view, seat)
            case Discard(card):
                return "discard", ORDER[card]
            case PlaySkip(seat):
                return "skip", self._from(view, seat) - 1
            case Add(card, seat, combo):
                place = self._from(view, seat) * PLACES + combo
                return "add", place * KINDS + _added(card, view.table[seat][combo])
            case LayLevel():
                return "lay", None
            case Keep():
                return "keep", None

    def _from(self, view: View, seat: Seat) -> int:
        return (seat - view.seat) % self.players

    def values(self, view: View) -> dict[str, ArrayLike]:
        """What belongs into each part of the vector."""
        seat = view.seat
        tops = (pile[-1:] for pile in from_seat(view.piles, seat))
        laid = (plain(card) for combos in view.table for combo in combos for card in combo.cards)
        return {
            "hand": _counts(view.hand),
            "discarded": _counts(chain.from_iterable(view.piles)),
            "tops": np.concatenate([_counts(top) for top in tops]),
            "laid": _counts(laid),
            "table": np.concatenate([_combos(each) for each in from_seat(view.table, seat)]),
            "level": _level(view),
            "last_card_discarded": view.rules.last_card_discarded,
            "phase": marks(len(_PHASES), (_PHASES.index(view.phase),)),
            "draw_size": tens([view.draw_size]),
            "skips_under": tens([view.skips_under]),
            "asked": seat_mark(view.asked, seat, self.players),
            "dealer": seat_mark(view.dealer, seat, self.players),
            "hand_sizes": tens(from_seat(view.hand_sizes, seat)),
            "levels": np.array(from_seat(view.levels, seat)) / LEVELS,
            "laid_out": np.array([bool(combos) for combos in from_seat(view.table, seat)]),
            "skipped": marks(self.players, (self._from(view, each) for each in view.skipped)),
        }


def _added(card: str, laid: Laid) -> int:
    if plain(card) != JOKER:
        return ORDER[card]
    in_front = laid.kind is Kind.RUN and NUMBER[card] < NUMBER[laid.cards[0]]
    return _IN_FRONT if in_front else _BEHIND


def _counts(cards: Iterable[str]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """How many of each kind."""
    counts = np.zeros(KINDS, dtype=np.float32)
    for card in cards:
        counts[ORDER[card]] += 1
    return counts


def _combos(combos: tuple[Laid, ...]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """A seat's combinations: of which kind, and what a card added there must count as."""
    marked = np.zeros((PLACES, _PLACE), dtype=np.float32)
    for place, combo in enumerate(combos):
        marked[place, _KINDS.index(combo.kind)] = 1
        for value in combo.wanted:
            marked[place, len(_KINDS) + _VALUES[value]] = 1
    return marked.ravel()


def _level(view: View) -> ArrayLike:
    """What this seat must lay out: kind and size of each combination."""
    wanted = np.zeros((PLACES, len(_KINDS) + 1), dtype=np.float32)
    for place, combo in enumerate(view.level.combos):
        wanted[place, _KINDS.index(combo.kind)] = 1
        wanted[place, -1] = combo.size / 10
    return wanted.ravel()
