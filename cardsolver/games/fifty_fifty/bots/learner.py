"""The learner: the move that its network judges best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.bots.fast import DECLINE_JUMP, JUMP_NOW, move_of, seen_game
from cardsolver.games.fifty_fifty.bots.net import choices, net_for
from cardsolver.games.fifty_fifty.rules import DECLINE, JUMPS

if TYPE_CHECKING:
    from cardsolver.games.fifty_fifty.rules import Move, View


class LearnerBot:
    """Plays the move that was worth most in practice, as far as the network tells."""

    def choose(self, view: View) -> Move:
        """The best move for a view."""
        return ranked(view)[0]


def ranked(view: View) -> list[Move]:
    """The moves, the best first. Nobody keeps a penalty card that can be given away."""
    game = seen_game(view)
    net = net_for(len(view.hand_sizes))
    codes = choices(game)
    if len(codes) > 1:
        codes.sort(key=lambda code: -net.worth(game, code))
    return [_move(view, code) for code in codes]


def _move(view: View, code: int) -> Move:
    if code == JUMP_NOW and view.offer is not None:
        return JUMPS[view.offer]
    return DECLINE if code == DECLINE_JUMP else move_of(code)
