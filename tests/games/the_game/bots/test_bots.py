"""Promises of the bots for The Game: they see their View only, and never break a rule."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.referee import play_match
from cardsolver.core.shuffle import generator_state, number_below, shuffle
from cardsolver.games.the_game import rules as game
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State

BOTS = ("greedy", "planner", "talker:kept=9", "lookahead:samples=2:width=3")
FAST = BOTS[:3]
VARIANTS = (
    "players=1",
    "players=1 expert short-hand",
    "players=2",
    "players=2 expert no-talk",
    "players=3 on-fire",
    "players=4 first=2",
    "players=5 expert",
    "players=2 hand=1 minimum=1",
    "players=1 minimum=9",
    "players=5 hand=19",
)


def with_hidden_cards_moved(state: State, seat: int, seed: str) -> State:
    """The same to this seat: the cards that it cannot see change places."""
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = [card for other in others for card in state.hands[other]] + list(state.draw)
    cards = list(shuffle(hidden, generator_state(seed))[0])
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], cards = tuple(sorted(cards[:size])), cards[size:]
    return replace(state, hands=tuple(hands), draw=tuple(cards))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", ["players=1", "players=3", "players=2 expert on-fire"])
def test_a_decision_does_not_change_with_what_is_hidden(bot: str, rules: str) -> None:
    for moves in (0, 2, 3, 9, 30, 61, 90):
        state = played(rules, f"hidden/{moves}", "talker", moves)
        seat = game.to_move(state)
        if seat is None:
            continue
        chosen = make_bot(bot, "the-game", seed="same").choose(game.view(state, seat))
        for shift in range(3):
            other = with_hidden_cards_moved(state, seat, f"{moves}/{shift}")
            view = game.view(other, seat)
            assert make_bot(bot, "the-game", seed="same").choose(view) == chosen


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("bot", FAST)
def test_fast_bots_never_break_a_rule(bot: str, rules: str) -> None:
    for seed in range(12):
        deal = deal_seed("the-game", f"legal/{seed}", rules=rules)
        players = game.parse_rules(rules).players
        bots = [make_bot(bot, "the-game", seed=f"{seed}/{seat}") for seat in range(players)]
        match = play_match(deal, bots, names=[bot] * players)
        assert match.fault is None
        assert match.transcript.result is not None


@pytest.mark.parametrize("rules", VARIANTS)
def test_lookahead_never_breaks_a_rule(rules: str) -> None:
    players = game.parse_rules(rules).players
    bots = [make_bot(BOTS[3], "the-game", seed=str(seat)) for seat in range(players)]
    match = play_match(deal_seed("the-game", "legal", rules=rules), bots, names=["x"] * players)
    assert match.fault is None
    assert match.transcript.result is not None


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_did_not_see_the_turn_begin_plays_on(bot: str) -> None:
    state = game.start(deal_seed("the-game", "stateless", rules="players=2 on-fire"))
    random = generator_state("stateless")
    while (seat := game.to_move(state)) is not None:
        view = game.view(state, seat)
        moves = game.legal_moves(view)
        assert make_bot(bot, "the-game", seed="s").choose(view) in moves
        index, random = number_below(len(moves), random)
        state = game.apply(state, moves[index])


@pytest.mark.parametrize("bot", BOTS[1:])
def test_a_plan_is_dropped_when_the_view_is_another(bot: str) -> None:
    kept = make_bot(bot, "the-game", seed="s")
    for seed in ("one", "two"):
        view = game.view(game.start(deal_seed("the-game", seed)), 0)
        assert kept.choose(view) == make_bot(bot, "the-game", seed="s").choose(view)


# Bids ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
def test_a_good_hand_bids_more_than_a_bad_one(bot: str) -> None:
    state = game.start(deal_seed("the-game", "bids", rules="players=2"))
    view = game.view(state, 0)
    bids = [
        make_bot(bot, "the-game", seed="s").choose(replace(view, hand=hand))
        for hand in ((2, 3, 40, 50, 97, 98, 99), (38, 41, 45, 49, 53, 57, 61))
    ]
    assert all(isinstance(bid, game.Bid) and 0 <= bid.eagerness <= 10 for bid in bids)
    assert bids[0].eagerness > bids[1].eagerness


# Strength and settings -----------------------------------------------------------------------


def cards_left(bot: str, rules: str, games: int) -> float:
    """The mean over some deals that nothing was fitted on or is reported on."""
    players = game.parse_rules(rules).players
    total = 0
    for number in range(games):
        deal = deal_seed("the-game", f"strength/{number}", rules=rules)
        bots = [make_bot(bot, "the-game", seed=f"{number}/{seat}") for seat in range(players)]
        result = play_match(deal, bots, names=[bot] * players).transcript.result
        assert result is not None
        total += result.scores[0]
    return total / games


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["players=1", "players=2 no-talk", "players=4 expert no-talk"])
def test_the_planner_is_far_stronger_than_greedy(rules: str) -> None:
    assert cards_left("planner", rules, 25) < 0.7 * cards_left("greedy", rules, 25)


@pytest.mark.no_cover
def test_talk_helps() -> None:
    assert cards_left("talker", "players=3", 300) < cards_left("planner", "players=3", 300)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("plotter", "no bot"),
        ("greedy:samples=3", "no settings"),
        ("planner:samples=3", "no setting 'samples=3'; expected near=N, extra=N, kept=N"),
        ("lookahead:depth=3", "no setting 'depth=3'; expected samples=N, width=N"),
        ("lookahead:samples=3:samples=4", "each once"),
        ("lookahead:", "no setting ''"),
        ("lookahead:samples=0", "from 1"),
        ("lookahead:samples", "expected a whole number"),
    ],
)
def test_a_wrong_bot_is_named_in_the_error(spec: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        make_bot(spec, "the-game", seed="s")
