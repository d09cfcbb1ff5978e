"""Formulas over literals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import ALWAYS, NEVER, Formula, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.cpsat.steps.variables import Variables

    Rule = Callable[[Variables], None]
    Facts = Callable[[Variables], Sequence[Literal]]


def test_known_literals_cost_nothing() -> None:
    formula = Formula()
    x = formula.new()
    assert formula.either(x, NEVER) == x == formula.both(x, ALWAYS)
    assert formula.either(x, ALWAYS) == ALWAYS
    assert formula.both(x, NEVER) == NEVER
    assert formula.at_least(0, [x]) == ALWAYS
    assert formula.at_least(2, [x]) == NEVER
    assert formula.size == 2
