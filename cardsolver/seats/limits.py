"""How long a bot may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long a bot may take: to start, for a move, and for all its moves of a game."""

    start_s: float = 10.0
    move_s: float = 10.0
    game_s: float = 600.0

    def used_up(self, left_s: float) -> str | None:
        """What is said of a bot that is late for a move with so much left for the game.

        None if it had all of the time for a move.
        """
        if left_s >= self.move_s:
            return None
        return f"the {self.game_s:g} s for the game are used up"
