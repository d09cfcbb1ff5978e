"""The Game (Steffen Benndorf)."""

from __future__ import annotations

from functools import partial

from cardsolver.core.game import Game
from cardsolver.core.resources import rules_text
from cardsolver.core.scoring import Scoring
from cardsolver.games.the_game import rules
from cardsolver.games.the_game.deck import DECK
from cardsolver.games.the_game.position import check_position

GAME = Game(
    name=rules.NAME,
    title=rules.TITLE,
    players=rules.SEATS,
    options=rules.OPTIONS,
    deck=DECK,
    scoring=Scoring(
        is_team=True,
        score="cards left",
        key="left",
        more_is_better=False,
        most=rules.CARDS,
        scores_now=lambda state: (rules.left(state),) * state.rules.players,
        excellent=rules.EXCELLENT,
        excellent_ends=("won", "stuck"),
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
    check_position=check_position,
    bots_at="cardsolver.games.the_game.bots:BOTS",
    levels_at="cardsolver.games.the_game.bots:LEVELS",
    screen_at="cardsolver.games.the_game.screen",
    stage_at="cardsolver.games.the_game.stage:STAGE",
    hint_at="cardsolver.games.the_game.bots.hint:explain",
)

__all__ = ["GAME"]
