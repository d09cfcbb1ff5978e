"""The talker: a planner that says which piles it needs, and heeds what it hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game.bits import ALL_CARDS
from cardsolver.games.the_game.bots.planner import PlannerBot, key_of
from cardsolver.games.the_game.bots.planning import words
from cardsolver.games.the_game.bots.signals import heard
from cardsolver.games.the_game.bots.weights import phases_for
from cardsolver.games.the_game.rules import Move, Say, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.the_game.bots.turns import Asked
    from cardsolver.games.the_game.bots.weights import Phases


class TalkerBot(PlannerBot):
    """Plans like the planner; without talk in the rules it is the planner."""

    def choose(self, view: View) -> Move:
        """A word before the turns of others, the next lay of the plan in its own turn."""
        if not view.is_bidding and view.seat != view.mover:
            hand = key_of(view)[4]
            return Say(words(view.tops, hand, ALL_CARDS & ~view.laid_cards & ~hand))
        return super().choose(view)

    def asked(self, view: View) -> Sequence[Asked]:
        """What the others said before this turn, as costs."""
        said = [signals for signals in view.said if signals is not None]
        return heard(said, self.phases(view).hearing)

    def phases(self, view: View) -> Phases:
        """Weights that were fitted with talk, where the rules have it."""
        rules = view.rules
        return self._phases or phases_for(rules.players, rules.minimum, talk=rules.has_talk)
