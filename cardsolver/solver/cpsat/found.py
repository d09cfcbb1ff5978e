"""The answer of a solver engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardsolver.solver.problem import Turn

OUT_OF_TIME = "time"
INTERRUPTED = "interrupt"


@dataclass(frozen=True, slots=True)
class Found:
    """The best line found and what is proven about it; `left == bound` means optimal."""

    left: int
    bound: int  # proven: no line leaves fewer cards
    root: int  # which of the given positions the line starts from
    turns: tuple[Turn, ...]
    stopped: str | None  # why the question asked stayed open, if it did
    nodes: int
