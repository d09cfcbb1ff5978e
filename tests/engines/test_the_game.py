"""The engine of The Game against an enumerator written by somebody else."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import GAME
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import Position, format_position
from tests.support.many import numbered
from tests.support.naive import the_game as naive
from tests.support.perft import divide, perft, reachable

# Many games through lines that the rule tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover


def engine_state(position: naive.Position) -> the_game.State:
    """The engine's state for a naive position."""
    a, b, c, d = position.tops
    due = frozenset(pile for pile in range(4) if position.due[pile])
    text = format_position(
        Position((a, b, c, d), position.hands, position.draw, position.laid, due)
    )
    fire = "on-fire" if position.on_fire else ""
    words = f"minimum={position.minimum} no-talk {fire}"
    return the_game.start(Deal("the-game", words, position=text))


# Cards 2 to 12, hand 3, in an order that makes backwards tricks possible.
ORDER = (5, 12, 2, 9, 3, 11, 7, 4, 10, 6, 8)
SOLO = naive.make((1, 1, 100, 100), [ORDER[:3]], ORDER[3:])
SHORT = naive.make((1, 1, 100, 100), [ORDER[:3]], ORDER[3:8])
PAIR = naive.make((1, 1, 100, 100), [(5, 2, 3), (12, 9, 11)], ORDER[6:])
# Tops that leave little room, so that games end stuck at many depths.
TIGHT = naive.make((30, 41, 24, 13), [(31, 20, 42)], (23, 34, 12, 14, 51, 33, 52, 3))
EXPERT = naive.make((30, 41, 24, 13), [(31, 20, 42, 12), (34, 23, 51, 14)], (33, 52, 3), 3)
FIRE = naive.make(
    (21, 40, 44, 35),
    [(22, 33, 45), (20, 34, 55)],
    (32, 23, 66),
    on_fire=True,
    due=(False, False, True, False),
)

# Live and finished move sequences of length 1, 2, 3 …
COUNTS: dict[str, tuple[naive.Position, list[tuple[int, int]]]] = {
    "solo": (SOLO, [(12, 0), (88, 0), (388, 0), (3288, 0), (16720, 0)]),
    "pair": (PAIR, [(12, 0), (84, 0), (340, 0), (3024, 0), (15916, 0)]),
    "tight": (TIGHT, [(6, 0), (20, 0), (48, 0), (224, 3), (650, 0), (1532, 0), (6986, 133)]),
    "expert": (EXPERT, [(8, 0), (43, 0), (136, 0), (324, 0), (1517, 0), (6115, 0)]),
    "fire": (FIRE, [(9, 0), (47, 0), (90, 64), (500, 0), (1696, 363), (1422, 2756), (5862, 0)]),
}
# All distinct positions that can be reached, live and finished.
POSITIONS = {
    "short": (SHORT, (35327, 6838)),
    "tight": (TIGHT, (8963, 1053)),
    "expert": (EXPERT, (66458, 4194)),
    "fire": (FIRE, (3130, 1837)),
}


@pytest.mark.parametrize("name", COUNTS)
def test_perft_of_a_tiny_deck(name: str) -> None:
    position, counts = COUNTS[name]
    for depth, count in enumerate(counts, 1):
        state = engine_state(position)
        assert naive.perft(position, depth) == count
        assert perft(GAME, state, depth) == count, divide(GAME, state, depth)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_position_of_a_tiny_deck(name: str) -> None:
    position, count = POSITIONS[name]
    assert reachable(GAME, engine_state(position)) == count


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_enumerator_counts_the_same_positions(name: str) -> None:
    position, count = POSITIONS[name]
    assert naive.count_positions(position) == count


def test_perft_of_a_full_deal_to_a_cap() -> None:
    """Seed 42, alone: 32 first lays, and 15,372 ways to lay or end three times."""
    state = the_game.start(deal_seed("the-game", "42"))
    position = naive.make(state.tops, state.hands, state.draw)
    for depth, count in enumerate([(32, 0), (788, 0), (15372, 0)], 1):
        assert perft(GAME, state, depth) == count
        assert naive.perft(position, depth) == count


def test_perft_with_bids_and_talk() -> None:
    """Two bids of 11, then 81 sayings of the other seat, then the first lay."""
    state = the_game.start(deal_seed("the-game", "42", rules="players=2"))
    assert perft(GAME, state, 2) == (121, 0)
    assert perft(GAME, state, 3) == (121 * 81, 0)


@pytest.mark.games(1, slices=40)
def test_random_positions_in_lock_step(games: range) -> None:
    """Both engines play the same random moves and agree at every step on what is legal."""
    for number in games:
        with numbered(number):
            play_in_lock_step(Random(number))


def play_in_lock_step(rng: Random) -> None:
    position = naive.random_position(rng)
    state = engine_state(position)
    while True:
        seat = the_game.to_move(state)
        assert (None if seat is None else naive.finished(position)) is None
        if seat is None:
            outcome = the_game.outcome(state)
            assert outcome is not None
            assert outcome.end == naive.finished(position)
            assert outcome.scores[0] == naive.left(position)
            return
        moves = [the_game.format_move(m) for m in the_game.legal_moves(the_game.view(state, seat))]
        assert sorted(moves) == sorted(naive.legal(position))
        move = rng.choice(moves)
        state = the_game.apply(state, the_game.parse_move(move))
        position = naive.play(position, move)
        assert state.hands == position.hands
        assert state.draw == position.draw
        assert state.tops == position.tops
