"""A line is improved window by window."""

from __future__ import annotations

import random

import pytest

from cardsolver.solver.cpsat import improve
from cardsolver.solver.cpsat.lines import extended, left_after
from tests.support.naive import the_game as naive
from tests.support.positions import problem_of


@pytest.mark.parametrize("seed", [200, 201, 203])
def test_windows_reach_the_best_line(seed: int) -> None:
    position = naive.random_position(random.Random(seed), size=9)
    problem = problem_of(position)
    better = improve(problem, extended(problem, ()), window=4)
    assert left_after(problem, better.turns) == better.left == naive.best(position)
