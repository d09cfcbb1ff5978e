"""Many tasks on a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

import asyncio
import queue
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
R = TypeVar("R")

CONNECT_S = 5
LOOK_S = 1.0
PATIENCE_S = 60  # how long we wait for a worker to appear
IN_FLIGHT = 4  # tasks queued per worker: enough to keep it busy
_ALONE = threading.Lock()  # in each worker
_KEPT = "what is done so far is kept, and the same command resumes"


def run_on_cluster(
    address: str,
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    at_end: Callable[[], None] | None = None,
) -> Iterator[tuple[T, R]]:
    """Each task with its result as it ends. A dead worker's tasks are given to another.

    `at_end` is called in every worker when the run is over, however it ends: each worker does so
    after the task under way, with no other task of the run to follow. Nobody waits for that.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise InputError(
            "--scheduler needs distributed; install it with:"
            f" {sys.executable} -m pip install 'distributed>=2024.8'"
        ) from None
    if "://" not in address:
        raise InputError(f"--scheduler {quote(address)}; expected one such as tcp://host:8786")
    try:
        connect: Any = Client  # untyped
        client = connect(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise InputError(f"--scheduler {quote(address)}: no scheduler answers ({reason})") from None
    try:
        yield from _run(client, function, tasks)
    finally:
        if at_end is not None:
            with suppress(Exception):  # a cluster that is gone has nothing to clean up
                client.run(_at_end, at_end, wait=False)
        client.close(timeout=2)


async def _at_end(action: Callable[[], None]) -> None:
    """In a thread, as a worker that waits here for its task would not answer the scheduler."""
    await asyncio.to_thread(_alone, lambda _: action(), None)


def _alone(function: Callable[[T], R], task: T) -> R:
    """One task at a time in a worker, however many threads it has.

    Tasks may own what a process has only once: its bots' programs, its standard output, its memory.
    """
    with _ALONE:
        return function(task)


def _run(client: Any, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    crew = _Crew(client)
    waiting = iter(tasks)
    flying: dict[str, tuple[Any, T]] = {}
    try:
        yield from _fly(client, function, waiting, crew, done, flying)
    finally:
        with suppress(Exception):  # as above
            client.cancel([future for future, _ in flying.values()])


def _fly(
    client: Any,
    function: Callable[[T], R],
    waiting: Iterator[T],
    crew: _Crew,
    done: queue.SimpleQueue[Any],
    flying: dict[str, tuple[Any, T]],
) -> Iterator[tuple[T, R]]:
    while True:
        free = crew.size() * IN_FLIGHT - len(flying)
        for _, task in zip(range(free), waiting, strict=False):
            # pure=False: a task is done when it is asked for, not looked up by its arguments.
            future = client.submit(_alone, function, task, pure=False)
            flying[future.key] = (future, task)
            future.add_done_callback(done.put)
        if not flying:
            return
        try:
            future, task = flying.pop(done.get(timeout=LOOK_S).key)
        except queue.Empty:
            crew.check()
            continue
        result: R = _result(future, task)
        future.release()
        yield task, result


class _Crew:
    """The cluster's workers, who may come and go."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._size = 0
        self._looked = -LOOK_S
        self._alone_since: float | None = None

    def size(self) -> int:
        """How many workers there are, but at least one; the scheduler is asked now and then."""
        now = time.monotonic()
        if now - self._looked >= LOOK_S:
            self._looked = now
            self._size = len(self._client.nthreads())
        return max(1, self._size)

    def check(self) -> None:
        """Give up when there has been no worker for too long."""
        if self.size() and self._size:
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > PATIENCE_S:
            raise InputError(f"--scheduler: no worker for {PATIENCE_S} s; {_KEPT}")


def _result(future: Any, task: object) -> Any:
    try:
        return future.result()
    except InputError:
        raise
    except Exception as error:
        raise InputError(
            f"--scheduler: {task} failed ({type(error).__name__}: {error}); {_KEPT}"
        ) from error
