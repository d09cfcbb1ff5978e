"""One line of the many that are the same."""

from __future__ import annotations

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat.shape import Shape
from cardsolver.solver.cpsat.steps.canonical import canonical, in_order
from cardsolver.solver.problem import Problem

BASES = (1, 1, 100, 100)


def test_a_turn_is_put_in_order_without_changing_a_pile() -> None:
    turn = (Lay(2, 80), Lay(0, 30), Lay(0, 20), Lay(1, 25))
    assert in_order(turn) == (Lay(1, 25), Lay(0, 30), Lay(0, 20), Lay(2, 80))


def test_a_large_turn_alone_is_split() -> None:
    problem = Problem(BASES, ((10, 20, 30, 40, 50),), (60, 70, 80, 90, 91, 92), 2)
    turn = tuple(Lay(0, card) for card in problem.hands[0])
    assert [len(part) for part in canonical(Shape.of(problem), (turn,))] == [2, 3]
