"""The fitted weights by number of players: weights.json, which scripts/fit_fifty_fifty.py writes.

They were found by playing, on seeds that no result is reported on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty.bots.net import net_for
from cardsolver.games.fifty_fifty.bots.outlook import Outlook, Standing
from cardsolver.games.fifty_fifty.bots.policy import CardWeights, JumpWeights, Policy, Weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FILE = "weights.json"


@dataclass(frozen=True, slots=True)
class Fit:
    """All that was fitted for one number of players, ready to use."""

    policy: Policy
    outlook: Outlook


def weights_from_json(data: Mapping[str, Any]) -> tuple[Weights, list[Standing]]:
    """The inverse of `weights_to_json`."""
    weights = Weights(
        CardWeights(**data["early"]),
        CardWeights(**data["late"]),
        JumpWeights(**data["early jump"]),
        JumpWeights(**data["late jump"]),
    )
    return weights, [Standing(**each) for each in data["standings"]]


def weights_to_json(weights: Weights, standings: Sequence[Standing]) -> dict[str, Any]:
    """Numbers by name."""
    return {
        "early": _numbers(weights.early),
        "late": _numbers(weights.late),
        "early jump": _numbers(weights.early_jump),
        "late jump": _numbers(weights.late_jump),
        "standings": [_numbers(each) for each in standings],
    }


def _numbers(values: CardWeights | JumpWeights | Standing) -> dict[str, float]:
    return {name: round(value, 4) for name, value in values._asdict().items()}


@cache
def fits() -> Mapping[str, Any]:
    """The content of weights.json."""
    loaded: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text())
    return loaded


@cache
def fit_for(players: int) -> Fit:
    """The fit for a number of players."""
    weights, standings = weights_from_json(fits()[f"{players} players"])
    return Fit(Policy(weights), Outlook(standings, players))


@cache
def compiled_fit_for(players: int) -> kernel.Fit:
    """The same for the kernel, with the learner's network; its only weights are those of mind 1."""
    fit = fit_for(players)
    return kernel.Fit([fit.policy.weights], fit.outlook.by_draw, net_for(players).numbers())
