"""A puzzle that a seed gives, before it is named and rated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import GAME
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.search import search
from cardsolver.solver.solve import problems_of

if TYPE_CHECKING:
    from cardsolver.solver.result import EngineAnswer
    from cardsolver.solver.search import SearchProgress

UNLIMITED = SolveLimits(seconds=None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A deal with a proven answer. Of several, the one with the highest score is the best."""

    deal: Deal
    score: tuple[int, ...]
    how: str  # the sentence that says where it comes from
    lines: int | None = None  # 1: exactly one winning line
    turns: int | None = None  # 1: even the turns are forced


def complete(words: str, **what: Any) -> Deal:
    """A deal with its rules in full."""
    made = Deal(GAME, words, **what)
    return replace(made, rules=the_game.format_rules(the_game.start(made).rules))


def search_lays(puzzle: Deal, lays: int) -> EngineAnswer | None:
    """The proven best outcome, unless more lays have to be looked at for it."""

    def count(progress: SearchProgress) -> None:
        if progress.nodes > lays:
            raise _TooManyLaysError

    try:
        found = search(problems_of(puzzle), memory_bytes=UNLIMITED.memory_bytes, progress=count)
    except _TooManyLaysError:
        return None
    found.unless_interrupted()
    return found if found.left == found.bound and found.nodes <= lays else None


class _TooManyLaysError(Exception):
    """The search was given up."""
