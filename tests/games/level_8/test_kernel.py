"""The kernel of Level 8 beside its reference in Python: the same moves, guesses and results."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.shuffle import generator_state
from cardsolver.games.level_8 import kernel
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot, seen_round
from cardsolver.games.level_8.fast.candidates import candidates
from cardsolver.games.level_8.fast.play import play_fast
from cardsolver.games.level_8.fast.policy import POLICY, Policy, patient
from cardsolver.games.level_8.fast.round import Round, deal_round
from cardsolver.games.level_8.fast.watch import Watch
from cardsolver.games.level_8.fast.worlds import Worlds
from cardsolver.games.level_8.fast.worth import worth_of

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")

LISTS = [
    "",
    "levels=two-star",
    "last-card-discarded",
    "levels="
    + "/".join(["run3+set2:keep", "colour3+run3:keep", "run4+run3+set2", "set2+colour3"] * 2),
]


def contents(table: Round) -> tuple[object, ...]:
    """Everything in a round; Jokers and Skips that lie in the open are not told apart by `gone`."""
    return (
        *(table.hands, table.draw, table.piles, table.shares, table.mover, table.generator),
        *(table.table, table.gone[:-1], table.is_drawing, table.skipped, table.skips_under),
        *(table.out, table.winner, table.fit_numbers, table.fit_colours),
    )


@pytest.mark.no_cover
@pytest.mark.games(60, slices=2)
def test_rounds_are_the_same_move_by_move(games: range) -> None:
    """`--games 10000` compares that many rounds."""
    for number in games:
        players = 2 + number % 5
        rules = l8.parse_rules(f"players={players} {LISTS[number // 5 % len(LISTS)]}")
        policy = (POLICY, patient())[number % 2]
        compiled = policy.compiled(rules)
        assert compiled is not None
        rng = Random(number)
        table = deal_round(rules, [rng.randint(1, 8) for _ in range(players)], 0, number)
        start, first = table.copy(), policy.decide(table)
        while not table.is_over:
            move = policy.decide(table)
            assert compiled.decide(table) == move
            after = compiled.play(table, move, 0)
            table.play(move)
            assert contents(after) == contents(table)
        assert contents(compiled.play(start, first)) == contents(table)


def test_threads_do_not_share_what_a_policy_remembers() -> None:
    rules = l8.parse_rules("players=4 levels=two-star")
    policy = Policy()

    def games() -> list[object]:
        compiled = policy.compiled(rules)
        assert compiled is not None
        return [kernel.play_game([compiled] * 4, 0, 7919 * game) for game in range(600)]

    expected = games()
    with ThreadPoolExecutor(4) as threads:
        for found in [threads.submit(games) for _ in range(8)]:
            assert found.result() == expected


@pytest.mark.parametrize("players", [2, 6])
def test_whole_games_are_the_same(players: int) -> None:
    rules = l8.parse_rules(f"players={players} levels=two-star")
    policies = [patient(), *[POLICY] * (players - 1)]
    compiled = [each for policy in policies if (each := policy.compiled(rules)) is not None]
    assert len(compiled) == players
    for seed in "abc":
        reference = play_fast(rules, policies, seed)
        dealer = (rules.first - 1) % players
        assert kernel.play_game(compiled, dealer, generator_state(seed)) == reference


@pytest.mark.parametrize("players", [2, 4])
def test_guesses_and_their_results_are_the_same(players: int) -> None:
    state = l8.start(deal_seed(l8.NAME, "kernel", rules=f"players={players}"))
    watch, bot = Watch(), GreedyBot()
    compared = 0
    for _ in range(120):
        seat = l8.to_move(state)
        if seat is None:
            break
        view = l8.view(state, seat)
        if seat == 0:
            watch.look(view)
            compared += compare_guesses(view, watch)
        move = bot.choose(view)
        state = l8.apply(state, move)
        watch.saw(seat, l8.format_move(move) if seat == 0 else l8.seen_move(move) or "")
    assert compared > 3


def compare_guesses(view: l8.View, watch: Watch) -> bool:
    """Both sides on one View; whether there was a question."""
    moves = candidates(seen_round(view), POLICY, 4)
    if len(moves) == 1:
        return False
    for believes in (True, False):
        sides = [
            Worlds(view, watch, POLICY, patient(), believes=believes, in_c=in_c)
            for in_c in (True, False)
        ]
        guesses = [side.guess(7) for side in sides]
        assert contents(guesses[0][0]) == contents(guesses[1][0])
        results = [side.play(moves, 3, guesses[0][1], worth_of(view.rules)) for side in sides]
        chances = [[each for row in rows for each in row] for rows, _ in results]
        assert chances[0] == pytest.approx(chances[1], abs=1e-12)
        assert results[0][1] == results[1][1]
    return True


def test_what_makes_no_sense_is_refused() -> None:
    rules = l8.parse_rules("players=3")
    compiled = POLICY.compiled(rules)
    assert compiled is not None
    table = deal_round(rules, [1, 2, 3], 0, 1)
    for spoil in range(8):
        bad = table.copy()
        if spoil == 0:
            bad.hands[bad.mover][0] = 92
        elif spoil == 1:
            bad.hands[bad.mover][0] = bad.hands[bad.mover][1]
        elif spoil == 2:
            bad.mover = 3
        elif spoil == 3:
            bad.table[0] = [[0, 3, 15]]
        elif spoil == 4:
            bad.skips_under = 5
        elif spoil == 5:
            bad.fit_numbers = 1 << 20
        elif spoil == 6:
            bad.fit_colours = 1
        else:
            bad.levels = [0, 2, 3]
        with pytest.raises(ValueError, match="refuses"):
            compiled.decide(bad)
    for move in (("discard", 3), ("take", 5), ("add", 3, 3, 0, 0)):
        with pytest.raises(ValueError, match="refuses"):
            compiled.play(table, move)
    with pytest.raises(ValueError, match="refuses"):
        compiled.reach(9, [1, 2])


def test_levels_beyond_the_kernel_are_left_to_the_reference() -> None:
    rules = l8.parse_rules("players=2 levels=" + "/".join(["colour2+colour2"] * 8))
    assert POLICY.compiled(rules) is None
