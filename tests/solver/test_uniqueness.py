"""The counter of winning lines against the naive search, and by hand."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.solver.problem import Problem
from cardsolver.solver.uniqueness import TooManyPositionsError, solutions
from tests.support.naive import the_game as naive
from tests.support.positions import deal_of, small_position

ALL = 1 << 30
Solution = tuple[naive.Turn, ...]
NOTHING: Solution = (((), (), (), ()),)


def problem(position: str, rules: str = "") -> Problem:
    return Problem.of(the_game.start(Deal("the-game", rules, position=position)))


def joined(turn: naive.Turn, later: naive.Turn) -> naive.Turn:
    a, b, c, d = (first + second for first, second in zip(turn, later, strict=True))
    return a, b, c, d


def naive_solutions(
    position: naive.Position, turns: bool, memo: dict[naive.Position, set[Solution]]
) -> set[Solution]:
    """Every winning line of the naive search, reduced to what makes a line another one."""
    if position not in memo:
        found: set[Solution] = set()
        if naive.finished(position) is None:
            for turn, after in naive.turns(position).items():
                for rest in naive_solutions(after, turns, memo):
                    kept = turns and bool(position.draw)
                    found.add((turn, *rest) if kept else (joined(turn, rest[0]), *rest[1:]))
        elif naive.left(position) == 0:
            found.add(NOTHING)
        memo[position] = found
    return memo[position]


@pytest.mark.no_cover
@pytest.mark.parametrize("block", range(4))
def test_the_counter_finds_what_the_naive_search_finds(block: int) -> None:
    compared = 0
    for number in range(100_000 + block * 100, 100_000 + block * 100 + 100):
        position = small_position(number)
        asked = Problem.of(the_game.start(deal_of(position)))
        for turns in (False, True):
            expected = naive_solutions(position, turns, {})
            if len(expected) > 1000:  # the naive sets grow too large, and one is the question
                continue
            where = f"position {number}, turns {turns}"
            assert solutions(asked, at_most=ALL, turns=turns) == expected, where
            some = solutions(asked, turns=turns)
            assert some <= expected, where
            assert min(len(some), 2) == min(len(expected), 2), where
            compared += bool(expected)
        if compared >= 12:
            return
    pytest.fail("too few instances are small enough")


def test_a_turn_that_is_past_its_minimum_may_go_on_by_one_card() -> None:
    # Three cards are laid. Only if 55 is the fourth is 56 drawn before 80 has to be laid.
    found = solutions(problem("50 99 2 3 / 55 80 / 81 82 83 56 / laid 3"), at_most=ALL)
    assert found == {(((55, 56, 80, 81, 82, 83), (), (), ()),)}


def test_what_lies_on_the_piles_counts_and_the_order_between_piles_does_not() -> None:
    # 60 goes on A only, 30 on C only; which comes first makes no difference.
    (only,) = solutions(problem("50 90 40 15 / 30 60 /"), at_most=ALL)
    assert only == (((60,), (), (30,), ()),)


def test_every_order_on_one_pile_is_a_line_of_its_own() -> None:
    # 45 and 55 on A one after the other, or 55 first and 45 by the trick.
    found = solutions(problem("40 99 2 3 / 45 55 /"), at_most=ALL)
    assert found == {(((45, 55), (), (), ()),), (((55, 45), (), (), ()),)}


def test_turn_ends_count_only_when_asked_and_only_while_there_are_cards_to_draw() -> None:
    # 51 62 73 and then 84 go on A. The first turn may have two cards or three.
    asked = problem("49 99 2 3 / 51 62 73 / 84")
    assert len(solutions(asked, at_most=ALL)) == 1
    assert solutions(asked, at_most=ALL, turns=True) == {
        (((51, 62), (), (), ()), ((73, 84), (), (), ())),
        (((51, 62, 73), (), (), ()), ((84,), (), (), ())),
    }


def test_a_fire_card_that_must_be_covered_takes_lines_away() -> None:
    # 44 on A is due: 45 must come in the first turn, so 20 on C may not come alone.
    position = "44 99 30 3 / 20 45 / 10"
    assert len(solutions(problem(position, "minimum=1"), at_most=ALL, turns=True)) == 4
    fire = solutions(problem(position, "minimum=1 on-fire"), at_most=ALL, turns=True)
    assert len(fire) == 3
    assert all(45 in first[0] for first, _ in fire)


def test_no_card_left_is_one_empty_line_and_a_dead_card_is_none() -> None:
    assert solutions(problem("50 60 40 30 / /")) == {NOTHING}
    assert not solutions(problem("50 60 40 30 / 45 70 72 / 46 71"))
    assert dead_cards((50, 60, 40, 30), bits((45,)))
    assert not dead_cards((55, 60, 40, 30), bits((45,)))  # ten back from 55


def test_the_counter_gives_up_when_told_to() -> None:
    with pytest.raises(TooManyPositionsError):
        solutions(problem("1 1 100 100 / 20 30 40 50 60 / 70 80"), at_most=ALL, positions=10)
