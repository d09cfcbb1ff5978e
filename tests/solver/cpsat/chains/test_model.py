"""The chain model against the naive rules: what it says can be laid, and what cannot.

For one player without fire it claims the game itself; for all others the game in which turns have
the minimum while there are cards to draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cardsolver.solver.cpsat.chains.frame import Levels
from cardsolver.solver.cpsat.chains.model import Model
from cardsolver.solver.cpsat.lines import left_after
from cardsolver.solver.cpsat.run import Status, run
from cardsolver.solver.problem import Problem
from tests.support.many import numbered
from tests.support.naive import the_game as naive
from tests.support.positions import problem_of, replayed_left, small_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.problem import Turn

# Many games through lines that other tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover


def shortest_turns_best(position: naive.Position, memo: dict[naive.Position, int]) -> int:
    """The fewest cards left if turns end as soon as they may while there are cards to draw."""
    if position not in memo:
        moves = naive.legal(position)
        if "end" in moves and position.draw:
            moves = ["end"]
        memo[position] = min(
            (shortest_turns_best(naive.step(position, move), memo) for move in moves),
            default=naive.left(position),
        )
    return memo[position]


def line_of(
    problem: Problem,
    target: int,
    sizes: Sequence[int] | None = None,
    *,
    proving: bool = False,
) -> tuple[Turn, ...] | None:
    """A line with so many lays, or None: proven that the model has none."""
    result = run(Model(problem, target=target, sizes=sizes, proving=proving))
    assert result.status in (Status.SOLVED, Status.IMPOSSIBLE)
    return result.turns


def is_exact(model: Model) -> bool:
    """Is every line of the game a solution?"""
    return isinstance(model.frame, Levels) and not model.frame.planned


@pytest.mark.games(25, slices=6)
def test_the_chain_model_agrees_with_the_naive_rules(games: range) -> None:
    for number in games:
        with numbered(number):
            position = small_position(number)
            problem = problem_of(position)
            alone = sum(map(bool, problem.hands)) == 1 and not problem.on_fire
            best = naive.best(position) if alone else shortest_turns_best(position, {})
            assert is_exact(Model(problem, target=1)) == alone
            for proving in (False, True) if alone else (False,):
                if problem.left > best:
                    line = line_of(problem, problem.left - best, proving=proving)
                    assert line is not None
                    assert left_after(problem, line) == replayed_left(problem, line) == best
                if best:
                    assert line_of(problem, problem.left - best + 1, proving=proving) is None


@pytest.mark.games(10, slices=3)
def test_given_turn_sizes_give_legal_lines(games: range) -> None:
    for number in games:
        with numbered(number):
            position = small_position(number)
            problem = problem_of(position)
            best = naive.best(position)
            for sizes in ((), (3, 2, 3, 2), (2, 4, 2, 3)):
                line = line_of(problem, max(1, problem.left - best), sizes)
                if line is not None and problem.left > best:
                    assert replayed_left(problem, line) == best


def test_turn_sizes_are_free_for_one_player() -> None:
    """55 and 56 wait for the trick 50, the third card drawn: the first turn has to have three."""
    problem = Problem((60, 97, 4, 4), ((98, 3, 2),), (55, 56, 50), 2)
    assert is_exact(Model(problem))
    assert line_of(problem, 6) is not None
    assert not is_exact(Model(problem, sizes=()))
    assert line_of(problem, 6, sizes=()) is None
    assert line_of(problem, 6, sizes=(3,)) is not None
