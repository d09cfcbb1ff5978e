"""The quick copy of the rules plays the same games as the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.fast import (
    NOBODY,
    FastGame,
    apply_move,
    bits,
    fast_game,
    numbers_of,
    pile,
    seen_game,
)
from tests.support.many import numbered

VARIANTS = (
    "players=2",
    "players=3 first=2",
    "players=4 violet=none",
    "players=5 first=5 violet=1-50+99",
    "players=2 hand=2 aside=100",
    "players=3 hand=1 aside=90 violet=1-100",
    "players=5",
    "players=2 aside=60",
)


def check_same(state: ff.State, game: FastGame) -> None:
    """Everything that both know is the same."""
    outcome = ff.outcome(state)
    assert game.is_over == (outcome is not None)
    assert tuple(game.penalties) == state.penalties
    assert tuple(game.row) == state.row
    assert game.passes == state.passes
    if outcome is not None:
        assert tuple(game.winners) == outcome.winners
        assert game.shown == (outcome.end == ff.ONE_CARD)
        assert game.taker == (NOBODY if state.taker is None else state.taker)
        return
    assert (game.turn if game.asked == NOBODY else game.asked) == ff.to_move(state)
    assert game.turn == state.turn
    assert game.hands == [bits(hand.numbers) for hand in state.hands]
    assert game.pass_counts == [hand.passes for hand in state.hands]
    assert game.sizes == [hand.size for hand in state.hands]
    assert game.draw == pile(state.draw)
    assert (game.played, game.passes_played) == (state.played, state.passes_played)
    assert (game.jump or None) == state.jump
    assert not state.row or game.layer == state.layer


def random_game(number: int) -> str:
    """The same random game by the rules and here; how it ended."""
    rng = Random(number)
    rules = VARIANTS[number % len(VARIANTS)]
    state = ff.start(deal_seed(ff.NAME, f"fast/{number}", rules=rules))
    game = fast_game(state)
    while (seat := ff.to_move(state)) is not None:
        before = game.copy()
        check_same(state, before)
        move = rng.choice(ff.legal_moves(ff.view(state, seat)))
        state = ff.apply(state, move)
        apply_move(game, move)
        check_same(state, game)
        apply_move(before, move)  # a copy is a game of its own
        check_same(state, before)
    return state.end or ""


@pytest.mark.no_cover
@pytest.mark.games(160)
def test_random_games_agree_with_the_rules_move_by_move(games: range) -> None:
    ends: Counter[str] = Counter()
    for number in games:
        with numbered(number):
            ends[random_game(number)] += 1
    assert set(ends) == {ff.ROW_TAKEN, ff.ONE_CARD}


def test_a_game_can_start_from_any_moment_of_the_rules() -> None:
    rng = Random(1)
    state = ff.start(deal_seed(ff.NAME, "moments", rules="players=4"))
    while (seat := ff.to_move(state)) is not None:
        check_same(state, fast_game(state))
        state = ff.apply(state, rng.choice(ff.legal_moves(ff.view(state, seat))))
    check_same(state, fast_game(state))


def test_a_seat_sees_only_its_own_hand() -> None:
    state = ff.start(deal_seed(ff.NAME, "seen", rules="players=3"))
    game = seen_game(ff.view(state, 1))
    assert game.hands == [0, bits(state.hands[1].numbers), 0]
    assert game.pass_counts == [0, state.hands[1].passes, 0]
    assert game.sizes == [5, 5, 5]
    assert game.draw == [0] * len(state.draw)


def test_numbers_as_bits_and_back() -> None:
    assert numbers_of(bits([100, 1, 37])) == [1, 37, 100]
    assert numbers_of(0) == []
