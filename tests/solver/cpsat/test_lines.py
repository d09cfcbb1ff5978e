"""Lines of lays are played on."""

from __future__ import annotations

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat.lines import extended, left_after
from cardsolver.solver.problem import Problem


def test_a_line_is_played_on_through_an_empty_hand() -> None:
    problem = Problem((36, 69, 23, 12), ((22,),), (7, 80, 9), 2, laid=2)
    line = extended(problem, ((Lay(2, 22),),))
    assert line[1:]
    assert left_after(problem, line) == 0
