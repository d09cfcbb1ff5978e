"""The order of whole turns."""

from __future__ import annotations

from tests.support.naive import the_game as naive
from tests.support.positions import problem_of, turns_of


def test_a_seat_that_has_to_step_far_is_worth_less() -> None:
    """The same turn, but the next seat's cards lie far from all piles or near to one."""
    near, far = (
        turns_of(problem_of(naive.make((30, 31, 70, 69), ((5, 32), hand), (34, 66, 98), 2)))
        for hand in ((33, 35), (50, 51))
    )
    assert near[1].score.max() > far[1].score.max()
