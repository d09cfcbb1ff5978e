"""The engines together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver import portfolio
from cardsolver.solver.portfolio import best_outcome
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineAnswer

if TYPE_CHECKING:
    import pytest


def problem(position: str, rules: str = "") -> Problem:
    return Problem.of(the_game.start(Deal("the-game", rules, position=position)))


def test_auto_asks_cpsat_for_what_the_search_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best value and the best bound of both are combined."""
    weak = EngineAnswer(left=3, bound=0, root=0, turns=(), stopped="memory", nodes=5)
    monkeypatch.setattr(portfolio, "_search", lambda *_: weak)
    answer = best_outcome([problem("50 60 40 30 / 45 70 72 / 46 71")])
    assert (answer.found.left, answer.found.bound) == (2, 2)
    assert (answer.proof, answer.engine, answer.found.stopped) == ("cpsat", "auto", None)


def test_without_the_kernel_cpsat_wins_a_full_deal_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    answer = best_outcome([Problem.of(the_game.start(deal_seed("the-game", "42")))])
    assert (answer.found.left, answer.proof, answer.engine) == (0, "all-laid", "cpsat")


def test_the_bound_of_the_search_is_kept_when_cpsat_finds_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strong = EngineAnswer(left=3, bound=2, root=0, turns=(), stopped="memory", nodes=5)
    nothing = EngineAnswer(left=4, bound=0, root=0, turns=(), stopped="time", nodes=7)
    monkeypatch.setattr(portfolio, "_search", lambda *_: strong)
    monkeypatch.setattr(portfolio, "_cpsat", lambda *_: nothing)
    answer = best_outcome([problem("50 60 40 30 / 45 70 72 / 46 71")])
    assert (answer.found.left, answer.found.bound, answer.found.nodes) == (3, 2, 12)
    assert (answer.proof, answer.found.stopped) == ("search-complete", "time")
