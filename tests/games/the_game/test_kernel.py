"""The kernel: exact searches and beams, judged by the naive rules.

`pytest tests/games/the_game/test_kernel.py --games 20000` compares more positions.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.kernel import ALL_PRUNINGS, KernelLimits, beam, exact
from cardsolver.solver.problem import Problem
from tests.support.many import numbered
from tests.support.naive import the_game as naive
from tests.support.positions import (
    BASES,
    INSTANCES,
    best,
    dealt,
    problem_of,
    replayed_left,
    small_position,
)
from tests.support.running import ROOT

PRUNINGS = [1 << bit for bit in range(8)]
# All, none, and all but each one.
SWITCHES = [ALL_PRUNINGS, 0, *(ALL_PRUNINGS ^ one for one in PRUNINGS)]


@pytest.mark.games(20, slices=4)
def test_exact_searches_agree_with_the_naive_search_under_every_switch(games: range) -> None:
    for number in games:
        position = small_position(number)
        root = problem_of(position)
        value = naive.best(position)
        for prunings in SWITCHES:
            with numbered(number):
                found = exact([root], prunings=prunings)
                assert (found.left, found.complete, found.stopped) == (value, True, None), prunings
                assert replayed_left(root, found.turns) == value, prunings
                wins = exact([root], win_only=True, prunings=prunings)
                assert (wins.left == 0, wins.complete) == (value == 0, True), prunings


def test_lines_survive_that_needless_nodes_are_forgotten() -> None:
    """Searches of more than 2**14 nodes forget those that nothing in use comes from."""
    for roots in (dealt(9001, 1, 4, 3), dealt(9003, 2, 3, 2)):
        found = exact(roots)
        assert found.nodes > 1 << 15
        assert found.complete
        assert replayed_left(roots[found.root], found.turns) == found.left


def test_several_starters_are_one_question() -> None:
    for seed, roots in INSTANCES:
        found = exact(roots)
        assert (found.left, found.complete) == (best(roots), True), seed
        assert replayed_left(roots[found.root], found.turns) == found.left, seed


def test_what_is_hopeless_is_not_looked_for() -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        assert exact(roots, hopeless=value).left in (None, value) or value == 0, seed
        assert exact(roots, hopeless=value + 1).left == value, seed


@pytest.mark.parametrize(("hand", "minimum"), [(2, 2), (3, 2), (3, 3), (4, 3)])
def test_every_pruning_leaves_the_value_of_a_full_deal(hand: int, minimum: int) -> None:
    roots = dealt(3, 1, hand, minimum)
    value = exact(roots).left
    for prunings in (ALL_PRUNINGS ^ one for one in PRUNINGS if one != kernel.DOMINANCE):
        found = exact(roots, prunings=prunings)
        assert (found.left, found.complete) == (value, True), prunings
        assert exact(roots, win_only=True, prunings=prunings).left is None, prunings


@pytest.mark.parametrize("one", PRUNINGS)
def test_each_pruning_has_an_effect(one: int) -> None:
    """A switch that changes nothing would not be tested by switching it."""
    # Without dominance only the smallest hands can be searched; with those, no turn is long.
    roots = dealt(9000, 1, 3, 2) if one == kernel.DOMINANCE else dealt(9000, 1, 4, 2)
    # With a small hand whatever is dead has been stuck long before.
    others = ALL_PRUNINGS ^ kernel.STUCK if one == kernel.DEAD else ALL_PRUNINGS
    usual = exact(roots, win_only=True, prunings=others).nodes
    assert exact(roots, win_only=True, prunings=others ^ one).nodes > usual


@pytest.mark.parametrize("one", [kernel.LAG, kernel.FREE_LAY])
def test_lag_and_free_lay_serve_the_fewest_cards_left_too(one: int) -> None:
    roots = dealt(9000, 1, 4, 2)
    assert exact(roots, prunings=ALL_PRUNINGS ^ one).nodes > exact(roots).nodes


@pytest.mark.parametrize("win_only", [False, True])
def test_lag_and_free_lay_are_for_one_player_without_fire(win_only: bool) -> None:
    without = ALL_PRUNINGS ^ kernel.LAG ^ kernel.FREE_LAY
    for roots in (dealt(3, 2, 2, 2), [replace(dealt(3, 1, 3, 2)[0], on_fire=True)]):
        usual = exact(roots, win_only=win_only)
        other = exact(roots, win_only=win_only, prunings=without)
        assert (usual.nodes, usual.left) == (other.nodes, other.left)


# Each was won only with all the conditions of LAG and FREE_LAY: a search that forgets one of them
# (no pile waits for the card, its neighbours above and below are laid, tops after the lay) errs.
EDGES = (
    Problem((96, 72, 70, 74), ((80, 85, 95),), (87,), 4, 1),
    Problem((28, 31, 13, 10), ((20, 27, 30),), (14,), 2),
    Problem((39, 24, 26, 25), ((27, 28, 37),), (32,), 4),
    Problem((51, 54, 32, 15), ((25, 55),), (41, 35), 1),
    Problem((15, 36, 8, 19), ((12,),), (18, 13, 26), 4),
)


@pytest.mark.parametrize("root", EDGES, ids=str)
def test_conditions_of_lag_and_free_lay_that_few_positions_need(root: Problem) -> None:
    fewest = exact([root], prunings=0).left
    for prunings in (kernel.LAG, kernel.FREE_LAY, kernel.LAG | kernel.FREE_LAY, ALL_PRUNINGS):
        assert exact([root], prunings=prunings).left == fewest


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_answer_does_not_depend_on_the_number_of_threads(threads: int) -> None:
    for roots in (dealt(1, 1, 4, 3), dealt(2, 2, 2, 2), dealt(42, 1, 4, 3)):
        limits = KernelLimits(threads=threads)
        # The memory in use does: every thread has some of its own.
        one, several = (
            replace(found, peak_bytes=0) for found in (exact(roots), exact(roots, limits=limits))
        )
        assert one == several
    roots = dealt(15, 1, 7, 3)
    one, several = (
        replace(beam(roots, 700, limits=KernelLimits(threads=count)), peak_bytes=0)
        for count in (1, threads)
    )
    assert one == several


def test_a_small_search_costs_no_more_on_many_threads() -> None:
    for root in EDGES:
        one, many = (exact([root], limits=KernelLimits(threads=count)) for count in (1, 64))
        assert one == many, root


# Beams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 3, 40])
def test_lines_of_a_beam_are_legal_and_what_they_claim(width: int) -> None:
    for seed, roots in INSTANCES:
        found = beam(roots, width)
        assert found.complete is False
        if found.left is not None:
            assert found.left >= best(roots), seed
            assert replayed_left(roots[found.root], found.turns) == found.left, seed


def test_a_wide_beam_is_as_good_as_any_search() -> None:
    for seed, roots in INSTANCES:
        left = beam(roots, 100_000).left
        assert (roots[0].left if left is None else left) == best(roots), seed  # None: no lay fits


def test_a_beam_asked_about_wins_only_drops_what_is_lost_and_nothing_else() -> None:
    for seed, roots in INSTANCES:
        won = beam(roots, 100_000, win_only=True).left == 0
        assert won == (best(roots) == 0), seed


def test_wider_beams_win_more_deals() -> None:
    deals = [dealt(seed, 1, 7, 3) for seed in range(12)]
    wins = [sum(beam(roots, width).left == 0 for roots in deals) for width in (1, 10, 60)]
    assert wins == sorted(wins)
    assert wins[0] < wins[-1]


# Limits --------------------------------------------------------------------------------------


def test_a_limit_of_time_is_kept() -> None:
    start = time.monotonic()
    found = exact(dealt(9000, 1, 6, 2), limits=KernelLimits(seconds=0.2))
    assert found.stopped == "time"
    assert not found.complete
    assert time.monotonic() - start < 20  # it would take a minute, and machines are noisy


@pytest.mark.parametrize("size", [1 << 20, 8 << 20])
def test_a_limit_of_memory_is_kept(size: int) -> None:
    found = exact(dealt(9000, 1, 6, 2), limits=KernelLimits(memory_bytes=size))
    assert found.stopped == "memory"
    assert found.peak_bytes <= size


MEASURED = """
import resource, sys
from cardsolver.games.the_game.kernel import KernelLimits, beam, exact
from tests.support.positions import dealt

