"""Level 8 (Ravensburger)."""

from __future__ import annotations

from functools import partial

from cardsolver.core.game import Game
from cardsolver.core.resources import rules_text
from cardsolver.core.scoring import Scoring
from cardsolver.games.level_8 import rules
from cardsolver.games.level_8.deck import DECK

GAME = Game(
    name=rules.NAME,
    title=rules.TITLE,
    players=rules.SEATS,
    options=rules.OPTIONS,
    deck=DECK,
    scoring=Scoring(
        is_team=False,
        score="level",
        note="level 9 is a game that was won",
        more_is_better=True,
        scores_now=lambda state: state.levels,
    ),
    parse_rules=rules.parse_rules,
    format_rules=rules.format_rules,
    start=rules.start,
    to_move=rules.to_move,
    apply=rules.apply,
    outcome=rules.outcome,
    describe=rules.describe,
    view=rules.view,
    legal_moves=rules.legal_moves,
    view_to_json=rules.view_to_json,
    parse_move=rules.parse_move,
    format_move=rules.format_move,
    seen_move=rules.seen_move,
    rules_text=partial(rules_text, rules.NAME),
    bots_at="cardsolver.games.level_8.bots:BOTS",
    levels_at="cardsolver.games.level_8.bots:LEVELS",
    screen_at="cardsolver.games.level_8.screen",
    hint_at="cardsolver.games.level_8.bots.hint:explain",
    stage_at="cardsolver.games.level_8.stage:STAGE",
)

__all__ = ["GAME"]
