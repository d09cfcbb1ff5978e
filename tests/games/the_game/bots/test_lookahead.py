"""Lookahead guesses what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bots import lookahead
from cardsolver.games.the_game.bots.lookahead import LookaheadBot, Tried, guess
from cardsolver.games.the_game.bots.turns import lays_of
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played

if TYPE_CHECKING:
    import pytest

    from cardsolver.games.the_game.kernel.planner import World


def test_more_time_means_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses = 0

    def counted(view: game.View, state: int) -> tuple[World, int]:
        nonlocal guesses
        guesses += 1
        return guess(view, state)

    monkeypatch.setattr(lookahead, "guess", counted)
    view = game.view(played("players=1", "time", "planner", 40), 0)
    counts = []
    for spec in ("lookahead:samples=1", "lookahead:ms=1", "lookahead:ms=300"):
        guesses = 0
        make_bot(spec, "the-game", seed="s").choose(view)
        counts.append(guesses)
    assert counts[0] == 1
    assert counts[0] < counts[1] < counts[2]


def test_the_planner_s_turn_is_left_only_for_a_clear_gain() -> None:
    own, close, better = (
        Tried((0.0, (1, 1, 100, 100, 0), None), ends)
        for ends in ([0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.5, 1.0, 0.5, 1.0])
    )
    gain, error = close.lead(own)
    assert gain == 0.0
    assert error > 0.4
    gain, error = better.lead(own)
    assert gain == 0.25
    assert gain > lookahead.CLEAR * error
    assert better.mean == 0.75


def test_a_turn_that_does_best_on_the_guesses_is_played() -> None:
    # 30 goes back on A; any other start strands a card.
    state = game.start(Deal("the-game", position="40 98 60 3 / 30 41 / 31 32 33 34 35"))
    bot = LookaheadBot("s", samples=24)
    ranked = bot.ranked(game.view(state, 0))
    assert ranked[0].mean == max(each.mean for each in ranked) > 0.9
    assert (0, 30) in lays_of(ranked[0].ending[2])
    assert all(len(each.ends) <= 24 for each in ranked)
