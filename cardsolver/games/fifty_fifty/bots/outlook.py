"""How well a seat stands, in a game in which all cards are known: a guess that was played on.

A guess is played on for some turns only, because after that chance decides more than the move
that is being judged. What is left of the game is then estimated from penalties, hands and the row.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

from cardsolver.games.fifty_fifty.bots.policy import ABOVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.bots.fast import FastGame

# Cards to draw at which the weights were fitted; between them they change in a straight line.
KNOTS = (0, 4, 12, 25, 45, 75)
_MOST = 120
_STEEPEST = 50.0  # exp must not overflow


class Standing(NamedTuple):
    """Against winning, in logits: what a seat has and holds."""

    penalty: float  # a penalty card
    passes: float  # a Pass in hand
    height: float  # the numbers in hand, each from 0 to 1
    fits: float  # a number that fits on the row
    stuck: float  # nothing that fits, and no Pass
    stuck_row: float  # ... a card in the row
    turn: float  # its turn
    turn_passes: float  # ... a Pass in the row


class Outlook:
    """The estimate for one number of players."""

    def __init__(self, weights: Sequence[Standing], players: int) -> None:
        """One set of weights for each knot."""
        self._by_draw = [_between(weights, size) for size in range(_MOST + 1)]
        self._players = players

    def burdens(self, game: FastGame) -> list[float]:
        """For each seat, what speaks against its winning."""
        size = len(game.draw)
        w_penalty, w_passes, w_height, w_fits, w_stuck, w_stuck_row, w_turn, w_turn_passes = (
            self._by_draw[size]
        )
        length = len(game.row)
        above = ABOVE[game.row[-1] if length else 0]
        found = []
        for hand, passes, count in zip(game.hands, game.pass_counts, game.penalties, strict=True):
            burden = w_penalty * count + w_passes * passes
            fits = (hand & above).bit_count()
            if fits:
                burden += w_fits * fits
            elif not passes:
                burden += w_stuck + w_stuck_row * length
            high = 0
            rest = hand
            while rest:
                bit = rest & -rest
                rest ^= bit
                high += bit.bit_length() - 1
            found.append(burden + w_height * 0.01 * high)
        found[game.turn] += w_turn + w_turn_passes * game.passes
        return found

    def chance(self, game: FastGame, seat: Seat) -> float:
        """The chance that a seat wins; a shared win is a part of one."""
        if game.is_over:
            return game.share(seat)
        burdens = self.burdens(game)
        own = burdens[seat]
        whole = 0.0
        for each in burdens:
            whole += exp(min(_STEEPEST, own - each))
        return 1 / whole

    @property
    def by_draw(self) -> Sequence[Standing]:
        """The weights by cards to draw."""
        return self._by_draw

    def card_worth(self, draw_size: int) -> float:
        """What one penalty card more costs of the chance to win, when all are equal."""
        return self._by_draw[draw_size].penalty * (self._players - 1) / self._players**2


def _between(weights: Sequence[Standing], size: int) -> Standing:
    """The weights for a number of cards to draw."""
    for place, knot in enumerate(KNOTS[1:]):
        if size <= knot:
            low, high = weights[place], weights[place + 1]
            share = (size - KNOTS[place]) / (knot - KNOTS[place])
            return Standing(*(a + share * (b - a) for a, b in zip(low, high, strict=True)))
    return weights[-1]
