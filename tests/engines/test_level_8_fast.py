"""The fast round of Level 8 beside the rules, move by move, over random games."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.fast.codes import CARD, CODE
from cardsolver.games.level_8.fast.round import Round, deal_round, round_from_state
from cardsolver.games.level_8.fast.texts import from_fast, to_fast
from cardsolver.games.level_8.state import level_of

pytestmark = pytest.mark.no_cover

VARIANTS = [
    "players=2",
    "players=3 levels=two-star",
    "players=4 last-card-discarded",
    "players=5 levels=two-star",
    "players=6",
    f"players=2 levels={'/'.join(['run3+set2:keep', 'colour3+run3:keep'] * 4)}",
]


def check_same(fast: Round, state: l8.State) -> None:
    """Everything that the rules know of the round lies where the fast round has it."""
    assert [sorted(hand) for hand in fast.hands] == [
        sorted(CODE[card] for card in hand) for hand in state.hands
    ]
    assert [CARD[code] for code in reversed(fast.draw)] == list(state.draw)
    assert [[CARD[code] for code in pile] for pile in fast.piles] == list(map(list, state.piles))
    assert fast.mover == state.mover
    assert fast.is_drawing == (state.phase is l8.Phase.DRAW)
    assert fast.skips_under == state.skips_under
    assert {seat for seat in range(fast.players) if fast.skipped >> seat & 1} == state.skipped
    assert fast.generator == state.generator
    again = round_from_state(state)
    seen = (again.table, again.fit_numbers, again.fit_colours, again.gone[:-1])
    assert seen == (fast.table, fast.fit_numbers, fast.fit_colours, fast.gone[:-1])


def play_side_by_side(seed: int) -> tuple[int, int]:
    """One random game with eager lay-outs; the rounds and the moves it had."""
    rng = Random(seed)
    state = l8.start(deal_seed(l8.NAME, f"fast {seed}", rules=VARIANTS[seed % len(VARIANTS)]))
    fast = round_from_state(state)
    moves = 0
    while (seat := l8.to_move(state)) is not None:
        legal = l8.legal_moves(l8.view(state, seat))
        forward = [move for move in legal if isinstance(move, l8.LayLevel | l8.Add)]
        move = rng.choice(forward if forward and rng.random() < 0.8 else legal)
        moves += 1
        if isinstance(move, l8.Keep):
            state = l8.apply(state, move)
            if state.phase is not l8.Phase.KEEP:
                fast = round_from_state(state)
            continue
        quick = to_fast(move, fast.table, level_of(state, seat))
        assert to_fast(from_fast(quick, fast), fast.table, level_of(state, seat))[0] == quick[0]
        after = l8.apply(state, move)
        fast.play(quick)
        if after.round != state.round or after.phase is l8.Phase.KEEP or after.end:
            assert fast.is_over
            assert tuple(fast.levels_after()) == after.levels
            assert (fast.winner >= 0) == (after.end is not None)
            check_next_deal(fast, state, after)
            fast = round_from_state(after) if not after.end else fast
        else:
            assert not fast.is_over
            check_same(fast, after)
        state = after
    outcome = l8.outcome(state)
    assert outcome is not None
    assert outcome.winners == (fast.winner,)
    assert outcome.scores == tuple(fast.levels_after())
    return state.round, moves


def check_next_deal(fast: Round, before: l8.State, after: l8.State) -> None:
    """The fast deal of the next round, where nobody was asked to keep cards."""
    if after.end is None and after.phase is not l8.Phase.KEEP:
        dealt = deal_round(
            after.rules, after.levels, (before.dealer + 1) % fast.players, fast.generator
        )
        check_same(dealt, after)


@pytest.mark.games(24, slices=2)
def test_the_fast_round_plays_as_the_rules_do(games: range) -> None:
    """`--games 10000` compares that many games."""
    rounds = sum(play_side_by_side(number)[0] for number in games)
    assert rounds > len(games)
