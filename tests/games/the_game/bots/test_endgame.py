"""The end game is played exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal
from cardsolver.core.referee import play_match
from cardsolver.core.shuffle import generator_state, shuffle
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots.endgame import known_moment, search, solve
from cardsolver.games.the_game.kernel import planner as kernel
from cardsolver.seats.spec import make_bot

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State


def most_by_rules(state: State, memo: dict[tuple[object, ...], int]) -> int:
    """The most cards that can still be laid, by the rules alone."""
    seat = game.to_move(state)
    if seat is None:
        return 0
    key = (state.tops, state.hands, state.draw, state.mover, min(state.laid, 3))
    if key not in memo:
        best = 0
        for move in game.legal_moves(game.view(state, seat)):
            laid = isinstance(move, game.Lay)
            best = max(best, laid + most_by_rules(game.apply(state, move), memo))
        memo[key] = best
    return memo[key]


@pytest.mark.parametrize("shape", [(5,), (4, 1), (6,), (3, 3), (4, 2), (1, 4)])
@pytest.mark.parametrize("seed", range(12))
def test_the_end_game_is_exact(shape: tuple[int, ...], seed: int) -> None:
    # A second number is the draw pile when it is 1, and else the other player's hand.
    cards, _ = shuffle(range(20, 60), generator_state(f"end/{shape}/{seed}"))
    tops, rest = cards[:4], cards[4:]
    parts = [sorted(rest[: shape[0]]), *([rest[shape[0] : sum(shape)]] if len(shape) > 1 else [])]
    texts = [" ".join(map(str, part)) for part in parts]
    alone = len(shape) == 1 or shape[1] == 1
    hands = texts[0] if alone else " ; ".join(texts)
    draw = texts[1] if alone and len(shape) > 1 else ""
    line = f"{' '.join(map(str, tops))} / {hands} / {draw}"
    rules = "players=1" if alone else "players=2 no-talk"
    state = game.start(Deal("the-game", rules, position=line))
    seat = game.to_move(state)
    if seat is None:
        return
    moment = known_moment(game.view(state, seat))
    assert moment is not None
    solved = solve(moment, limit=200_000)
    assert solved is not None
    assert solved[0] == most_by_rules(state, {})
    assert solved == search(moment, limit=200_000)
    if alone:
        match = play_match(
            Deal("the-game", rules, position=line),
            [make_bot("planner", "the-game", seed="s")],
            names=["planner"],
        )
        result = match.transcript.result
        assert result is not None
        assert result.scores[0] == game.left(state) - solved[0]


def test_the_end_game_is_not_solved_while_a_card_may_be_in_two_places() -> None:
    rules = "players=2 no-talk"
    line = "30 31 60 61 / 40 41 ; 42 43 / 44"
    state = game.start(Deal("the-game", rules, position=line))
    assert known_moment(game.view(state, 0)) is None


def test_an_end_game_that_is_too_large_is_given_up() -> None:
    state = game.start(Deal("the-game", position="30 31 60 61 / 40 41 42 43 44 /"))
    moment = known_moment(game.view(state, 0))
    assert moment is not None
    assert solve(moment, limit=3) is None


@pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not compiled")
def test_the_compiled_search_gives_the_reference_s_line_and_gives_up_where_it_does() -> None:
    for seed in range(60):
        cards, _ = shuffle(range(2, 100), generator_state(f"twin/{seed}"))
        first, second = 3 + seed % 4, 5 * (seed % 2)
        hands = tuple(filter(None, (bits(cards[4 : 4 + first]), bits(cards[20 : 20 + second]))))
        draw = bits(cards[40:41]) if len(hands) == 1 and seed % 4 else 0
        tops = (cards[0], cards[1], cards[2], cards[3])
        moment = (*tops, seed % 3, hands, draw)
        for limit in (20, 3_000):
            found = kernel.solve_endgame(tops, seed % 3, hands, draw, limit)
            assert found == search(moment, limit=limit), seed
    with pytest.raises(ValueError, match="expected no card twice"):
        kernel.solve_endgame((1, 1, 100, 100), 1, (0b100, 0b100), 0, 10)
