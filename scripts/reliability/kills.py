"""Real `kill -9` at random moments, again and again; then the same command finishes the run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120.0


@dataclass(frozen=True)
class Work:
    """A command that keeps its results in a file, and how to read them back."""

    name: str
    arguments: tuple[str, ...]
    file_flag: str
    report: tuple[str, ...] | None  # the command that shows the file; None: the run itself does
    key: tuple[str, ...]  # the fields that name a line

    def command(self, path: Path, *more: str) -> list[str]:
        return [
            sys.executable, "-m", "cardsolver", *self.arguments, self.file_flag, str(path), *more
        ]  # fmt: skip


BOT = str(ROOT / "examples/bots/first.sh")
TOURNAMENT = Work(
    "tournament",
    (
        "tournament", "the-game", "--bots", "random,random+greedy,shell",
        "--name", f"shell=cmd:sh {BOT}",
        "--players", "2", "--no-talk", "--seeds", "0:120", "--no-times",
    ),
    "-o",
    ("report", "--no-times", "--json"),
    ("n",),
)  # fmt: skip
STUDY = Work(
    "study",
    ("study", str(ROOT / "scripts/reliability/study.toml"), "--json"),
    "-o",
    None,
    ("set", "seed"),
)
RESUME = Work(
    "winnable --resume",
    ("winnable", "--seeds", "0:150", "--time-limit", "20"),
    "--resume",
    None,
    ("key",),
)


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("COV")}


def _run(command: list[str]) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=_environment(), capture_output=True, text=True,
        timeout=600, check=False,
    )  # fmt: skip
    if done.returncode not in (0, 1):  # winnable answers 1 for "not all"
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()[-1] if "winnable" in command else done.stdout


def _finish(work: Work, path: Path, more: tuple[str, ...]) -> tuple[str, list[str]]:
    """Let the run come to its end; its report, and what each line is about."""
    shown = _run(work.command(path, *more))
    if work.report is not None:
        report, *flags = work.report
        shown = _run([sys.executable, "-m", "cardsolver", report, str(path), *flags])
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    keys = sorted(str([line[name] for name in work.key]) for line in lines if work.key[0] in line)
    return (_without_times(shown) if work is STUDY else shown), keys


def _without_times(text: str) -> str:
    """A study's report without what the machine was like."""

    def cut(value: Any) -> Any:
        if isinstance(value, list):
            return [cut(each) for each in value]
        if isinstance(value, dict):
            return {
                name: cut(each) for name, each in value.items() if not name.startswith("seconds")
            }
        return value

    return json.dumps(cut(json.loads(text)))


def kill_again_and_again(
    work: Work, folder: Path, *, kills: int, seed: int, more: tuple[str, ...] = ()
) -> tuple[int, list[str]]:
    """Kill a run that often, let it finish; how many kills there were, and what is wrong then."""
    rng = random.Random(seed)
    whole = folder / f"{work.name.split()[0]}-whole.jsonl"
    if not whole.exists():
        _finish(work, whole, ())
    expected = _finish(work, whole, ())
    path = folder / f"{work.name.split()[0]}-killed-{seed}.jsonl"
    size = whole.stat().st_size
    targets = sorted(rng.uniform(0, 0.95) * size for _ in range(kills))
    killed = 0
    for number, target in enumerate(targets):
        jobs = () if more else ("--jobs", str(1 + number % 2))
        process = subprocess.Popen(
            work.command(path, *more, *jobs),
            cwd=ROOT,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and path.stat().st_size > target:
                break
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.02))  # somewhere in the next game
        if process.poll() is not None:  # it was quicker: no kill, and nothing left to kill
            if process.returncode not in (0, 1):
                return killed, [f"kill {number}: the run ended with {process.returncode}"]
            break
        # Every other time only the parent: its workers and bots must end by themselves.
        if number % 2:
            os.kill(process.pid, signal.SIGKILL)
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        killed += 1
    found = _finish(work, path, more)
    return killed, [
        f"seed {seed}: {what}"
        for what, same in (
            ("another report", found[0] == expected[0]),
            ("lines lost or done twice", found[1] == expected[1]),
        )
        if not same
    ]


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[str]:
    """The address of a Dask scheduler with workers on this machine; all of them end with it."""
    folder = Path(tempfile.mkdtemp(dir=folder))
    file = folder / "scheduler.json"

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", *arguments],
            cwd=ROOT,
            env={**_environment(), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    parts = [
        start(
            "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1",
            "--no-dashboard", "--scheduler-file", str(file),
        )
    ]  # fmt: skip
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not (file.exists() and file.read_text().rstrip().endswith("}")):
            if time.monotonic() > deadline or parts[0].poll() is not None:
                raise RuntimeError("the scheduler does not start")
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(workers):
            parts.append(  # noqa: PERF401 - if the second fails, the first is ended all the same
                start(
                    "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
                    "--no-dashboard", "--local-directory", str(folder),
                )
            )  # fmt: skip
        yield address
    finally:
        for process in reversed(parts):
            process.kill()
            process.wait()


def bots_left_over(mark: str) -> list[str]:
    """Processes whose command has a text in it: nothing of ours may be left."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in command and str(os.getpid()) != file.parent.name:
            found.append(command)
    return found
