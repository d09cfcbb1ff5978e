"""The compiled planner plays the turns of the readable one, lay by lay.

`pytest tests/games/the_game/bots/test_planning.py --games 1000` compares more games.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.shuffle import generator_state, number_below, shuffle
from cardsolver.games.the_game.bits import ALL_CARDS, bits
from cardsolver.games.the_game.bots import planning
from cardsolver.games.the_game.bots.planner import FAST
from cardsolver.games.the_game.bots.playout import PlayoutGame, play_on
from cardsolver.games.the_game.bots.signals import heard, speak
from cardsolver.games.the_game.bots.turns import WIDE, Breadth, endings, lays_of
from cardsolver.games.the_game.bots.weights import Phases, phases_for
from cardsolver.games.the_game.kernel import planner as kernel
from cardsolver.games.the_game.kernel.planner import Table, World
from cardsolver.games.the_game.rules import full_hand
from tests.support.many import numbered
from tests.support.running import ROOT

if TYPE_CHECKING:
    from cardsolver.games.the_game.kernel.planner import PlannedTurn, Tops

needs_kernel = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not compiled")
BASES = (1, 1, 100, 100)
_worth = itemgetter(0)


def dealt(players: int, seed: str, hand: int | None = None) -> World:
    deck, _ = shuffle(range(2, 100), generator_state(seed))
    size = players * (hand or full_hand(players))
    hands = [bits(deck[seat:size:players]) for seat in range(players)]
    return World(hands, deck[size:])


def compiled(phases: Phases) -> kernel.CompiledPlanner:
    assert phases.compiled is not None
    return phases.compiled


@needs_kernel
@pytest.mark.games(20, slices=4)
def test_every_turn_is_the_reference_s(games: range) -> None:
    for number in games:
        players, minimum = 1 + number % 5, 2 + number // 5 % 2
        breadth = (FAST, Breadth(3, 2, 12), Breadth(0, 0, 1))[number % 3]
        phases = phases_for(players, minimum)
        world = dealt(players, f"reference/{number}", hand=None if number % 7 else 9)
        game = PlayoutGame.of(Table(BASES, 0, minimum), world)
        with numbered(number):
            while game.unlaid:
                hand = game.hands[game.mover]
                others = [each for seat, each in enumerate(game.hands) if seat != game.mover]
                said = [speak(game.tops, each, game.unlaid & ~each) for each in others]
                for each, signals in zip(others, said, strict=True):
                    assert kernel.speak(game.tops, each, game.unlaid & ~each) == bytes(signals)
                asked = heard(said, phases.hearing) if number % 2 else ()
                question = ((*game.tops, hand), game.unlaid & ~hand, game.needed(), asked)
                weights = phases.by_left[game.unlaid.bit_count()]
                expected = endings(weights, breadth, *question)
                assert planning.turn_endings(phases, breadth, *question) == expected
                best = planning.best_turn(phases, breadth, *question)
                if not expected:
                    assert best is None
                    break
                worth, key, path = max(expected, key=_worth)
                assert best == (worth, lays_of(path))
                game.end_turn(key)


@needs_kernel
@pytest.mark.games(10, slices=2)
def test_playouts_end_as_the_reference_s(games: range) -> None:
    for number in games:
        players, minimum = 1 + number % 5, 2 + number // 5 % 2
        phases = phases_for(players, minimum)
        world = dealt(players, f"playouts/{number}")
        table = Table(BASES, number % players, minimum, talk=number % 3 == 0)
        mover = table.mover or 0
        hand = world.hands[mover]
        found = endings(phases.by_left[98], FAST, (*BASES, hand), ALL_CARDS & ~hand, minimum)[:3]
        expected = []
        for _, key, _ in found:
            game = PlayoutGame.of(table, world)
            game.end_turn(key)
            play_on(game, phases, FAST, talk=table.talk)
            expected.append(game.unlaid.bit_count())
        with numbered(number):
            keys = [key for _, key, _ in found]
            (left,) = planning.cards_left(phases, FAST, table, [world], keys)
            assert list(left) == expected


@needs_kernel
def test_without_a_kernel_the_reference_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = Phases(phases_for(2, 2).fit), Phases(phases_for(2, 2).fit)
    compiled(fast)
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    assert slow.compiled is None
    world = dealt(2, "without")
    hand = world.hands[0]
    question = ((*BASES, hand), ALL_CARDS & ~hand, 2, ())
    found = planning.turn_endings(slow, FAST, *question)
    assert planning.turn_endings(fast, FAST, *question) == found
    assert planning.best_turn(fast, FAST, *question) == planning.best_turn(slow, FAST, *question)
    keys = [key for _, key, _ in found[:2]]
    table = Table(BASES, 0, 2, talk=True)
    left = [
        [list(row) for row in planning.cards_left(phases, FAST, table, [world], keys)]
        for phases in (fast, slow)
    ]
    assert left[0] == left[1]


@needs_kernel
def test_turns_too_large_for_the_kernel_go_to_the_reference() -> None:
    phases = phases_for(1, 2)
    hand = bits(tuple(range(2, 80)))
    assert planning.best_turn(phases, FAST, (*BASES, hand), ALL_CARDS & ~hand, 2) is not None
    many = bits(tuple(range(2, 66)))
    question = (WIDE, BASES, many, ALL_CARDS & ~many, 40)
    assert compiled(phases).endings(*question) is None


@needs_kernel
def test_of_many_ends_the_best_come_first() -> None:
    phases = phases_for(3, 2)
    state = generator_state("best")
    for _ in range(20):
        cards, state = shuffle(range(2, 100), state)
        number, state = number_below(60, state)
        tops = (cards[0], cards[1], cards[2], cards[3])
        hand = bits(cards[4:10])
        question = (FAST, tops, hand, bits(cards[10 : 30 + number]), 2)
        every = compiled(phases).endings(*question) or []
        best = compiled(phases).endings(*question, best=4)
        assert best == sorted(every, key=_worth, reverse=True)[:4]


@needs_kernel
@pytest.mark.parametrize(
    "question",
    [
        ((1, 1, 101, 100), 0b100, 0b1000, 1),
        ((1, 0, 100, 100), 0b100, 0b1000, 1),
        (BASES, 0b100, 0b100, 1),
        (BASES, 0b10, 0b1000, 1),
        (BASES, 1 << 100, 0b1000, 1),
    ],
)
def test_nonsense_is_refused(question: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        compiled(phases_for(1, 2)).endings(FAST, *question)


@needs_kernel
def test_breadths_and_tops_that_make_no_sense_are_refused() -> None:
    planner = compiled(phases_for(1, 2))
    with pytest.raises(ValueError, match="expected three numbers from 0"):
        planner.endings((1, 1, -1), BASES, 0b100, 0b1000, 1)
    with pytest.raises(ValueError, match="expected at least 1"):
        planner.endings(FAST, BASES, 0b100, 0b1000, 1, best=0)
    with pytest.raises(ValueError, match="expected four from 1 to 100"):
        kernel.speak((1, 1, 100, 255), 0b100, 0b1000)


@needs_kernel
def test_guesses_with_a_hand_that_would_grow_too_large_are_refused() -> None:
    hand = bits(tuple(range(2, 62)))
    known = kernel.Knowledge(0, hand, bits(tuple(range(62, 90))), (60,), (None,))
    worlds, _ = kernel.guess(BASES, known, 1, 1, 1)
    ends = [(BASES, hand)]
    compiled(phases_for(1, 2)).play(FAST, Table(BASES, 0, 2, laid=4), worlds, ends)
    with pytest.raises(ValueError, match="expected at most 64 cards"):
        compiled(phases_for(1, 2)).play(FAST, Table(BASES, 0, 2, laid=5), worlds, ends)
    with pytest.raises(ValueError, match="expected at most 64 cards"):
        kernel.guess(BASES, known._replace(hand=bits(tuple(range(2, 70))), unseen=0), 1, 1, 1)


@needs_kernel
@pytest.mark.parametrize(
    "world",
    [
        World([0b100, 0b100], [5]),
        World([0b10, 0b100], [5]),
        World([0b100], [5]),
        World([0b100, 0b1000], [100]),
        World([0b100, 0b1000], []),
        World([bits(tuple(range(2, 90))), 0], [95]),
        World([0, 0], [5]),
    ],
)
def test_worlds_that_make_no_sense_are_refused(world: World) -> None:
    good = World([bits((7, 8)), bits((9, 10))], [5])
    with pytest.raises(ValueError, match="expected"):
        compiled(phases_for(2, 2)).play(FAST, Table(BASES, 0, 2), [good, world])


@needs_kernel
@pytest.mark.parametrize("mover", [-1, 2])
def test_a_mover_who_is_not_there_is_refused(mover: int) -> None:
    good = World([bits((7, 8)), bits((9, 10))], [5])
    with pytest.raises(ValueError, match="expected 1 to 5 seats"):
        compiled(phases_for(2, 2)).play(FAST, Table(BASES, mover, 2), [good], [(BASES, 0)])


@needs_kernel
def test_threads_do_not_write_into_each_other_s_answers() -> None:
    planner = compiled(phases_for(3, 2))
    questions: list[tuple[Tops, int, int]] = []
    for number in range(300):
        deck, _ = shuffle(range(2, 100), generator_state(f"threads/{number}"))
        questions.append((BASES, bits(deck[:6]), bits(deck[6:60])))

    def answers() -> list[list[PlannedTurn] | None]:
        return [
            planner.endings(FAST, *question, 2, best=None if number % 2 else 1)
            for number, question in enumerate(questions)
        ]

    expected = answers()
    with ThreadPoolExecutor(4) as threads:
        for found in [threads.submit(answers) for _ in range(40)]:
            assert found.result() == expected


THREADS = """
import resource, threading
from pathlib import Path
from cardsolver.games.the_game.bots.planner import FAST
from tests.games.the_game.bots.test_planning import BASES, compiled, dealt, phases_for

(hand,), coming = dealt(1, "threads")
planner = compiled(phases_for(1, 2))

def run(count):
    for _ in range(count):
        thread = threading.Thread(
            target=planner.endings, args=(FAST, BASES, hand, sum(1 << card for card in coming), 2)
        )
        thread.start()
        thread.join()
    return int(Path("/proc/self/statm").read_text().split()[0])  # pages

before = run(50)
print((run(100) - before) * resource.getpagesize() >> 20)
"""


@needs_kernel
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is told otherwise")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer takes more")
def test_threads_that_end_leave_no_planner_behind() -> None:
    """Each takes more than two megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert int(done.stdout) < 100


DAEMON = """
import threading, time
import cardsolver as cs

def play():
    while True:
        cs.play(cs.deal("the-game", seed=7, players=3), ["lookahead"] * 3)

for _ in range(3):
    threading.Thread(target=play, daemon=True).start()
time.sleep(1)
"""


@needs_kernel
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer is too slow")
def test_a_program_may_end_while_a_thread_plans() -> None:
    """Its planner must not be freed under it."""
    done = subprocess.run([sys.executable, "-c", DAEMON], cwd=ROOT, check=False)
    assert done.returncode == 0
