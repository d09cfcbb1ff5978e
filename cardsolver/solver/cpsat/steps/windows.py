"""A better line near a known one: free a window of its lays, keep what comes before and after.

    lays   0 ......... a .............. b ................ end
           kept        free             in the corridor

Before the window the line stays as it is, so the model starts at the position there. After it
every card keeps its direction and about its moment: later by the cards gained, and a little room
to give way. A window that reaches the end is the exact question from a on.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import extended, left_after, positions
from cardsolver.solver.cpsat.run import run
from cardsolver.solver.cpsat.shape import DIRECTIONS
from cardsolver.solver.cpsat.steps.canonical import canonical
from cardsolver.solver.cpsat.steps.model import Model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.solver.problem import Problem, Turn

WINDOW = 24  # lays
ROOM = 2  # lays that a kept card may move


@dataclass(frozen=True, slots=True)
class Improved:
    """The best line when the windows ended, the cards it leaves, and whether Ctrl-C ended them."""

    turns: tuple[Turn, ...]
    left: int
    interrupted: bool


def improve(
    problem: Problem,
    turns: Sequence[Turn],
    *,
    limit_s: float | None = None,
    window: int = WINDOW,
    workers: int = 1,
) -> Improved:
    """A legal line that leaves fewer cards than the given one, or the given one played to its end.

    Windows are tried from the end of the line to its start, then twice as large ones, and so on
    until one window is the whole line: without a limit the result is optimal. Ctrl-C ends it as
    the limit does, and the result says so.
    """
    deadline = None if limit_s is None else time.monotonic() + limit_s
    best = extended(problem, turns)
    size = window
    interrupted = False
    try:
        while left_after(problem, best):
            better = next(_better(problem, best, size, deadline, workers), None)
            if better is not None:
                best = better
            elif size >= problem.left:
                break
            else:
                size *= 2
    except OutOfTimeError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    return Improved(best, left_after(problem, best), interrupted)


def _better(
    problem: Problem, turns: tuple[Turn, ...], size: int, deadline: float | None, workers: int
) -> Iterator[tuple[Turn, ...]]:
    """Better lines, one window after another, each for a quarter of the time left.

    The whole line as a window is the last there is to try and gets all the time.
    """
    for kept in _window_starts(turns, size):
        now = time.monotonic()
        if deadline is not None and now >= deadline:
            raise OutOfTimeError
        here = list(positions(problem, turns))[kept]
        model = window_model(here, turns[kept:], size, deadline)
        part = 1 if size >= problem.left else 1 / 4
        result = run(
            model,
            deadline=None if deadline is None else now + (deadline - now) * part,
            workers=workers,
        )
        if result.turns is not None:
            yield extended(problem, (*turns[:kept], *result.turns))
        if result.interrupted:
            raise KeyboardInterrupt


def _window_starts(turns: tuple[Turn, ...], size: int) -> Iterator[int]:
    """The turns that windows start with, the last first, half a window apart."""
    before = [0, *accumulate(len(turn) for turn in turns)]
    goal = before[-1] - size
    for kept in reversed(range(len(turns))):
        if before[kept] <= max(0, goal):
            yield kept
            goal = before[kept] - size // 2


def window_model(
    here: Problem, turns: Sequence[Turn], size: int, deadline: float | None = None
) -> Model:
    """The model of all lines that lay more cards than this one and keep to it after the window."""
    model = Model(here, deadline=deadline)
    lays = [lay for turn in canonical(model.shape, turns) for lay in turn]
    gain = here.left - len(lays)
    model.demand(len(lays) + 1)
    for moment, lay in enumerate(lays):
        if moment < size:
            continue
        corridor = range(moment - ROOM, moment + gain + ROOM + 1)
        for t in range(model.shape.lays):
            for d in DIRECTIONS:
                if t not in corridor or d != lay.pile // 2:
                    model.formula.clause(~model.variables.lay(t, d, lay.card))
    return model
