"""The layered search: what it promises, judged by the naive search and its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineAnswer
from cardsolver.solver.search import search
from tests.support.naive import the_game as naive
from tests.support.positions import (
    BASES,
    INSTANCES,
    after,
    best,
    dealt,
    position_of,
    replayed_left,
    rotations,
)


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
