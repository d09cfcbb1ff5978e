"""The fitted weights of the planner."""

from __future__ import annotations

from cardsolver.games.the_game.bots.weights import phases_for


def test_every_standard_rule_set_has_its_weights() -> None:
    for players in range(1, 6):
        for minimum in (1, 2, 3, 4):
            phases = phases_for(players, minimum)
            assert phases.chance(50, 1_000.0) > phases.chance(50, -1_000.0)
