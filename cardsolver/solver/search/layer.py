"""From one layer to the next: expand in blocks, prune, merge, keep the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.solver.search.column_table import Columns
from cardsolver.solver.search.expand import Lays, Moves, all_moves, children, lays
from cardsolver.solver.search.merge import distinct
from cardsolver.solver.search.prune import dead_cards
from cardsolver.solver.search.trail import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.solver.search.order import Floats, Order
    from cardsolver.solver.search.packed import Flags, Setup, Words

_SPARE = 2  # states built for each one kept, as some turn out equal


@dataclass(frozen=True, slots=True)
class States(Columns):
    """States of a layer with what the trail needs to know about them."""

    rows: Words
    parent: npt.NDArray[np.int32]
    card: npt.NDArray[np.uint8]
    pile: npt.NDArray[np.uint8]
    ends: Flags
    score: Floats


@dataclass(frozen=True, slots=True)
class Plan:
    """How a layer is to be expanded."""

    width: int  # keep at most so many states
    block: int  # parents expanded at a time
    hopeless: int  # drop states that are sure to leave so many cards
    bound: int  # no state leaves fewer cards than this: a cut state need not be asked
    check: Callable[[], None]  # called before every block; raises to stop the search
    proof: bool  # a layer that would have to be cut is of no use


@dataclass(slots=True)
class Expansion:
    """The next layer, and what happened on the way to it."""

    reached: Step | None = None  # some lay into this layer
    states: States | None = None
    nodes: int = 0
    cut: bool = False
    cut_bound: int = 1 << 30  # no state that was cut leaves fewer cards


class Expander:
    """Makes layers."""

    def __init__(self, setup: Setup, order: Order) -> None:
        self._setup = setup
        self._order = order

    def expand(self, rows: Words, layer: int, plan: Plan, *, likely: int) -> Expansion | None:
        """The next layer, or None if the plan is a proof and the layer too wide for it.

        Scores are needed only when a layer is cut. If the guess of its size, `likely`, says that it
        will not be and it is, the layer is done again.
        """
        if plan.proof or likely <= plan.width:
            result = self._expand(rows, layer, plan, scored=False)
            if plan.proof or result is not None:
                return result
        return self._expand(rows, layer, plan, scored=True)

    def _expand(self, rows: Words, layer: int, plan: Plan, *, scored: bool) -> Expansion | None:
        result = Expansion()
        last_layer = layer + 1 == self._setup.cards
        parts: list[States] = []
        pooled = 0
        floor = -np.inf
        for start in range(0, len(rows), plan.block):
            plan.check()
            block = rows[start : start + plan.block]
            options = lays(self._setup, block, layer)
            result.nodes += len(options)
            if not len(options):
                continue
            if result.reached is None:
                result.reached = Step(
                    layer,
                    start + int(options.parent[0]),
                    int(options.card[0]),
                    int(options.pile[0]),
                )
            if last_layer:
                return result
            part = self._children(block, layer, plan, options, result, floor, scored=scored)
            if part is None:
                continue
            part.parent[:] += start
            parts.append(part)
            pooled += len(part)
            if pooled > _SPARE * plan.width and len(parts) > 1:
                parts = [self._compact(States.join(parts), layer, plan, result, scored=scored)]
                pooled = len(parts[0])
                if result.cut and not scored:
                    return None
                if result.cut:
                    # As many states as the width allows score at least this: what scores less
                    # would be built, merged and cut.
                    floor = parts[0].score.min()
        if parts:
            pool = self._compact(States.join(parts), layer, plan, result, scored=scored)
            if result.cut and not scored:
                return None
            result.states = pool
        return result

    def _children(
        self,
        rows: Words,
        layer: int,
        plan: Plan,
        options: Lays,
        result: Expansion,
        floor: float,
        *,
        scored: bool,
    ) -> States | None:
        moves = all_moves(options)
        if scored:
            score = self._order.scores(rows, layer, options, moves)
            good = np.flatnonzero(score >= floor)
            if len(good) < len(moves):
                moves, score = moves.take(good), score[good]
                result.cut, result.cut_bound = True, plan.bound
                if not len(moves):
                    return None
            if len(moves) > _SPARE * plan.width:
                best = np.argpartition(score, -_SPARE * plan.width)[-_SPARE * plan.width :]
                moves, score = moves.take(best), score[best]
                result.cut, result.cut_bound = True, plan.bound
        else:
            score = np.zeros(len(moves), dtype=np.float32)
        built = self._built(rows, layer, options, moves, score)
        if plan.hopeless <= self._setup.cards - layer - 1:
            dead = dead_cards(self._setup, built.rows, layer + 1, at_least=plan.hopeless)
            if dead.any():
                built = built.take(dead < plan.hopeless)
        return built

    def _built(self, rows: Words, layer: int, options: Lays, moves: Moves, score: Floats) -> States:
        return States(
            children(self._setup, rows, layer, options, moves),
            options.parent[moves.lay].astype(np.int32),
            options.card[moves.lay].astype(np.uint8),
            options.pile[moves.lay].astype(np.uint8),
            moves.ends,
            score,
        )

    def _compact(
        self, pool: States, layer: int, plan: Plan, result: Expansion, *, scored: bool
    ) -> States:
        """Merge, then cut to the width."""
        kept = distinct(self._setup, pool.rows, layer + 1)
        if len(kept) <= plan.width:
            return pool.take(kept)
        result.cut = True
        if not scored:
            return pool
        ranked = kept[np.argpartition(pool.score[kept], -plan.width)]
        if result.cut_bound > plan.bound:
            dead = dead_cards(self._setup, pool.rows[ranked[: -plan.width]], layer + 1)
            result.cut_bound = min(result.cut_bound, int(dead.min()))
        return pool.take(ranked[-plan.width :])
