"""How many ways to win: the winning solutions of a moment of The Game, counted exactly.

A solution is what comes to lie on the four piles: two lines are the same solution if every pile
receives the same cards in the same order. Where a turn ends, and whose turn it is, makes no
difference. With `turns` it does while there are cards to draw: then lines differ as soon as one
turn lays other cards.

Plain search with memory, separate from both engines: they drop what is no better than something
else, and a counter must not. What is dropped here cannot be won, or is the same solution again:

- Whether a card fits depends on its pile only, so a turn goes through the piles in order.
- Solo, without fire cards and without cards to draw, turns do not matter; all is one turn.
- Solo and without fire cards, a turn of twice the minimum can be split in two
  (docs/solver-search.md, SHORT_TURNS), which lays the same cards on the same piles.
- A card that no pile can ever reach is a loss (docs/solver-search.md, DEAD).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cardsolver.games.the_game.bits import FIRE, FITS, bits, cards_of, dead_cards
from cardsolver.games.the_game.rules import minimum_now

if TYPE_CHECKING:
    from cardsolver.solver.problem import Problem

Row: TypeAlias = tuple[int, ...]
Piles: TypeAlias = tuple[Row, Row, Row, Row]
# One part in all; with `turns` one per turn that began with cards to draw, and the rest.
Solution: TypeAlias = tuple[Piles, ...]
_NOTHING: Piles = ((), (), (), ())


class TooManyPositionsError(Exception):
    """The count was given up."""


def solutions(
    problem: Problem, *, at_most: int = 2, turns: bool = False, positions: int | None = None
) -> frozenset[Solution]:
    """The winning solutions: all of them if there are fewer than `at_most`, else that many.

    `positions` limits how many different moments are looked at.
    """
    return _Counter(problem, at_most, positions, turns=turns).run()


# tops, hands (bits, the mover's first), cards drawn, laid this turn, the pile of the last lay, due
_Moment: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int, int, int]


class _Counter:
    def __init__(
        self, problem: Problem, at_most: int, positions: int | None, *, turns: bool
    ) -> None:
        self._problem = problem
        self._draw = problem.draw
        self._at_most = at_most
        self._positions = positions
        self._turns = turns
        self._alone = len(problem.hands) == 1 and not problem.on_fire
        # The cards that are still to be drawn, by how many have been.
        self._undrawn = [bits(problem.draw[drawn:]) for drawn in range(len(problem.draw) + 1)]
        self._known: dict[_Moment, frozenset[Solution]] = {}

    def run(self) -> frozenset[Solution]:
        problem = self._problem
        due = sum(1 << pile for pile in range(4) if problem.due[pile])
        hands = tuple(map(bits, problem.hands))
        if not any(hands):
            return frozenset({(_NOTHING,)}) if not self._draw else frozenset()
        return self._from((problem.tops, hands, 0, problem.laid, 0, due))

    def _from(self, moment: _Moment) -> frozenset[Solution]:
        known = self._known.get(moment)
        if known is None:
            known = self._known[moment] = frozenset(self._look(moment))
            if self._positions is not None and len(self._known) > self._positions:
                raise TooManyPositionsError
        return known

    def _look(self, moment: _Moment) -> set[Solution]:
        tops, hands, drawn, laid, first_pile, due = moment
        found: set[Solution] = set()
        unlaid = self._undrawn[drawn]
        for hand in hands:
            unlaid |= hand
        if dead_cards(tops, unlaid):
            return found
        if laid >= minimum_now(self._problem.minimum, len(self._draw) - drawn) and self._may_end(
            drawn, due
        ):
            found |= self._after_end(moment)
        if self._may_go_on(drawn, laid):
            for pile in range(first_pile, 4):
                for card in cards_of(hands[0] & FITS[pile][tops[pile]]):
                    if len(found) >= self._at_most:
                        return found
                    for rest in self._after_lay(moment, pile, card):
                        found.add(_with_lay(rest, pile, card))
        return found

    def _may_end(self, drawn: int, due: int) -> bool:
        """Is ending the turn no loss to the fire, and not the same as continuing?"""
        return not due and not (self._alone and drawn == len(self._draw))

    def _may_go_on(self, drawn: int, laid: int) -> bool:
        """A turn of twice the minimum is two turns, if nothing else tells them apart.

        Unless the turn under way is past its minimum: the place to part it lies in the past.
        """
        if not self._alone or self._turns or drawn == len(self._draw):
            return True
        problem = self._problem
        return laid < 2 * problem.minimum - 1 or problem.laid > problem.minimum

    def _after_lay(self, moment: _Moment, pile: int, card: int) -> frozenset[Solution]:
        tops, hands, drawn, laid, _, due = moment
        hand = hands[0] & ~(1 << card)
        after = (
            (*tops[:pile], card, *tops[pile + 1 :]),
            (hand, *hands[1:]),
            drawn,
            laid + 1,
            pile,
            due & ~(1 << pile),
        )
        if not hand:  # TG-13: an empty hand ends the turn by itself
            if not any(after[1]) and drawn == len(self._draw):
                return frozenset({(_NOTHING,)})  # TG-18
            return self._after_end(after) if not after[5] else frozenset()
        return self._from(after)

    def _after_end(self, moment: _Moment) -> frozenset[Solution]:
        """The turn's end, without a fire card that had to be covered."""
        tops, hands, drawn, laid, _, _ = moment
        new = self._draw[drawn : drawn + laid]
        hands = (*hands[1:], hands[0] | bits(new))
        while not hands[0]:
            hands = (*hands[1:], hands[0])  # TG-14
        due = 0
        if self._problem.on_fire:
            due = sum(1 << pile for pile in range(4) if FIRE >> tops[pile] & 1)
        rest = self._from((tops, hands, drawn + len(new), 0, 0, due))
        if self._turns and drawn < len(self._draw):
            return frozenset((_NOTHING, *solution) for solution in rest)
        return rest


def _with_lay(rest: Solution, pile: int, card: int) -> Solution:
    a, b, c, d = rest[0]
    match pile:
        case 0:
            return (((card, *a), b, c, d), *rest[1:])
        case 1:
            return ((a, (card, *b), c, d), *rest[1:])
        case 2:
            return ((a, b, (card, *c), d), *rest[1:])
    return ((a, b, c, (card, *d)), *rest[1:])
