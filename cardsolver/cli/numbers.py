"""Numbers on the command line: whatever is wrong with one, the line says what would be right."""

from __future__ import annotations

import re
from math import inf, nan
from typing import TYPE_CHECKING

import typer

from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable


def whole(low: int, high: int | None = None) -> Callable[[object], int]:
    """Reads a whole number, `low` or more, or from `low` to `high`."""
    expected = f"number, {low} or more" if high is None else f"number from {low} to {high}"

    def read(text: object) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", str(text)):
            number = int(str(text))
            if low <= number and (high is None or number <= high):
                return number
        raise typer.BadParameter(f"{quote(text)}; expected a whole {expected}")

    return read


def seconds(low: float = 0.0) -> Callable[[object], float]:
    """Reads a time in seconds of at least `low`; `nan` and `inf` are none."""

    def read(text: object) -> float:
        try:
            number = float(str(text))
        except ValueError:
            number = nan
        if low <= number < inf:
            return number
        raise typer.BadParameter(f"{quote(text)}; expected a number of seconds, {low:g} or more")

    return read
