"""Level 8 against a checker, an enumerator and an engine written by somebody else."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.shuffle import shuffle
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.combos import DECK, in_order
from cardsolver.games.level_8.deck import COLOURS
from cardsolver.games.level_8.state import MEDAL
from tests.support.level_8_checks import (
    check_game,
    compare,
    compare_checkers,
    key,
    needs,
    play,
    random_hand,
)
from tests.support.level_8_states import moment
from tests.support.many import numbered
from tests.support.naive import level_8 as naive

# Many games through lines that the rule tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover

LEVELS = [
    pytest.param(level, id=f"{name} {number}")
    for name, levels in l8.LISTS.items()
    for number, level in enumerate(levels, 1)
]


# Lay-outs


@pytest.mark.games(6)
@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("level", LEVELS)
def test_lay_outs_agree_with_the_naive_enumerator(
    level: l8.Level, jokers: int, games: range
) -> None:
    for number in games:
        compare(level, random_hand(Random(5 * number + jokers), jokers))


@pytest.mark.games(150)
@pytest.mark.parametrize("level", LEVELS)
def test_a_typed_lay_out_gets_the_naive_checkers_verdict(level: l8.Level, games: range) -> None:
    verdicts = {compare_checkers(level, Random(number)) for number in games}
    assert False in verdicts


@pytest.mark.parametrize(
    "text", ["colour2+colour2+run2", "set2+run2+set2", "run2+run3+set2", "colour3+set2+colour2"]
)
def test_lay_outs_of_unusual_levels_agree(text: str) -> None:
    level = l8.parse_levels("/".join([text] * 8))[0]
    rng = Random(6)
    for jokers in range(4):
        for _ in range(4):
            compare(level, random_hand(rng, jokers, size=8))


# Whole rounds, move by move


def twin(state: l8.State) -> naive.Position:
    """The naive engine's position for a state."""
    return naive.make(
        state.hands,
        state.draw,
        state.piles,
        state.levels,
        [[(str(laid.kind), laid.cards) for laid in combos] for combos in state.table],
        [seat in state.skipped for seat in range(state.rules.players)],
        state.skips_under,
        state.mover,
        drawn=state.phase is l8.Phase.PLAY,
        level_list=[needs(level) for level in state.rules.levels],
        last_card_discarded=state.rules.last_card_discarded,
    )


def same_shuffle(state: l8.State) -> naive.Shuffle:
    """The shuffle that the engine would make in this state."""
    return lambda cards: list(shuffle(in_order(cards), state.generator)[0])


def moves_of(state: l8.State) -> list[str]:
    seat = l8.to_move(state)
    assert seat is not None
    return list(map(l8.format_move, l8.legal_moves(l8.view(state, seat))))


def classes(level: l8.Level, moves: list[str]) -> list[object]:
    """The moves, with each lay-out as the class of those that differ in equal cards only."""
    found = {
        key(naive.parse_lay(needs(level), move)) if move.startswith("lay ") else move
        for move in moves
    }
    return sorted(found, key=str)


def check_same(state: l8.State, position: naive.Position) -> None:
    assert tuple(map(sorted, state.hands)) == tuple(map(sorted, position.hands))
    assert state.draw == position.draw
    assert state.skips_under == position.face_up
    assert state.piles == position.discards
    assert state.mover == position.turn
    assert (state.phase is l8.Phase.PLAY) == position.drawn
    assert {seat for seat, has in enumerate(position.skipped) if has} == state.skipped
    assert [[sorted(laid.cards) for laid in combos] for combos in state.table] == [
        [sorted(cards) for _, cards in combos] for combos in position.laid
    ]


def check_round_end(state: l8.State, result: naive.Result, before: l8.State) -> None:
    outcome = l8.outcome(state)
    assert (outcome is not None) == (result["end"] == "game")
    levels = list(result["levels"])
    if outcome is None:
        assert state.round == before.round + 1 or state.phase is l8.Phase.KEEP
    else:
        assert outcome.winners == (result["winner"],)
        levels[outcome.winners[0]] = MEDAL
    assert list(state.levels) == levels


def step(state: l8.State, position: naive.Position, move: str) -> tuple[l8.State, naive.Position]:
    """The same move in both engines, and both judged the same."""
    if move.startswith("lay "):
        # The naive engine sorts equal combinations; both lay them in that order.
        need = needs(state.rules.levels[state.levels[state.mover] - 1])
        move = naive.lay_text(need, naive.parse_lay(need, move))
    after = l8.apply(state, l8.parse_move(move))
    other = naive.play(position, move, same_shuffle(state))
    result = naive.finished(other)
    if result is None:
        check_same(after, other)
    else:
        check_round_end(after, result, state)
    return after, other


