"""The whole model of a position, and the way between its values and lines of play."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat.formula import ALWAYS, NEVER, Formula, Literal
from cardsolver.solver.cpsat.shape import DIRECTIONS, Shape
from cardsolver.solver.cpsat.steps import rules, shortcuts
from cardsolver.solver.cpsat.steps.canonical import canonical
from cardsolver.solver.cpsat.steps.variables import Variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolver.solver.problem import Problem, Turn

RULES = (
    rules.laying_stops_once,
    rules.one_card_a_lay,
    rules.each_card_once,
    rules.minimum_a_turn,
    rules.seats_take_turns,
    rules.own_cards_only,
    rules.drawn_at_the_end_of_the_turn,
    rules.tops_change_by_lays,
    rules.a_lay_covers_what_it_fits,
    rules.fire_is_covered,
)
SHORTCUTS = (
    shortcuts.a_turn_is_at_most_a_hand,
    shortcuts.tops_fall_by_tricks_only,
    shortcuts.lost_cards,
    shortcuts.order_within_a_turn,
    shortcuts.small_turns_alone,
)


class Model:
    """A position as a model: every solution is a line of play from it, in canonical form."""

    def __init__(
        self, problem: Problem, *, target: int | None = None, deadline: float | None = None
    ) -> None:
        """Build it: so many lays or no solution; without a target, as many as can be laid."""
        self.shape = Shape.of(problem, target)
        self.formula = Formula(deadline)
        self.variables = Variables(self.formula, self.shape, all_happen=target is not None)
        for add in (*RULES, *SHORTCUTS):
            add(self.variables)
        if target is None:
            self.formula.maximise([self.variables.active(t) for t in range(self.shape.lays)])

    @property
    def most(self) -> int:
        """More lays than this no line has."""
        return self.shape.problem.left

    def demand(self, lays: int) -> None:
        """Only lines with that many lays or more."""
        if lays:
            self.formula.clause(
                self.variables.active(lays - 1) if lays <= self.shape.lays else NEVER
            )

    def forbid(self, lays: int) -> None:
        """Only lines with fewer lays than that."""
        if lays <= self.shape.lays:
            self.formula.clause(~self.variables.active(lays - 1))

    def keep(self, turns: Sequence[Turn]) -> None:
        """Only this line (where turns end stays open)."""
        for literal in self._lays(turns):
            self.formula.clause(literal)

    def hint(self, turns: Sequence[Turn]) -> None:
        """Look at this line first."""
        self.formula.hint(self._values(turns))

    def _lays(self, turns: Sequence[Turn]) -> Iterator[Literal]:
        """What lay t puts where, and what it covers, in canonical order."""
        v = self.variables
        items = [-1 - pile for pile in range(4)]
        lays = [lay for turn in canonical(self.shape, turns) for lay in turn]
        for t, lay in enumerate(lays):
            yield v.lay(t, lay.pile // 2, lay.card)
            yield v.cover(t, lay.pile // 2, items[lay.pile])
            items[lay.pile] = lay.card

    def _values(self, turns: Sequence[Turn]) -> dict[Literal, bool]:
        """Every basic variable that the line decides; after an unfinished line some stay open."""
        v, shape = self.variables, self.shape
        line = canonical(shape, turns)
        cards = [lay.card for turn in line for lay in turn]
        starts = {*accumulate(len(turn) for turn in line[:-1])}
        laid = {*self._lays(turns)}
        values: dict[Literal, bool] = {}
        tops = {(0, -1), (0, -2), (1, -3), (1, -4)}
        movers: list[int] = []
        for t in range(shape.lays):
            values[v.active(t)] = t < len(cards)
            for d in DIRECTIONS:
                for item in v.items[d]:
                    values[v.lay(t, d, item)] = v.lay(t, d, item) in laid
                    values[v.cover(t, d, item)] = v.cover(t, d, item) in laid
                    values[v.open(t, d, item)] = (d, item) in tops
                tops -= {(d, item) for item in v.items[d] if values[v.cover(t, d, item)]}
                tops |= {(d, card) for card in shape.cards if values[v.lay(t, d, card)]}
            if t < len(cards):
                values[v.ends(t)] = t in starts
                drawn_for = shape.drawn_for.get(cards[t], -1)
                holder = shape.holder.get(cards[t], 0)
                movers.append(holder if drawn_for < 0 else movers[drawn_for])
                values |= {v.mover(t, seat): seat == movers[t] for seat in v.seats}
        return {literal: value for literal, value in values.items() if literal > ALWAYS}

    def line(self, value: Callable[[Literal], bool]) -> tuple[Turn, ...]:
        """The line of a solution."""
        v = self.variables
        piles = {-1 - pile: pile for pile in range(4)}
        turns: list[list[Lay]] = [[]]
        for t in range(self.shape.lays):
            if not value(v.active(t)):
                break
            if value(v.ends(t)):
                turns.append([])
            direction, card = next(
                (d, card)
                for card in self.shape.cards
                for d in DIRECTIONS
                if value(v.lay(t, d, card))
            )
            covered = next(i for i in v.items[direction] if value(v.cover(t, direction, i)))
            piles[card] = piles.pop(covered)
            turns[-1].append(Lay(piles[card], card))
        return tuple(tuple(turn) for turn in turns)
