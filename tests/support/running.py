"""Run the program as a user does: within this process, or as a process of its own."""

from __future__ import annotations

import multiprocessing.process
import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, NoReturn
from unittest.mock import patch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]


def environment(**extra: str) -> dict[str, str]:
    """A plain terminal, whatever the machine that runs the tests has set."""
    ours = ("FORCE_COLOR", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in ours}
    return {**kept, "TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **extra}


def unmeasured(**extra: str) -> dict[str, str]:
    """For processes that are killed, interrupted or may not write: coverage must not run there.

    It keeps a file, and it hangs when Ctrl-C comes while it holds a lock of its own.
    """
    return {key: value for key, value in environment(**extra).items() if not key.startswith("COV")}


# Within this process


def cardsolver(
    *arguments: str | Path, stdin: str | bytes = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end without the start of a Python, which is most of a short command.

    The program finds what its own process would have: arguments, descriptors 0 to 2, environment,
    folder, and itself as `__main__`. Everything is put back afterwards. Where a process is the
    point (signals, pipes, what a start loads) there is `cardsolver_process`.
    """
    words = ["cardsolver", *map(str, arguments)]
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin if isinstance(stdin, bytes) else stdin.encode())
        given.seek(0)
        with _descriptors(given, out, err), _surroundings(words, cwd), _streams():
            code = _run()
        return subprocess.CompletedProcess(words, code, _text(out), _text(err))


@contextmanager
def _descriptors(*files: IO[bytes]) -> Iterator[None]:
    """Files in place of standard input, output and error, for child processes too."""
    kept = [os.dup(place) for place in range(3)]
    try:
        for place, file in enumerate(files):
            os.dup2(file.fileno(), place)
        yield
    finally:
        # Whatever the program did to its own (it may send its output nowhere), these are pytest's.
        for place, old in enumerate(kept):
            os.dup2(old, place)
            os.close(old)


@contextmanager
def _surroundings(words: list[str], cwd: Path) -> Iterator[None]:
    """What else a process has of its own."""
    folder = Path.cwd()
    loaded = set(sys.modules)
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    with (
        patch.dict(os.environ, environment(), clear=True),
        patch.object(sys, "argv", words),
        patch.object(sys, "path", [str(cwd), *sys.path]),
        patch.object(multiprocessing.process, "ORIGINAL_DIR", str(cwd)),  # where workers start
        patch.object(os, "_exit", _exit_refused),
    ):
        os.chdir(cwd)
        try:
            yield
        finally:
            os.chdir(folder)
            for number, handler in handlers.items():
                if handler is not None and signal.getsignal(number) != handler:
                    signal.signal(number, handler)
            # A bot of one test must not be taken for a bot of the same name in another test.
            for name in set(sys.modules) - loaded:
                file = getattr(sys.modules[name], "__file__", None)
                if cwd != ROOT and file is not None and Path(file).is_relative_to(cwd):
                    del sys.modules[name]


def _exit_refused(code: int) -> NoReturn:
    """The program leaves like this when CP-SAT cannot be stopped; pytest would be gone."""
    raise AssertionError(f"the process would have ended at once, with {code}")


@contextmanager
def _streams() -> Iterator[None]:
    """`sys.stdin` and the others as Python opens them at its start."""
    with (
        open(0, encoding="utf-8", closefd=False) as stdin,
        open(1, "w", encoding="utf-8", closefd=False) as stdout,
        open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False) as stderr,
        patch.object(sys, "stdin", stdin),
        patch.object(sys, "stdout", stdout),
        patch.object(sys, "stderr", stderr),
    ):
        yield


def _run() -> int:
    """`python -m cardsolver`, and its exit code."""
    try:
        runpy.run_module("cardsolver", run_name="__main__", alter_sys=True)
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        sys.stderr.write(f"{leaving.code}\n")
        return 1
    except Exception:  # noqa: BLE001 - Python itself ends like this
        traceback.print_exc()
        return 1
    return 0


def _text(file: IO[bytes]) -> str:
    """What was written, with replacement, to show any byte."""
    file.seek(0)
    return file.read().decode(errors="replace")


def refusal(*arguments: str | Path, stdin: str | bytes = "") -> str:
    """The one line that bad input gets; everything else about it is checked here."""
    done = cardsolver(*arguments, stdin=stdin)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("cardsolver: ")
    return lines[0]


# As a process


def cardsolver_process(
    *arguments: str | Path,
    stdin: str | bytes = "",
    cwd: Path = ROOT,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "cardsolver", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env=environment() if env is None else env,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args,
        done.returncode,
        done.stdout.decode(errors="replace"),
        done.stderr.decode(errors="replace"),
    )


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """A command that goes on while the test does, and leads a process group."""
    # A child inherits deafness to Ctrl-C. Whatever ran in this process before may have left it so
    # behind Python's back: solvers and browsers' drivers change signals in C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [sys.executable, "-m", "cardsolver", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=unmeasured(),
        start_new_session=True,
    )


def modules_after(*arguments: str) -> set[str]:
    """What a process has loaded when a command is over."""
    code = (
        "import sys; sys.argv[0] = 'cardsolver'\n"
        "from cardsolver.cli import main\n"
        "try: main()\n"
        "finally: sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=unmeasured(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def shell(command: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """A line for bash, in which `cardsolver` is the program."""
    script = f'cardsolver() {{ "{sys.executable}" -m cardsolver "$@"; }}\n{command}'
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(**extra),
        timeout=120,
        check=False,
    )


def wait_for(happened: Callable[[], bool]) -> None:
    """Look again and again, for a minute."""
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}


def commands_with(text: str) -> list[str]:
    """The commands that run on this machine and have a text in them."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it ended while we looked
            continue
        if text in command:
            found.append(command)
    return found
