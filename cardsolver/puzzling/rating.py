"""How hard a puzzle is: three measurements, and the difficulty that follows from them.

choices  How narrow the way is: along the solver's line, the share of legal moves after which the
         best outcome can still be reached, move by move, as bits (halvings). Only for positions:
         in a full deal most of these questions could not be settled.
bots     What share of the bots' games reach the best outcome. They see only their own hands; where
         nothing is hidden from them they calculate, and that says nothing.
width    The judgement it takes: the narrowest beam of the search that finds the best outcome, in
         powers of two.

Each is graded from 1 to 5; the difficulty is the mean grade, rounded. puzzles/README.md explains
it to people, with how far the measurements agree.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Any

from cardsolver.core.table import Table
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.games.the_game.bots.endgame import known_moment
from cardsolver.games.the_game.bots.greedy import GreedyBot
from cardsolver.games.the_game.bots.lookahead import LookaheadBot
from cardsolver.games.the_game.bots.planner import PlannerBot
from cardsolver.seats.seating import play_seats
from cardsolver.solver.problem import Problem
from cardsolver.solver.search import search
from cardsolver.solver.solve import problems_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import AnyBot
    from cardsolver.games.the_game.rules import State
    from cardsolver.solver.result import Verdict

DIFFICULTIES = ("easy", "medium", "hard", "fierce", "brutal")
# Where grades 2 to 5 begin. Chosen so that the grades of new puzzles spread (puzzles/README.md).
CHOICES_FROM = (9.0, 15.0, 25.0, 40.0)  # bits
BOTS_UP_TO = (0.8, 0.5, 0.2, 0.0)  # share of the bots' games
WIDTHS_FROM = (2, 4, 8, 32)

GUESSERS = 10  # games of the lookahead, each with other guesses
GUESSES = 8  # per turn
MOST_WIDTH = 1 << 20


@dataclass(frozen=True, slots=True)
class Rating:
    """What was measured, and the difficulty from 1 to 5."""

    choices: float | None
    bots: float | None
    width: int

    @property
    def grades(self) -> tuple[int, ...]:
        """From 1 to 5: choices, bots, width, as far as they were measured."""
        choices = () if self.choices is None else (_grade(self.choices, CHOICES_FROM),)
        bots = () if self.bots is None else (1 + sum(self.bots <= each for each in BOTS_UP_TO),)
        return (*choices, *bots, _grade(self.width, WIDTHS_FROM))

    @property
    def difficulty(self) -> int:
        """The mean grade, rounded; a half counts as the harder one."""
        return int(sum(self.grades) / len(self.grades) + 0.5)

    def to_json(self) -> dict[str, Any]:
        """As a puzzle's file holds it."""
        choices = {} if self.choices is None else {"choices": round(self.choices, 1)}
        bots = {} if self.bots is None else {"bots": round(self.bots, 3)}
        return {**choices, **bots, "width": self.width}


def rate(puzzle: Deal, verdict: Verdict) -> Rating:
    """Rate a puzzle with a verdict that proves its best outcome."""
    return Rating(
        choices=None if puzzle.position is None else choice_bits(verdict),
        bots=None if _nothing_is_hidden(puzzle) else bots_share(puzzle, verdict.left),
        width=narrowest_beam(puzzle, verdict.left),
    )


def _grade(value: float, begins: Sequence[float]) -> int:
    return 1 + bisect_right(begins, value)


def choice_bits(verdict: Verdict) -> float:
    """How many halvings the right choices along the line of a verdict amount to."""
    table = Table(verdict.transcript.deal)  # without talk, which is no choice of cards
    total = 0.0
    for move in verdict.moves:
        legal = table.legal_moves
        if len(legal) > 1:
            right = sum(
                other == move or _still_reaches(table, other, verdict.left) for other in legal
            )
            total += log2(len(legal) / right)
        table.push(move)
    return total


def _still_reaches(table: Table, move: str, left: int) -> bool:
    """Can the best outcome still be reached after this move?"""
    table.push(move)
    state: State = table.state
    over = table.outcome is not None
    table.pop()
    if over:
        return the_game.left(state) <= left
    problem = Problem.of(state)
    unlaid = bits(problem.draw)
    for hand in problem.hands:
        unlaid |= bits(hand)
    if dead_cards(problem.tops, unlaid).bit_count() > left:
        return False
    return search([problem], win_only=left == 0).unless_interrupted().left <= left


def _nothing_is_hidden(puzzle: Deal) -> bool:
    state = the_game.start(puzzle)
    return known_moment(the_game.view(state, state.mover)) is not None


def bots_share(puzzle: Deal, left: int) -> float:
    """The share of the bots' games that reach the best outcome."""
    players = the_game.start(puzzle).rules.players
    reached = games = 0
    for bots in _panel(puzzle, players):
        match = play_seats(puzzle, bots, names=["bot"] * players)
        if match.interrupted:
            raise KeyboardInterrupt
        reached += the_game.left(match.state) <= left
        games += 1
    return reached / games


def _panel(puzzle: Deal, players: int) -> Iterator[list[AnyBot]]:
    cards = puzzle.position or puzzle.seed  # the guesses do not depend on the puzzle's name
    yield [GreedyBot() for _ in range(players)]
    yield [PlannerBot() for _ in range(players)]
    for number in range(GUESSERS):
        yield [LookaheadBot(f"{cards}/{number}/{seat}", samples=GUESSES) for seat in range(players)]


def narrowest_beam(puzzle: Deal, left: int) -> int:
    """The least width, in powers of two, at which a beam finds the best outcome."""
    problems = problems_of(puzzle)
    width = 1
    while width < MOST_WIDTH:
        found = kernel.beam(problems, width, win_only=left == 0)
        if found.left is not None and found.left <= left:
            break
        width *= 2
    return width
