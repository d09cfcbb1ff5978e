"""Answers: what an engine found, and the verdict on a deal that the referee has replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from typing import Self

    from cardsolver.core.transcript import Transcript
    from cardsolver.solver.problem import Turn

Stop: TypeAlias = Literal["time", "memory", "interrupted"]
Ruling: TypeAlias = Literal["winnable", "unwinnable", "undecided"]
EngineName: TypeAlias = Literal["auto", "search", "cpsat"]
Checker: TypeAlias = Literal["search", "cpsat"]
Proof: TypeAlias = Literal["all-laid", "search-complete", "cpsat"]
RULINGS: tuple[Ruling, ...] = ("winnable", "unwinnable", "undecided")
ENGINES: tuple[EngineName, ...] = ("auto", "search", "cpsat")


DEFAULT_TIME_S = 60.0  # for a deal
DEFAULT_TURN_S = 10.0  # for a turn of a game that is analysed
DEFAULT_MEMORY = 2 << 30  # bytes


@dataclass(frozen=True, slots=True)
class SolveLimits:
    """How much an answer may cost. None: as much as it takes."""

    seconds: float | None = DEFAULT_TIME_S
    memory_bytes: int | None = DEFAULT_MEMORY
    workers: int = 1  # threads


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The best line found and what is proven about it; `left == bound` means optimal."""

    left: int  # cards left at the end of `turns`
    bound: int  # proven: no line leaves fewer
    root: int  # which of the given problems the line starts from
    turns: tuple[Turn, ...]  # the last may be unfinished; a first () ends the turn under way
    stopped: Stop | None  # why the question stayed open; None: it is decided
    nodes: int  # positions looked at

    def unless_interrupted(self) -> Self:
        """The answer, for callers who have no use for half of one: Ctrl-C is raised again."""
        if self.stopped == "interrupted":
            raise KeyboardInterrupt
        return self


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a deal; `left == left_bound` means that the outcome is the best there is.

    `transcript` is the line that leaves `left` cards, as a complete game.
    """

    deal: str
    variant: str
    verdict: Ruling
    left: int
    left_bound: int
    proof: Proof | None
    engine: EngineName
    reason: str | None  # why it is undecided, or not proven best: time, memory, interrupted …
    seconds: float
    nodes: int
    transcript: Transcript
    checked_by: Checker | None = None  # the other engine, if it was asked and confirms all of it

    @property
    def is_winnable(self) -> bool | None:
        """Can the deal be won? None: not known."""
        return {"winnable": True, "unwinnable": False, "undecided": None}[self.verdict]

    @property
    def moves(self) -> tuple[str, ...]:
        """The line that leaves `left` cards."""
        return self.transcript.moves

    @property
    def is_optimal(self) -> bool:
        """Is it proven that no line leaves fewer cards?"""
        return self.left == self.left_bound

    def unless_interrupted(self) -> Self:
        """The verdict, for callers who have no use for half of one: Ctrl-C is raised again."""
        if self.reason == "interrupted":
            raise KeyboardInterrupt
        return self

    def to_json(self) -> dict[str, Any]:
        """The fields for `--json`; the moves are those of the transcript."""
        data = {name: getattr(self, name) for name in _JSON_FIELDS}
        return {**data, "seconds": round(self.seconds, 3), "moves": list(self.transcript.moves)}


_JSON_FIELDS = (
    "deal",
    "variant",
    "verdict",
    "left",
    "left_bound",
    "proof",
    "engine",
    "checked_by",
    "reason",
    "seconds",
    "nodes",
)


def ruling(left: int, bound: int) -> Ruling:
    """What the numbers say about winning."""
    if left == 0:
        return "winnable"
    return "unwinnable" if bound > 0 else "undecided"
