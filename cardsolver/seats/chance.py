"""The bot that plays a random legal move: the yardstick, and the engine's own fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.shuffle import generator_state, number_below

if TYPE_CHECKING:
    from cardsolver.core.game import AnyGame


class RandomBot:
    """Chooses evenly among the legal moves of any game."""

    def __init__(self, game: AnyGame, seed: str) -> None:
        """The same seed makes the same choices, on every platform."""
        self._game = game
        self._state = generator_state(seed)

    def choose(self, view: Any) -> Any:
        """A legal move of the view."""
        moves = self._game.legal_moves(view)
        index, self._state = number_below(len(moves), self._state)
        return moves[index]
