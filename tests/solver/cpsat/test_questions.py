"""Exact questions."""

from __future__ import annotations

import random

import pytest

from cardsolver.solver.cpsat import chains, steps
from cardsolver.solver.cpsat.questions import next_target, question, worth_asking
from cardsolver.solver.cpsat.run import Status, run
from tests.support.naive import the_game as naive
from tests.support.positions import dealt, problem_of


@pytest.mark.parametrize("seed", range(500, 524))
def test_so_many_can_be_laid_and_no_more(seed: int) -> None:
    position = naive.random_position(random.Random(seed), size=6 + seed % 3)
    problem = problem_of(position)
    most = problem.left - naive.best(position)
    if most:
        assert run(question(problem, most)).status is Status.SOLVED
    if most < problem.left:
        assert run(question(problem, most + 1)).status is Status.IMPOSSIBLE


def test_the_step_model_asks_where_the_chain_model_is_not_the_game() -> None:
    assert isinstance(question(dealt(0, 1, 8, 2)[0], 10), chains.Model)
    assert isinstance(question(dealt(0, 2, 7, 2)[0], 10), steps.Model)


def test_only_cards_that_matter_are_in_a_question() -> None:
    one, two = dealt(0, 1, 8, 2)[0], dealt(0, 2, 7, 2)[0]
    assert len(chains.Model(one, target=10).frame.cards) == 8 + 9
    assert len(steps.Model(two, target=10).shape.cards) < 14 + 10


def test_targets_come_nearer_to_what_was_laid() -> None:
    assert [next_target(50, impossible) for impossible in (99, 62, 53, 52)] == [62, 53, 51, 51]
    assert next_target(50, 51) is None


def test_a_model_that_takes_longer_to_build_than_there_is_time_is_not_asked() -> None:
    assert worth_asking(dealt(0, 1, 8, 2)[0], 98, 0.1)
    assert not worth_asking(dealt(0, 2, 7, 2)[0], 98, 0.1)
