"""The laws that every game obeys, tried over random play."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolver.core.deal import deal_from_json, deal_seed, deal_to_json
from cardsolver.core.game import AnyGame, IllegalMove
from cardsolver.core.referee import Match, play_match
from cardsolver.core.registry import all_games, game_named
from cardsolver.core.transcript import format_transcript, parse_transcript, replay
from cardsolver.seats.spec import bots_of, make_bot

from .adapters import ADAPTERS

GAME_VARIANTS = [
    pytest.param(game, variant, id=f"{game.name}: {variant or 'default'}")
    for game in all_games().values()
    for variant in ADAPTERS[game.name].variants
]
law = pytest.mark.parametrize(("game", "variant"), GAME_VARIANTS)
seeds = st.integers(0, 2**32)


def random_states(game: AnyGame, variant: str, seed: int) -> list[Any]:
    """The states of a random game, at most a few hundred of them."""
    state = game.start(deal_seed(game.name, str(seed), rules=variant))
    rng = Random(seed)
    states = [state]
    while (seat := game.to_move(state)) is not None and len(states) < 300:
        state = game.apply(state, rng.choice(game.legal_moves(game.view(state, seat))))
        states.append(state)
    return states


def bot_match(game: AnyGame, variant: str, name: str) -> Match:
    deal = deal_seed(game.name, "match", rules=variant)
    count = game.seats(game.start(deal))
    if name not in bots_of(game):  # chance plays every game
        name = "random"
    bots = [make_bot(name, game.name, seed=str(seat)) for seat in range(count)]
    return play_match(deal, bots, names=[name] * count)


def some(states: list[Any], rng: Random, count: int = 12) -> list[Any]:
    return rng.sample(states, min(count, len(states)))


def test_every_game_has_an_adapter() -> None:
    assert set(all_games()) <= set(ADAPTERS)


@law
@settings(max_examples=8)
@given(seed=seeds)
def test_cards_are_conserved(game: AnyGame, variant: str, seed: int) -> None:
    whole = Counter(game_named(game.name).deck.cards)
    for state in random_states(game, variant, seed):
        assert ADAPTERS[game.name].cards(state) == whole


@law
@settings(max_examples=8)
@given(seed=seeds)
def test_a_view_tells_nothing_of_hidden_cards(game: AnyGame, variant: str, seed: int) -> None:
    rng = Random(seed)
    for state in some(random_states(game, variant, seed), rng):
        for seat in range(game.seats(state)):
            other = ADAPTERS[game.name].rehide(state, seat, rng)
            if other is not None:
                assert game.view(other, seat) == game.view(state, seat)
                assert game.view_to_json(game.view(other, seat)) == game.view_to_json(
                    game.view(state, seat)
                )
                assert game.legal_moves(game.view(other, seat)) == game.legal_moves(
                    game.view(state, seat)
                )


@law
def test_hidden_cards_really_change(game: AnyGame, variant: str) -> None:
    """The law above would hold idly if the adapter hid nothing."""
    states = random_states(game, variant, 1)
    rng = Random(1)
    others = [
        (state, ADAPTERS[game.name].rehide(state, seat, rng))
        for state in states
        for seat in range(game.seats(state))
    ]
    assert any(other is not None and other != state for state, other in others)


@law
@settings(max_examples=8)
@given(seed=seeds)
def test_only_the_seat_to_move_has_moves(game: AnyGame, variant: str, seed: int) -> None:
    for state in some(random_states(game, variant, seed), Random(seed)):
        asked = game.to_move(state)
        assert (asked is None) == (game.outcome(state) is not None)
        for seat in range(game.seats(state)):
            moves = game.legal_moves(game.view(state, seat))
            if seat == asked or not ADAPTERS[game.name].has_secret(state):
                assert bool(moves) == (seat == asked)
            assert len(set(moves)) == len(moves)


@law
@settings(max_examples=8)
@given(seed=seeds)
def test_moves_round_trip_as_text(game: AnyGame, variant: str, seed: int) -> None:
    for state in some(random_states(game, variant, seed), Random(seed)):
        seat = game.to_move(state)
        if seat is not None:
            for move in game.legal_moves(game.view(state, seat)):
                assert game.parse_move(game.format_move(move)) == move


@law
@settings(max_examples=8)
@given(seed=seeds)
def test_legal_moves_apply_and_moves_of_other_moments_do_not(
    game: AnyGame, variant: str, seed: int
) -> None:
    """`legal_moves` and `apply` agree, also about moves that were legal somewhere else."""
    rng = Random(seed)
    states = some(
        [s for s in random_states(game, variant, seed) if game.to_move(s) is not None], rng
    )
    legal = [game.legal_moves(game.view(state, game.to_move(state) or 0)) for state in states]
    pool = {move for moves in legal for move in moves}
    for state, moves in zip(states, legal, strict=True):
        for move in rng.sample(sorted(pool, key=game.format_move), min(60, len(pool))):
            if move in moves:
                game.apply(state, move)
            else:
                with pytest.raises(IllegalMove) as caught:
                    game.apply(state, move)
                assert caught.value.rule


@law
def test_rules_round_trip_as_text(game: AnyGame, variant: str) -> None:
    rules = game.parse_rules(variant)
    assert game.parse_rules(game.format_rules(rules)) == rules


@law
@settings(max_examples=5)
@given(seed=seeds)
def test_deals_round_trip_as_json(game: AnyGame, variant: str, seed: int) -> None:
    deal = deal_seed(game.name, str(seed), rules=variant)
    assert deal_from_json(deal_to_json(deal), "here") == deal


@law
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_record_replays_to_the_same_end(game: AnyGame, variant: str, name: str) -> None:
    match = bot_match(game, variant, name)
    assert match.fault is None
    transcript = parse_transcript(format_transcript(match.transcript))
    assert transcript == match.transcript
    result = replay(transcript)
    assert result.is_sound
    assert result.outcome == match.transcript.result
    assert result.states[-1] == match.state


@law
def test_states_are_hashable_values(game: AnyGame, variant: str) -> None:
    states = random_states(game, variant, 3)
    again = random_states(game, variant, 3)
    assert states == again
    assert len({*states, *again}) == len(set(states))


@law
def test_a_game_that_is_over_takes_no_move(game: AnyGame, variant: str) -> None:
    match = bot_match(game, variant, "greedy")
    assert match.transcript.result is not None
    with pytest.raises(IllegalMove):
        game.apply(match.state, game.parse_move(match.transcript.moves[-1]))
