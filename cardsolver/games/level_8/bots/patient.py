"""Patient: holds its level back until it can go out with it, or nearly so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.fast.policy import patient

if TYPE_CHECKING:
    from cardsolver.games.level_8.rules import Move, View

# Decisions in one round; rounds have some thirty a seat. Two who wait for the same card would wait
# for ever.
PATIENCE = 150


class PatientBot:
    """The patient policy as a bot. In a round that goes on and on it plays like greedy."""

    def __init__(self) -> None:
        """No round has begun."""
        self._waits = GreedyBot(patient())
        self._hurries = GreedyBot()
        self._round = 0
        self._decisions = 0

    def choose(self, view: View) -> Move:
        """The move for a view."""
        if view.round != self._round:
            self._round, self._decisions = view.round, 0
        self._decisions += 1
        bot = self._waits if self._decisions <= PATIENCE else self._hurries
        return bot.choose(view)
