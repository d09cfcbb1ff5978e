"""One engine's answer, confirmed by the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.certificate import WrongAnswerError
from cardsolver.solver.check import confirmed_by
from cardsolver.solver.portfolio import ProvenAnswer, best_outcome
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineName, SolveLimits
from cardsolver.solver.solve import solve_deal
from tests.support.naive import the_game as naive
from tests.support.positions import deal_of, small_position

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")

UNWINNABLE = Deal("the-game", position="50 60 40 30 / 45 70 72 / 46 71")
LIMITS = SolveLimits(seconds=None)


def answer_to(deal: Deal) -> tuple[list[Problem], ProvenAnswer]:
    roots = [Problem.of(the_game.start(deal))]
    return roots, best_outcome(roots, limits=LIMITS)


@pytest.mark.parametrize(("engine", "other"), [("search", "cpsat"), ("cpsat", "search")])
def test_the_other_engine_confirms(engine: EngineName, other: str) -> None:
    verdict = solve_deal(UNWINNABLE, engine=engine, check=True)
    assert (verdict.left, verdict.left_bound, verdict.checked_by) == (2, 2, other)
    assert verdict.to_json()["checked_by"] == other


def test_nobody_confirms_unless_asked() -> None:
    assert solve_deal(UNWINNABLE).checked_by is None


@pytest.mark.parametrize("rules", ["players=1", "players=3 expert", "players=2 on-fire"])
def test_a_win_of_a_full_deal_is_confirmed(rules: str) -> None:
    verdict = solve_deal(deal_seed("the-game", "5", rules=rules), engine="search", check=True)
    assert (verdict.verdict, verdict.checked_by) == ("winnable", "cpsat")


def test_a_bound_beyond_the_limits_is_not_confirmed() -> None:
    deal = deal_seed("the-game", "1", rules="hand=3")
    roots, answer = answer_to(deal)
    assert confirmed_by(roots, answer, SolveLimits(seconds=0.01)) is None


def test_a_wrong_bound_is_a_crash() -> None:
    roots, answer = answer_to(UNWINNABLE)
    wrong = replace(answer, found=replace(answer.found, bound=3, left=3))
    with pytest.raises(WrongAnswerError, match="fewer cards than the bound of 3"):
        confirmed_by(roots, wrong, LIMITS)
    with pytest.raises(WrongAnswerError, match="the search says 2"):
        confirmed_by(roots, replace(wrong, engine="cpsat"), LIMITS)


def test_a_line_that_the_model_refuses_is_a_crash() -> None:
    roots, answer = answer_to(UNWINNABLE)
    turn = answer.found.turns[0]
    wrong = replace(answer.found, turns=((*turn[::-1], *turn),))
    with pytest.raises(WrongAnswerError, match="does not accept the line"):
        confirmed_by(roots, replace(answer, found=wrong), LIMITS)


def test_without_the_kernel_there_is_no_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    roots, answer = answer_to(UNWINNABLE)
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    assert confirmed_by(roots, replace(answer, engine="cpsat"), LIMITS) is None


@pytest.mark.games(15, slices=2)
@pytest.mark.no_cover
def test_every_answer_to_a_small_position_is_confirmed(games: range) -> None:
    for number in games:
        position = small_position(number)
        verdict = solve_deal(deal_of(position), engine="search", limits=LIMITS, check=True)
        assert (verdict.left, verdict.checked_by) == (naive.best(position), "cpsat"), number
