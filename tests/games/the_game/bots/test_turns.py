"""Turns that the bots choose from."""

from __future__ import annotations

from cardsolver.games.the_game.bits import CARD
from cardsolver.games.the_game.bots.turns import longest


def test_a_lost_turn_still_lays_what_it_can() -> None:
    # 51 fits nowhere: the minimum is out of reach, but 70 is laid.
    hand = CARD[70] | CARD[51]
    assert longest((60, 60, 40, 40, hand), 2) == [(0, 70)]
