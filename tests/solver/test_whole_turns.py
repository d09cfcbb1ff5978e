"""The search by whole turns: its turns, its order and its lines, judged by the naive rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cardsolver.solver.search import engine, one_pass, search, turn_layers
from cardsolver.solver.search.packed import Setup, root_row
from cardsolver.solver.search.turn_order import TurnOrder
from cardsolver.solver.search.turns import after_turns, best_turns, has_whole_turns, longest_turn
from tests.naive import the_game as naive
from tests.solver.test_search import after, dealt, problem_of, replayed_left

if TYPE_CHECKING:
    from cardsolver.solver.problem import Problem
    from cardsolver.solver.search.turns import Turns

Tops = tuple[int, ...]


def positions(count: int) -> list[naive.Position]:
    """Small random positions that can be searched by whole turns."""
    rng = Random(5)
    result: list[naive.Position] = []
    while len(result) < count:
        position = naive.random_position(rng, rng.randint(6, 12))
        problem = problem_of(position)
        if has_whole_turns(Setup.of([problem]), root_row(problem)):
            result.append(position)
    return result


POSITIONS = positions(150)


def sorted_tops(tops: Tops) -> Tops:
    return (*sorted(tops[:2]), *sorted(tops[2:], reverse=True))


def naive_turns(position: naive.Position) -> dict[tuple[frozenset[int], Tops], naive.Position]:
    """Every whole turn by its cards and the tops it leaves, with the position after it."""
    return {
        (frozenset(card for pile in turn for card in pile), sorted_tops(moved.tops)): moved
        for turn, moved in naive.turns(position).items()
    }


def never_worse(tops: Tops, other: Tops, unlaid: set[int]) -> bool:
    """May a state with `tops` copy every line of the same state with `other`?"""
    for pile, (a, b) in enumerate(zip(tops, other, strict=True)):
        up = 1 if pile < 2 else -1
        trick = b - 10 * up
        if a != b and ((b - a) * up < 0 or (trick in unlaid and (trick - a) * up <= 0)):
            return False
    return True


def turns_of(problem: Problem, floor: float = -np.inf) -> tuple[Setup, Turns]:
    setup, row = Setup.of([problem]), root_row(problem)
    longest = longest_turn(setup, len(problem.hands[0]))
    floors = np.full(longest + 1, floor, dtype=np.float32)
    return setup, best_turns(setup, TurnOrder(setup), row, 0, floors)


def cards_of(problem: Problem, places: int) -> frozenset[int]:
    hand = sorted(problem.hands[0])
    return frozenset(card for place, card in enumerate(hand) if places >> place & 1)


def test_turns_are_legal_and_none_is_missing_that_could_be_better() -> None:
    compared = 0
    for position in POSITIONS:
        problem = problem_of(position)
        setup, turns = turns_of(problem)
        longest = longest_turn(setup, len(problem.hands[0]))
        legal = {
            key: moved for key, moved in naive_turns(position).items() if len(key[0]) <= longest
        }
        found = {
            (cards_of(problem, int(places)), tuple(tops.tolist()))
            for places, tops in zip(turns.places, turns.tops, strict=True)
        }
        assert found <= legal.keys(), position
        unlaid = {card for hand in position.hands for card in hand} | set(position.draw)
        for cards, tops in legal.keys() - found:
            assert any(
                cards == others and never_worse(better, tops, unlaid) for others, better in found
            ), (position, cards, tops)
            compared += 1
    assert compared > 500


def test_a_turn_leads_where_the_rules_lead() -> None:
    compared = 0
    for position in POSITIONS[:60]:
        problem = problem_of(position)
        setup, turns = turns_of(problem)
        legal = naive_turns(position)
        row = root_row(problem)
        for index in range(len(turns)):
            turn = turns.take(np.array([index]))
            key = cards_of(problem, int(turn.places[0])), tuple(turn.tops[0].tolist())
            seats = len(position.hands)
            expected = legal[key]
            if expected.mover != (position.mover + 1) % seats:
                continue  # an empty hand is passed over: the seats of a row begin with the mover
            hands = [expected.hands[(expected.mover + seat) % seats] for seat in range(seats)]
            reached = problem_of(naive.make(key[1], hands, expected.draw, expected.minimum))
            assert (after_turns(setup, row, 0, turn) == root_row(reached)).all(), (position, key)
            compared += 1
    assert compared > 500


def test_a_floor_keeps_just_the_turns_above_it() -> None:
    for position in POSITIONS:
        _, every = turns_of(problem_of(position))
        if not len(every):
            continue
        floor = float(np.median(every.score)) + 1e-4
        _, some = turns_of(problem_of(position), floor)
        expected = every.take(np.flatnonzero(every.score >= floor))
        assert len(some) == len(expected), position
        assert np.allclose(np.sort(some.score), np.sort(expected.score), atol=1e-3), position


def test_a_seat_that_has_to_step_far_is_worth_less() -> None:
    """The same turn, but the next seat's cards lie far from all piles or near to one."""
    near, far = (
        turns_of(problem_of(naive.make((30, 31, 70, 69), ((5, 32), hand), (34, 66, 98), 2)))
        for hand in ((33, 35), (50, 51))
    )
    assert near[1].score.max() > far[1].score.max()


