"""The second opinion: one engine's answer, confirmed by the other.

What is claimed is a line, and a bound that no line beats. CP-SAT confirms the search's line if its
model accepts it, and the bound if it proves it. The search confirms CP-SAT's answer by finding as
good a line and as good a bound of its own. A contradiction is a bug, never an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game import kernel
from cardsolver.solver.certificate import WrongAnswerError
from cardsolver.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.portfolio import ProvenAnswer
    from cardsolver.solver.problem import Problem
    from cardsolver.solver.result import (
        Checker,
        EngineAnswer,
        EngineName,
        Proof,
        SolveLimits,
    )


def confirmed_by(
    roots: Sequence[Problem], answer: ProvenAnswer, limits: SolveLimits
) -> Checker | None:
    """The engine that confirms the whole answer; None if it is not able to within the limits.

    Raises WrongAnswerError if it knows better. Ctrl-C is passed on.
    """
    other = other_engine(answer.engine, answer.proof)
    agrees = _search_agrees if other == "search" else _cpsat_agrees
    return other if agrees(roots, answer.found, limits) else None


def other_engine(engine: EngineName, proof: Proof | None) -> Checker:
    """Who is asked about an answer: the engine that did not prove it."""
    return "search" if "cpsat" in (engine, proof) else "cpsat"


def _cpsat_agrees(roots: Sequence[Problem], found: EngineAnswer, limits: SolveLimits) -> bool:
    from cardsolver.solver import cpsat  # noqa: PLC0415 - loads ortools

    if not cpsat.accepts(roots[found.root], found.turns):
        raise WrongAnswerError(f"CP-SAT does not accept the line {found.turns}")
    if not found.bound:
        return True
    proven = cpsat.proves(
        roots, found.bound, known=found.left, limit_s=limits.seconds, workers=limits.workers
    )
    if proven is False:
        raise WrongAnswerError(f"CP-SAT leaves fewer cards than the bound of {found.bound}")
    return proven is True


def _search_agrees(roots: Sequence[Problem], found: EngineAnswer, limits: SolveLimits) -> bool:
    if not kernel.is_built():
        return False
    own = search(
        roots,
        win_only=found.left == 0,
        seconds=limits.seconds,
        memory_bytes=limits.memory_bytes,
        threads=limits.workers,
    )
    if own.left < found.bound or own.bound > found.left:
        raise WrongAnswerError(
            f"the search says {own.left} left and a bound of {own.bound};"
            f" CP-SAT {found.left} and {found.bound}"
        )
    if own.stopped == "interrupted":
        raise KeyboardInterrupt
    return own.left <= found.left and own.bound >= found.bound
