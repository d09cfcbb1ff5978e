"""Results that finish in any order, told in the order in which they were asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")
R = TypeVar("R")


class InOrder(Generic[T, R]):
    """Holds a result back until those before it are there."""

    def __init__(self, tasks: Sequence[T]) -> None:
        """The tasks in the order in which their results are to be told."""
        self._places = {id(task): place for place, task in enumerate(tasks)}
        self._held: dict[int, R] = {}
        self._next = 0

    def add(self, task: T, result: R) -> Iterator[R]:
        """Take the result of a task; give those whose turn has come."""
        self._held[self._places[id(task)]] = result
        while self._next in self._held:
            yield self._held.pop(self._next)
            self._next += 1

    def rest(self) -> Iterator[R]:
        """What is still held back when no more results will come."""
        for place in sorted(self._held):
            yield self._held.pop(place)
