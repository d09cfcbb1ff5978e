"""Is a record true? Every line is replayed by the rules, every "no" is put to the other engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.transcript import Transcript, replay_moves
from cardsolver.games.the_game import rules as the_game
from cardsolver.runner.workers import WorkerDied, run_tasks
from cardsolver.solver.certificate import cards_left
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import problems_of, solve_deal
from cardsolver.studies.line import unpack_line
from cardsolver.studies.record import read_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.studies.record import Decision

Check: TypeAlias = Literal["replayed", "confirmed", "not settled", "contradicted"]


@dataclass(frozen=True, slots=True)
class Verification:
    """How many claims of a record were checked, and those that are not true."""

    lines: int  # replayed: they leave as many cards as they claim
    noes: int  # claims that a deal cannot be won
    confirmed: int  # of them, proven again by the other engine
    contradictions: tuple[str, ...]
    unchecked: tuple[str, ...]  # claims whose worker died


@dataclass(frozen=True, slots=True)
class _Claim:
    decision: Decision
    rules: str
    fewest: int  # cards left by any line of the record on this deal
    limit_s: float

    @property
    def name(self) -> str:
        return f"seed {self.decision.seed} ({self.rules})"

    def check(self) -> tuple[Check, str]:
        decision = self.decision
        fault = _fault(decision, self.rules, self.fewest)
        if fault is not None:
            return "contradicted", f"{self.name}: {fault}"
        if decision.verdict != "unwinnable" or not self.limit_s:
            return "replayed", ""
        return self._ask_again()

    def _ask_again(self) -> tuple[Check, str]:
        """Put a "no" to the engine that did not give it."""
        other: Literal["search", "cpsat"] = "search" if self.decision.proof == "cpsat" else "cpsat"
        deal = deal_seed(the_game.NAME, self.decision.seed, rules=self.rules)
        if other == "cpsat":
            return self._ask_cpsat(deal)
        limits = SolveLimits(self.limit_s)
        found = solve_deal(deal, engine=other, limits=limits, win_only=True)
        if found.left < self.decision.bound:
            return "contradicted", f"{self.name}: {other} leaves only {found.left}"
        return ("confirmed" if found.verdict == "unwinnable" else "not settled"), ""

    def _ask_cpsat(self, deal: Deal) -> tuple[Check, str]:
        from cardsolver.solver import cpsat  # noqa: PLC0415 - loads ortools

        proven = cpsat.proves(problems_of(deal), 1, known=self.decision.left, limit_s=self.limit_s)
        if proven is False:
            return "contradicted", f"{self.name}: cpsat wins it"
        return ("confirmed" if proven else "not settled"), ""


def _line(decision: Decision, rules: str) -> Transcript:
    """The line of a decision as a game, without its result."""
    parsed = the_game.parse_rules(f"{rules} first={decision.first + 1} no-talk")
    deal = deal_seed(the_game.NAME, decision.seed, rules=the_game.format_rules(parsed))
    return Transcript(deal, ("solver",) * parsed.players, unpack_line(decision.line))


def study_lines(files: Sequence[str], *, step: int = 1) -> Iterator[Transcript]:
    """Every line of some records as a complete game, or only each `step`-th."""
    for file in files:
        for claim in islice(_claims(file, 0.0), 0, None, step):
            line = _line(claim.decision, claim.rules)
            yield replace(line, result=replay_moves(line).outcome)


def _fault(decision: Decision, rules: str, fewest: int) -> str | None:
    """What is wrong with the line of a decision; None: it is as claimed."""
    try:
        transcript = _line(decision, rules)
        replayed = replay_moves(transcript)
    except InputError as error:
        return str(error)
    if not replayed.is_sound or replayed.outcome is None:
        return "its line is not a complete legal game"
    left = cards_left(replace(transcript, result=replayed.outcome))
    if left != decision.left:
        return f"its line leaves {left} cards, not {decision.left}"
    won = decision.verdict == "winnable"
    if won != (left == 0) or (decision.verdict == "unwinnable") != (decision.bound > 0):
        return f"{decision.verdict}, with {left} left and a bound of {decision.bound}"
    return f"a bound of {decision.bound} above {fewest} left" if decision.bound > fewest else None


def verify_study(
    source: str,
    *,
    limit_s: float,
    jobs: int = 1,
    on_check: Callable[[], None] = lambda: None,
) -> Verification:
    """Check every line of a record; the other engine gets `limit_s` for each "no" (0: nothing)."""
    counts: Counter[Check] = Counter()
    noes = 0
    contradictions = []
    unchecked = []
    claims = _claims(source, limit_s)
    for claim, result in run_tasks(_Claim.check, claims, jobs=jobs):
        noes += claim.decision.verdict == "unwinnable"
        on_check()
        if isinstance(result, WorkerDied):
            unchecked.append(f"{claim.name}: not checked, its worker died")
            continue
        check, words = result
        counts[check] += 1
        if words:
            contradictions.append(words)
    return Verification(
        lines=counts.total() - counts["contradicted"],
        noes=noes,
        confirmed=counts["confirmed"],
        contradictions=tuple(contradictions),
        unchecked=tuple(unchecked),
    )


def _claims(source: str, limit_s: float) -> Iterator[_Claim]:
    decisions: list[Decision] = []
    plan = read_study(source, decisions.append).plan
    # A table takes the best line and the best bound on a deal, which may stand in two lines.
    fewest: dict[tuple[int, str], int] = {}
    for decision in decisions:
        deal = (decision.set, decision.seed)
        fewest[deal] = min(decision.left, fewest.get(deal, decision.left))
    for decision in decisions:
        rules = plan.sets[decision.set].rules
        yield _Claim(decision, rules, fewest[decision.set, decision.seed], limit_s)
