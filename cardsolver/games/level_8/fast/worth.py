"""What levels are worth: everybody's chance to win the game, at the end of a round."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING

from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.state import MEDAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.level_8.variant import Rules

FILE = "worth.json"


class Worth:
    """Chances from fitted strengths: a seat's share of the sum of everybody's strengths."""

    def __init__(self, odds: Sequence[float]) -> None:
        """`odds` are the logarithms of the strength on levels 1 to 8."""
        self.strength = [exp(each) for each in odds]

    def chance(self, levels: Sequence[int], seat: int) -> float:
        """The chance of a seat to win, given everybody's levels after a round."""
        mine = levels[seat]
        if MEDAL in levels:
            return float(mine == MEDAL)
        strength = self.strength
        return strength[mine - 1] / sum([strength[level - 1] for level in levels])


@cache
def _table() -> dict[str, list[float]]:
    file = files(__package__ or "").joinpath(FILE)
    table: dict[str, list[float]] = json.loads(file.read_text())
    return table


@cache
def worth_of(rules: Rules) -> Worth:
    """The fitted worth for a number of players.

    It was fitted on the one-star list; other lists count like it: what matters is who is ahead.
    """
    return Worth(_table()[f"one-star {rules.players}"][:LEVELS])
