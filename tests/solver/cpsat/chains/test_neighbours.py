"""A line is improved by its neighbourhoods."""

from __future__ import annotations

import random

import pytest

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat.chains.neighbours import Neighbours, Stretch, neighbourhood, stretches
from cardsolver.solver.cpsat.lines import left_after
from cardsolver.solver.cpsat.run import Status, run
from cardsolver.solver.problem import Problem
from tests.support.naive import the_game as naive
from tests.support.positions import problem_of

BASES = (1, 1, 100, 100)


@pytest.mark.parametrize("seed", [200, 201, 203, 204])
def test_neighbourhoods_never_make_a_line_worse(seed: int) -> None:
    problem = problem_of(naive.random_position(random.Random(seed), size=9))
    near = Neighbours(problem, ())
    before = near.left
    lines = list(near.lines(1.0))
    assert all(left_after(problem, line) < before for line in lines)
    assert left_after(problem, near.turns) == near.left <= before


def test_alone_the_widest_neighbourhood_is_the_whole_game() -> None:
    for seed in range(400, 440):
        position = naive.random_position(random.Random(seed), size=8)
        problem = problem_of(position)
        if len(problem.hands) > 1 or problem.on_fire or problem.laid:
            continue
        near = Neighbours(problem, ())
        list(near.lines(2.0))
        assert near.left == naive.best(position)


def test_stretches_reach_over_the_whole_line() -> None:
    turns = {turn for stretch in stretches(20, 6) for turn in range(stretch.start, stretch.end)}
    assert turns == set(range(20))
    assert list(stretches(5, 8)) == [Stretch(0, 5)]


def test_cards_after_the_stretch_keep_their_order() -> None:
    """Only the order of 20 and 30 would have to change; after the stretch it may not."""
    problem = Problem((1, 98, 3, 3), ((30, 20, 10),), (), 2)
    turns = ((Lay(0, 10),), (Lay(0, 30),))
    assert run(neighbourhood(problem, turns, Stretch(0, 2))).status is Status.SOLVED
    assert run(neighbourhood(problem, turns, Stretch(1, 2))).status is Status.SOLVED
