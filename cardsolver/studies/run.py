"""Decide what a record lacks, round by round, with workers here or on a cluster."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.runner.anywhere import run_anywhere
from cardsolver.runner.workers import WorkerDied
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.search import proof_nodes
from cardsolver.solver.solve import solve_deal, unanswered
from cardsolver.studies.line import pack_line
from cardsolver.studies.record import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.solver.result import EngineName, Verdict
    from cardsolver.studies.plan import Plan, Question, RuleSet
    from cardsolver.studies.record import StudyRecord


@dataclass(frozen=True, slots=True)
class StudyTask:
    """One deal of a study; picklable, so that any worker can take it."""

    set: int
    seed: str
    rules: str
    question: Question
    engine: EngineName
    limits: SolveLimits

    def __str__(self) -> str:
        """How messages name it."""
        return f"seed {self.seed} ({self.rules})"

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        return deal_seed(the_game.NAME, self.seed, rules=self.rules)

    def decide(self) -> Decision:
        """Ask the solver, whose line the referee has replayed."""
        return self.decision(
            solve_deal(
                self.deal,
                engine=self.engine,
                limits=self.limits,
                win_only=self.question == "win",
            )
        )

    def died(self) -> Decision:
        """No answer: the worker that had the deal was killed, however long it was to take."""
        decision = self.decision(unanswered(self.deal, None, "worker died"))
        return replace(decision, limit_s=0.0)

    def decision(self, verdict: Verdict) -> Decision:
        """The verdict as the record keeps it."""
        verdict.unless_interrupted()
        return Decision(
            set=self.set,
            seed=self.seed,
            verdict=verdict.verdict,
            left=verdict.left,
            bound=verdict.left_bound,
            proof=verdict.proof,
            engine=verdict.engine,
            limit_s=self.limits.seconds or 0.0,
            seconds=round(verdict.seconds, 4),
            nodes=verdict.nodes,
            first=the_game.parse_rules(verdict.variant).first or 0,
            line=pack_line(verdict.moves),
        )


def run_study(
    record: StudyRecord,
    *,
    rounds: Sequence[float],
    memory_bytes: int | None,
    jobs: int = 1,
    scheduler: str | None = None,
    on_round: Callable[[float, int], None] = lambda _limit_s, _deals: None,
    on_decision: Callable[[Decision], None] = lambda _decision: None,
) -> None:
    """Ask every deal, then those without an answer again with more time, until all rounds are over.

    In each round the rule sets whose proofs cost least come first: a run that is stopped has then
    settled what it could. `on_round` is told the seconds per deal of a round, and how many it asks.
    """
    plan = record.tally.plan
    costs = [_cost(each) for each in plan.sets]
    for limit_s in rounds:
        waiting = sorted(record.tally.waiting(limit_s), key=lambda task: costs[task[0]])
        on_round(limit_s, len(waiting))
        limits = SolveLimits(limit_s, memory_bytes)
        tasks = (_task(plan, number, seed, limits) for number, seed in waiting)
        with closing(_decide(tasks, min(jobs, max(1, len(waiting))), scheduler)) as decisions:
            for decision in decisions:
                record.add(decision)
                on_decision(decision)


def _cost(each: RuleSet) -> float:
    """What a proof costs under these rules, as far as one can guess."""
    deal = deal_seed(the_game.NAME, each.numbers[0], rules=each.rules)
    return proof_nodes(Problem.of(the_game.start(deal)))


def _task(plan: Plan, number: int, seed: str, limits: SolveLimits) -> StudyTask:
    return StudyTask(number, seed, plan.sets[number].rules, plan.question, plan.engine, limits)


def _decide(
    tasks: Iterable[StudyTask], jobs: int, scheduler: str | None
) -> Generator[Decision, None, None]:
    for task, result in run_anywhere(StudyTask.decide, tasks, jobs=jobs, scheduler=scheduler):
        yield task.died() if isinstance(result, WorkerDied) else result
