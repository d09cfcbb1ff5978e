"""What the scores of a game mean, for tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a game is scored.

    Where all seats win or lose together (`is_team`), a tournament is between teams: every team
    plays every deal on its own, and the first seat's score is the team's.
    """

    is_team: bool
    score: str  # what is counted, as a column's heading
    note: str = ""  # what is not plain about these numbers
    key: str = "score"  # the name of a team's score in rows and JSON
    more_is_better: bool
    most: int | None = None  # scores are 0 to this, and so are the intervals of their means
    scores_now: Callable[[Any], tuple[int, ...]]  # of a state in which the game is stopped
    excellent: int | None = None  # a team's score below this is worth a column of its own,
    excellent_ends: tuple[str, ...] = ()  # if the game ended like this
