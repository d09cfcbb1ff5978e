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
from cardsolver.games.the_game.rules import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping

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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fit:
        """The inverse of `to_json`."""
        return cls(
            TurnWeights(**data["late"]),
            TurnWeights(**data["slope"]),
            Hearing(**data["hearing"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Numbers by name, for weights.json."""
        return {
            "late": _numbers(self.late),
            "slope": _numbers(self.slope),
            "hearing": _numbers(self.hearing),
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

    @cached_property
    def compiled(self) -> kernel.CompiledPlanner | None:
        """The same weights for the kernel; None where it is not built."""
        if not kernel.is_built():
            return None
        by_left = [astuple(weights) for weights in self.by_left]
        return kernel.CompiledPlanner(by_left, LOG_ROOM, astuple(self.hearing))


def set_name(players: int, minimum: int, *, talk: bool) -> str:
    """Variants that were not fitted use the nearest rule set that was."""
    name = f"{players} players, minimum {3 if minimum > 2 else 2}"
    return f"{name}, talk" if talk else name


@cache
def fits() -> Mapping[str, Any]:
    """The content of weights.json."""
    loaded: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text())
    return loaded


@cache
def phases_for(players: int, minimum: int, *, talk: bool = False) -> Phases:
    """The weights for a rule set, ready to use."""
    return Phases(Fit.from_json(fits()[set_name(players, minimum, talk=talk)]))
