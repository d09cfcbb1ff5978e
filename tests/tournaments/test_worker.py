"""One game of a tournament: what a fault costs."""

from __future__ import annotations

from cardsolver.seats.limits import TimeLimits
from tests.support.bots import play_with


def test_replace_lets_a_stand_in_play_on_and_marks_it() -> None:
    (played,) = play_with("crash", on_fault="replace")
    assert [(fault.kind, fault.replaced) for fault in played.faults] == [("crash", True)]
    assert played.outcome is not None
    assert played.outcome.end in ("won", "stuck")
    assert played.turns[0] > 3
    (played,) = play_with("no-start", on_fault="replace")
    assert [(fault.kind, fault.replaced) for fault in played.faults] == [("no-start", True)]
    assert played.outcome is not None


def test_stop_leaves_the_game_without_a_result() -> None:
    (played,) = play_with("crash", on_fault="stop")
    assert played.outcome is None
    assert played.faults[0].kind == "crash"


def test_a_game_has_a_limit_too() -> None:
    config_limits = TimeLimits(start_s=30, move_s=30, game_s=0.5)
    (played,) = play_with("time", limits=config_limits)
    (fault,) = played.faults
    assert (fault.kind, fault.message) == ("time", "the 0.5 s for the game are used up")
