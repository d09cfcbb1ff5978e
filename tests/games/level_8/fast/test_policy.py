"""The quick policy: it sees only what its seat sees, and its games end."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.fast.play import play_fast, play_out
from cardsolver.games.level_8.fast.policy import POLICY, Policy, patient
from cardsolver.games.level_8.fast.reach import draws_table, expected_draws
from cardsolver.games.level_8.fast.round import DRAW, FastMove, Round, deal_round
from cardsolver.games.level_8.fast.worth import worth_of


@pytest.mark.parametrize(
    "rules",
    [
        "players=2",
        "players=6 last-card-discarded",
        f"players=3 levels={'/'.join(['colour2+colour2', 'run3+set2:keep'] * 4)}",
    ],
)
def test_whole_games_end_with_a_winner(rules: str) -> None:
    variant = l8.parse_rules(rules)
    winner, history = play_fast(variant, [POLICY] * variant.players, "whole")
    assert 0 <= winner < variant.players
    assert history[0] == (1,) * variant.players
    for before, after in pairwise(history):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        assert all(0 <= gain <= 2 for gain in gains)


@pytest.mark.parametrize("policy", [POLICY, patient()], ids=["quick", "patient"])
def test_it_never_looks_at_hidden_cards(policy: Policy) -> None:
    rng = Random(2)
    rules = l8.parse_rules("players=3")
    table = deal_round(rules, [3, 6, 7], 0, 11)
    decisions = 0
    while not table.is_over:
        other = table.copy()
        hidden = [code for seat in range(3) if seat != table.mover for code in table.hands[seat]]
        hidden += table.draw
        rng.shuffle(hidden)
        for seat in range(3):
            if seat != table.mover:
                size = len(table.hands[seat])
                other.hands[seat], hidden = hidden[:size], hidden[size:]
        other.draw = hidden
        move = policy.decide(table)
        assert policy.decide(other) == move
        table.play(move)
        decisions += 1
    assert decisions > 10


def test_a_card_that_is_taken_makes_the_hand_better() -> None:
    """So the same cards cannot go round for ever."""
    rules = l8.parse_rules("players=4")
    taken = 0
    for deal in range(6):
        table = deal_round(rules, [2, 4, 5, 6], deal % 4, deal)
        while not table.is_over:
            seat = table.mover
            reach = POLICY.reach(rules.levels[table.levels[seat] - 1])
            is_collecting = table.is_drawing and not table.table[seat] and bool(table.draw)
            before = reach.draws(reach.key(table.hands[seat]))
            move = POLICY.decide(table)
            table.play(move)
            if is_collecting and move[0] == "take":
                end = POLICY.decide(table)
                if end[0] == "discard":
                    table.play(end)
                    if not table.is_over:
                        taken += 1
                        assert reach.draws(reach.key(table.hands[seat])) < before
    assert taken > 3


def test_more_distance_means_more_draws() -> None:
    for level, knots in draws_table().items():
        draws = [expected_draws(knots, distance / 4) for distance in range(-8, 16)]
        assert draws == sorted(draws), level
    for levels in l8.LISTS.values():
        assert {str(level) for level in levels} <= set(draws_table())


@pytest.mark.parametrize("players", range(2, 7))
def test_a_higher_level_is_worth_more(players: int) -> None:
    worth = worth_of(l8.parse_rules(f"players={players}"))
    chances = [worth.chance([level, *[4] * (players - 1)], 0) for level in range(1, 9)]
    assert chances == sorted(chances)
    assert worth.chance([4] * players, 0) == pytest.approx(1 / players)
    assert worth.chance([9, *[4] * (players - 1)], 0) == 1.0


class Idle(Policy):
    """Discards what it has drawn, for ever."""

    def decide(self, table: Round) -> FastMove:
        return DRAW if table.is_drawing else ("discard", table.hands[table.mover][-1])


def test_a_round_that_goes_on_and_on_is_ended_by_another_policy() -> None:
    table = deal_round(l8.parse_rules("players=2"), [1, 1], 0, 5)
    play_out(table, [Idle()] * 2, POLICY)
    assert table.is_over
