"""Level 8 (Ravensburger), as docs/rules/level-8.md numbers it.

The package is the game: `combos` knows cards and combinations, `levels` the level lists, `layouts`
what a hand can lay out, `moves` and `variant` their texts, `state` the rules, `view` what is seen.
"""

from __future__ import annotations

from cardsolver.games.level_8.combos import NAME, Combo, Kind, Laid
from cardsolver.games.level_8.levels import LISTS, Level, Levels, format_levels, parse_levels
from cardsolver.games.level_8.moves import (
    DRAW,
    Add,
    Discard,
    Draw,
    Keep,
    LayLevel,
    Move,
    PlaySkip,
    Take,
    format_move,
    parse_move,
    seen_move,
)
from cardsolver.games.level_8.state import (
    Phase,
    State,
    all_cards,
    apply,
    describe,
    outcome,
    start,
    to_move,
)
from cardsolver.games.level_8.variant import OPTIONS, SEATS, Rules, format_rules, parse_rules
from cardsolver.games.level_8.view import View, legal_moves, view, view_to_json

TITLE = "Level 8"

__all__ = [
    "DRAW",
    "LISTS",
    "NAME",
    "OPTIONS",
    "SEATS",
    "TITLE",
    "Add",
    "Combo",
    "Discard",
    "Draw",
    "Keep",
    "Kind",
    "Laid",
    "LayLevel",
    "Level",
    "Levels",
    "Move",
    "Phase",
    "PlaySkip",
    "Rules",
    "State",
    "Take",
    "View",
    "all_cards",
    "apply",
    "describe",
    "format_levels",
    "format_move",
    "format_rules",
    "legal_moves",
    "outcome",
    "parse_levels",
    "parse_move",
    "parse_rules",
    "seen_move",
    "start",
    "to_move",
    "view",
    "view_to_json",
]
