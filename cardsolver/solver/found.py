"""The answer of an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from cardsolver.solver.problem import Turn

Stop: TypeAlias = Literal["time", "memory", "interrupted"]


@dataclass(frozen=True, slots=True)
class Found:
    """The best line found and what is proven about it; `left == bound` means optimal."""

    left: int  # cards left at the end of `turns`
    bound: int  # proven: no line leaves fewer
    root: int  # which of the given problems the line starts from
    turns: tuple[Turn, ...]  # the last may be unfinished; a first () ends the turn under way
    stopped: Stop | None  # why the question stayed open; None: it is decided
    nodes: int  # positions looked at
