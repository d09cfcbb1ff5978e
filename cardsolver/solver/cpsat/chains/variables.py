"""The variables of the chain model, and named questions about them.

An *item* is what can be covered: a card (its number), or what lies on pile p at the start (-1 - p).
A chain is what ends up on one pile, from the bottom: the pile's start, then card on card.

    A   1 ── 14 ── 31 ── 21 ── 40        21 on 31 is a trick
    B   1 ── 15
    C 100 ── 97 ── 60                    14 is in the chain of A, so it is in no other
    D 100
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.chains.frame import Levels, Schedule
from cardsolver.solver.cpsat.chains.tops import Tops
from cardsolver.solver.cpsat.formula import ALWAYS, NEVER, Formula, Literal, Number
from cardsolver.solver.cpsat.shape import DIRECTIONS, height

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.solver.cpsat.chains.frame import Frame

    # Which items a card may cover, where not all that it fits on are wanted.
    Allowed = Callable[[int, int, int], bool]

Item = int


class Variables:
    """Every variable that a rule may speak of. Definitions are added with them, rules are not."""

    def __init__(self, formula: Formula, frame: Frame, allowed: Allowed | None = None) -> None:
        """Make them all. `allowed` (direction, item, card) leaves out some coverings."""
        self.formula, self.frame = formula, frame
        self.items = tuple((-1 - 2 * d, -2 - 2 * d, *frame.cards) for d in DIRECTIONS)
        never = () if frame.wins else (frame.never,)
        self._time = {c: formula.number((*frame.stages[c], *never)) for c in frame.cards}
        self._laid = {c: self._time[c].up_to(frame.never - 1) for c in frame.cards}
        self._placed = {
            (d, c): formula.new(f"placed {d} {c}") for d in DIRECTIONS for c in frame.cards
        }
        self._cover: dict[tuple[int, Item, int], Literal] = {}
        self.above: dict[tuple[int, Item], list[int]] = {}
        self._final: dict[tuple[int, Item], Literal] = {}
        self._ladders: tuple[tuple[list[int], list[Literal]], ...] = ()
        for d in DIRECTIONS:
            self._make_chains(d, allowed)
        self._active: dict[int, Literal] = {}
        self._starts = self._make_starts()

    def _make_chains(self, direction: int, allowed: Allowed | None) -> None:
        formula = self.formula
        heights = {item: self.height(direction, item) for item in self.items[direction]}
        first_time = {c: number.values[0] for c, number in self._time.items()}
        last_time = {c: self.frame.stages[c][-1] for c in self.frame.cards}
        for item, low in heights.items():
            above = self.above[direction, item] = []
            for card in self.frame.cards:
                high = heights[card]
                if not (high > low or high == low - 10) or item == card:  # TG-7, TG-8
                    continue
                if item > 0 and first_time[item] > last_time[card]:
                    continue
                if allowed is None or allowed(direction, item, card):
                    self._cover[direction, item, card] = formula.new()
                    above.append(card)
            self._final[direction, item] = formula.new()

    def _make_starts(self) -> dict[int, Literal]:
        frame = self.frame
        if not isinstance(frame, Levels):
            return {}
        sure = frame.starts if frame.planned else frame.starts[:1]
        return {s: ALWAYS if s in sure else self.formula.new(f"start {s}") for s in frame.starts}

    # --- chains -------------------------------------------------------------------------------

    def height(self, direction: int, item: Item) -> int:
        """How far along a pile is with this item on top."""
        return height(direction, item if item > 0 else self.frame.shape.problem.tops[-1 - item])

    def covers(self, direction: int, item: Item, card: int) -> Literal:
        """The card lies directly on the item, on a pile of this direction."""
        return self._cover.get((direction, item, card), NEVER)

    def coverings(self) -> Iterator[tuple[int, Item, int, Literal]]:
        """Every direction, item, and card that may lie on it."""
        for (direction, item, card), literal in self._cover.items():
            yield direction, item, card, literal

    def placed(self, direction: int, card: int) -> Literal:
        """The card is in a chain of this direction."""
        return self._placed[direction, card]

    def final(self, direction: int, item: Item) -> Literal:
        """The item is on top at the end."""
        return self._final[direction, item]

    def final_up_to(self, direction: int, limit: int) -> Literal:
        """One of the two final tops is not higher than this."""
        if not self._ladders:
            self._ladders = tuple(self._ladder(d) for d in DIRECTIONS)
        heights, literals = self._ladders[direction]
        reached = bisect_right(heights, limit)
        return literals[reached - 1] if reached else NEVER

    def _ladder(self, direction: int) -> tuple[list[int], list[Literal]]:
        heights = {item: self.height(direction, item) for item in self.items[direction]}
        rising = sorted(heights, key=heights.__getitem__)
        tops = (self.final(direction, item) for item in rising)
        return [heights[item] for item in rising], list(accumulate(tops, self.formula.either))

    # --- time ---------------------------------------------------------------------------------

    def laid(self, card: int) -> Literal:
        """The card is laid at all."""
        return self._laid[card]

    def time(self, card: int) -> Number:
        """When it is ready, or laid: the frame says which."""
        return self._time[card]

    def by(self, card: int, stage: int) -> Literal:
        """Its time is not later than this."""
        return self._time[card].up_to(stage)

    def active(self, turn: int) -> Literal:
        """Something is laid in this turn (several players)."""
        frame = self.frame
        if not isinstance(frame, Schedule):
            raise TypeError("turns are numbered for several players only")
        if turn < len(frame.sizes):
            return ALWAYS if frame.sizes[turn] else NEVER
        if turn not in self._active:
            before = turn - frame.shape.seats
            laid = [
                self.formula.both(self.by(card, turn), ~self.by(card, before))
                for card in frame.cards
                if frame.owner[card] == frame.seat(turn)
            ]
            self._active[turn] = self.formula.either(*laid)
        return self._active[turn]

    @cached_property
    def tops(self) -> Tops:
        """What is on top at each stage (one player): made when first asked for."""
        if not isinstance(self.frame, Levels):
            raise TypeError("tops are known at each stage for one player only")
        return Tops(self)

    def starts(self, stage: int) -> Literal:
        """A turn starts when so many cards have been drawn (one player)."""
        return self._starts.get(stage, NEVER)
