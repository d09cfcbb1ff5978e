"""What results count: ranks, points, forfeits."""

from __future__ import annotations

import pytest

from cardsolver.core.game import Outcome
from cardsolver.core.registry import game_names
from cardsolver.tournaments.scoring import forfeit, points, ranks, scoring_of


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_meaning_for_its_scores(game: str) -> None:
    assert scoring_of(game).score


def test_ranks_and_points() -> None:
    """Hand-calculated: fewer penalty cards are better, winners are equal whatever they have."""
    outcome = Outcome("row", (5, 2, 9, 5), (1,))
    assert ranks("fifty-fifty", outcome) == (2, 1, 4, 2)
    assert points((2, 1, 4, 2)) == pytest.approx((0.5, 1, 0, 0.5))
    assert ranks("level-8", Outcome("medal", (3, 9, 8), (1,))) == (3, 1, 2)
    # A seat with a Pass in hand may have fewer penalty cards and not win (FF-28).
    assert ranks("fifty-fifty", Outcome("cards", (1, 2, 2), (1, 2))) == (3, 1, 1)


def test_a_seat_at_fault_is_last() -> None:
    class State:
        penalties = (0, 4, 4, 7)

    outcome = forfeit("fifty-fifty", State(), 0)
    assert outcome == Outcome("forfeit", (0, 4, 4, 7), (1, 2))
    assert ranks("fifty-fifty", outcome, last=0) == (4, 1, 1, 3)
