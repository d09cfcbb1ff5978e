"""Hints have a reason."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bots.hint import _why_end, _why_say, explain
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


@pytest.mark.parametrize("rules", ["players=1", "players=2", "players=3 expert"])
def test_a_hint_does_not_contradict_the_position(rules: str) -> None:
    for moves in range(0, 60, 4):
        state = played(rules, f"hint/{moves}", "talker", moves)
        seat = game.to_move(state)
        if seat is None:
            continue
        view = game.view(state, seat)
        move, reason = explain(view)
        assert "even" not in reason or "would skip no card" not in reason
        assert "room again for no card" not in reason
        if isinstance(move, game.Lay):
            trick = game.is_trick(move.pile, view.tops[move.pile], move.card)
            assert trick == reason.startswith(f"{move.card} goes back by ten")


def test_ending_a_turn_is_not_explained_by_a_card_that_costs_nothing() -> None:
    state = game.start(Deal("the-game", position="45 90 20 10 / 46 47 / 15 16 / laid 2"))
    reason = _why_end(game.view(state, 0))
    assert reason == "the minimum is laid; 46 on A would cost nothing, now or later"


def test_a_wish_for_a_pile_names_a_trick_only_if_the_hand_has_it() -> None:
    state = game.start(Deal("the-game", "no-talk", position="45 90 20 10 / 46 47 ; 35 / 15"))
    keep_a = (game.PileSignal.KEEP, *(game.PileSignal.FREE,) * 3)
    assert _why_say(game.view(state, 1), keep_a) == "a card in hand goes back by ten on A"
    assert _why_say(game.view(state, 0), keep_a) == "this hand needs A as it is"