def peak():
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

limits = KernelLimits(memory_bytes=int(sys.argv[2]), threads=int(sys.argv[3]))
beam(dealt(0, 1, 7, 3), 5)  # the library is loaded
before = peak()
if sys.argv[1] == "beam":
    found = beam(dealt(11, 1, 7, 3), 1 << 20, limits=limits)
else:
    found = exact(dealt(9000, 1, 6, 2), limits=limits)
print(found.stopped, peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells a process's memory otherwise")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer takes more")
@pytest.mark.parametrize(
    ("which", "size"), [("beam", 64 << 20), ("exact", 16 << 20), ("exact", 32 << 20)]
)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_process_takes_no_more_memory_than_it_may(which: str, size: int, threads: int) -> None:
    """The process grows by at most 1.2 times the limit."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, which, str(size), str(threads)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    stopped, grown = done.stdout.split()
    assert stopped == "memory"
    assert int(grown) <= 1.2 * size


def test_a_limit_of_nodes_is_kept() -> None:
    found = exact(dealt(9000, 1, 6, 2), limits=KernelLimits(nodes=5_000))
    assert found.stopped == "nodes"
    assert found.nodes < 10_000


INTERRUPTED = """
import signal, sys, threading, time
from cardsolver.games.the_game.kernel import KernelLimits, exact
from tests.support.positions import dealt

roots = dealt(9000, 1, 6, 2)
for delay in (0.01, 0.03, 0.1, 0.2, 0.3, 0.4):
    sent = []
    def interrupt():
        sent.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)
    try:
        threading.Timer(delay, interrupt).start()
        found = exact(roots, limits=KernelLimits(threads=int(sys.argv[1])))
    except KeyboardInterrupt:
        assert delay < 0.1, "lost"  # on a slow machine the kernel may not have begun
        continue
    assert found.stopped == "interrupted", found
    assert not found.complete
    assert time.monotonic() - sent[0] < 20, "slow"  # it would take a minute; machines are noisy
