"""What lies on top at each stage of a game for one player: the chains, cut at a time.

The cards of a chain that are ready at a stage are its lower part, and the last of them is *open*:

    chain      1 ── 14 ── 31 ══ 21 ── 40
    ready at         0     5     5     9
    open at stages 0 to 4: 14, at 5 to 8: 21, from 9 on: 40

A model does without these variables. They are for proofs: "both ascending piles are above 60 from
here on" is one literal with them, and hundreds of coverings without.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import NEVER
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.chains.variables import Item, Variables
    from cardsolver.solver.cpsat.formula import Literal, Number


class Tops:
    """The open items of each stage, and the tricks that become ready there."""

    def __init__(self, v: Variables) -> None:
        """Make them all."""
        self.v = v
        frame = v.frame
        times = {stage for stages in frame.stages.values() for stage in stages}
        self.stages: tuple[int, ...] = tuple(sorted(times))
        self.before = {stage: before for before, stage in pairwise(self.stages)}
        first = {card: stages[0] for card, stages in frame.stages.items()}
        self.new = {s: [c for c in frame.cards if first[c] == s] for s in self.stages}
        self.partners = {d: self._partners(d) for d in DIRECTIONS}
        self._open: dict[tuple[int, int, Item], Literal] = {}
        self._ladders: dict[tuple[int, int], tuple[list[int], list[Literal]]] = {}
        self._tricks: dict[tuple[int, int, int], Literal] = {}
        self._to_come: dict[tuple[int, int, int], Literal] = {}
        for d in DIRECTIONS:
            self._make_open(d)
            self._make_tricks(d)

    def _partners(self, direction: int) -> dict[int, Item]:
        """What each card can be a trick on."""
        v = self.v
        at = {v.height(direction, item): item for item in v.items[direction]}
        wanted = {card: at.get(v.height(direction, card) + 10) for card in v.frame.cards}
        return {
            card: item
            for card, item in wanted.items()
            if item is not None and v.covers(direction, item, card) != NEVER
        }

    def _covered(self, direction: int, item: Item) -> Number:
        """The time of what covers the item; `never` if nothing does."""
        v, formula, never = self.v, self.v.formula, self.v.frame.never
        first = v.frame.stages[item][0] if item > 0 else self.stages[0]
        number = formula.number([*(s for s in self.stages if s >= first), never])
        formula.implies(v.final(direction, item), ~number.up_to(never - 1))
        if item > 0:
            formula.clause(v.placed(direction, item), ~number.up_to(never - 1))
        for card in v.above[direction, item]:
            formula.same(number, v.time(card), v.covers(direction, item, card))
        return number

    def _make_open(self, direction: int) -> None:
        v, formula = self.v, self.v.formula
        rising = sorted(v.items[direction], key=lambda item: v.height(direction, item))
        heights = [v.height(direction, item) for item in rising]
        covered = {item: self._covered(direction, item) for item in rising}
        for stage in self.stages:
            for item in rising:
                is_open = ~covered[item].up_to(stage)
                if item > 0:
                    ready = v.by(item, stage)
                    placed = v.placed(direction, item)
                    is_open = NEVER if ready == NEVER else formula.both(placed, ready, is_open)
                self._open[direction, stage, item] = is_open
            opened = (self._open[direction, stage, item] for item in rising)
            self._ladders[direction, stage] = heights, list(accumulate(opened, formula.either))

    def _make_tricks(self, direction: int) -> None:
        v = self.v
        for card, item in self.partners[direction].items():
            for stage in v.frame.stages[card]:
                covers, ready = v.covers(direction, item, card), v.by(card, stage)
                before = self.before.get(stage)
                was_ready = NEVER if before is None else v.by(card, before)
                self._tricks[direction, stage, card] = v.formula.both(covers, ready, ~was_ready)
                self._to_come[direction, stage, card] = v.formula.both(covers, ~ready)

    def open(self, direction: int, stage: int, item: Item) -> Literal:
        """The item is on top of a pile once all is laid that is ready at this stage."""
        return self._open[direction, stage, item]

    def open_up_to(self, direction: int, stage: int, limit: int) -> Literal:
        """One of the two tops is not higher than this."""
        heights, literals = self._ladders[direction, stage]
        reached = bisect_right(heights, limit)
        return literals[reached - 1] if reached else NEVER

    def trick(self, direction: int, stage: int, card: int) -> Literal:
        """The card lies on the one exactly ten away, and becomes ready at this very stage."""
        return self._tricks.get((direction, stage, card), NEVER)

    def to_come(self, direction: int, stage: int, card: int) -> Literal:
        """The card lies on the one exactly ten away, and becomes ready after this stage."""
        covers = self.v.covers(direction, self.partners[direction][card], card)
        return self._to_come.get((direction, stage, card), covers)

    def across(self, direction: int, limit: int) -> list[int]:
        """The tricks that bring a pile from above this height to below or onto it."""
        v = self.v
        return [
            card
            for card in self.partners[direction]
            if v.height(direction, card) <= limit < v.height(direction, card) + 10
        ]