def by_turns_at_once(monkeypatch: pytest.MonkeyPatch, width: int, *, proofs: bool = False) -> None:
    monkeypatch.setattr(engine, "_LAYS_WIDTH", 1)
    monkeypatch.setattr(engine, "_FIRST_TURNS_WIDTH", width)
    if not proofs:
        monkeypatch.setattr(engine, "_PROOF_WIDTH", 1)
        monkeypatch.setattr(engine, "_PROOF_FACTOR", 1)


@pytest.mark.parametrize("win_only", [False, True])
def test_values_are_those_of_the_exhaustive_search(
    monkeypatch: pytest.MonkeyPatch, win_only: bool
) -> None:
    by_turns_at_once(monkeypatch, 2, proofs=True)
    small = [position for position in POSITIONS if naive.small_enough(position, 400)]
    assert len(small) > 20
    for position in small:
        value = naive.best(position)
        problem = problem_of(position)
        found = search([problem], first_width=1, win_only=win_only)
        assert found.stopped is None, position
        assert replayed_left(problem, found) == found.left, position
        assert found.bound <= value <= found.left, position
        assert (found.left == 0) == (value == 0), position
        assert win_only or found.left == found.bound, position


@pytest.mark.parametrize(("players", "hand", "minimum"), [(3, 5, 3), (2, 6, 3), (5, 6, 2)])
def test_whole_turns_win_full_deals(
    monkeypatch: pytest.MonkeyPatch, players: int, hand: int, minimum: int
) -> None:
    by_turns_at_once(monkeypatch, 15)
    roots = dealt(0, players, hand, minimum)
    assert one_pass(roots, 1, by_turns=False) > 0  # so what wins below are the turns
    found = search(roots, first_width=1, win_only=True)
    assert (found.left, found.bound, found.stopped) == (0, 0, None)
    assert replayed_left(roots[found.root], found) == 0


def test_a_wider_pass_by_turns_does_better() -> None:
    roots = dealt(0, 3, 5, 3)
    assert one_pass(roots, 10, by_turns=True) < one_pass(roots, 1, by_turns=True)


def test_a_search_by_turns_cut_short_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10)
    roots = dealt(67, 3, 5, 3)  # the hardest one known
    for calls in (90, 120, 180):
        found = search(roots, first_width=1, win_only=True, out_of_time=after(calls))
        assert found.stopped == "time"
        assert found.bound == 0
        assert replayed_left(roots[found.root], found) == found.left > 0


def test_a_search_by_turns_stays_within_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10_000)
    monkeypatch.setattr(engine, "_PROOF_FACTOR", 0)  # its width is told, too
    monkeypatch.setattr(turn_layers, "COSTS", replace(turn_layers.COSTS, block_bytes=1 << 10))
    widths: list[int] = []
    roots = dealt(67, 3, 5, 3)
    found = search(
        roots,
        first_width=1,
        win_only=True,
        memory_bytes=1 << 18,
        progress=lambda now: widths.append(now.width),
    )
    assert found.stopped == "memory"
    assert 1 < max(widths) < 200  # 10,000 were asked for
    assert replayed_left(roots[found.root], found) == found.left > 0


def test_little_memory_goes_lay_by_lay(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10_000)
    roots = dealt(67, 3, 5, 3)
    found = search(roots, first_width=1, win_only=True, memory_bytes=1 << 18)
    assert found.stopped == "memory"
    assert replayed_left(roots[found.root], found) == found.left > 0


@pytest.mark.parametrize(
    ("position", "allowed"),
    [
        (naive.make(naive.BASES, ((2, 3), (4, 5)), (6, 7), 2), True),
        (naive.make(naive.BASES, ((2, 3), (4, 5)), (), 2), False),  # nothing to draw
        (naive.make(naive.BASES, ((2, 3), (4,)), (6, 7), 2), False),  # hands of two sizes
        (naive.make(naive.BASES, ((2, 3), (4, 5)), (6, 7), 3), False),  # less than the minimum
        (naive.make(naive.BASES, ((2, 3), (4, 5)), (6, 7), 2, laid=1), False),
        (naive.make(naive.BASES, ((2, 3), (4, 5)), (6, 7), 2, on_fire=True), False),
        (naive.make(naive.BASES, (range(2, 9),), (16, 17), 2), False),  # a large hand
    ],
)
def test_where_turns_are_compared_whole(position: naive.Position, allowed: bool) -> None:
    problem = problem_of(position)
    assert has_whole_turns(Setup.of([problem]), root_row(problem)) is allowed
