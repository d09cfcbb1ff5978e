"""The model and the rules agree on what is legal."""

from __future__ import annotations

import random

import pytest

from cardsolver.solver.cpsat.lines import extended, left_after
from cardsolver.solver.cpsat.run import Status, run
from cardsolver.solver.cpsat.steps.model import Model
from tests.support.naive import the_game as naive
from tests.support.positions import problem_of


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_model_accepts_every_legal_line_as_a_hint(seed: int) -> None:
    problem = problem_of(naive.random_position(random.Random(seed), size=8))
    line = extended(problem, ())
    model = Model(problem)
    model.keep(line)
    result = run(model)
    assert result.status is Status.SOLVED
    assert result.turns is not None
    assert left_after(problem, result.turns) <= left_after(problem, line)
