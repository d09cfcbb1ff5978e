"""A slice of `scripts/torture portability`: odd surroundings change no answer to a traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scripts.reliability import portability

if TYPE_CHECKING:
    from pathlib import Path

SLICE = ("PYTHONIOENCODING=ascii", "LC_ALL=C, no UTF-8 mode", "almost no environment")
FEW = [each for each in portability.all_surroundings() if each.name in SLICE]


@pytest.mark.parametrize("around", FEW, ids=lambda each: each.name)
def test_commands_work_in_odd_surroundings(
    around: portability.Surroundings, tmp_path: Path
) -> None:
    assert portability.try_all(around, tmp_path, portability.QUICK) == []


@pytest.mark.parametrize("name", ["Grüße 🂡", "a terminal of size 0"])
def test_commands_work_in_odd_places(name: str, tmp_path: Path) -> None:
    is_terminal = "terminal" in name
    folder = "work" if is_terminal else name
    around = portability.Surroundings(name, folder=folder, terminal=is_terminal)
    assert portability.try_all(around, tmp_path, portability.QUICK) == []


def test_what_needs_posix_says_so_in_one_line(tmp_path: Path) -> None:
    assert portability.not_posix(tmp_path, portability.QUICK) == []
