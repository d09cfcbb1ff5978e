"""The layered search: what it promises, judged by the naive search and its rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineAnswer
from cardsolver.solver.search import merge as merging
from cardsolver.solver.search import search
from cardsolver.solver.search.packed import Setup, root_row
from cardsolver.solver.search.prune import dead_cards
from tests.naive import the_game as naive

if TYPE_CHECKING:
    from collections.abc import Callable

BASES = (1, 1, 100, 100)


def problem_of(position: naive.Position) -> Problem:
    tops, due = position.tops, position.due
    return Problem(
        (tops[0], tops[1], tops[2], tops[3]),
        position.hands,
        position.draw,
        position.minimum,
        position.laid,
        position.on_fire,
        (due[0], due[1], due[2], due[3]),
    )


def position_of(problem: Problem) -> naive.Position:
    return naive.make(
        problem.tops,
        problem.hands,
        problem.draw,
        problem.minimum,
        problem.laid,
        on_fire=problem.on_fire,
        due=problem.due,
    )


def replayed_left(problem: Problem, found: EngineAnswer) -> int:
    """Cards left after the found line; the naive rules refuse an illegal one."""
    position = position_of(problem)
    for number, turn in enumerate(found.turns, 1):
        for lay in turn:
            position = naive.play(position, f"{naive.PILES[lay.pile]}{lay.card}")
        ended_by_itself = bool(turn) and position.laid == 0
        if number < len(found.turns) and not ended_by_itself:
            position = naive.play(position, "end")
    return naive.left(position)


def rotations(problem: Problem) -> list[Problem]:
    hands = problem.hands
    return [replace(problem, hands=hands[seat:] + hands[:seat]) for seat in range(len(hands))]


def dealt(seed: int, players: int, hand: int, minimum: int) -> list[Problem]:
    deck = tuple(int(str(card)) for card in deal_seed("the-game", str(seed)).deck)
    size = players * hand
    hands = tuple(deck[seat:size:players] for seat in range(players))
    return rotations(Problem(BASES, hands, deck[size:], minimum))


def after(calls: int) -> Callable[[], bool]:
    """A clock that runs out at its n-th reading."""
    readings = iter(range(calls))
    return lambda: next(readings, None) is None


def small_instances(count: int) -> list[tuple[int, tuple[Problem, ...]]]:
    """Positions that the naive search decides in a moment, each with its seed."""
    result: list[tuple[int, tuple[Problem, ...]]] = []
    for seed in range(100_000):
        rng = Random(seed)
        position = naive.random_position(rng, rng.randint(6, 9))
        if not naive.small_enough(position, 400):
            continue
        problem = problem_of(position)
        team = problem.laid == 0 and all(problem.hands) and rng.random() < 0.5
        result.append((seed, tuple(rotations(problem)) if team else (problem,)))
        if len(result) == count:
            break
    return result


INSTANCES = small_instances(60)


@cache
def best(roots: tuple[Problem, ...]) -> int:
    return min(naive.best(position_of(root)) for root in roots)


@pytest.mark.parametrize("width", [1, 50])
def test_value_and_bound_are_those_of_the_exhaustive_search(width: int) -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        found = search(roots, first_width=width)
        assert (found.left, found.bound, found.stopped) == (value, value, None), seed
        assert replayed_left(roots[found.root], found) == value, seed


def test_win_only_agrees_on_won_and_lost() -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        found = search(roots, win_only=True, first_width=2)
        assert found.stopped is None, seed
        assert (found.left == 0) == (value == 0) == (found.bound == 0), seed
        assert found.bound <= value <= found.left, seed
        assert replayed_left(roots[found.root], found) == found.left, seed


def test_a_search_cut_short_tells_the_truth() -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        for found in (
            search(roots, first_width=1, out_of_time=after(seed % 12)),
            search(roots, first_width=1, memory_bytes=1),
        ):
            assert found.bound <= value <= found.left, seed
            assert (found.stopped is None) == (found.left == found.bound), seed
            assert replayed_left(roots[found.root], found) == found.left, seed


@pytest.mark.parametrize(
    ("players", "hand", "minimum"), [(1, 8, 2), (1, 8, 3), (2, 7, 2), (3, 6, 3), (5, 6, 2)]
)
def test_full_deals_are_won(players: int, hand: int, minimum: int) -> None:
    roots = dealt(42, players, hand, minimum)
    found = search(roots)
    assert (found.left, found.bound, found.stopped) == (0, 0, None)
    assert replayed_left(roots[found.root], found) == 0


def test_a_small_hand_is_proven_lost() -> None:
    found = search(dealt(1, 1, 2, 2))
    assert found.stopped is None
    assert found.left == found.bound > 0


def test_no_time_at_all_gives_an_answer() -> None:
    found = search(dealt(0, 2, 7, 2), out_of_time=lambda: True)
    assert found == EngineAnswer(left=98, bound=0, root=0, turns=(), stopped="time", nodes=0)


def test_little_memory_ends_with_a_true_line() -> None:
    roots = dealt(1, 1, 5, 3)
    found = search(roots, memory_bytes=128 << 10)
    assert found.stopped == "memory"
    assert found.bound < found.left == replayed_left(roots[0], found)


def test_an_interrupt_gives_the_best_so_far() -> None:
    readings = 0

    def clock() -> bool:
        nonlocal readings
        readings += 1
        if readings == 30:
            raise KeyboardInterrupt
        return False

    roots = dealt(0, 1, 8, 2)
    found = search(roots, out_of_time=clock)
    assert found.stopped == "interrupted"
    assert found.left == replayed_left(roots[0], found) < 98


def test_progress_is_told_layer_by_layer() -> None:
    told: list[tuple[int, int]] = []
    search(dealt(0, 1, 8, 2), progress=lambda now: told.append((now.layer, now.left)))
    assert told[:3] == [(1, 97), (2, 96), (3, 95)]


def test_nothing_left_to_lay_is_a_win_without_a_turn() -> None:
    found = search([Problem(BASES, ((), ()), (), 2)])
    assert (found.left, found.bound, found.turns, found.stopped) == (0, 0, (), None)


def test_a_finished_minimum_may_end_at_once() -> None:
    # Seat 1 has laid its two cards and cannot lay the 55: only the other seat can go on.
    root = Problem((60, 70, 40, 30), ((55,), (71, 72)), (), 2, laid=2)
    found = search([root])
    assert found.turns[0] == ()
    assert found.left == naive.best(position_of(root))


def test_the_last_card_wins_whatever_is_due() -> None:
    root = Problem((66, 50, 40, 30), ((51,),), (), 2, on_fire=True, due=(True, False, False, False))
    assert search([root]).turns == ((Lay(1, 51),),)


def test_the_team_chooses_who_starts() -> None:
    # Only the seat with the 12 can take the pile back before the 13 is laid on it.
    roots = rotations(Problem((22, 99, 2, 3), ((23,), (12,)), (), 2))
    found = search(roots)
    assert (found.left, found.root) == (0, 1)


def test_roots_of_different_cards_are_refused() -> None:
    first = Problem(BASES, ((5, 6),), (), 2)
    with pytest.raises(ValueError, match="differ in more than the starter"):
        search([first, replace(first, hands=((5, 7),))])
    with pytest.raises(ValueError, match="at least one root"):
        search([])


def test_equal_hashes_do_not_merge_different_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_key", lambda rows: np.zeros(len(rows), dtype=np.uint64))
    for seed, roots in INSTANCES[:20]:
        assert search(roots).left == best(roots), seed


def test_of_equal_states_that_a_hash_keeps_apart_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_key", lambda rows: np.zeros(len(rows), dtype=np.uint64))
    one = Problem(BASES, ((2, 50, 98),), (), 2)
    other = replace(one, hands=((3, 50, 98),))
    for order in ((one, other, one), (one, other, one, other), (one, one)):
        rows = np.concatenate([root_row(root) for root in order])
        kept = merging.distinct(Setup.of([one]), rows, 0)
        assert {tuple(row) for row in rows[kept].tolist()} == {tuple(row) for row in rows.tolist()}


@pytest.mark.parametrize(
    ("tops", "hand", "dead"),
    [
        ((60, 70, 30, 20), (40, 50), 0),  # 50 on 60, then 40 on 50
        ((60, 70, 30, 20), (41, 45), 2),
        ((60, 70, 30, 20), (41, 51, 61), 0),  # 61, 51, 41
        ((60, 70, 30, 20), (41, 61, 45), 2),  # 51 is missing in the chain
        ((60, 70, 30, 20), (40, 45, 62), 1),  # 40 on 30, but that does not help the 45
        ((60, 70, 61, 20), (60,), 0),
    ],
)
def test_dead_cards_are_those_no_chain_of_tricks_reaches(
    tops: tuple[int, int, int, int], hand: tuple[int, ...], dead: int
) -> None:
    root = Problem(tops, (hand,), (), 2)
    assert dead_cards(Setup.of([root]), root_row(root), 0).tolist() == [dead]


def test_dead_cards_never_exceed_what_is_left() -> None:
    for seed, roots in INSTANCES:
        setup = Setup.of(roots)
        for root in roots:
            assert dead_cards(setup, root_row(root), 0)[0] <= best((root,)), seed
