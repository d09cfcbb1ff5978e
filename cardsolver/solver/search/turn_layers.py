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

from cardsolver.solver.search.column_table import Columns
from cardsolver.solver.search.memory import Costs
from cardsolver.solver.search.merge import distinct
from cardsolver.solver.search.packed import hands_of
from cardsolver.solver.search.prune import dead_cards
from cardsolver.solver.search.turn_order import TurnOrder
from cardsolver.solver.search.turn_trail import BYTES_PER_TURN, TurnTrail
from cardsolver.solver.search.turns import LARGEST_HAND, after_turns, best_turns, longest_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.solver.search.half_turns import Masks
    from cardsolver.solver.search.order import Floats
    from cardsolver.solver.search.packed import Bytes, Setup, Words

_SPARE = 2  # states pooled for each one kept
# There is a pool for every length of a turn, up to the largest hand.
COSTS = Costs(
    block=1024, block_bytes=160 << 10, copies=4 + _SPARE * LARGEST_HAND, trail_bytes=BYTES_PER_TURN
)


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
class TurnFrontier:
    """Turn starts that the pass leads no further from."""

    layer: int
    rows: Words
    trail: TurnTrail


def turn_layers(setup: Setup, first: Words, plan: TurnPlan) -> Iterator[TurnFrontier]:
    """Search from the states `first` of layer 0 and give what it ends in.

    These are the states after the last card was drawn, and if there are none, the deepest ones.
    """
    order = TurnOrder(setup)
    trail = TurnTrail()
    longest = longest_turn(setup, hands_of(first).shape[1])
    pools = [_Pool(setup, layer, plan) for layer in range(len(setup.draw) + longest)]
    deepest = TurnFrontier(0, first, trail)
    for layer in range(len(setup.draw)):
        rows = pools[layer].kept(trail) if layer else first
        if len(rows):
            deepest = TurnFrontier(layer, rows, trail)
            seen = 0
            for start in range(0, len(rows), plan.block):
                plan.check()
                block = rows[start : start + plan.block]
                seen += _spread(
                    setup, order, block, start, pools[layer : layer + longest + 1], plan
                )
            plan.tell(layer, seen)
    late = range(len(setup.draw), len(pools))
    fronts = [TurnFrontier(layer, pools[layer].kept(trail), trail) for layer in late]
    yield from [front for front in fronts if len(front.rows)] or [deepest]


def _spread(
    setup: Setup,
    order: TurnOrder,
    block: Words,
    start: int,
    pools: list[_Pool],
    plan: TurnPlan,
) -> int:
    """Put the states after the best turns of a block, whose first has this number, into the pools.

    The first pool is that of the block's own layer. Says how many turns these were.
    """
    layer = pools[0].layer
    floors = np.array([pool.floor for pool in pools], dtype=np.float32)
    turns = best_turns(setup, order, block, layer, floors)
    counts = turns.laid()
    most = _SPARE * plan.width
    for laid in range(setup.minimum, len(pools)):
        some = turns.take(np.flatnonzero(counts == laid))
        if len(some) > most:
            some = some.take(np.argpartition(some.score, -most)[-most:])
        if len(some):
            children = after_turns(setup, block, layer, some)
            parent = (some.parent + start).astype(np.int32)
            pools[laid].add(_Reached(children, parent, some.places, some.tops, some.score))
    return len(turns)


class _Pool:
    """What has reached a layer so far."""

    def __init__(self, setup: Setup, layer: int, plan: TurnPlan) -> None:
        self.layer = layer
        self.floor = -np.inf  # a full layer has no use for a lower score
        self._setup = setup
        self._plan = plan
        self._parts: list[_Reached] = []
        self._size = 0

    def add(self, states: _Reached) -> None:
        """Take in states that can still do better than the best line known."""
        dead = dead_cards(self._setup, states.rows, self.layer, at_least=self._plan.hopeless)
        if dead.any():
            states = states.take(np.flatnonzero(dead < self._plan.hopeless))
        self._parts.append(states)
        self._size += len(states)
        if self._size > _SPARE * self._plan.width:
            self._compact()

    def _compact(self) -> None:
        states = _Reached.join(self._parts)
        states = states.take(distinct(self._setup, states.rows, self.layer))
        width = self._plan.width
        if len(states) >= width:
            states = states.take(np.argpartition(states.score, -width)[-width:])
            self.floor = float(states.score.min())
        self._parts, self._size = [states], len(states)

    def kept(self, trail: TurnTrail) -> Words:
        """The states to go on with, written into the trail. The pool is empty after that."""
        if not self._size:
            return np.empty((0, 2 * self._setup.seats + 1), dtype=np.uint64)
        self._compact()
        states = self._parts.pop()
        self._size = 0
        trail.add(self.layer, states.parent, states.places, states.tops)
        return states.rows
