"""The variables of the model, and named questions about them.

Lay t happens between moment t and moment t + 1. The two piles of a direction are never told apart:
a direction is the set of its two open tops, and a lay covers one of them. An *item* is what can be
on top: a card (its number), or what lies on pile p at the start (-1 - p).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import ALWAYS, NEVER, Formula, Literal
from cardsolver.solver.cpsat.shape import DIRECTIONS, height

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.shape import Shape

Item = int


class Variables:
    """Every variable that a rule may speak of. Definitions are added with them, rules are not."""

    def __init__(self, formula: Formula, shape: Shape, *, all_happen: bool) -> None:
        """Make them all. `all_happen`: every lay does, nothing is left to decide there."""
        self.formula, self.shape, self.all_happen = formula, shape, all_happen
        lays = range(shape.lays)
        self.items: tuple[tuple[Item, ...], ...] = tuple(self._items(d) for d in DIRECTIONS)
        self.partners = tuple(self._partners(d) for d in DIRECTIONS)
        self._heights = tuple([self.height(d, i) for i in self.items[d]] for d in DIRECTIONS)
        self._active = [ALWAYS if all_happen else formula.new(f"active {t}") for t in lays]
        self._ends = [formula.new(f"end {t}") for t in lays]
        if not shape.may_end_at_once:
            self._ends[0] = NEVER
        self._mover = [
            [formula.new(f"mover {t} {s}") if shape.seats > 1 else ALWAYS for s in self.seats]
            for t in lays
        ]
        self._lay: dict[tuple[int, int, int], Literal] = {}
        self._plays: dict[tuple[int, int], Literal] = {}
        self._done: dict[tuple[int, int], Literal] = {}
        self._open: dict[tuple[int, int, Item], Literal] = {}
        self._cover: dict[tuple[int, int, Item], Literal] = {}
        self._trick: dict[tuple[int, int, int], Literal] = {}
        self._below: dict[tuple[int, int, int], Literal] = {}
        self._make_lays()
        self._make_tops()

    def _items(self, direction: int) -> tuple[Item, ...]:
        starts = (-1 - 2 * direction, -2 - 2 * direction)
        items = [*starts, *self.shape.cards]
        return tuple(sorted(items, key=lambda item: self.height(direction, item)))

    def _partners(self, direction: int) -> dict[int, Item]:
        """The item that each card can be a trick on, if there is one. Bases are never one."""
        at = {self.height(direction, item): item for item in self.items[direction]}
        wanted = {card: self.height(direction, card) + 10 for card in self.shape.cards}
        return {card: at[high] for card, high in wanted.items() if high in at}

    def _make_lays(self) -> None:
        formula, shape = self.formula, self.shape
        for card in shape.cards:
            before = NEVER
            for t in range(shape.earliest[card], shape.lays):
                options = [formula.new(f"lay {t} {d} {card}") for d in DIRECTIONS]
                for d in DIRECTIONS:
                    self._lay[t, d, card] = options[d]
                now = formula.either(*options)
                self._plays[t, card] = now
                self._done[t, card] = before
                before = formula.either(before, now)
            self._done[shape.lays, card] = before

    def _make_tops(self) -> None:
        formula, shape = self.formula, self.shape
        for d in DIRECTIONS:
            for item in self.items[d]:
                if item < 0:
                    self._open[0, d, item] = ALWAYS
                first = 0 if item < 0 else shape.earliest[item] + 1
                for t in range(first, shape.lays):
                    if t:
                        self._open[t, d, item] = formula.new(f"open {t} {d} {item}")
                    self._cover[t, d, item] = formula.new(f"cover {t} {d} {item}")
            for t in range(shape.lays):
                self._make_tricks(t, d)
                opened = accumulate(
                    (self.open(t, d, item) for item in self.items[d]), formula.either
                )
                for item, any_so_far in zip(self.items[d], opened, strict=True):
                    self._below[t, d, self.height(d, item)] = any_so_far

    def _make_tricks(self, t: int, direction: int) -> None:
        for card, item in self.partners[direction].items():
            self._trick[t, direction, card] = self.formula.both(
                self.lay(t, direction, card), self.cover(t, direction, item)
            )

    # --- time and turns -----------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """The seats that have cards, the mover first."""
        return range(self.shape.seats)

    def active(self, t: int) -> Literal:
        """Lay t happens; the game is not over before it."""
        return self._active[t]

    def ends(self, moment: int) -> Literal:
        """A turn ends at this moment, after that many lays."""
        return self._ends[moment]

    def mover(self, t: int, seat: int) -> Literal:
        """Lay t is this seat's."""
        return self._mover[t][seat]

    # --- cards --------------------------------------------------------------------------------

    def lay(self, t: int, direction: int, card: int) -> Literal:
        """Lay t puts this card on a pile of this direction."""
        return self._lay.get((t, direction, card), NEVER)

    def plays(self, t: int, card: int) -> Literal:
        """Lay t is this card."""
        return self._plays.get((t, card), NEVER)

    def done(self, moment: int, card: int) -> Literal:
        """The card has been laid by this moment."""
        return self._done.get((moment, card), NEVER)

    # --- piles --------------------------------------------------------------------------------

    def height(self, direction: int, item: Item) -> int:
        """How far along the pile is with this item on top."""
        return height(direction, item if item > 0 else self.shape.problem.tops[-1 - item])

    def open(self, moment: int, direction: int, item: Item) -> Literal:
        """The item is on top of a pile of this direction."""
        return self._open.get((moment, direction, item), NEVER)

    def cover(self, t: int, direction: int, item: Item) -> Literal:
        """Lay t covers this item."""
        return self._cover.get((t, direction, item), NEVER)

    def trick(self, t: int, direction: int, card: int) -> Literal:
        """Lay t is this card, exactly ten back."""
        return self._trick.get((t, direction, card), NEVER)

    def open_up_to(self, moment: int, direction: int, limit: int) -> Literal:
        """One of the two tops is not higher than this height."""
        known = self._heights[direction]
        reached = bisect_right(known, limit)
        return self._below[moment, direction, known[reached - 1]] if reached else NEVER
