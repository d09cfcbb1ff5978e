"""How long a bot may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long a bot may take: to start, for a move, and for all its moves of a game."""

    start_s: float = 10.0
    move_s: float = 10.0
    game_s: float = 600.0
