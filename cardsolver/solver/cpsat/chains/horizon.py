"""A line through a whole deal, window by window: plan some turns ahead, keep the first of them.

    turns  0 ......... 6 ........ 12 ....... 18 ....... 24 ........... end
           |----- window -------|
           | kept     |----- window -------|
                      | kept     |----- window -------|
                                 | kept     |----- the rest: a win ---|

A window lays the minimum in each of its turns and leaves as good a position as it can. The last one
has to lay everything. When a window has no solution, or none is found, the plan backs up to an
earlier one and asks for another, which must not begin with the turns that have failed.

That a window fails proves nothing: it is a question with extra demands.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.chains.frame import lays_of_turns
from cardsolver.solver.cpsat.chains.model import Model
from cardsolver.solver.cpsat.chains.outlook import Weights, look_ahead
from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import positions
from cardsolver.solver.cpsat.run import run
from cardsolver.solver.cpsat.shape import height

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.solver.cpsat.run import Run
    from cardsolver.solver.problem import Problem, Turn


@dataclass(frozen=True, slots=True)
class Settings:
    """How far a window sees, and what it may cost (in CP-SAT's deterministic time)."""

    window: int = 12  # turns
    kept: int = 6  # turns of it
    last: int = 3  # a window that would leave so few turns takes them as well
    longest_step: int = 30  # numbers that a pile may be advanced by one lay
    effort: float = 0.5
    last_effort: float = 2.0
    weights: Weights = field(default_factory=Weights)


@dataclass(slots=True)
class _Place:
    """A position that a window starts from, how it was reached, and what was tried from it."""

    position: Problem
    line: tuple[Turn, ...]
    hint: tuple[Turn, ...] = ()
    failed: list[tuple[Turn, ...]] = field(default_factory=list)


class Horizon:
    """One walk through a deal; it can be continued after any effort."""

    def __init__(
        self,
        problem: Problem,
        *,
        settings: Settings | None = None,
        seed: int = 0,
        deadline: float | None = None,
    ) -> None:
        """At the start of the walk. Another `seed` gives another walk."""
        self.problem = problem
        self.settings = settings or Settings()
        self.deadline = deadline
        self.spent = 0.0  # effort
        self.nodes = 0
        self.windows = 0
        self._seed = seed
        self._failures = 0
        self._again = False  # the same window is tried once more, with fewer demands
        self._places = [_Place(problem, ())]

    def lines(self, effort: float) -> Iterator[tuple[Turn, ...]]:
        """Lines to the end of each window, until one wins or the effort is spent.

        A position that one window decides is tried twice.

        Raises OutOfTimeError at the deadline, KeyboardInterrupt at Ctrl-C.
        """
        end = self.spent + effort
        while self.spent < end:
            place = self._places[-1]
            model = self._window(place)
            result = self._run(model)
            if result.turns is None:
                self._back_up()
                if model.frame.wins and place is self._places[0] and not self._again:
                    return  # the whole question in one window: that is for others
                continue
            line = (*place.line, *result.turns)
            yield line
            if model.frame.wins:
                return
            self._go_on(place, result.turns)

    def _window(self, place: _Place) -> Model:
        """The model of the next turns. Tried again, turn sizes and steps are free."""
        target = lays_of_turns(place.position, self.settings.window + self.settings.last)
        if target is not None:
            target = lays_of_turns(place.position, self.settings.window)

        def small_step(direction: int, item: int, card: int) -> bool:
            low = item if item > 0 else place.position.tops[-1 - item]
            rise = height(direction, card) - height(direction, low)
            return rise <= self.settings.longest_step

        model = Model(
            place.position,
            target=target,
            sizes=None if self._again else (),
            allowed=None if self._again else small_step,
            deadline=self.deadline,
        )
        for turns in place.failed:
            model.forbid(turns)
        if not model.frame.wins:
            look_ahead(model, self.settings.weights)
        model.hint(place.hint)
        return model

    def _run(self, model: Model) -> Run:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError
        settings = self.settings
        effort = settings.last_effort
        if not model.frame.wins:
            effort = settings.effort * (1 + self._failures / 4)
        if self._again:
            effort *= 1.5
        # One worker: several find a window's plan no sooner, and cost several times as much.
        result = run(model, deadline=self.deadline, effort=effort, seed=self._seed)
        self.spent += result.effort
        self.nodes += result.nodes
        self.windows += 1
        if result.interrupted:
            raise KeyboardInterrupt
        return result

    def _go_on(self, place: _Place, turns: tuple[Turn, ...]) -> None:
        """Keep the first turns; after failures, fewer of them."""
        keep = max(2, self.settings.kept - self._failures // 2)
        kept = turns[: min(keep, len(turns) - 1)]
        *_, position = positions(place.position, (*kept, ()))
        self._places.append(_Place(position, (*place.line, *kept), turns[len(kept) :]))
        self._again = False

    def _back_up(self) -> None:
        """Try the window once more, then those before it, the further back the more have failed."""
        self._seed += 1
        if not self._again:
            self._again = True
            return
        self._again = False
        self._failures += 1
        back = min(2 + (self._failures - 1) // 3, len(self._places) - 1)
        if back:
            dead = self._places[-back]
            del self._places[-back:]
            place = self._places[-1]
            place.failed.append(dead.line[len(place.line) :])
        self._places[-1].hint = ()
