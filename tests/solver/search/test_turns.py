"""Whole turns, judged by the naive rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from cardsolver.solver.search.packed import Setup, root_row
from cardsolver.solver.search.turns import after_turns, has_whole_turns, longest_turn
from tests.support.naive import the_game as naive
from tests.support.positions import POSITIONS, problem_of, turns_of

if TYPE_CHECKING:
    from cardsolver.solver.problem import Problem


Tops = tuple[int, ...]


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
