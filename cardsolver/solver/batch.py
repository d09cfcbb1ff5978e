"""Many deals: solved over several processes, kept in a file as they are decided, and resumed.

The file has one JSON line per verdict. A run that was killed leaves at most one torn line at the
end, which is cut off; deals that stayed undecided are solved again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

from cardsolver.core.errors import InputError
from cardsolver.core.text import check_printable, quote
from cardsolver.core.transcript import Transcript, replay_moves
from cardsolver.games.the_game import rules as the_game
from cardsolver.runner.anywhere import run_anywhere
from cardsolver.runner.journal import Journal
from cardsolver.runner.workers import WorkerDied, default_jobs
from cardsolver.solver.certificate import cards_left
from cardsolver.solver.result import (
    ENGINES,
    RULINGS,
    Checker,
    Proof,
    SolveLimits,
    Verdict,
    ruling,
)
from cardsolver.solver.solve import solve_deal, starts, unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import Seat
    from cardsolver.runner.journal import Entry
    from cardsolver.solver.result import EngineName


@dataclass(frozen=True)
class SolveTask:
    """One deal for the solver; picklable, so that a worker process can take it."""

    deal: Deal
    first: Seat | None = None
    engine: EngineName = "auto"
    limits: SolveLimits = field(default_factory=SolveLimits)
    win_only: bool = False
    check: bool = False

    def solve(self) -> Verdict:
        """The solver's verdict."""
        return solve_deal(
            self.deal,
            first=self.first,
            engine=self.engine,
            limits=self.limits,
            win_only=self.win_only,
            check=self.check,
        )

    @cached_property
    def key(self) -> str:
        """How a resumed run recognises the deal: by its cards and its variant, not its name."""
        first = "any" if self.first is None else self.first + 1
        rules = the_game.format_rules(the_game.start(self.deal).rules)
        cards = self.deal.position or " ".join(map(str, self.deal.deck))
        return f"{cards} | {rules} | first {first}"


class VerdictFile:
    """A file of verdicts that grows, and the deals that it has decided."""

    def __init__(self, path: Path, *, on_note: Callable[[str], None] = lambda _note: None) -> None:
        """Read what an earlier run left; `on_note` is told about a torn last line."""
        self.path = path
        self.decided: dict[str, Mapping[str, Any]] = {}
        self._journal = Journal(path, take=self._take, things="verdicts")
        if self._journal.torn:
            on_note(f"{path}: its last line is torn; that deal is solved again")

    def _take(self, entry: Entry) -> None:
        data = entry.data
        if data.get("verdict") not in RULINGS or "key" not in data:
            raise InputError(f"{entry.where}: not a verdict of an earlier run")
        if data["verdict"] != "undecided":
            self.decided.setdefault(str(data["key"]), data)

    def __contains__(self, task: SolveTask) -> bool:
        """Is this deal decided?"""
        return task.key in self.decided

    def __getitem__(self, task: SolveTask) -> Verdict:
        """The verdict of an earlier run; its line is replayed before it is trusted."""
        return _from_json(task, self.decided[task.key], str(self.path))

    def add(self, task: SolveTask, verdict: Verdict) -> None:
        """Keep a verdict."""
        self._journal.append({"key": task.key, **verdict.to_json()})

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Flush everything to disk and release the file."""
        self._journal.close()


def _from_json(task: SolveTask, data: Mapping[str, Any], where: str) -> Verdict:
    """A verdict of an earlier run. Its line is replayed, and all that it claims must fit that."""
    where = f"{where}: {task.deal.label}"
    moves, variant = data.get("moves"), data.get("variant")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise InputError(f"{where}: not a verdict (moves are no list of texts)")
    start = next((each for each in starts(task.deal, task.first) if each.rules == variant), None)
    if start is None:
        raise InputError(f"{where}: a verdict on {quote(variant)}, which is another variant")
    claim = Transcript(start, ("solver",) * the_game.start(start).rules.players, tuple(moves))
    result = replay_moves(claim)
    try:
        verdict = Verdict(
            deal=str(data["deal"]),
            variant=start.rules,
            verdict=data["verdict"],
            left=int(data["left"]),
            left_bound=int(data["left_bound"]),
            proof=data["proof"],
            engine=data["engine"],
            reason=data["reason"],
            seconds=float(data["seconds"]),
            nodes=int(data["nodes"]),
            transcript=replace(claim, result=result.outcome),
            checked_by=data.get("checked_by"),  # not known to version 0.1
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{where}: not a verdict ({error})") from None
    if not isinstance(verdict.reason, str | None):
        raise InputError(f"{where}: reason {quote(verdict.reason)}; not a verdict")
    check_printable(verdict.deal, f"{where}: deal")
    check_printable(verdict.reason or "", f"{where}: reason")
    if not result.is_sound or cards_left(verdict.transcript) != verdict.left:
        raise InputError(f"{where}: the line does not leave {verdict.left}")
    left, bound = verdict.left, verdict.left_bound
    if not 0 <= bound <= left or verdict.verdict != ruling(left, bound):
        raise InputError(f"{where}: {verdict.verdict}, with {left} left and a bound of {bound}")
    for name, value, known in (
        ("engine", verdict.engine, ENGINES),
        ("proof", verdict.proof, (*get_args(Proof), None)),
        ("checker", verdict.checked_by, (*get_args(Checker), None)),
    ):
        if value not in known:
            raise InputError(f"{where}: no {name} is called {quote(value)}")
    return verdict


def solve_many(
    tasks: Sequence[SolveTask],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    file: VerdictFile | None = None,
) -> Iterator[tuple[SolveTask, Verdict]]:
    """The verdicts as they are decided. A worker that dies leaves its deal undecided.

    With a file, deals that it has decided are skipped, and every new verdict is kept in it. With a
    scheduler the workers of a Dask cluster solve them.
    """
    waiting = [task for task in tasks if file is None or task not in file]
    jobs = max(1, min(jobs or default_jobs(), len(waiting)))
    for task, answer in run_anywhere(SolveTask.solve, waiting, jobs=jobs, scheduler=scheduler):
        verdict = (
            unanswered(task.deal, task.first, "worker died")
            if isinstance(answer, WorkerDied)
            else answer
        )
        if file is not None and verdict.reason != "interrupted":
            file.add(task, verdict)
        yield task, verdict
