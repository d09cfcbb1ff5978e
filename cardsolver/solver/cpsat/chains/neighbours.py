"""A better line near a known one: large-neighbourhood search over chains.

    turns  0 ......... a .............. b ................ end
           kept        free             order kept

A neighbourhood is a stretch of turns. Before it the line stays as it is. Its cards, and those that
the line does not lay, may go anywhere. All other cards keep their order: on a kept card comes the
next kept one of its pile, with free cards between them or not. The target is one card more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.chains.frame import is_whole_game
from cardsolver.solver.cpsat.chains.model import Model
from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import extended, left_after, positions
from cardsolver.solver.cpsat.run import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.solver.cpsat.chains.variables import Allowed
    from cardsolver.solver.problem import Problem, Turn

FIRST_WIDTH = 8  # turns
FIRST_EFFORT = 0.3  # of a neighbourhood, in CP-SAT's deterministic time
GROWTH = 1.5


@dataclass(frozen=True, slots=True)
class Stretch:
    """The turns of a neighbourhood."""

    start: int
    end: int


class Neighbours:
    """The neighbourhoods of the best line so far, over and over, each round wider."""

    def __init__(
        self,
        problem: Problem,
        turns: Sequence[Turn],
        *,
        deadline: float | None = None,
    ) -> None:
        """Start from this line, played to its end."""
        self.problem = problem
        self.turns = extended(problem, turns)
        self.left = left_after(problem, self.turns)
        self.deadline = deadline
        self.spent = 0.0  # effort
        self.nodes = 0
        self._width = float(FIRST_WIDTH)
        self._effort = FIRST_EFFORT
        self._seed = 0
        self._waiting: list[Stretch] = []

    def lines(self, effort: float) -> Iterator[tuple[Turn, ...]]:
        """Better and better lines, until one wins or the effort is spent.

        Raises OutOfTimeError at the deadline, KeyboardInterrupt at Ctrl-C.
        """
        end = self.spent + effort
        while self.left and self.spent < end:
            if not self._waiting:
                self._waiting = list(stretches(len(self.turns), int(self._width)))
            if self._try(self._waiting.pop()):
                yield self.turns
            elif not self._waiting:
                # Every one of this width has failed.
                self._width *= GROWTH
                self._effort *= GROWTH
                self._seed += 1

    def _try(self, stretch: Stretch) -> bool:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError
        model = neighbourhood(self.problem, self.turns, stretch, self.deadline)
        result = run(
            model,
            deadline=self.deadline,
            effort=self._effort,
            seed=self._seed,
        )
        self.spent += result.effort
        self.nodes += result.nodes
        if result.turns is not None:
            self.turns = extended(self.problem, (*self.turns[: stretch.start], *result.turns))
            self.left = left_after(self.problem, self.turns)
            self._waiting = []
        if result.interrupted:
            raise KeyboardInterrupt
        return result.turns is not None


def stretches(turns: int, width: int) -> Iterator[Stretch]:
    """From the start of a line to its end, half a width apart; the last ones are most promising."""
    if width >= turns:
        yield Stretch(0, turns)
        return
    for start in range(turns - width, 0, -max(1, width // 2)):
        yield Stretch(start, start + width)
    yield Stretch(0, width)


def neighbourhood(
    problem: Problem, turns: Sequence[Turn], stretch: Stretch, deadline: float | None = None
) -> Model:
    """The model of all lines in the neighbourhood that lay more cards than this one."""
    here = list(positions(problem, turns))[stretch.start]
    rest = turns[stretch.start :]
    return Model(
        here,
        target=sum(map(len, rest)) + 1,
        sizes=None if is_whole_game(here) else [len(turn) for turn in rest[:-1]],
        allowed=_order_kept(rest, stretch.end - stretch.start),
        deadline=deadline,
    )


def _order_kept(turns: Sequence[Turn], free: int) -> Allowed | None:
    """Coverings after the first turns: between kept cards only those of the line."""
    following: dict[int, int] = {}
    tops = [-1 - pile for pile in range(4)]
    for lay in (lay for turn in turns[free:] for lay in turn):
        following[tops[lay.pile]] = lay.card
        tops[lay.pile] = lay.card
    if not following:
        return None
    kept = {*following.values()}

    def allowed(_direction: int, item: int, card: int) -> bool:
        # Below the lowest kept card there are free ones, or the pile as it is at the start.
        return item not in kept or card not in kept or following.get(item) == card

    return allowed
