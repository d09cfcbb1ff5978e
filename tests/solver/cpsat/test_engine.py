"""The CP-SAT engine as a whole: values, bounds, limits, and agreement with the naive search."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat import accepts, engine, proves, solve
from cardsolver.solver.cpsat.lines import IllegalLineError, left_after
from cardsolver.solver.problem import Problem
from tests.support.naive import the_game as naive
from tests.support.positions import problem_of
from tests.support.running import ROOT, unmeasured

if TYPE_CHECKING:
    from cardsolver.solver.result import EngineAnswer


BASES = (1, 1, 100, 100)
# Alone, nothing to draw: 40 comes back to 30 by the trick, and nothing takes 35 before that.
TRICK = Problem((40, 99, 2, 2), ((30, 35),), (), 2)
WIN = ((Lay(0, 30), Lay(0, 35)),)
STUCK = Problem((98, 97, 3, 2), ((50, 60, 99),), (), 2)


def full_deal(seed: int) -> Problem:
    """An official deal for one player."""
    deck = list(range(2, 100))
    random.Random(seed).shuffle(deck)
    return Problem(BASES, (tuple(deck[:8]),), tuple(deck[8:]), 2)


def replayed(position: naive.Position, found: EngineAnswer) -> int:
    """Cards left after the line, laid by rules that neither know the model nor its checker."""
    ended = True
    for turn in found.turns:
        position = position if ended else naive.play(position, "end")
        for lay in turn:
            position = naive.play(position, f"{naive.PILES[lay.pile]}{lay.card}")
        ended = bool(turn) and position.laid == 0
    if naive.finished(position) is None:
        position = naive.play(position, "end")  # the end that loses to a fire card
    assert naive.finished(position) is not None
    return naive.left(position)


@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_the_naive_search(seed: int) -> None:
    position = naive.random_position(random.Random(seed), size=6 + seed % 4)
    found = solve([problem_of(position)])
    assert found.left == found.bound == naive.best(position) == replayed(position, found)
    assert found.stopped is None


def test_the_trick_wins() -> None:
    found = solve([TRICK])
    assert (found.left, found.bound, found.stopped) == (0, 0, None)


def test_a_lost_position_is_proven_lost() -> None:
    found = solve([STUCK])
    assert (found.left, found.bound, found.stopped) == (2, 2, None)


def test_win_only_says_no_without_the_best_value() -> None:
    found = solve([STUCK], win_only=True)
    assert (found.bound, found.stopped) == (1, None)
    assert found.left >= 2


@pytest.mark.parametrize("laid", [0, 2])
def test_nothing_left_is_a_win(laid: int) -> None:
    found = solve([Problem(BASES, ((),), (), 2, laid)])
    assert (found.left, found.bound, found.stopped) == (0, 0, None)


@pytest.mark.parametrize("cards", [2, 45])
def test_nobody_has_a_card(cards: int) -> None:
    problem = Problem(BASES, ((), ()), tuple(range(10, 10 + cards)), 2)
    found = solve([problem])
    assert (found.left, found.bound, found.stopped) == (cards, cards, None)
    assert proves([problem], cards)


def test_the_better_starter_is_chosen() -> None:
    # 50 has to be laid before 49 is (both piles of a direction are all but full).
    hands = ((49, 98), (50,))
    roots = [
        Problem((48, 97, 2, 2), hands, (), 2),
        Problem((48, 97, 2, 2), (hands[1], hands[0]), (), 2),
    ]
    values = [solve([root]).left for root in roots]
    found = solve(roots)
    assert values[0] != values[1]
    assert found.left == found.bound == min(values)
    assert found.root == values.index(min(values))


def test_a_short_limit_is_kept_and_told() -> None:
    problem = full_deal(1)
    start = time.monotonic()
    found = solve([problem], limit_s=0.01)
    assert time.monotonic() - start < 30  # it would take hours, and machines are noisy
    assert (found.bound, found.stopped) == (0, "time")
    assert left_after(problem, found.turns) == found.left > 0


INTERRUPTED = """
import os, signal, threading
from dataclasses import replace
from cardsolver.solver.cpsat import solve
from cardsolver.solver.cpsat.lines import left_after
from tests.solver.cpsat.test_engine import full_deal
problem = {problem}
threading.Timer({after_s}, os.kill, (os.getpid(), signal.SIGINT)).start()
found = solve([problem], limit_s=60)
assert left_after(problem, found.turns) == found.left
print(found.bound, found.stopped)
"""


@pytest.mark.parametrize(
    ("problem", "after_s"),
    [
        ("full_deal(2)", 0.3),  # in a window of the walk
        ("replace(full_deal(2), minimum=5)", 3.0),  # no walk gets far: questions, neighbours
    ],
)
def test_ctrl_c_gives_the_best_so_far(problem: str, after_s: float) -> None:
    # In a process without coverage: an interrupt inside coverage's own lock would hang it.
    script = INTERRUPTED.format(problem=problem, after_s=after_s)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "0 interrupted\n"), done.stderr


def test_a_hinted_win_is_the_answer() -> None:
    found = solve([TRICK], hint=(0, WIN))
    assert (found.left, found.bound, found.stopped) == (0, 0, None)


def test_the_chain_model_accepts_legal_lines_and_no_others() -> None:
    assert accepts(TRICK, WIN)
    assert not accepts(TRICK, ((Lay(0, 35), Lay(0, 30)),))


@pytest.mark.parametrize("seed", range(300, 312))
def test_best_lines_of_the_naive_rules_are_accepted(seed: int) -> None:
    position = naive.random_position(random.Random(seed), size=8)
    problem = problem_of(position)
    turns: list[list[Lay]] = [[]]
    for move in naive.best_line(position):
        position = naive.play(position, move)
        if move != "end":
            turns[-1].append(Lay(naive.PILES.index(move[0]), int(move[1:])))
        if position.laid == 0 and naive.left(position):
            turns.append([])
    assert accepts(problem, [tuple(turn) for turn in turns])


def test_bounds_are_proven_or_refuted() -> None:
    assert proves([STUCK], 2) is True
    assert proves([STUCK], 3) is False
    assert proves([full_deal(1)], 1, limit_s=0.01) is None


def test_a_deal_that_is_far_from_won_is_excluded_by_a_smaller_question() -> None:
    """With a hand of two, 28 cards of this deal can be laid: 45 are asked for, not 98."""
    problem = Problem.of(the_game.start(deal_seed("the-game", "0", rules="players=1 hand=2")))
    assert proves([problem], 1, known=70) is True


@pytest.mark.parametrize("seed", range(6))
def test_rounds_agree_with_the_naive_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What large positions go through, on small ones: walks, questions, neighbourhoods."""
    monkeypatch.setattr(engine, "SMALL", 0)
    position = naive.random_position(random.Random(seed), size=6 + seed % 4)
    found = solve([problem_of(position)])
    assert found.left == found.bound == naive.best(position) == replayed(position, found)


def test_an_illegal_hint_is_refused() -> None:
    with pytest.raises(IllegalLineError, match="35 does not fit"):
        solve([TRICK], hint=(0, ((Lay(0, 35),),)))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solve([TRICK], progress=lambda left, bound: told.append((left, bound)))
    assert told[-1][0] == 0


def test_a_mover_without_cards_in_a_turn_under_way_is_no_position() -> None:
    with pytest.raises(ValueError, match="the turn under way is over"):
        solve([Problem(BASES, ((), (10,)), (), 2, laid=1)])
