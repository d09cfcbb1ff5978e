"""Tournaments as tests run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.running import ROOT, cardsolver

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

SHELL = f"shell=cmd:sh {ROOT / 'examples/bots/first.sh'}"


def tournament(game: str, path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """The command, with a record and without times in the report."""
    return cardsolver("tournament", game, "-o", path, "--no-times", *more)
