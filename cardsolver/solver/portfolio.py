"""Two engines, one answer: the search first, CP-SAT for what the search had to leave open.

CP-SAT is loaded when it is first needed: ortools takes a second. Without a compiled kernel there is
no search, and CP-SAT answers everything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.games.the_game import kernel
from cardsolver.solver.result import ENGINES, SolveLimits
from cardsolver.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.problem import Problem
    from cardsolver.solver.result import EngineAnswer, EngineName, Proof
    from cardsolver.solver.search import SearchProgress

# Of a limited time, the search may take this share; CP-SAT gets what is left when it ends.
SEARCH_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class ProvenAnswer:
    """What was found, how its verdict is proven, and by whom it was found."""

    found: EngineAnswer
    proof: Proof | None
    engine: EngineName


def best_outcome(
    roots: Sequence[Problem],
    *,
    engine: EngineName = "auto",
    limits: SolveLimits | None = None,
    win_only: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> ProvenAnswer:
    """The fewest cards left over all roots, or with `win_only` just whether it can be none.

    `on_progress` is told the fewest cards left so far and the proven bound.
    """
    clock = _Clock(limits or SolveLimits())
    if engine not in ENGINES:
        raise InputError(f"engine {quote(engine)}; expected {', '.join(ENGINES)}")
    if engine == "search" and not kernel.is_built():
        raise InputError("the kernel is not built; expected --engine cpsat, or a C compiler")
    if engine == "cpsat" or not kernel.is_built():
        return _answer(_cpsat(roots, clock, None, win_only, on_progress), "cpsat")
    share = SEARCH_SHARE if engine == "auto" else 1.0
    found = _search(roots, clock, share, win_only, on_progress)
    if engine == "search" or found.stopped in (None, "interrupted"):
        return _answer(found, "search")
    try:
        second = _cpsat(roots, clock, found, win_only, on_progress)
    except KeyboardInterrupt:  # while ortools was being loaded
        return _answer(replace(found, stopped="interrupted"), "search")
    return _combine(found, second)


class _Clock:
    """What is left of the limits."""

    def __init__(self, limits: SolveLimits) -> None:
        self.limits = limits
        self._start = time.monotonic()

    def left_s(self) -> float | None:
        """Seconds left; None without a limit."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self._start + self.limits.seconds - time.monotonic())


def _search(
    roots: Sequence[Problem],
    clock: _Clock,
    share: float,
    win_only: bool,  # noqa: FBT001 - passed on
    on_progress: Callable[[int, int], None] | None,
) -> EngineAnswer:
    def tell(progress: SearchProgress) -> None:
        if on_progress is not None:
            on_progress(progress.left, progress.bound)

    left_s = clock.left_s()
    return search(
        roots,
        win_only=win_only,
        seconds=None if left_s is None else left_s * share,
        memory_bytes=clock.limits.memory_bytes,
        threads=clock.limits.workers,
        progress=tell,
    )


def _cpsat(
    roots: Sequence[Problem],
    clock: _Clock,
    incumbent: EngineAnswer | None,
    win_only: bool,  # noqa: FBT001 - passed on
    on_progress: Callable[[int, int], None] | None,
) -> EngineAnswer:
    from cardsolver.solver import cpsat  # noqa: PLC0415 - loads ortools

    return cpsat.solve(
        roots,
        limit_s=clock.left_s(),
        hint=None if incumbent is None else (incumbent.root, incumbent.turns),
        workers=clock.limits.workers,
        win_only=win_only,
        progress=on_progress,
    )


def _answer(found: EngineAnswer, engine: Literal["search", "cpsat"]) -> ProvenAnswer:
    proof: Proof | None = None
    if found.left == 0:
        proof = "all-laid"
    elif found.bound > 0:
        proof = "cpsat" if engine == "cpsat" else "search-complete"
    return ProvenAnswer(found, proof, engine)


def _combine(search: EngineAnswer, cpsat: EngineAnswer) -> ProvenAnswer:
    """The better line and the better bound."""
    better = cpsat if cpsat.left < search.left else search
    bound = max(search.bound, cpsat.bound)
    found = replace(
        better,
        bound=bound,
        stopped=None if bound == better.left else cpsat.stopped,
        nodes=search.nodes + cpsat.nodes,
    )
    strongest: Literal["search", "cpsat"] = "cpsat" if cpsat.bound > search.bound else "search"
    return replace(_answer(found, strongest), engine="auto")
