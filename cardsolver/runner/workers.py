"""Many tasks over several processes: results as they come, and a dead worker costs only its task.

The standard pools lose every task in flight when one worker is killed, and cannot say which task
it had. Here each worker has one task at a time and its own pipe, so both are known.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import wait
from numbers import Integral
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardsolver.core.errors import InputError
from cardsolver.core.text import check_type
from cardsolver.runner.leaving import Leave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

T = TypeVar("T")
R = TypeVar("R")

GRACE_S = 2.0

# A fresh interpreter: forking a process that has threads (a progress bar) can hang.
_CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class WorkerDied:
    """In place of a result: the process that had the task was killed or crashed."""

    exit_code: int | None


def default_jobs() -> int:
    """One per core that may be used."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_jobs(jobs: int) -> None:
    """Refuse to work with nobody."""
    check_type("jobs", jobs, Integral, "a whole number, at least 1")
    if jobs < 1:
        raise InputError(f"jobs {jobs}; expected at least 1")


def run_tasks(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int
) -> Iterator[tuple[T, R | WorkerDied]]:
    """Each task with its result, in the order in which they finish.

    Tasks are taken one by one as workers become free. A task's exception is raised here. Closing
    the iterator (or Ctrl-C) ends the workers.
    """
    check_jobs(jobs)
    if jobs == 1:
        for task in tasks:
            yield task, function(task)
        return
    waiting = iter(tasks)
    busy: list[_Worker[T, R]] = []
    try:
        busy.extend(_Worker(function, task) for task in islice(waiting, jobs))
        while busy:
            ready = set(wait([worker.pipe for worker in busy]))
            for worker in [each for each in busy if each.pipe in ready]:
                task = worker.task
                result = worker.result()
                if isinstance(result, WorkerDied):
                    busy.remove(worker)
                    worker.end()
                    busy.extend(_Worker(function, next_task) for next_task in islice(waiting, 1))
                elif not worker.take(waiting):
                    busy.remove(worker)
                    worker.end()
                yield task, result
    finally:
        for worker in busy:
            worker.ask_to_end()
        for worker in busy:
            worker.end()


class _Worker(Generic[T, R]):
    """One process, one pipe, one task at a time."""

    def __init__(self, function: Callable[[T], R], task: T) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self._process: SpawnProcess = _CONTEXT.Process(
            target=_work, args=(function, theirs), daemon=True
        )
        self._process.start()
        theirs.close()  # so that the pipe ends when the worker does
        self._send(task)

    def _send(self, task: T) -> None:
        self.task = task
        with suppress(OSError):  # it is dead already; `result` will say so
            self.pipe.send(task)

    def take(self, waiting: Iterator[T]) -> bool:
        """Start on the next task, if there is one."""
        for task in waiting:
            self._send(task)
            return True
        return False

    def result(self) -> R | WorkerDied:
        """What the task returned; its exception is raised here."""
        try:
            done, value = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            return WorkerDied(self._process.exitcode)
        if not done:
            raise value
        result: R = value
        return result

    def ask_to_end(self) -> None:
        """Give the process a moment to clean up after itself."""
        self.pipe.close()
        self._process.terminate()

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self.ask_to_end()
        self._process.join(GRACE_S)
        self._process.kill()
        self._process.join()


def _leave(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, _ignore)
    raise Leave


def _ignore(_signal: int, _frame: object) -> None:
    """Already leaving. With SIG_IGN instead, Python would complain about a signal in flight."""


def _leave_with_parent() -> None:
    """A parent that was killed cannot end its workers; a long task would keep running unread."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE_S)
        os._exit(1)  # the main thread is inside something that does not notice signals


def _portable(error: Exception) -> Exception:
    """The error, if it can be sent to the parent as it is; what it says, if not."""
    try:
        sent: Exception = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own, just made
    except Exception:  # noqa: BLE001 - its author decides what fails
        return RuntimeError(f"{type(error).__name__}: {error}")
    return sent


def _work(function: Callable[[Any], Any], pipe: Connection) -> None:
    """The life of a worker process; it ends like a finished program, cleaning up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    with suppress(Leave):  # which may come as soon as there is a handler
        signal.signal(signal.SIGTERM, _leave)
        threading.Thread(target=_leave_with_parent, daemon=True).start()
        with suppress(EOFError, OSError):
            while True:
                task = pipe.recv()
                try:
                    answer = (True, function(task))
                except Exception as error:  # noqa: BLE001 - it is raised again in the parent
                    answer = (False, _portable(error))
                pipe.send(answer)
        signal.signal(signal.SIGTERM, _ignore)
