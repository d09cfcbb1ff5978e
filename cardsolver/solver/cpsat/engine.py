"""The best outcome of a position, or of the best of several starters, by CP-SAT.

Small positions are one question to the step model. For all others three kinds of work take turns,
in rounds of growing effort, until the answer is proven or the time is up:

1. a walk through the deal with a rolling horizon, for a line;
2. exact questions, "can at least so many be laid?", for a bound (or a line);
3. neighbourhoods of the best line, for a better one.
"""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat import chains, steps
from cardsolver.solver.cpsat.chains.horizon import Horizon
from cardsolver.solver.cpsat.chains.neighbours import Neighbours
from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import extended, left_after
from cardsolver.solver.cpsat.questions import next_target, question, worth_asking
from cardsolver.solver.cpsat.run import Run, Status, run
from cardsolver.solver.result import EngineAnswer, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.cpsat.run import Model
    from cardsolver.solver.problem import Problem, Turn

SMALL = 20  # cards; up to here the question for the most lays is decided at once
FIRST_EFFORT = 6.0  # of a round, in CP-SAT's deterministic time: about seconds
GROWTH = 1.5
NEIGHBOURS_SHARE = 0.5  # of the effort that the walk of the round has
QUESTIONS_SHARE = 2.0  # the same for the proof of a bound; half a proof is none
PATIENT = 3  # only every so many rounds there are questions about a large position
LARGE = 60  # cards
FRESH_WALK = 4  # rounds after which a walk begins anew, in another way


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

    `hint` is a root and a legal line from it; a hinted win is the answer, as the rules judge it.
    `win_only` stops as soon as it is known whether all cards can be laid. Ctrl-C and the limit end
    the search with the best line so far. Several workers share the exact questions; all else is the
    work of one. `progress` gets the cards left and the bound whenever one of them gets better,
    perhaps in another thread.
    """
    if not roots:
        raise ValueError("at least one position is needed")
    hunt = _Hunt(roots, limit_s=limit_s, workers=workers, win_only=win_only, progress=progress)
    try:
        hunt.start(hint)
        if roots[0].left <= SMALL:
            hunt.lay_most()
        else:
            hunt.go_round(walk=hint is None)
    except OutOfTimeError:
        pass
    except KeyboardInterrupt:
        hunt.interrupted = True
    return hunt.found()


def accepts(problem: Problem, turns: Sequence[Turn]) -> bool:
    """Is the line a solution of the chain model? The second opinion on a line from elsewhere."""
    lays = sum(map(len, turns))
    if not lays:
        return True
    model = chains.Model(problem, target=lays, sizes=[len(turn) for turn in turns])
    model.keep(turns)
    result = run(model)
    if result.interrupted:
        raise KeyboardInterrupt
    return result.status is Status.SOLVED


def proves(
    roots: Sequence[Problem],
    bound: int,
    *,
    known: int | None = None,
    limit_s: float | None = None,
    workers: int = 1,
) -> bool | None:
    """Is it impossible to leave fewer cards than this, from any root? None: out of time.

    `known` is how many cards the best known line leaves. Ctrl-C is passed on.
    """
    hunt = _Hunt(roots, limit_s=limit_s, workers=workers, win_only=False, progress=None)
    cards = roots[0].left
    try:
        for root in range(len(roots)):
            if not hunt.excludes(root, cards - bound + 1, laid=cards - (known or bound)):
                return False
    except OutOfTimeError:
        return None
    return True


class _Hunt:
    """The state of one call: the best line, what is impossible for each root, the time left."""

    def __init__(
        self,
        roots: Sequence[Problem],
        *,
        limit_s: float | None,
        workers: int,
        win_only: bool,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.roots, self.workers, self.progress = roots, workers, progress
        self.win_only = win_only
        self.deadline = None if limit_s is None else time.monotonic() + limit_s
        self.root = 0
        self.turns: tuple[Turn, ...] = ()
        self.left = self.cards = roots[0].left
        # So many cards cannot be laid: proven.
        self.impossible = [self.cards + 1 if any(root.hands) else 1 for root in roots]
        self.nodes = 0
        self.interrupted = False

    @property
    def bound(self) -> int:
        """No line from any root leaves fewer cards."""
        return min(self.left, self.cards - max(self.impossible) + 1)

    @property
    def is_decided(self) -> bool:
        """Nothing more is asked."""
        return self.bound == self.left or (self.win_only and self.bound > 0)

    def found(self) -> EngineAnswer:
        """The answer as far as it is known."""
        reason: Stop = "interrupted" if self.interrupted else "time"
        return EngineAnswer(
            left=self.left,
            bound=self.bound,
            root=self.root,
            turns=self.turns,
            stopped=None if self.is_decided else reason,
            nodes=self.nodes,
        )

    def start(self, hint: tuple[int, Sequence[Turn]] | None) -> None:
        """Something to beat: the hint, or else always the first lay found."""
        if hint is not None:
            self._take(*hint)
        for root, problem in enumerate(self.roots):
            self._take(root, extended(problem, ()))

    # --- small positions ----------------------------------------------------------------------

    def lay_most(self) -> None:
        """Lay as many cards as possible from each root that may still beat the best line."""
        for root, problem in enumerate(self.roots):
            if self.is_decided or self.cards - self.left >= self.impossible[root] - 1:
                continue
            if self.win_only:
                self.ask(root, self.cards, None)
                continue
            model = steps.Model(problem, deadline=self.deadline)
            model.demand(self.cards - self.left + 1)

            def better(turns: tuple[Turn, ...], root: int = root) -> None:
                self._take(root, turns)

            result = self._run(model, on_line=better)
            if result.status in (Status.SOLVED, Status.IMPOSSIBLE):
                self._cannot(root, self.cards - self.left + 1)
            else:
                self._cannot(root, result.most + 1)
            self._stop_if_over(result)

    # --- large positions ----------------------------------------------------------------------

    def go_round(self, *, walk: bool) -> None:
        """Walk, ask and improve until the answer is proven."""
        walks = [self._walk(problem, 0) for problem in self.roots]
        neighbours: Neighbours | None = None
        effort = FIRST_EFFORT
        for number in count(1):
            for root in range(len(self.roots)):
                if self.is_decided:
                    return
                if walk or number > 1:
                    self._follow(root, walks[root], effort)
            if self.cards <= LARGE or number % PATIENT == 0:
                for root in range(len(self.roots)):
                    self._ask(root, effort * QUESTIONS_SHARE)
            if self.is_decided:
                return
            if neighbours is None or neighbours.left > self.left:
                neighbours = Neighbours(self.roots[self.root], self.turns, deadline=self.deadline)
            self._follow(self.root, neighbours, effort * NEIGHBOURS_SHARE)
            effort *= GROWTH
            if number % FRESH_WALK == 0:
                walks = [self._walk(problem, 1000 * number) for problem in self.roots]

    def _walk(self, problem: Problem, seed: int) -> Horizon:
        return Horizon(problem, seed=seed, deadline=self.deadline)

    def _follow(self, root: int, source: Horizon | Neighbours, effort: float) -> None:
        """Take every line that comes."""
        before = source.nodes
        try:
            for line in source.lines(effort):
                self._take(root, line)
        finally:
            self.nodes += source.nodes - before

    def _ask(self, root: int, effort: float) -> None:
        """Ask for a win, if that is the question; and for more than the best line in any case.

        What cannot be laid is no win, and fewer cards are a smaller question.
        """
        wanted = self.win_only and not self.is_decided and self.impossible[root] > self.cards
        if wanted and worth_asking(self.roots[root], self.cards, effort):
            self.ask(root, self.cards, effort)
        self._ask_for_more(root, effort)

    def _ask_for_more(self, root: int, effort: float) -> None:
        """Ask for more than the best line lays; after an answer ask again, until the effort ends.

        Every answer is a better line, or the proof of a better bound.
        """
        while not self.is_decided:
            laid = self.cards - self.left
            target = next_target(laid, self.impossible[root])
            if target is None or not worth_asking(self.roots[root], target, effort):
                return
            result = self.ask(root, target, effort)
            effort -= result.effort
            if result.status is Status.UNDECIDED or effort <= 0:
                return

    def ask(self, root: int, target: int, effort: float | None) -> Run:
        """Can so many cards be laid? Take what comes of it."""
        model = question(self.roots[root], target, self.deadline)
        result = self._run(model, effort=effort)
        if result.turns is not None:
            self._take(root, result.turns)
        elif result.status is Status.IMPOSSIBLE:
            self._cannot(root, target)
        self._stop_if_over(result)
        return result

    def excludes(self, root: int, target: int, *, laid: int) -> bool:
        """Can so many cards not be laid? `laid` can, as far as is known.

        If fewer cannot be laid either, to ask for fewer is the smaller question; how many is a
        guess, so both are asked in turn, with growing effort.
        """
        effort = FIRST_EFFORT
        while self.impossible[root] > target:
            for number in dict.fromkeys((next_target(laid, target + 1) or target, target)):
                result = self.ask(root, number, effort)
                if self.impossible[root] <= target:
                    break
                if result.turns is not None:
                    laid = max(laid, sum(map(len, result.turns)))
                if laid >= target:
                    return False
            effort *= GROWTH
        return True

    # --- runs and results ---------------------------------------------------------------------

    def _run(
        self,
        model: Model,
        *,
        effort: float | None = None,
        on_line: Callable[[tuple[Turn, ...]], None] | None = None,
    ) -> Run:
        result = run(
            model, deadline=self.deadline, workers=self.workers, effort=effort, on_line=on_line
        )
        self.nodes += result.nodes
        return result

    def _stop_if_over(self, result: Run) -> None:
        if result.interrupted:
            raise KeyboardInterrupt
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError

    def _take(self, root: int, turns: Sequence[Turn]) -> None:
        """Keep a line if it is the best; the rules judge it here, whoever found it."""
        problem = self.roots[root]
        line = extended(problem, turns)
        left = left_after(problem, line)
        if self.cards - left >= self.impossible[root]:
            raise ModelError(f"{self.cards - left} lays were proven impossible: {line}")
        if left < self.left or not self.turns:
            self.root, self.turns, self.left = root, line, left
            self._tell()

    def _cannot(self, root: int, target: int) -> None:
        """So many cards cannot be laid from this root: CP-SAT has proven it."""
        if target < self.impossible[root]:
            self.impossible[root] = target
            self._tell()

    def _tell(self) -> None:
        if self.progress:
            self.progress(self.left, self.bound)
