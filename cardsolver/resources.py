"""Where the rules pages and puzzles are: in the source tree, or inside an installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def rules_page(game: str) -> Path:
    """The numbered rules of a game, as Markdown."""
    return _folder("rules", "docs/rules") / f"{game}.md"


def puzzles_folder() -> Path:
    """The folder with a folder of puzzles for each game."""
    return _folder("puzzles", "puzzles")


def _folder(installed: str, in_tree: str) -> Path:
    inside = _PACKAGE / "_data" / installed
    return inside if inside.is_dir() else _PACKAGE.parent / in_tree
