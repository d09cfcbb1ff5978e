"""Results are told in the order in which they were asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardsolver.cli.in_order import InOrder


@given(st.permutations(range(6)), st.integers(0, 6))
def test_told_in_order_whatever_finishes_first(finished: list[int], until: int) -> None:
    tasks = [f"task {number}" for number in range(6)]
    order: InOrder[str, int] = InOrder(tasks)
    told: list[int] = []
    for number in finished[:until]:
        told += order.add(tasks[number], number)
        assert told == list(range(len(told)))
    assert [*told, *order.rest()] == sorted(finished[:until])
