"""A cluster gives the same results, whoever dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.errors import InputError
from cardsolver.runner import cluster as cluster_module
from cardsolver.runner.cluster import run_on_cluster
from tests.support.running import ROOT, cardsolver_process, environment, start, unmeasured, wait_for
from tests.support.tournaments import SHELL, tournament

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def start_part(*arguments: str) -> subprocess.Popen[bytes]:
    """A scheduler or a worker."""
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", *arguments],
        cwd=ROOT,
        env={**unmeasured(), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real scheduler and two worker processes."""
    file = tmp_path / "scheduler.json"
    scheduler = start_part(
        "distributed.cli.dask_scheduler",
        "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file),
    )  # fmt: skip
    workers: list[subprocess.Popen[bytes]] = []
    try:
        deadline = time.monotonic() + 60
        while not (file.exists() and file.read_text().rstrip().endswith("}")):
            assert time.monotonic() < deadline
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(2):
            workers.append(  # noqa: PERF401 - if the second fails, the first is ended all the same
                start_part(
                    "distributed.cli.dask_worker",
                    address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                    "--local-directory", str(tmp_path),
                )
            )  # fmt: skip
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_cluster_gives_the_same_report_when_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    path = tmp_path / "cluster.jsonl"
    bots = ["--bots", "greedy,random,shell", "--name", SHELL, "--seeds", "0:60", "--no-times"]
    command = [sys.executable, "-m", "cardsolver", "tournament", "the-game", *bots]
    process = subprocess.Popen(
        [*command, "-o", str(path), "--scheduler", address],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 100
    while not (path.exists() and path.read_bytes().count(b"\n") > 30):
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    workers[0].kill()
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    here = tournament("the-game", tmp_path / "here.jsonl", *bots[:-1], "--jobs", "1")
    assert out == here.stdout


def test_a_cluster_decides_a_study_when_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    config = tmp_path / "study.toml"
    config.write_text('engine = "search"\n[[sets]]\nhand = [2, 3]\nminimum = 2\nseeds = "0:40"\n')
    path = tmp_path / "study.jsonl"
    process = start("study", config, "-o", path, "--scheduler", address, "--json")
    wait_for(lambda: path.exists() and len(path.read_bytes().splitlines()) > 3)
    workers[0].kill()
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert len({(line["set"], line["seed"]) for line in kept}) == len(kept) == 80
    assert json.loads(out)["unwinnable"] == 80
    for command in ("winnable", "solve"):  # the worker that is left goes on
        done = cardsolver_process(command, "--seeds", "0:3", "--scheduler", address)
        assert [line.split()[1].rstrip(":") for line in done.stdout.splitlines()[:3]] == list("012")


def _task(folder: Path, number: int) -> int:
    time.sleep(0.2)
    _note(folder, str(number))
    return number


def _note(folder: Path, what: str) -> None:
    """What this worker does, a line each."""
    with (folder / f"{os.getpid()}.notes").open("a") as file:
        file.write(f"{what}\n")


def test_at_the_end_of_a_run_nothing_of_it_follows(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    """Nobody waits for the rest: each worker has a task under way, and more in its queue."""
    address, workers = cluster
    at_end = partial(_note, tmp_path, "end")
    results = run_on_cluster(address, partial(_task, tmp_path), range(1000), at_end=at_end)
    with closing(results):  # type: ignore[type-var] # a generator
        assert sum(1 for _ in islice(results, 6)) == 6
    time.sleep(1)
    notes = [path.read_text().split() for path in tmp_path.glob("*.notes")]
    assert len(notes) == len(workers)
    for lines in notes:
        assert lines.index("end") == len(lines) - 1


def test_nobody_waits_for_the_task_under_way(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, _ = cluster
    at_end = partial(_note, tmp_path, "end")
    results = run_on_cluster(address, _linger, [0.0, *[60.0] * 8], at_end=at_end)
    with closing(results):  # type: ignore[type-var] # a generator
        assert next(results) == (0.0, 0.0)
        started = time.monotonic()
    assert time.monotonic() - started < 30


def _linger(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


IMPATIENT = """
from cardsolver.cli import main
from cardsolver.runner import cluster
cluster.CONNECT_S = 0.5
main()
"""


def test_a_scheduler_that_is_not_there_is_said() -> None:
    """In a process: what distributed does to a process that could not connect is nobody's test."""
    arguments = ["tournament", "the-game", "--bots", "random", "--seeds", "0:2"]
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT, *arguments, "--scheduler", "tcp://127.0.0.1:9"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert "--scheduler 'tcp://127.0.0.1:9': no scheduler answers" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cluster_without_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is kept; the scheduler alone cannot play."""

    class Client:
        def nthreads(self) -> dict[str, int]:
            return {}

    monkeypatch.setattr(cluster_module, "PATIENCE_S", 0)
    monkeypatch.setattr(cluster_module, "LOOK_S", 0)
    crew = cluster_module._Crew(Client())
    crew.check()
    time.sleep(0.01)
    with pytest.raises(InputError, match="no worker for 0 s; what is done so far is kept"):
        crew.check()


def test_a_worker_does_one_task_at_a_time_however_many_threads_it_has() -> None:
    busy = threading.Lock()

    def task(number: int) -> int:
        assert busy.acquire(blocking=False)
        time.sleep(0.005)
        busy.release()
        return 2 * number

    with ThreadPoolExecutor(4) as threads:
        found = [threads.submit(cluster_module._alone, task, number) for number in range(12)]
        assert [each.result() for each in found] == [2 * number for number in range(12)]
