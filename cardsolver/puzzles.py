"""The puzzles: deals and positions of The Game with proven answers, as files in `puzzles/`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.deals import Deal, load_deals
from cardsolver.errors import InputError
from cardsolver.resources import puzzles_folder
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from pathlib import Path

GAME = "the-game"


def puzzle_files() -> list[Path]:
    """All puzzle files, by name."""
    return sorted((puzzles_folder() / GAME).glob("*.json"))


def load_puzzle(path: Path) -> Deal:
    """The one deal of a puzzle file; its `expected` holds the proven answer."""
    (deal,) = load_deals(str(path), game=GAME)
    return deal


def puzzle_named(name: str) -> Deal:
    """The puzzle with this name (the file's, without its ending)."""
    for path in puzzle_files():
        if path.stem == name:
            return load_puzzle(path)
    raise InputError(f"no puzzle {quote(name)}; cardsolver puzzles lists them")
