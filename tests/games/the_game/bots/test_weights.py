"""The fitted weights of the planner."""

from __future__ import annotations

from cardsolver.games.the_game.bots.weights import phases_for


def test_every_standard_rule_set_has_its_weights() -> None:
    for players in range(1, 6):
        for minimum in (1, 2, 3, 4):
            for talk in (False, True) if players > 1 else (False,):
                weights = phases_for(players, minimum, talk=talk).by_left[50]
                assert weights.room > 0 > weights.lost  # room is good, lost cards are not
