"""A pass by whole turns: from turn start to turn start, the best states of a layer kept.

States in the middle of a turn are never compared with others: a lay that looks bad is often what a
good turn begins with. The pass looks for a win and proves nothing: it is a narrow search, and with
several players it leaves out very long turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.columns import Columns
from cardsolver.solver.search.merge import distinct
from cardsolver.solver.search.prune import dead_cards
from cardsolver.solver.search.rows import hands_of
from cardsolver.solver.search.turn_trail import TurnTrail
from cardsolver.solver.search.turns import after_turns, best_turns, longest_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.solver.search.order import Floats
    from cardsolver.solver.search.rows import Bytes, Setup, Words
    from cardsolver.solver.search.sides import Masks
    from cardsolver.solver.search.turn_order import TurnOrder

SPARE = 2  # states pooled for each one kept


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """How a pass is to be made."""

    width: int  # keep at most so many states of a layer
    block: int  # states expanded at a time
    hopeless: int  # drop states that are sure to leave so many cards
    check: Callable[[], None]  # called before every block; raises to stop the search
    tell: Callable[[int, int], None]  # the layer done and the turns looked at


@dataclass(frozen=True, slots=True)
class _Reached(Columns):
    """Turn starts, each with the turn that led to it."""

    rows: Words
    parent: npt.NDArray[np.int32]
    places: Masks
    tops: Bytes
    score: Floats


@dataclass(frozen=True, slots=True)
class Front:
    """Turn starts that the pass leads no further from."""

    layer: int
    rows: Words
    trail: TurnTrail


def turn_layers(setup: Setup, order: TurnOrder, first: Words, plan: TurnPlan) -> Iterator[Front]:
    """Search from the states `first` of layer 0 and give what it ends in.

    These are the states after the last card was drawn, and if there are none, the deepest ones.
    """
    trail = TurnTrail()
    longest = longest_turn(setup, hands_of(first).shape[1])
    pools = {layer: _Pool(setup, layer, plan) for layer in range(len(setup.draw) + longest)}
    deepest = Front(0, first, trail)
    rows = first
    for layer in range(len(setup.draw)):
        pool = pools.pop(layer)
        if layer:
            rows = pool.kept(trail)
        if not len(rows):
            continue
        deepest = Front(layer, rows, trail)
        seen = 0
        for start in range(0, len(rows), plan.block):
            plan.check()
            block = rows[start : start + plan.block]
            floors = np.full(longest + 1, -np.inf, dtype=np.float32)
            for laid in range(setup.minimum, longest + 1):
                floors[laid] = pools[layer + laid].floor
            turns = best_turns(setup, order, block, layer, floors)
            seen += len(turns)
            counts = turns.laid()
            for laid in range(setup.minimum, longest + 1):
                some = turns.take(np.flatnonzero(counts == laid))
                if len(some) > SPARE * plan.width:
                    best = np.argpartition(some.score, -SPARE * plan.width)
                    some = some.take(best[-SPARE * plan.width :])
                if len(some):
                    children = after_turns(setup, block, layer, some)
                    parent = (some.parent + start).astype(np.int32)
                    pools[layer + laid].add(
                        _Reached(children, parent, some.places, some.tops, some.score)
                    )
        plan.tell(layer, seen)
    ended = False
    for layer, pool in sorted(pools.items()):
        rows = pool.kept(trail)
        if len(rows):
            ended = True
            yield Front(layer, rows, trail)
    if not ended:
        yield deepest


class _Pool:
    """What has reached a layer so far."""

    def __init__(self, setup: Setup, layer: int, plan: TurnPlan) -> None:
        self.floor = -np.inf  # a full layer has no use for a lower score
        self._setup = setup
        self._layer = layer
        self._plan = plan
        self._parts: list[_Reached] = []
        self._size = 0

    def add(self, states: _Reached) -> None:
        """Take in states that can still do better than the best line known."""
        dead = dead_cards(self._setup, states.rows, self._layer, at_least=self._plan.hopeless)
        if dead.any():
            states = states.take(np.flatnonzero(dead < self._plan.hopeless))
        self._parts.append(states)
        self._size += len(states)
        if self._size > SPARE * self._plan.width:
            self._compact()

    def _compact(self) -> None:
        states = _Reached.join(self._parts)
        states = states.take(distinct(self._setup, states.rows, self._layer))
        width = self._plan.width
        if len(states) >= width:
            states = states.take(np.argpartition(states.score, -width)[-width:])
            self.floor = float(states.score.min())
        self._parts, self._size = [states], len(states)

    def kept(self, trail: TurnTrail) -> Words:
        """The states to go on with, written into the trail."""
        if not self._size:
            return np.empty((0, 2 * self._setup.seats + 1), dtype=np.uint64)
        self._compact()
        states = self._parts[0]
        trail.add(self._layer, states.parent, states.places, states.tops)
        return states.rows
