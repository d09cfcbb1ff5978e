"""Moments of The Game, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as game
from cardsolver.seats.spec import make_bot

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State


def played(rules: str, seed: str, bot: str, moves: int) -> State:
    """A state some moves into a game."""
    state = game.start(deal_seed("the-game", seed, rules=rules))
    bots = [make_bot(bot, "the-game", seed=f"{seed}/{seat}") for seat in range(state.rules.players)]
    for _ in range(moves):
        seat = game.to_move(state)
        if seat is None:
            break
        state = game.apply(state, bots[seat].choose(game.view(state, seat)))
    return state
