"""The record of a study: one verdict per line, and the table that grows with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.runner.journal import Header, Journal, read_config, read_journal
from cardsolver.solver.result import ENGINES, RULINGS, Proof, ruling
from cardsolver.studies.plan import Plan, plan_from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from cardsolver.core.seats import Seat
    from cardsolver.runner.journal import Entry
    from cardsolver.solver.result import EngineName, Ruling

KIND = "study"
FORMAT = 1
_PROOFS = (*get_args(Proof), None)


@dataclass(frozen=True, slots=True)
class Decision:
    """What was found out about one deal within a limit, and the line that shows it."""

    set: int  # which rule set of the plan, from 0
    seed: str
    verdict: Ruling
    left: int
    bound: int
    proof: Proof | None
    engine: EngineName
    limit_s: float  # 0: the worker died, so that the deal counts as never asked
    seconds: float
    nodes: int
    first: Seat
    line: str  # see studies/line.py

    def to_json(self) -> dict[str, Any]:
        """A line of the record."""
        return {name: getattr(self, name) for name in _FIELDS}


_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "set": int,
    "seed": str,
    "verdict": str,
    "left": int,
    "bound": int,
    "proof": (str, type(None)),
    "engine": str,
    "limit_s": float,
    "seconds": float,
    "nodes": int,
    "first": int,
    "line": str,
}


class Known(NamedTuple):
    """What a table needs of a decision; a study of many deals keeps nothing else in memory."""

    verdict: Ruling
    left: int
    bound: int
    limit_s: float
    seconds: float
    nodes: int

    @property
    def is_best(self) -> bool:
        """Is it proven that no line leaves fewer cards?"""
        return self.left == self.bound

    @property
    def was_asked(self) -> bool:
        """Did an attempt come to its end? A worker that died has measured nothing."""
        return self.limit_s > 0

    def and_then(self, later: Known) -> Known:
        """The best of both, which may be the line of one and the bound of the other.

        What it took is that of the last attempt.
        """
        left, bound = min(self.left, later.left), max(self.bound, later.bound)
        last = later if later.was_asked else self
        limit_s = max(self.limit_s, later.limit_s)
        return Known(ruling(left, bound), left, bound, limit_s, last.seconds, last.nodes)


class Tally:
    """What is known about every deal of a plan."""

    def __init__(self, plan: Plan) -> None:
        """Nothing is decided yet."""
        self.plan = plan
        self._places = [{seed: at for at, seed in enumerate(each.numbers)} for each in plan.sets]
        self._known: list[dict[int, Known]] = [{} for _ in plan.sets]

    def take(self, decision: Decision) -> None:
        """Count a decision; a decided deal is never asked again, so the first verdict stays."""
        place = self._places[decision.set][decision.seed]
        before = self._known[decision.set].get(place)
        if before is not None and is_answer(self.plan, before):
            return
        now = Known(
            decision.verdict,
            decision.left,
            decision.bound,
            decision.limit_s,
            decision.seconds,
            decision.nodes,
        )
        self._known[decision.set][place] = now if before is None else before.and_then(now)

    def has(self, number: int, seed: str) -> bool:
        """Is there such a deal in the plan?"""
        return 0 <= number < len(self._places) and seed in self._places[number]

    def of(self, number: int) -> Sequence[Known]:
        """All that is known about a rule set, in the order of its seeds."""
        known = self._known[number]
        return [known[place] for place in sorted(known)]

    def waiting(self, limit_s: float) -> Iterator[tuple[int, str]]:
        """The deals without an answer that were never asked with so much time."""
        for number, places in enumerate(self._places):
            for seed, place in places.items():
                known = self._known[number].get(place)
                if known is None or not (is_answer(self.plan, known) or known.limit_s >= limit_s):
                    yield number, seed

    @property
    def asked(self) -> int:
        """How many deals were asked at all."""
        return sum(map(len, self._known))

    @property
    def answered(self) -> int:
        """How many deals have their answer."""
        return sum(is_answer(self.plan, each) for known in self._known for each in known.values())


def is_answer(plan: Plan, known: Known) -> bool:
    """Does this answer the study's question?"""
    return known.verdict != "undecided" if plan.question == "win" else known.is_best


class StudyRecord:
    """The file of a study, new or from an earlier run."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        """Open it; a record of another study is refused. Without a path nothing is kept."""
        self.tally = Tally(plan)
        self._journal: Journal | None = None
        if path is not None:
            self._journal = Journal(
                path,
                header=Header(KIND, FORMAT, plan.to_json()),
                take=lambda entry: self.tally.take(decision_of(entry, self.tally)),
                things="verdicts",
            )

    def add(self, decision: Decision) -> None:
        """Keep a decision."""
        if self._journal is not None:
            self._journal.append(decision.to_json())
        self.tally.take(decision)

    def __enter__(self) -> Self:
        """The record itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Flush everything to disk and release the file."""
        if self._journal is not None:
            self._journal.close()


def read_study(
    source: str, on_decision: Callable[[Decision], None] = lambda _decision: None
) -> Tally:
    """What a record holds, read as a stream; `on_decision` is called with every line of it."""
    tally: Tally | None = None
    with read_journal(source, f"the record of a {KIND}") as reader:
        for entry in reader:
            if tally is None:
                config = read_config(entry, KIND, FORMAT)
                tally = Tally(plan_from_json(config, entry.where))
                continue
            decision = decision_of(entry, tally)
            tally.take(decision)
            on_decision(decision)
    if tally is None:
        raise InputError(f"{source}: empty; expected the record of a {KIND}")
    return tally


def decision_of(entry: Entry, tally: Tally) -> Decision:
    """A line of a record, checked value by value."""
    data = entry.data
    for name, kind in _FIELDS.items():
        value = data.get(name)
        is_number = kind is float and type(value) is int
        if (
            name not in data
            or isinstance(value, bool)
            or not (is_number or isinstance(value, kind))
        ):
            raise InputError(f"{entry.where}: {name} is {quote(value)}; not a verdict of a study")
    extra = [name for name in data if name not in _FIELDS]
    if extra:
        raise InputError(f"{entry.where}: unknown field {quote(extra[0])}")
    if not tally.has(data["set"], data["seed"]):
        raise InputError(
            f"{entry.where}: seed {quote(data['seed'])} of rule set {data['set']}"
            " is not in this study"
        )
    known = {"verdict": RULINGS, "engine": ENGINES, "proof": _PROOFS}
    for name, values in known.items():
        if data[name] not in values:
            raise InputError(f"{entry.where}: {name} {quote(data[name])}; not a verdict of a study")
    return Decision(**data)
