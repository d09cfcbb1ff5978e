"""The reckoner: the cheapest move by fitted weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.bots.fast import move_of, seen_game
from cardsolver.games.fifty_fifty.bots.weights import fit_for
from cardsolver.games.fifty_fifty.rules import DECLINE, JUMPS, PASS, TAKE

if TYPE_CHECKING:
    from cardsolver.games.fifty_fifty.rules import Move, View


class ReckonerBot:
    """Plays the move that costs the least."""

    def choose(self, view: View) -> Move:
        """The cheapest move for a view."""
        return ranked(view)[0]


def ranked(view: View) -> list[Move]:
    """The moves, the cheapest first. Nobody keeps a penalty card that can be given away."""
    game = seen_game(view)
    policy = fit_for(len(view.hand_sizes)).policy
    if view.offer is not None:
        answers: list[Move] = [JUMPS[view.offer], DECLINE]
        return answers if policy.jumps(game) else answers[::-1]
    if view.jump is not None:
        if not view.hand.passes:
            return [TAKE]
        return [PASS, TAKE] if policy.cost_of_answer(game) < 0 else [TAKE, PASS]
    return [move_of(code) for _, code in sorted(policy.costs(game))]