print("heard")
"""


@pytest.mark.parametrize("threads", ["1", "3"])
def test_ctrl_c_is_heard_at_any_moment(threads: str) -> None:
    """In a process of its own: an interrupt that comes too late must not hit the tests."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, threads],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stdout == "heard\n", done.stderr


@pytest.mark.parametrize(
    "handler", [signal.SIG_IGN, print, signal.default_int_handler], ids=["nobody", "own", "python"]
)
def test_ctrl_c_as_a_search_begins_is_for_whoever_hears_it(
    handler: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Pressed(threading.Thread):
        def start(self) -> None:
            signal.raise_signal(signal.SIGINT)
            super().start()

    monkeypatch.setattr(threading, "Thread", Pressed)
    before = signal.signal(signal.SIGINT, handler)
    try:
        found = exact([GOOD])
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.stopped == ("interrupted" if handler is signal.default_int_handler else None)
    assert capsys.readouterr().out.startswith(f"{int(signal.SIGINT)} " * (handler is print))


# Bad input -----------------------------------------------------------------------------------

GOOD = Problem(BASES, ((5, 6),), (7, 8), 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": ((5, 5),)},
        {"hands": ((5, 7),)},
        {"hands": ((1, 6),)},
        {"hands": ((100, 6),)},
        {"hands": ()},
        {"hands": ((2,), (3,), (4,), (9,), (10,), (11,))},
        {"hands": (tuple(range(2, 200)),)},
        {"draw": (7, 300)},
        {"draw": (7, -1)},
        {"draw": ("7", 8)},
        {"tops": (0, 1, 100, 100)},
        {"tops": (1, 1, 100, 101)},
        {"tops": (7, 1, 100, 100)},
        {"tops": (1, 1, 100)},
        {"minimum": 0},
        {"minimum": -5},
        {"laid": -1},
        {"laid": 250},
        {"due": (True,)},
    ],
)
def test_nonsense_is_a_python_error(changes: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        exact([replace(GOOD, **changes)])
    with pytest.raises((ValueError, TypeError, IndexError)):
        beam([replace(GOOD, **changes)], 5)


def test_roots_of_different_cards_are_refused() -> None:
    for others in ([replace(GOOD, hands=((5, 9),))], [replace(GOOD, minimum=3)], [GOOD] * 5):
        with pytest.raises(ValueError, match="refuses argument 1"):
            exact([GOOD, *others])
    with pytest.raises(ValueError, match="refuses argument 1"):
        exact([])


@pytest.mark.parametrize("width", [0, -1, 1 << 40])
def test_a_beam_without_a_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="width"):
        beam([GOOD], width)


numbers = st.integers(-3, 300)


@settings(max_examples=200)
@given(
    tops=st.tuples(numbers, numbers, numbers, numbers),
    hands=st.lists(st.lists(numbers, max_size=5), max_size=7),
    draw=st.lists(numbers, max_size=6),
    minimum=numbers,
    laid=numbers,
    on_fire=st.booleans(),
)
def test_whatever_it_is_given_it_answers_or_refuses(
    tops: tuple[int, int, int, int],
    hands: list[list[int]],
    draw: list[int],
    minimum: int,
    laid: int,
    on_fire: bool,
) -> None:
    root = Problem(tops, tuple(map(tuple, hands)), tuple(draw), minimum, laid, on_fire)
    for width in (None, 3):
        try:
            found = exact([root]) if width is None else beam([root], width)
        except (ValueError, TypeError):
            continue
        assert found.left is None or 0 <= found.left <= root.left
