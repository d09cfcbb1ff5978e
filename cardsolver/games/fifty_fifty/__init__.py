"""Fifty Fifty (Steffen and Florian Benndorf)."""

from __future__ import annotations

from functools import partial

from cardsolver.core.game import Game
from cardsolver.core.resources import rules_text
from cardsolver.core.scoring import Scoring
from cardsolver.games.fifty_fifty import rules
from cardsolver.games.fifty_fifty.deck import DECK

GAME = Game(
    name=rules.NAME,
    title=rules.TITLE,
    players=rules.SEATS,
    options=rules.OPTIONS,
    deck=DECK,
    scoring=Scoring(
        is_team=False,
        score="penalty cards",
        more_is_better=False,
        scores_now=lambda state: state.penalties,
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
    bots_at="cardsolver.games.fifty_fifty.bots:BOTS",
    levels_at="cardsolver.games.fifty_fifty.bots:LEVELS",
    screen_at="cardsolver.games.fifty_fifty.screen",
    stage_at="cardsolver.games.fifty_fifty.stage:STAGE",
    hint_at="cardsolver.games.fifty_fifty.bots.hint:explain",
)

__all__ = ["GAME"]
