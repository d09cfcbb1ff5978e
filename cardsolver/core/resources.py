"""Where the rules pages and puzzles are: in the source tree, or inside an installed package."""

from __future__ import annotations

from pathlib import Path

from cardsolver.core.text import read_text

_PACKAGE = Path(__file__).parent.parent


def rules_text(game: str) -> str:
    """The numbered rules of one of our games, as Markdown."""
    return read_text(str(_folder("rules", "docs/rules") / f"{game}.md"))


def puzzles_folder() -> Path:
    """The folder that has one folder of puzzles per game."""
    return _folder("puzzles", "puzzles")


def _folder(installed: str, in_tree: str) -> Path:
    inside = _PACKAGE / "_data" / installed
    return inside if inside.is_dir() else _PACKAGE.parent / in_tree
