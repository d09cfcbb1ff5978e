"""A hint where all cards lie open: the solver's move, and what it still reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.sentences import counted
from cardsolver.games.the_game import rules as the_game
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import deal_of, solve_deal

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State

_LIMIT_S = 5.0  # a person waits for it


def open_hint(state: State) -> tuple[the_game.Move, str] | None:
    """The first move of a best line; None while seats bid or talk, which the solver does not."""
    if the_game.to_move(state) != state.mover or (
        state.rules.has_bidding and len(state.bids) < state.rules.players
    ):
        return None
    verdict = solve_deal(deal_of(state), limits=SolveLimits(_LIMIT_S, workers=default_jobs()))
    left = counted(verdict.left, "card")
    if verdict.left == 0:
        reason = "from here every card can be laid"
    elif verdict.is_optimal:
        reason = f"it can no longer be won; at best {left} left"
    else:
        reason = f"the best line found leaves {left}"
    return the_game.parse_move(verdict.moves[0]), reason
