"""Exact questions: "can at least so many cards be laid?", with "no" as a proof.

The chain model answers where it is the game itself, the step model in all other cases. Only cards
that can matter for so many lays are in the model, so small numbers are small questions; and if so
many cannot be laid, then no more can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat import chains, steps
from cardsolver.solver.cpsat.chains.frame import is_whole_game

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.run import Model
    from cardsolver.solver.problem import Problem

_FULL_DEAL, _FULL_DEAL_S = 98, 3.0  # cards, and what it takes to build their step model


def question(problem: Problem, target: int, deadline: float | None = None) -> Model:
    """The model of all lines with so many lays: no solution means that there is none."""
    if is_whole_game(problem):
        return chains.Model(problem, target=target, proving=True, deadline=deadline)
    return steps.Model(problem, target=target, deadline=deadline)


def worth_asking(problem: Problem, target: int, effort: float) -> bool:
    """Is there time to think once the model is built? The step model grows with n squared."""
    return is_whole_game(problem) or effort > _FULL_DEAL_S * (target / _FULL_DEAL) ** 2


def next_target(laid: int, impossible: int) -> int | None:
    """The number of cards to ask for next: nearer to what was laid than to what is impossible.

    Just above the most that can be laid "no" is hardest to prove, far above it the model is large.
    None: there is nothing in between.
    """
    if laid + 1 >= impossible:
        return None
    return laid + max(1, (impossible - laid) // 4)
