"""One run of CP-SAT on one model: parameters, limit, interruption, and what came out of it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.solver.cpsat.formula import Formula, Literal
    from cardsolver.solver.problem import Turn


class Model(Protocol):
    """What both models are to a run."""

    formula: Formula

    @property
    def most(self) -> int:
        """More lays than this no line has."""

    def line(self, value: Callable[[Literal], bool]) -> tuple[Turn, ...]:
        """The line of a solution."""


class Status(Enum):
    """How a run ended. "Ran out of time" and "impossible" are never the same answer."""

    SOLVED = "solved"  # the best line, proven
    IMPROVED = "improved"  # a line, not proven the best
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


STATUS = {
    cp_model.OPTIMAL: Status.SOLVED,
    cp_model.FEASIBLE: Status.IMPROVED,
    cp_model.INFEASIBLE: Status.IMPOSSIBLE,
    cp_model.UNKNOWN: Status.UNDECIDED,
}


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a run: the line if there is one, and the most lays any line can have."""

    status: Status
    turns: tuple[Turn, ...] | None
    most: int
    nodes: int
    interrupted: bool
    effort: float = 0.0  # CP-SAT's deterministic time: about seconds, the same on every machine


class _Watch(cp_model.CpSolverSolutionCallback):
    """Reports each better line as it is found, in CP-SAT's thread."""

    def __init__(self, model: Model, report: Callable[[tuple[Turn, ...]], None]) -> None:
        super().__init__()
        self._model, self._report = model, report
        self.failure: Exception | None = None

    def on_solution_callback(self) -> None:
        """A better line. An error must not pass through CP-SAT's own code: it is kept for later."""
        try:
            self._report(self._model.line(_reader(self._model, self)))
        except Exception as error:  # noqa: BLE001 - raised again by `run`
            self.failure = error
            self.stop_search()


def _reader(model: Model, source: Any) -> Callable[[Literal], bool]:
    return lambda literal: bool(source.boolean_value(model.formula.native(literal)))


THREAD = "cp-sat"
# A model that presolve decides costs nothing by CP-SAT's clock; to build it does.
LEAST_EFFORT = 0.05
PATIENCE_S = 3.0  # how long a run may take to end after Ctrl-C


def run(
    model: Model,
    *,
    deadline: float | None = None,
    workers: int = 1,
    effort: float | None = None,
    seed: int = 0,
    on_line: Callable[[tuple[Turn, ...]], None] | None = None,
) -> Run:
    """Solve the model until it is decided, the deadline or the effort is over, or Ctrl-C.

    With a limited effort presolve is cut short, too: it would take most of it.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = workers
    # A model of clauses has little use for the linear relaxation, and probing a large one takes
    # longer than it saves (docs/measurements.md).
    parameters.linearization_level = 0
    parameters.cp_model_probing_level = 0
    # Ctrl-C belongs to Python here: CP-SAT's own handler would stop the run without saying so.
    parameters.catch_sigint_signal = False
    parameters.random_seed = seed
    if effort is not None:
        parameters.max_deterministic_time = effort
        parameters.max_presolve_iterations = 1
        parameters.symmetry_level = 0
    if deadline is not None:
        parameters.max_time_in_seconds = max(0.0, deadline - time.monotonic())
    bounds = [float(model.most)]
    solver.best_bound_callback = bounds.append
    watch = _Watch(model, on_line or (lambda _: None))
    outcome: list[cp_model.CpSolverStatus] = []
    over = threading.Event()

    def work() -> None:
        try:
            outcome.append(solver.solve(model.formula.model, watch))
        finally:
            over.set()

    # In a thread of its own, so that this one stays free to receive Ctrl-C.
    threading.Thread(target=work, name=THREAD, daemon=True).start()
    interrupted = _wait(over, solver)
    if watch.failure is not None:
        raise watch.failure
    if not over.is_set():
        return Run(Status.UNDECIDED, None, model.most, 0, interrupted=True)
    status = STATUS.get(outcome[0]) if outcome else None
    if status is None:
        raise RuntimeError(f"CP-SAT does not accept the model: {model.formula.model.validate()}")
    has_line = status in (Status.SOLVED, Status.IMPROVED)
    return Run(
        status=status,
        turns=model.line(_reader(model, solver)) if has_line else None,
        most=int(min(bounds) + 1e-6),
        nodes=solver.num_branches,
        interrupted=interrupted,
        effort=max(LEAST_EFFORT, solver.response_proto.deterministic_time),
    )


def _wait(over: threading.Event, solver: cp_model.CpSolver) -> bool:
    """Wait for the run to end. True if Ctrl-C ended it.

    CP-SAT does not notice a stop while it still prepares a large model; then it is left behind.
    (An event, as a thread whose `join` was interrupted counts as dead while it still runs.)
    """
    interrupted = False
    patience = PATIENCE_S / 0.05
    while patience > 0:
        try:
            if over.wait(0.05 if interrupted else 0.5):
                break
            if interrupted:
                patience -= 1
                solver.stop_search()  # again: a run that had not begun yet does not notice it
        except KeyboardInterrupt:
            interrupted = True
            solver.stop_search()
    return interrupted
