"""The search: what it promises, judged by the naive search and its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.problem import Problem
from cardsolver.solver.search import SearchProgress, proof_nodes, search
from tests.support.naive import the_game as naive
from tests.support.positions import (
    BASES,
    INSTANCES,
    best,
    dealt,
    position_of,
    replayed_left,
    rotations,
)

if TYPE_CHECKING:
    from cardsolver.games.the_game.kernel import KernelAnswer


# The fewest cards left are more than those that are dead at the start.
LOST = Problem((74, 99, 10, 19), ((17, 34, 59, 62, 65),), (85, 50, 28), 2)


def test_value_and_bound_are_those_of_the_exhaustive_search() -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        found = search(roots)
        assert (found.left, found.bound, found.stopped) == (value, value, None), seed
        assert replayed_left(roots[found.root], found.turns) == value, seed


def test_a_hand_of_any_size_has_a_guess_of_its_proof() -> None:
    """One hand with nearly all cards: the guess is beyond all bounds, and still a number."""
    most = Problem(
        BASES, (tuple(range(2, 91)), (91,), (92,), (93,), (94,)), tuple(range(95, 100)), 2
    )
    assert 1e100 < proof_nodes(most) < float("inf")
    assert proof_nodes(replace(most, minimum=98)) > 1e100


def test_win_only_agrees_on_won_and_lost() -> None:
    for seed, roots in INSTANCES:
        value = best(roots)
        found = search(roots, win_only=True)
        assert found.stopped is None, seed
        assert (found.left == 0) == (value == 0) == (found.bound == 0), seed
        assert found.bound <= value <= found.left, seed
        assert replayed_left(roots[found.root], found.turns) == found.left, seed


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.01, 0.05])
def test_a_search_out_of_time_tells_the_truth(seconds: float) -> None:
    roots = dealt(1, 1, 6, 3)
    found = search(roots, seconds=seconds)
    assert found.stopped == "time"
    assert found.bound == 0 < found.left == replayed_left(roots[0], found.turns)


@pytest.mark.parametrize("size", [1, 1 << 14, 1 << 18, 1 << 20])
def test_a_search_out_of_memory_tells_the_truth(size: int) -> None:
    roots = dealt(1, 1, 5, 3)
    found = search(roots, memory_bytes=size)
    assert found.stopped == "memory"
    assert found.bound < found.left == replayed_left(roots[0], found.turns)


def test_when_no_proof_fits_into_the_memory_beams_come_to_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def short_of_memory(*_arguments: object, **_options: object) -> KernelAnswer:
        return kernel.KernelAnswer(
            None, 0, (), complete=False, stopped="memory", nodes=0, peak_bytes=0, widest=0
        )

    monkeypatch.setattr(kernel, "exact", short_of_memory)
    found = search([LOST])
    assert found.stopped == "memory"
    assert found.bound < found.left == replayed_left(LOST, found.turns)


@pytest.mark.parametrize("threads", [1, 8, 64])
def test_a_small_search_needs_little_memory_on_any_number_of_threads(threads: int) -> None:
    assert search([LOST], memory_bytes=2 << 20, threads=threads).stopped is None


@pytest.mark.parametrize(
    ("players", "hand", "minimum"), [(1, 8, 2), (1, 8, 3), (2, 7, 2), (3, 6, 3), (5, 6, 2)]
)
def test_full_deals_are_won(players: int, hand: int, minimum: int) -> None:
    roots = dealt(42, players, hand, minimum)
    found = search(roots)
    assert (found.left, found.bound, found.stopped) == (0, 0, None)
    assert replayed_left(roots[found.root], found.turns) == 0


@pytest.mark.parametrize(("hand", "minimum"), [(3, 2), (4, 3)])
def test_small_hands_are_proven_lost(hand: int, minimum: int) -> None:
    roots = dealt(1, 1, hand, minimum)
    found = search(roots)
    assert found.stopped is None
    assert found.left == found.bound == replayed_left(roots[0], found.turns) > 0
    quick = search(roots, win_only=True)
    assert (quick.bound, quick.stopped) == (1, None)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_question_gets_the_same_answer(threads: int) -> None:
    for roots in (dealt(11, 1, 8, 3), dealt(1, 1, 4, 3)):  # beams of some width; a proof
        assert search(roots, threads=threads) == search(roots)


def test_an_interrupt_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = dealt(11, 1, 7, 3)  # nobody has won this one quickly
    beams: list[int] = []

    def interrupted(*arguments: Any, **options: Any) -> KernelAnswer:
        beams.append(1)
        found = beam(*arguments, **options)
        return replace(found, stopped="interrupted") if len(beams) == 3 else found

    beam = kernel.beam
    monkeypatch.setattr(kernel, "beam", interrupted)
    found = search(roots)
    assert (found.stopped, len(beams)) == ("interrupted", 3)
    assert found.left == replayed_left(roots[0], found.turns) < 98


def test_progress_is_told() -> None:
    told: list[SearchProgress] = []
    search(dealt(1, 1, 4, 2), progress=told.append)
    assert told
    assert all(now.layers == 98 and 0 <= now.layer <= 98 for now in told)
    assert [now.nodes for now in told] == sorted(now.nodes for now in told)


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
    # Only the seat with the 12 can take the pile back before the 23 is laid on it.
    roots = rotations(Problem((22, 99, 3, 4), ((23,), (12,)), (), 2))
    found = search(roots)
    assert (found.left, found.root) == (0, 1)
