"""Fifty Fifty for networks: 204 actions, the same for every number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    HIGHEST,
    JUMPS,
    KEEPS,
    LAYS,
    PASS,
    TAKE,
    Move,
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

_CALLS: tuple[Move, ...] = (PASS, TAKE, DECLINE)
JUMP = 2 * HIGHEST + len(_CALLS)
ACTION: dict[Move, int] = {
    **{move: action for action, move in enumerate((*LAYS[1:], *KEEPS[1:], *_CALLS))},
    **dict.fromkeys(JUMPS[1:], JUMP),  # at most one jump is ever offered (FF-18)
}


class FiftyFiftyCoding(Coding):
    """Numbers, numbers with `keep`, then pass, take, decline and jump."""

    def __init__(self, players: int) -> None:
        """The parts that depend on the number of players come last."""
        self.players = players
        self.action_parts = lay_out_parts(
            play=HIGHEST, keep=HIGHEST, **{"pass": 1}, take=1, decline=1, jump=1
        )
        self.parts = lay_out_parts(
            hand=HIGHEST,
            hand_passes=1,
            row=HIGHEST,
            last=1,
            passes=1,
            jump=1,
            offer=1,
            played=HIGHEST,
            passes_played=1,
            violet=HIGHEST,
            draw_size=1,
            turn=players,
            layer=players,
            hand_sizes=players,
            penalties=players,
        )

    def moves(self, view: View) -> dict[int, Move]:
        """The legal actions of a View, each with its move."""
        return {ACTION[move]: move for move in legal_moves(view)}

    def values(self, view: View) -> dict[str, ArrayLike]:
        """What belongs into each part of the vector."""
        return {
            "hand": _numbers(view.hand.numbers),
            "hand_passes": tens([view.hand.passes]),
            "row": _numbers(view.row),
            "last": view.row[-1] / HUNDREDTH if view.row else 0,
            "passes": tens([view.passes]),
            "jump": (view.jump or 0) / HUNDREDTH,
            "offer": (view.offer or 0) / HUNDREDTH,
            "played": bits(view.played, 1, HIGHEST),
            "passes_played": tens([view.passes_played]),
            "violet": _numbers(view.rules.violet),
            "draw_size": tens([view.draw_size]),
            "turn": seat_mark(view.turn, view.seat, self.players),
            "layer": seat_mark(view.layer, view.seat, self.players),
            "hand_sizes": tens(from_seat(view.hand_sizes, view.seat)),
            "penalties": tens(from_seat(view.penalties, view.seat)),
        }


def _numbers(cards: tuple[int, ...] | frozenset[int]) -> ArrayLike:
    return marks(HIGHEST, (card - 1 for card in cards))
