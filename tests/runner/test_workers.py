"""The pool of worker processes: nothing is lost, nothing hangs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove
from cardsolver.core.seats import SeatFault
from cardsolver.runner.workers import WorkerDied, run_tasks
from tests.support.running import ROOT, unmeasured, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable


def square(number: int) -> int:
    return number * number


def die_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise ValueError(f"task {number}")


def break_a_rule(number: int) -> int:
    raise IllegalMove("TG-6", f"{number} is not in the hand")


def crash_as_a_bot(number: int) -> int:
    raise SeatFault("crash", f"raised at {number}", ["! the last line"])


class UnsendableError(Exception):
    """Cannot be made from its message alone, and holds what cannot be pickled."""

    def __init__(self, number: int, held: object) -> None:
        super().__init__(f"at {number}")
        self.held = held


class UnreadableError(Exception):
    """Can be pickled, but not read back."""

    def __init__(self, number: int, _other: int) -> None:
        super().__init__(f"odd at {number}")


def raise_what_cannot_be_sent(number: int) -> int:
    raise UnsendableError(number, lambda: None)


def raise_what_cannot_be_read(number: int) -> int:
    raise UnreadableError(number, 0)


def sleep(number: int) -> int:
    time.sleep(1000)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_gets_its_result(jobs: int) -> None:
    assert sorted(run_tasks(square, range(4), jobs=jobs)) == [(0, 0), (1, 1), (2, 4), (3, 9)]


def test_a_killed_worker_costs_its_own_task_only() -> None:
    results = dict(run_tasks(die_at_three, range(6), jobs=2))
    assert results[3] == WorkerDied(-signal.SIGKILL)
    assert [results[number] for number in (0, 1, 2, 4, 5)] == [0, 1, 2, 4, 5]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (raise_what_cannot_be_sent, "UnsendableError: at 1"),
        (raise_what_cannot_be_read, "UnreadableError: odd at 1"),
    ],
)
def test_an_error_that_cannot_be_sent_is_said(function: Callable[[int], int], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        list(run_tasks(function, [1, 1], jobs=2))


@pytest.mark.parametrize("jobs", [0, -3])
def test_no_worker_at_all_is_refused(jobs: int) -> None:
    with pytest.raises(InputError, match=f"jobs {jobs}; expected at least 1"):
        list(run_tasks(square, [1], jobs=jobs))


def test_a_number_of_workers_is_no_text() -> None:
    jobs: Any = "2"
    with pytest.raises(InputError, match="jobs of type str; expected a whole number, at least 1"):
        list(run_tasks(square, [1], jobs=jobs))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_exception_of_a_task_is_raised(jobs: int) -> None:
    with pytest.raises(ValueError, match="task 0"):
        list(run_tasks(fail, [0], jobs=jobs))


def test_faults_come_back_whole_from_a_worker() -> None:
    with pytest.raises(IllegalMove, match=r"7 is not in the hand \(TG-6\)") as broken:
        list(run_tasks(break_a_rule, [7], jobs=2))
    assert (broken.value.rule, broken.value.fault) == ("TG-6", "7 is not in the hand")
    with pytest.raises(SeatFault, match="raised at 7") as crashed:
        list(run_tasks(crash_as_a_bot, [7], jobs=2))
    assert (crashed.value.kind, crashed.value.last_lines) == ("crash", ("! the last line",))


def test_stopping_early_ends_the_workers() -> None:
    started = time.monotonic()
    results = run_tasks(die_at_three, [3, 0, 1, 2], jobs=2)
    next(results)
    results.close()  # type: ignore[attr-defined] # run_tasks is a generator
    slow = run_tasks(sleep, range(2), jobs=2)
    with pytest.raises(TimeoutError):
        _interrupt_after(1, slow)
    assert time.monotonic() - started < 60


def _interrupt_after(seconds: int, results: object) -> None:
    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        list(results)  # type: ignore[call-overload] # an iterator
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_workers_leave_when_their_parent_is_killed() -> None:
    script = (
        "from cardsolver.runner.workers import run_tasks\n"
        "from tests.runner.test_workers import sleep\n"
        "list(run_tasks(sleep, range(2), jobs=2))"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, env=unmeasured()) as parent:
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        wait_for(lambda: len(children.read_text().split()) >= 2)
        workers = [Path("/proc") / child for child in children.read_text().split()]
        time.sleep(1)  # into the tasks
        parent.kill()
    wait_for(lambda: not any(worker.exists() for worker in workers))


def test_no_tasks_no_results() -> None:
    assert list(run_tasks(square, [], jobs=3)) == []


def test_a_worker_that_is_ended_while_it_starts_says_nothing() -> None:
    """The parent may have failed by then, with one clear line that nothing should bury."""
    program = """if True:
        import os, signal, threading
        from multiprocessing import Pipe
        from cardsolver.runner import workers

        class Thread(threading.Thread):
            def start(self):
                os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread = Thread
        workers._work(print, Pipe()[1])
    """
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
