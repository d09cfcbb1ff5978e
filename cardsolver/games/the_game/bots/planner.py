"""The planner: plans its whole turn at once, by fitted weights."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from cardsolver.games.the_game.bits import ALL_CARDS, CARD, FIRE, bits
from cardsolver.games.the_game.bots.endgame import known_moment, solve
from cardsolver.games.the_game.bots.planning import best_turn, turn_endings
from cardsolver.games.the_game.bots.turns import WIDE, Breadth, lays_of, longest
from cardsolver.games.the_game.bots.weights import phases_for
from cardsolver.games.the_game.rules import (
    END,
    HIGHEST_BID,
    LAYS,
    SILENT,
    Bid,
    Move,
    Say,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.the_game.bots.turns import Asked, Ending, Key
    from cardsolver.games.the_game.bots.weights import Phases
    from cardsolver.games.the_game.rules import Tops

FAST = Breadth(near=1, extra=1, kept=6)
ENDGAME_LIMIT = 20_000  # moments; some milliseconds where the kernel is built
# A fire that is due loses the game at once; one left to the next player only limits their choice.
_FIRE_MISSED = 1_000.0
_FIRE_LEFT = 4.0
# In room for a card, against a table without a hand: a start that nine hands in ten fall short of,
# and what makes one step less of eagerness.
_BEST_START = 8.0
_BID_STEP = 1.4

_worth = itemgetter(0)


class PlannerBot:
    """Plans a turn when it begins and then lays it out card by card.

    The plan is kept between calls only as long as the view is the one that it foresaw.
    """

    def __init__(
        self,
        *,
        breadth: Breadth = FAST,
        phases: Phases | None = None,
        endgame_limit: int = ENDGAME_LIMIT,
    ) -> None:
        """`phases` are weights to use in place of the fitted ones, for the fitting itself."""
        self._breadth = breadth
        self._phases = phases
        self._endgame_limit = endgame_limit
        self._lays: list[tuple[int, int]] = []  # last first
        self._foreseen: tuple[Tops, tuple[int, ...], int, int] | None = None

    def choose(self, view: View) -> Move:
        """The next lay of the plan, or the end of the turn."""
        if self._foreseen != (view.tops, view.hand, view.laid_cards, view.laid):
            if view.is_bidding:
                return Bid(self.eagerness(view))
            if view.seat != view.mover:
                return Say(SILENT)
            self._lays = self.turn(view)
        if not self._lays:
            self._foreseen = None
            return END
        pile, card = self._lays.pop()
        tops = list(view.tops)
        tops[pile] = card
        place = view.hand.index(card)
        self._foreseen = (
            (tops[0], tops[1], tops[2], tops[3]),
            view.hand[:place] + view.hand[place + 1 :],
            view.laid_cards | CARD[card],
            view.laid + 1,
        )
        return LAYS[pile][card]

    def turn(self, view: View) -> list[tuple[int, int]]:
        """The lays of the rest of this turn, last first."""
        known = known_moment(view)
        if known is not None:
            solved = solve(known, limit=self._endgame_limit)
            if solved is not None:
                return this_turn(solved[1])
        if view.rules.on_fire:
            found = self.considered(view)
            lays = lays_of(max(found, key=_worth)[2]) if found else None
        else:
            best = best_turn(self.phases(view), self._breadth, *_question(view), self.asked(view))
            lays = best[1] if best else None
        return longest(key_of(view), view.minimum - view.laid) if lays is None else lays

    def considered(self, view: View) -> list[Ending]:
        """The ends of the turn in view, with their worth."""
        breadth = WIDE if view.due else self._breadth
        found = turn_endings(self.phases(view), breadth, *_question(view), self.asked(view))
        return _with_fire(view, found) if view.rules.on_fire else found

    def asked(self, view: View) -> Sequence[Asked]:  # noqa: ARG002 - a talker listens
        """What others asked for; the planner does not listen."""
        return ()

    def eagerness(self, view: View) -> int:
        """Ten for one of the best starts, less for every card that it would skip or strand."""
        phases = self.phases(view)
        key, unseen, needed = _question(view)
        empty = best_turn(phases, Breadth(0, 0, 0), (*key[:4], 0), unseen, 0)
        best = best_turn(phases, self._breadth, key, unseen, needed)
        if empty is None or best is None:
            return 0
        gain = (best[0] - empty[0]) / phases.by_left[unseen.bit_count()].room
        return max(0, min(HIGHEST_BID, HIGHEST_BID - round((_BEST_START - gain) / _BID_STEP)))

    def phases(self, view: View) -> Phases:
        """The weights for the rules in view."""
        return self._phases or phases_for(view.rules.players, view.rules.minimum)


def key_of(view: View) -> Key:
    """The view's tops and hand."""
    return (*view.tops, bits(view.hand))


def _question(view: View) -> tuple[Key, int, int]:
    """The tops and the hand, the unseen cards, and the cards still to lay in this turn."""
    key = key_of(view)
    return key, ALL_CARDS & ~view.laid_cards & ~key[4], view.minimum - view.laid


def this_turn(steps: Sequence[tuple[int, int] | None]) -> list[tuple[int, int]]:
    """The lays before the turn ends, last first."""
    lays: list[tuple[int, int]] = []
    for step in steps:
        if step is None:
            break
        lays.append(step)
    return lays[::-1]


def _with_fire(view: View, found: list[Ending]) -> list[Ending]:
    """The endings, worse for every fire not covered and for every fire left to the next player."""
    judged = []
    for worth, key, path in found:
        missed = sum(key[pile] == view.tops[pile] for pile in view.due)
        left = sum(FIRE >> key[pile] & 1 for pile in range(4))
        judged.append((worth - _FIRE_MISSED * missed - _FIRE_LEFT * left, key, path))
    return judged
