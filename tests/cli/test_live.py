"""The light of `play --live`, and hints where all cards lie open."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.cli import live
from cardsolver.cli.live import Light
from cardsolver.cli.open_hint import open_hint
from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.puzzles import puzzle_named
from cardsolver.solver.solve import solve_deal

if TYPE_CHECKING:
    from cardsolver.solver.result import Verdict


def state_of(position: str, rules: str = "") -> game.State:
    return game.start(Deal("the-game", rules, position=position))


@pytest.mark.parametrize(
    ("position", "answer"),
    [("44 60 30 20 / 45 46 99 / 35", "yes"), ("46 60 30 20 / 45 99 / 35", "no")],
)
def test_the_light_knows_what_the_solver_knows(position: str, answer: str) -> None:
    assert Light()(state_of(position, "minimum=1")) == f"still winnable: {answer}"


def test_the_light_does_not_wait_for_an_answer_that_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()

    def slow(*arguments: Any, **options: Any) -> Verdict:
        answered.wait(60)
        return solve_deal(*arguments, **options)

    monkeypatch.setattr(live, "solve_deal", slow)
    monkeypatch.setattr(live, "_WAIT_S", 0.01)
    assert Light()(state_of("44 60 30 20 / 45 46 / 35")) == "still winnable: not known"
    answered.set()


def test_within_a_turn_and_before_the_start_there_is_no_light() -> None:
    assert Light()(state_of("44 60 30 20 / 45 46 / 35 / laid 1")) is None
    bidding = game.start(Deal("the-game", "players=2", deck=tuple(range(2, 100))))
    assert Light()(bidding) is None
    assert open_hint(bidding) is None


def test_open_hints_lead_through_a_puzzle_with_one_winning_line() -> None:
    state = game.start(puzzle_named("end-01"))
    while state.end is None:
        hint = open_hint(state)
        assert hint is not None
        move, reason = hint
        assert reason == "from here every card can be laid"
        state = game.apply(state, move)
    assert state.end == "won"


def test_an_open_hint_says_when_the_win_is_gone() -> None:
    hint = open_hint(state_of("46 60 30 20 / 45 99 / 35", "minimum=1"))
    assert hint is not None
    assert hint[1] == "it can no longer be won; at best 2 cards left"
