"""Lookahead guesses what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bots import lookahead
from cardsolver.games.the_game.bots.lookahead import guess
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played

if TYPE_CHECKING:
    import pytest


def test_more_time_means_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses = 0

    def counted(view: game.View, state: int) -> tuple[list[int], list[int], int]:
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
    assert counts[0] == 3  # one a round
    assert counts[0] <= counts[1] < counts[2]
