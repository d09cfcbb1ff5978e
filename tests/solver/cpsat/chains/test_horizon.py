"""Walks through whole deals."""

from __future__ import annotations

import time

import pytest

from cardsolver.solver.cpsat.chains.horizon import Horizon, Settings
from cardsolver.solver.cpsat.formula import OutOfTimeError
from cardsolver.solver.cpsat.lines import left_after
from tests.support.positions import dealt

QUICK = Settings(effort=0.1)


@pytest.mark.parametrize(("players", "hand"), [(1, 8), (3, 6)])
def test_a_walk_wins_a_full_deal(players: int, hand: int) -> None:
    problem = dealt(0, players, hand, 2)[0]
    *_, line = Horizon(problem, settings=QUICK).lines(20)
    assert left_after(problem, line) == 0


def test_a_walk_that_cannot_win_backs_up_and_stops_when_its_effort_is_spent() -> None:
    problem = dealt(0, 1, 3, 2)[0]
    walk = Horizon(problem, settings=QUICK)
    lines = list(walk.lines(1.0))
    assert walk.spent >= 1.0
    assert all(left_after(problem, line) > 0 for line in lines)


def test_a_walk_hears_the_deadline() -> None:
    walk = Horizon(dealt(0, 1, 8, 2)[0], deadline=time.monotonic())
    with pytest.raises(OutOfTimeError):
        list(walk.lines(10))
