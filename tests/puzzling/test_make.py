"""New puzzles: what was wished for, proven by somebody else, and the same ones each time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.errors import InputError
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.puzzling.make import MOST_DIFFICULT, NEW_KINDS, TRIES, NewKind, Wish, make_new
from cardsolver.solver.problem import Problem
from cardsolver.solver.uniqueness import solutions
from tests.support.naive import the_game as naive

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")


def some(wish: Wish, count: int) -> list[Deal]:
    """So many puzzles, from no more seeds than are looked at for one."""
    made = list(islice(make_new(wish, "tests", tries=TRIES[wish.kind]), count))
    assert len(made) == count
    return made


@pytest.mark.parametrize("kind", ["turn", "end"])
def test_a_new_puzzle_has_exactly_one_winning_line(kind: NewKind) -> None:
    for puzzle in some(Wish(kind, difficulty=1), 3):
        assert puzzle.expected is not None
        assert puzzle.expected["verdict"] == "winnable"
        assert puzzle.expected["lines"] == 1
        assert len(solutions(Problem.of(the_game.start(puzzle)))) == 1


def test_a_lost_position_does_not_look_lost() -> None:
    for puzzle in some(Wish("lost", difficulty=1), 3):
        assert puzzle.expected is not None
        assert puzzle.expected["verdict"] == "unwinnable"
        problem = Problem.of(the_game.start(puzzle))
        unlaid = bits(problem.hands[0]) | bits(problem.draw)
        assert not dead_cards(problem.tops, unlaid)
        moment = naive.make(problem.tops, problem.hands, problem.draw, problem.minimum)
        assert naive.best(moment) == puzzle.expected["left"] > 0


def test_the_difficulty_is_the_one_that_was_wished_for() -> None:
    for difficulty in (1, 2):
        for puzzle in some(Wish("end", difficulty=difficulty), 2):
            assert (puzzle.expected or {})["difficulty"] == difficulty


def test_the_rules_are_those_that_were_wished_for() -> None:
    (puzzle,) = some(Wish("end", "players=2 hand=3 on-fire", None), 1)
    rules = the_game.start(puzzle).rules
    assert (rules.players, rules.hand, rules.on_fire) == (2, 3, True)


def test_the_same_seed_gives_the_same_puzzles() -> None:
    wish = Wish("turn", difficulty=1)
    assert some(wish, 2) == some(wish, 2)


def test_full_deals_have_a_seed_and_a_proven_answer() -> None:
    (puzzle,) = some(Wish("deal", "hand=3"), 1)
    assert puzzle.seed is not None
    assert (puzzle.expected or {})["verdict"] == "unwinnable"


def test_what_cannot_be_had_is_said() -> None:
    assert set(MOST_DIFFICULT) == set(NEW_KINDS)
    with pytest.raises(InputError, match="kind turn are never fierce; expected easy, medium, hard"):
        Wish("turn", difficulty=4).check()
    with pytest.raises(InputError, match="one-turn puzzle is for one player"):
        Wish("turn", "players=2").check()
    with pytest.raises(InputError, match="the fire changes no one-turn puzzle"):
        Wish("turn", "on-fire").check()


def test_without_the_kernel_there_are_no_new_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    with pytest.raises(InputError, match="the kernel is not built"):
        Wish("end").check()
