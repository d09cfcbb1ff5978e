"""Small positions of The Game, and the naive rules' word about them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import Position, format_position
from cardsolver.solver.problem import Problem
from tests.support.naive import the_game as naive

if TYPE_CHECKING:
    from cardsolver.games.the_game.kernel import Turn


BASES = (1, 1, 100, 100)
# Positions that can reach more than this many others take the naive search too long.
NAIVE_LIMIT = 3000


def problem_of(position: naive.Position) -> Problem:
    """The naive position as the solver's question."""
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


def deal_of(position: naive.Position) -> Deal:
    """The naive position as a deal."""
    a, b, c, d = position.tops
    due = frozenset(pile for pile in range(4) if position.due[pile])
    numbers = Position((a, b, c, d), position.hands, position.draw, position.laid, due)
    fire = " on-fire" if position.on_fire else ""
    return Deal(
        the_game.NAME, f"minimum={position.minimum}{fire}", position=format_position(numbers)
    )


def small_position(number: int) -> naive.Position:
    """One of as many random positions as are wanted, small enough for the naive search."""
    for seed in count(1_000_000 + 10 * number):  # three of four seeds give one
        position = naive.random_position(Random(seed))
        if naive.small_enough(position, NAIVE_LIMIT):
            return position
    raise AssertionError  # the seeds do not end


def burning_position(number: int) -> naive.Position:
    """One of as many random positions as are wanted in which to end the turn loses to the fire."""
    for seed in count(100_000 * number):
        position = naive.random_position(Random(seed))
        if any(position.due) and "end" in naive.legal(position):
            return position
    raise AssertionError  # the seeds do not end


def position_of(problem: Problem) -> naive.Position:
    """The other way round."""
    return naive.make(
        problem.tops,
        problem.hands,
        problem.draw,
        problem.minimum,
        problem.laid,
        on_fire=problem.on_fire,
        due=problem.due,
    )


def replayed_left(problem: Problem, turns: tuple[Turn, ...]) -> int:
    """Cards left after a line; the naive rules refuse an illegal one."""
    position = position_of(problem)
    for number, turn in enumerate(turns, 1):
        for lay in turn:
            position = naive.play(position, f"{naive.PILES[lay.pile]}{lay.card}")
        ended_by_itself = bool(turn) and position.laid == 0
        if number < len(turns) and not ended_by_itself:
            position = naive.play(position, "end")
    return naive.left(position)


def rotations(problem: Problem) -> list[Problem]:
    """The same question with each seat as the starter."""
    hands = problem.hands
    return [replace(problem, hands=hands[seat:] + hands[:seat]) for seat in range(len(hands))]


def dealt(seed: int, players: int, hand: int, minimum: int) -> list[Problem]:
    """A full deal, with each seat as the starter."""
    deck = tuple(int(str(card)) for card in deal_seed("the-game", str(seed)).deck)
    size = players * hand
    hands = tuple(deck[seat:size:players] for seat in range(players))
    return rotations(Problem(BASES, hands, deck[size:], minimum))


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
    """The fewest cards left that the naive search finds."""
    return min(naive.best(position_of(root)) for root in roots)
