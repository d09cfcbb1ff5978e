"""Bots for The Game that see only their View."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game.rules import (
    END,
    SILENT,
    TRICK,
    Bid,
    Lay,
    Move,
    Say,
    View,
    is_trick,
    legal_moves,
)

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import Tops


def room_lost(tops: Tops, lay: Lay) -> int:
    """How many numbers a lay takes from its pile; the backwards trick gives ten back."""
    top = tops[lay.pile]
    if is_trick(lay.pile, top, lay.card):
        return -TRICK
    return abs(lay.card - top)


class GreedyBot:
    """Lays the card that loses the least room, every trick it has, and no more than it must."""

    def choose(self, view: View) -> Move:
        """The cheapest lay; the end of the turn once the minimum is laid and no trick is left."""
        if view.is_bidding:
            return Bid(_eagerness(view))
        if view.seat != view.mover:
            return Say(SILENT)
        lays = [move for move in legal_moves(view) if isinstance(move, Lay)]
        if not lays:
            return END
        best = min(lays, key=lambda lay: room_lost(view.tops, lay))
        worth_more = room_lost(view.tops, best) < 0 or _covers_fire(view, best)
        return best if view.laid < view.minimum or worth_more else END


def _covers_fire(view: View, lay: Lay) -> bool:
    return lay.pile in view.due


def _eagerness(view: View) -> int:
    """Ten for two cards right at the bases, less for every number they would skip."""
    up, down = view.tops[0], view.tops[2]
    costs = sorted(min(card - up, down - card) for card in view.hand)
    return max(0, 10 - sum(costs[: view.rules.minimum]) // 2)
