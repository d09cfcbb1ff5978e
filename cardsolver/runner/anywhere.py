"""Many tasks, on the processes of this machine or on a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from cardsolver.runner.workers import WorkerDied, run_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
R = TypeVar("R")


def run_anywhere(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int, scheduler: str | None = None
) -> Iterator[tuple[T, R | WorkerDied]]:
    """Each task with its result, in the order in which they finish.

    With a scheduler's address its workers do them, and those of a dead one are given to another.
    """
    if scheduler is None:
        yield from run_tasks(function, tasks, jobs=jobs)
        return
    from cardsolver.runner.cluster import run_on_cluster  # noqa: PLC0415 - an extra

    yield from run_on_cluster(scheduler, function, tasks)
