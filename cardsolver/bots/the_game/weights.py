"""The fitted weights by number of players and minimum: weights.json, which a script writes.

Each set has the weights at the end of a game and how they change towards its start. The script
(scripts/fit_planner.py) finds them by playing, on seeds that no result is reported on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cardsolver.bots.the_game.value import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS = 98
FILE = "weights.json"


@dataclass(frozen=True, slots=True)
class Hearing:
    """How much a teammate's words count against disturbing a pile."""

    keep: float  # touching a pile that somebody asked to keep off
    keep_room: float  # each card of its room taken as well
    gentle: float  # touching a pile that somebody asked to be gentle with
    gentle_room: float


@dataclass(frozen=True, slots=True)
class Fit:
    """All that was fitted for one rule set."""

    late: Weights
    slope: Weights  # added in proportion to the cards not laid yet
    hearing: Hearing

    @classmethod
    def from_json(cls, data: Mapping[str, Mapping[str, float]]) -> Fit:
        """The inverse of `to_json`."""
        return cls(Weights(**data["late"]), Weights(**data["slope"]), Hearing(**data["hearing"]))

    def to_json(self) -> dict[str, dict[str, float]]:
        """Numbers by name, for weights.json."""
        return {part.name: _numbers(getattr(self, part.name)) for part in fields(self)}


def _numbers(values: Weights | Hearing) -> dict[str, float]:
    return {field.name: round(getattr(values, field.name), 4) for field in fields(values)}


class Phases:
    """The weights for each number of cards left, made once for all games."""

    def __init__(self, fit: Fit) -> None:
        """`fit` holds both ends; in between the weights move in a straight line."""
        self.by_left = [fit.late.blend(fit.slope, left / CARDS) for left in range(CARDS + 1)]
        self.hearing = fit.hearing


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
    return Phases(Fit.from_json(fits()[set_name(players, minimum)]))
