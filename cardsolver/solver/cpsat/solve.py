"""The best outcome of a position, or of the best of several starters, by CP-SAT.

First the question "can it be won?", which has the smaller model and is usually all there is to
ask; then, if wanted, "how many cards can be laid?" with what is known so far as limits from both
sides.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import extended, left_after
from cardsolver.solver.cpsat.run import Run, Status, run
from cardsolver.solver.cpsat.steps.model import Model
from cardsolver.solver.result import EngineAnswer, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.problem import Problem, Turn

SMALL = 20  # cards; up to here the second question by itself is decided as fast as the first


class ModelError(AssertionError):
    """The model and the rules disagree: a bug in this program, never an answer."""


def solve(
    roots: Sequence[Problem],
    *,
    limit_s: float | None = None,
    hint: tuple[int, Sequence[Turn]] | None = None,
    workers: int = 1,
    win_only: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> EngineAnswer:
    """The fewest cards left over all roots: the same cards, each with a different starter.

    `hint` is a root and a legal line from it. A hinted win is optimal by itself; the model is
    built all the same and has to accept it. `win_only` stops as soon as it is known whether
    all cards can be laid. Ctrl-C and the limit end the search with the best line so far.
    `progress` gets the cards left and the bound at each better line, perhaps in another thread.
    """
    if not roots:
        raise ValueError("at least one position is needed")
    hunt = _Hunt(roots, limit_s=limit_s, workers=workers, progress=progress)
    try:
        hunt.start(hint)
        if win_only or roots[0].left > SMALL:
            hunt.win(time_share=1.0 if win_only else 0.5)
        if not win_only:
            hunt.lay_most()
    except OutOfTimeError:
        pass
    except KeyboardInterrupt:
        hunt.interrupted = True
    return hunt.found(win_only=win_only)


class _Hunt:
    """The state of one call: the best line, a bound for each root, the time left."""

    def __init__(
        self,
        roots: Sequence[Problem],
        *,
        limit_s: float | None,
        workers: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.roots, self.workers, self.progress = roots, workers, progress
        self.deadline = None if limit_s is None else time.monotonic() + limit_s
        self.root = 0
        self.turns: tuple[Turn, ...] = ()
        self.left = roots[0].left
        self.bounds = [0] * len(roots)
        self.nodes = 0
        self.interrupted = False

    @property
    def bound(self) -> int:
        """No line from any root leaves fewer cards."""
        return min(self.left, *self.bounds)

    def start(self, hint: tuple[int, Sequence[Turn]] | None) -> None:
        """Something to beat: the hint, or else always the first lay found."""
        if hint is not None:
            self._take(hint[0], hint[1])
            if self.left == 0:
                self._confirm(*hint)
        for root, problem in enumerate(self.roots):
            self._take(root, extended(problem, ()))

    def _confirm(self, root: int, turns: Sequence[Turn]) -> None:
        model = Model(self.roots[root], win_only=True, deadline=self.deadline)
        model.keep(turns)
        result = self._run(model, self.deadline)
        if result.status is Status.IMPOSSIBLE:
            raise ModelError(f"the rules allow this win, the model does not: {turns}")

    def win(self, *, time_share: float) -> None:
        """Ask of each root whether all cards can be laid."""
        end = self._share(self.deadline, time_share)
        for root, problem in enumerate(self.roots):
            if self.left == 0 or self.interrupted:
                return
            model = Model(problem, win_only=True, deadline=self.deadline)
            result = self._run(model, self._share(end, 1 / (len(self.roots) - root)))
            if result.turns is not None:
                self._take(root, result.turns)
            elif result.status is Status.IMPOSSIBLE:
                self.bounds[root] = 1

    def lay_most(self) -> None:
        """Lay as many cards as possible from each root that may still beat the best line."""
        for root, problem in enumerate(self.roots):
            if self.bounds[root] >= self.left or self.interrupted:
                continue
            model = Model(problem, deadline=self.deadline)
            # Not worth less than the best line; not more than is known to be possible.
            model.demand(problem.left - self.left + 1)
            model.forbid(problem.left - self.bounds[root] + 1)
            if self.root == root:
                model.hint(self.turns)

            def better(turns: tuple[Turn, ...], root: int = root) -> None:
                self._take(root, turns)

            end = self._share(self.deadline, 1 / (len(self.roots) - root))
            result = self._run(model, end, on_line=better)
            if result.turns is not None:
                self._take(root, result.turns)
            if result.status in (Status.SOLVED, Status.IMPOSSIBLE):
                self.bounds[root] = self.left
            else:
                self.bounds[root] = max(self.bounds[root], problem.left - result.most)

    @staticmethod
    def _share(end: float | None, part: float) -> float | None:
        """The moment when this part of the time until the end is over."""
        now = time.monotonic()
        return None if end is None else now + (end - now) * part

    def _run(
        self,
        model: Model,
        deadline: float | None,
        *,
        on_line: Callable[[tuple[Turn, ...]], None] | None = None,
    ) -> Run:
        result = run(model, deadline=deadline, workers=self.workers, on_line=on_line)
        self.nodes += result.nodes
        self.interrupted |= result.interrupted
        return result

    def _take(self, root: int, turns: Sequence[Turn]) -> None:
        """Keep a line if it is the best; the rules judge it here, whoever found it."""
        problem = self.roots[root]
        line = extended(problem, turns)
        left = left_after(problem, line)
        if left < self.left or not self.turns:
            self.root, self.turns, self.left = root, line, left
            if self.progress:
                self.progress(self.left, self.bound)

    def found(self, *, win_only: bool) -> EngineAnswer:
        """The answer as far as it is known."""
        decided = self.bound == self.left or (win_only and self.bound > 0)
        reason: Stop = "interrupted" if self.interrupted else "time"
        return EngineAnswer(
            left=self.left,
            bound=self.bound,
            root=self.root,
            turns=self.turns,
            stopped=None if decided else reason,
            nodes=self.nodes,
        )
