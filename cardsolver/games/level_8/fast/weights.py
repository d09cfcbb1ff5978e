"""The fitted weights of both policies, in files that scripts/fit_level_8.py writes."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "weights.json"
PATIENT_FILE = "patient.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """What the policy weighs; the unit is one draw."""

    take: float = 0.9  # a discard is taken if it brings the level nearer by more than this
    take_skip: float = 1.2  # what a Skip on a pile counts against that
    take_last: float = 6.0  # what completing the level counts
    fit: float = 1.5  # what a card counts that fits on the table: useful later, and to others
    dead: float = 0.1  # what a card of a set loses for each card of its number that is gone
    hold_skip: float = 0.0  # a Skip is played when every discard would cost more than this
    threat: float = 1.0  # what counts against holding a Skip when somebody is nearly out
    skip_laid: float = 1.0  # whom to skip: levels that having laid out counts
    skip_cards: float = 0.1  # and each card in hand of somebody who has laid out
    shed_skip: float = -0.1  # taking a Skip after laying out; above 0: rather than drawing
    take_nearer: float = 0.0  # what counts, if then the nearest plan lacks fewer; below `take`
    wait_left: float = 99.0  # a level that leaves more cards than this that fit nowhere may wait,
    wait_cards: float = 0.0  # if nobody who has laid out holds fewer cards than this

    @classmethod
    def from_json(cls, data: Mapping[str, float]) -> Weights:
        """The inverse of `to_json`."""
        return cls(**data)

    def to_numbers(self) -> tuple[float, ...]:
        """In the order above, for the kernel."""
        return tuple(getattr(self, each.name) for each in fields(self))

    def to_json(self) -> dict[str, float]:
        """Numbers by name, for weights.json."""
        return {each.name: round(getattr(self, each.name), 4) for each in fields(self)}


def _load(name: str) -> Weights:
    file = files(__package__ or "").joinpath(name)
    return Weights.from_json(json.loads(file.read_text())) if file.is_file() else Weights()


def patient_weights() -> Weights:
    """What the patient policy weighs: fitted for one seat among others that play the quick one."""
    return _load(PATIENT_FILE)


WEIGHTS = _load(FILE)
