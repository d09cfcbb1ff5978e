"""The fitted weights by number of players and minimum: weights.json, which a script writes.

Each set has the weights at the end of a game and how they change towards its start. The script
(scripts/fit_planner.py) finds them by playing, on seeds that no result is reported on.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any

from cardsolver.games.the_game.bots.value import LOG_ROOM, TurnWeights
from cardsolver.games.the_game.kernel import planner as kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS = 98
KNOT = 7  # cards between two knots of `chances`: 0, 7, 14 … 98
SOFTNESS = 5.0  # smoother than wins alone: fitting and playouts need fewer games
FILE = "weights.json"


def soft(left: int) -> float:
    """What a game that ends with this many cards left counts: 1 for a win, then less and less."""
    return exp(-left / SOFTNESS)


@dataclass(frozen=True, slots=True)
class Hearing:
    """How much a teammate's words count against disturbing a pile."""

    keep: float  # touching a pile that someone asked to keep off
    keep_room: float  # and each card of its room that is taken
    gentle_room: float  # the same on a pile that someone asked to be gentle with


@dataclass(frozen=True, slots=True)
class Fit:
    """All that was fitted for one rule set."""

    late: TurnWeights
    slope: TurnWeights  # added in proportion to the cards not laid yet
    hearing: Hearing
    chances: tuple[tuple[float, float], ...] = ()  # at each knot: log odds at worth 0, and by worth

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fit:
        """The inverse of `to_json`."""
        return cls(
            TurnWeights(**data["late"]),
            TurnWeights(**data["slope"]),
            Hearing(**data["hearing"]),
            tuple((odds, by_worth) for odds, by_worth in data["chances"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Numbers by name, for weights.json."""
        return {
            "late": _numbers(self.late),
            "slope": _numbers(self.slope),
            "hearing": _numbers(self.hearing),
            "chances": [[round(odds, 4), round(by_worth, 5)] for odds, by_worth in self.chances],
        }


def _numbers(values: TurnWeights | Hearing) -> dict[str, float]:
    return {field.name: round(getattr(values, field.name), 4) for field in fields(values)}


class Phases:
    """The weights for each number of cards left, made once for all games."""

    def __init__(self, fit: Fit) -> None:
        """`fit` holds both ends; in between the weights move in a straight line."""
        self.fit = fit
        self.by_left = [fit.late.blend(fit.slope, left / CARDS) for left in range(CARDS + 1)]
        self.hearing = fit.hearing
        self._chances = [_between(fit.chances, left) for left in range(CARDS + 1)]

    @cached_property
    def compiled(self) -> kernel.CompiledPlanner | None:
        """The same weights for the kernel; None where it is not built."""
        if not kernel.is_built():
            return None
        by_left = [astuple(weights) for weights in self.by_left]
        return kernel.CompiledPlanner(by_left, LOG_ROOM, astuple(self.hearing))

    def chance(self, left: int, worth: float) -> float:
        """How well a game ends from 0 to 1, with `left` cards before a turn of this best worth.

        Worth compares turns of one moment only; this compares moments.
        """
        odds, by_worth = self._chances[left]
        return 1 / (1 + exp(-max(-50.0, min(50.0, odds + by_worth * worth))))


def _between(chances: tuple[tuple[float, float], ...], left: int) -> tuple[float, float]:
    """The numbers between two knots."""
    if not chances:
        return 0.0, 0.0
    place, rest = divmod(left, KNOT)
    low, high = chances[place], chances[min(place + 1, len(chances) - 1)]
    share = rest / KNOT
    return low[0] + share * (high[0] - low[0]), low[1] + share * (high[1] - low[1])


def set_name(players: int, minimum: int) -> str:
    """Variants that were not fitted use the nearest rule set that was."""
    return f"{players} players, minimum {3 if minimum > 2 else 2}"


@cache
def fits() -> Mapping[str, Any]:
    """The content of weights.json."""
    loaded: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text())
    return loaded


@cache
def phases_for(players: int, minimum: int) -> Phases:
    """The weights for a rule set, ready to use."""
    known = fits()
    name = set_name(players, minimum)
    return Phases(Fit.from_json(known[name if name in known else set_name(players, 2)]))
