"""The puzzles: deals and positions of The Game with proven answers, as files in `puzzles/`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, deal_to_json, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.resources import puzzles_folder
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from pathlib import Path

GAME = "the-game"
# What a puzzle's name starts with, and what that means.
KINDS = {
    "turn": "one turn",
    "end": "end game",
    "lost": "lost",
    "deal": "full deal",
    "team": "team",
    "fire": "On Fire",
}


def puzzle_files() -> list[Path]:
    """All puzzle files: kind by kind, easy ones first."""
    order = list(KINDS)
    files = (puzzles_folder() / GAME).glob("*.json")
    return sorted(files, key=lambda path: (order.index(prefix_of(path)), path.stem))


def prefix_of(path: Path) -> str:
    """The kind that a file's name starts with."""
    prefix = path.stem.partition("-")[0]
    if prefix not in KINDS:
        raise InputError(f"puzzle {quote(path.stem)}; expected it to start with {', '.join(KINDS)}")
    return prefix


def load_puzzle(path: Path) -> Deal:
    """The one deal of a puzzle file; its `expected` holds the proven answer."""
    (deal,) = load_deals(str(path), game=GAME)
    return deal


def puzzle_file(name: str) -> Path:
    """The puzzle with this name (a file's, without its suffix), or the only one it starts."""
    files = puzzle_files()
    matches = [path for path in files if path.stem == name]
    matches = matches or [path for path in files if name and path.stem.startswith(name)]
    if not matches:
        raise InputError(f"no puzzle {quote(name)}; expected one that cardsolver puzzles lists")
    if len(matches) > 1:
        some = ", ".join(path.stem for path in matches[:3])
        more = " …" if len(matches) > 3 else ""
        raise InputError(f"{len(matches)} puzzles start with {quote(name)}: {some}{more}")
    return matches[0]


def puzzle_named(name: str) -> Deal:
    """The puzzle with this name or start of a name."""
    return load_puzzle(puzzle_file(name))


def puzzle_text(puzzle: Deal) -> str:
    """The file of a puzzle: one field per line."""
    fields = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in deal_to_json(puzzle).items()
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"
