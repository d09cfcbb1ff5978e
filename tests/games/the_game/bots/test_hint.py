"""Hints have a reason."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bots.hint import explain
from tests.support.the_game_states import played


@pytest.mark.parametrize("rules", ["players=1", "players=2", "players=2 on-fire"])
def test_a_hint_is_a_legal_move_with_a_reason(rules: str) -> None:
    for moves in (0, 1, 2, 5, 20, 41):
        state = played(rules, f"hint/{moves}", "talker", moves)
        seat = game.to_move(state)
        if seat is None:
            continue
        view = game.view(state, seat)
        move, reason = explain(view)
        assert move in game.legal_moves(view)
        assert reason
        assert "\n" not in reason


def test_a_hint_names_a_trick_and_what_it_regains() -> None:
    state = game.start(Deal("the-game", position="45 90 20 10 / 35 / 36 37 52"))
    move, reason = explain(game.view(state, 0))
    assert game.format_move(move) == "A35"
    assert reason == "35 goes back by ten on A: room again for 2 cards to come"
