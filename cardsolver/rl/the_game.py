"""The Game for networks: 485 actions, the same for every number of players."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.games.the_game.rules import (
    CARDS,
    END,
    HIGHEST_BID,
    LAYS,
    Bid,
    Lay,
    Move,
    PileSignal,
    Say,
    View,
    legal_moves,
)
from cardsolver.rl.coding import (
    HUNDREDTH,
    Coding,
    bits,
    from_seat,
    lay_out_parts,
    marks,
    seat_mark,
    tens,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LOW, HIGH = 2, 99
PILES = 4
MOVES: tuple[Move, ...] = (
    *(lay for pile in LAYS for lay in pile[LOW : HIGH + 1]),
    END,
    *map(Bid, range(HIGHEST_BID + 1)),
    *(Say((a, b, c, d)) for a, b, c, d in product(PileSignal, repeat=PILES)),
)
ACTION = {move: action for action, move in enumerate(MOVES)}


class TheGameCoding(Coding):
    """Lays by pile and card, then end, the bids from 0 to 10, and everything that can be said."""

    def __init__(self, players: int) -> None:
        """The parts that depend on the number of players come last."""
        self.players = players
        self.action_parts = lay_out_parts(
            lay=PILES * CARDS, end=1, bid=HIGHEST_BID + 1, say=len(PileSignal) ** PILES
        )
        self.parts = lay_out_parts(
            hand=CARDS,
            laid_cards=CARDS,
            tops=PILES,
            steps=PILES * CARDS,  # in the order of the lays among the actions
            draw_size=1,
            laid=1,
            owed=1,
            due=PILES,
            asked_for=3,  # a bid, a word, a lay
            mover=players,
            hand_sizes=players,
            bids=players,
            said=players * PILES,
        )

    def moves(self, view: View) -> dict[int, Move]:
        """The legal actions of a View, each with its move."""
        return {ACTION[move]: move for move in legal_moves(view)}

    def values(self, view: View) -> dict[str, ArrayLike]:
        """What belongs into each part of the vector."""
        bids = (*view.bids, *(-1,) * (self.players - len(view.bids)))  # -1: not yet
        said = [(-1,) * PILES if levels is None else levels for levels in view.said]
        return {
            "hand": marks(CARDS, (card - LOW for card in view.hand)),
            "laid_cards": bits(view.laid_cards, LOW, HIGH),
            "tops": np.array(view.tops) / HUNDREDTH,
            "steps": self._steps(view),
            "draw_size": tens([view.draw_size]),
            "laid": tens([view.laid]),
            "owed": tens([max(0, view.minimum - view.laid)]),
            "due": marks(PILES, view.due),
            "asked_for": _asked_for(view),
            "mover": seat_mark(view.mover, view.seat, self.players),
            "hand_sizes": tens(from_seat(view.hand_sizes, view.seat)),
            "bids": (np.array(from_seat(bids, view.seat)) + 1) / (HIGHEST_BID + 1),
            "said": (np.array(from_seat(said, view.seat)).ravel() + 1) / len(PileSignal),
        }

    def _steps(self, view: View) -> ArrayLike:
        """How far each legal lay moves its pile on; a trick moves it back."""
        steps = np.zeros(PILES * CARDS, dtype=np.float32)
        if view.asked == view.seat == view.mover:
            for move in legal_moves(view):
                if isinstance(move, Lay):
                    ahead = move.card - view.tops[move.pile]
                    steps[ACTION[move]] = (ahead if move.pile < 2 else -ahead) / HUNDREDTH
        return steps


def _asked_for(view: View) -> ArrayLike:
    if view.asked != view.seat:
        return marks(3, ())
    return marks(3, (0 if view.is_bidding else 1 if view.seat != view.mover else 2,))
