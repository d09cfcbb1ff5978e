"""Greedy: the quick policy as a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.level_8.fast.codes import CARD, CODE, SKIP_CODE
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.fast.round import round_of
from cardsolver.games.level_8.fast.texts import from_fast
from cardsolver.games.level_8.rules import Keep, Move, Phase, View

if TYPE_CHECKING:
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.round import Round


class GreedyBot:
    """Collects toward its level, lays out at once, then sheds; skips whoever is ahead."""

    def __init__(self, policy: Policy = POLICY) -> None:
        """`policy` is the fitted one unless a script tries others."""
        self._policy = policy

    def choose(self, view: View) -> Move:
        """The move for a view."""
        if view.phase is Phase.KEEP:
            kept = self._policy.keep(view.level, [CODE[card] for card in view.hand])
            return Keep(tuple(CARD[code] for code in kept))
        table = seen_round(view)
        return from_fast(self._policy.decide(table), table)


def seen_round(view: View) -> Round:
    """The round as a seat sees it: hidden cards are blanks that the policy never looks at."""
    hands = [[SKIP_CODE] * size for size in view.hand_sizes]
    hands[view.seat] = [CODE[card] for card in view.hand]
    return round_of(view, hands, [SKIP_CODE] * view.draw_size, generator=0)
