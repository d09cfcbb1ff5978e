"""The light of `play --live`: can this game of The Game still be won?"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from cardsolver.runner.workers import default_jobs
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import deal_of, solve_deal

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State

_WAIT_S = 1.0  # a person waits no longer than this
_LIMIT_S = 0.8
_MEMORY_BYTES = 1 << 29
_WORDS = {"winnable": "yes", "unwinnable": "no", "undecided": "not known"}


class Light:
    """Asks the solver, which sees every card, at the start of each turn."""

    def __init__(self) -> None:
        """A position that was asked about, before a take-back, is not asked again."""
        self._answers: dict[str, str] = {}

    def __call__(self, state: State) -> str | None:
        """The line for a state; None within a turn, and while the seats bid."""
        bidding = state.rules.has_bidding and len(state.bids) < state.rules.players
        if state.laid or bidding or state.end is not None:
            return None
        deal = deal_of(state)
        key = str(deal.position)
        if key not in self._answers:
            self._ask(key, state)
        return f"still winnable: {self._answers.get(key, 'not known')}"

    def _ask(self, key: str, state: State) -> None:
        limits = SolveLimits(_LIMIT_S, _MEMORY_BYTES, default_jobs())

        def work() -> None:
            verdict = solve_deal(deal_of(state), limits=limits, win_only=True)
            self._answers[key] = _WORDS[verdict.verdict]

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(_WAIT_S)