def walk(state: l8.State, position: naive.Position, depth: int) -> tuple[int, int]:
    """Perft of a round in both engines at once: live and finished sequences of a length."""
    if naive.finished(position) is not None:
        return (0, 1) if depth == 0 else (0, 0)
    if depth == 0:
        return (1, 0)
    moves = moves_of(state)
    level = state.rules.levels[state.levels[state.mover] - 1]
    listed = classes(level, moves)
    assert len(listed) == len(moves)
    assert listed == classes(level, naive.legal(position))
    live = finished = 0
    for move in moves:
        deeper = walk(*step(state, position, move), depth - 1)
        live += deeper[0]
        finished += deeper[1]
    return live, finished


EASY = f"levels={'/'.join(['set2', 'run2', 'colour2', 'run2+set2'] * 2)}"


def on_the_table(*hands: str) -> list[str]:
    """Every number card that is not named, as colour groups."""
    elsewhere = " ".join(hands).split()
    return [
        " ".join(["colour", *(c for c in DECK if c.endswith(colour) and c not in elsewhere)])
        for colour in COLOURS
    ]


# A moment, and its live and finished move sequences of length 1, 2, 3 …
POSITIONS: dict[str, tuple[l8.State, list[tuple[int, int]]]] = {
    "pairs": (
        moment("4r 4b J", "5g 5y S", piles=["", "4g"], phase=l8.Phase.DRAW, rules=EASY),
        [(2, 0), (18, 0), (55, 0), (172, 27), (622, 0)],
    ),
    "going out": (
        moment(
            "6r 3b",
            "9g J",
            table={0: ["run 4r 5r"], 1: ["set 9r 9b", "colour 1p 2p"]},
            levels=(2, 7),
            rules=EASY,
        ),
        [(4, 0), (4, 4), (34, 0), (124, 0), (226, 92), (530, 113), (1722, 276)],
    ),
    "last card discarded": (
        moment(
            "6r 3b J",
            "9g 4b",
            table={0: ["run 4r 5r"]},
            levels=(2, 7),
            rules=f"{EASY} last-card-discarded",
        ),
        [(7, 0), (22, 0), (37, 8), (100, 3), (391, 7), (1223, 0)],
    ),
    "skips": (
        moment("S 2r", "S 3r", "S 2b J", phase=l8.Phase.DRAW, rules=EASY, levels=(1, 8, 7)),
        [(1, 0), (5, 0), (8, 0), (41, 0), (86, 0), (500, 0), (1359, 3)],
    ),
    # Every other card is on the table, so that the draw pile runs out at once.
    "shuffles": (
        moment(
            "1r S",
            "2b 1b",
            "1g S",
            draw="3r",
            piles=["4b 5b", "6b", "7b 8b 9b"],
            table={2: on_the_table("1r 2b 1b 1g 3r", "4b 5b 6b 7b 8b 9b")},
            skips_under=2,
            phase=l8.Phase.DRAW,
            rules=EASY,
        ),
        [(4, 0), (20, 0), (75, 0), (297, 0), (1140, 8)],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_of_small_hands(name: str) -> None:
    state, counts = POSITIONS[name]
    for depth, count in enumerate(counts, 1):
        assert walk(state, twin(state), depth) == count


@pytest.mark.games(1, slices=9)
def test_whole_rounds_in_lock_step(games: range) -> None:
    """Both engines play random rounds of real deals and agree at every step."""
    for number in games:
        with numbered(number):
            play_in_lock_step(number)


def play_in_lock_step(seed: int) -> None:
    rng = Random(seed)
    rules = ("", "levels=two-star", "last-card-discarded")[seed % 3]
    state = l8.start(deal_seed("level-8", str(seed), rules=f"players={2 + seed % 5} {rules}"))
    for _ in range(2):
        if l8.outcome(state) is not None:
            return
        while state.phase is l8.Phase.KEEP:
            state = l8.apply(state, l8.parse_move(rng.choice(moves_of(state))))
        position = twin(state)
        check_same(state, position)
        while naive.finished(position) is None:
            moves = moves_of(state)
            level = state.rules.levels[state.levels[state.mover] - 1]
            assert classes(level, moves) == classes(level, naive.legal(position))
            state, position = step(state, position, rng.choice(moves))


# Whole games by bots, without the naive engine


@pytest.mark.games(2)
@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("rules", ["", "levels=two-star", "last-card-discarded"])
def test_games_end_keep_101_cards_and_replay(bot: str, rules: str, games: range) -> None:
    for number in games:
        players = (2, 5, 3, 4, 6)[number % 5]
        with numbered(number):
            check_game(play(f"{number}", [bot] * players, rules))
