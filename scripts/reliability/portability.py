"""The same commands in odd surroundings: encodings, time zones, folders, terminals, Pythons."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
COMMANDS = (
    "--help",
    "games",
    "rules level-8",
    "deal fifty-fifty --seed 7",
    "solve --seed 42",
    "winnable --seeds 0:2",
    "play level-8 --seats greedy,random --seed 3 --record games.jsonl",
    "referee games.jsonl",
    "tournament the-game --bots greedy,random --seeds 0:3 -o run.jsonl --no-times",
    "report run.jsonl --no-times",
    "deal chess",
)
QUICK = ("games", "deal the-game --seed 1", "play the-game --seats greedy --seed 3", "deal chess")


@dataclass(frozen=True)
class Surroundings:
    """What is odd. `without` are variables of the environment that are taken away."""

    name: str
    env: dict[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    folder: str = "work"
    python: str = sys.executable
    terminal: bool = False


def all_surroundings() -> Iterator[Surroundings]:
    """Everything that can be had on this machine."""
    yield Surroundings("plain")
    for encoding in ("cp1252", "latin-1", "ascii", "utf-8"):
        yield Surroundings(f"PYTHONIOENCODING={encoding}", {"PYTHONIOENCODING": encoding})
    for locale in ("C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "no such locale"):
        yield Surroundings(f"LC_ALL={locale}", {"LC_ALL": locale, "LANG": locale})
    yield Surroundings(
        "LC_ALL=C, no UTF-8 mode",
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    for zone in ("Asia/Kathmandu", "America/St_Johns", "nonsense"):
        yield Surroundings(f"TZ={zone}", {"TZ": zone})
    yield Surroundings("no HOME", without=("HOME",))
    yield Surroundings("almost no environment", without=tuple(os.environ))
    yield Surroundings("spaces in the path", folder="a folder with  spaces")
    yield Surroundings("not ASCII in the path", folder="Grüße 🂡")
    yield Surroundings("a terminal of size 0", terminal=True)
    for name in ("python3.12", "python3.13", "python3.14"):
        for path in (shutil.which(name), *map(str, _pyenv(name))):
            if path is not None and _has_packages(path):
                yield Surroundings(name, python=path)
                break


def _pyenv(name: str) -> list[Path]:
    home = Path(os.environ.get("TORTURE_PYTHONS", Path.home() / ".pyenv" / "versions"))
    return sorted(home.glob(f"*/bin/{name}"))


def _has_packages(python: str) -> bool:
    done = subprocess.run(
        [python, "-c", "import typer, rich, openskill, ortools"], capture_output=True, check=False
    )
    return done.returncode == 0


def try_all(around: Surroundings, base: Path, commands: tuple[str, ...] = COMMANDS) -> list[str]:
    """Run the commands; what is wrong: a traceback, another exit code, another answer."""
    folder = base / around.folder
    folder.mkdir(parents=True, exist_ok=True)
    env = {key: value for key, value in os.environ.items() if key not in around.without}
    env = {**env, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **around.env}
    wrong = []
    for command in commands:
        code, text = _run(
            [around.python, "-m", "cardsolver", *command.split()], folder, env, around
        )
        expected = 2 if "chess" in command else 0
        if code != expected or "Traceback" in text:
            wrong.append(f"{around.name}: {command}: exit code {code}: {text[-200:]}")
    return wrong


def _run(
    words: list[str], folder: Path, env: dict[str, str], around: Surroundings
) -> tuple[int, str]:
    if around.terminal:
        return _in_terminal(words, folder, env)
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, timeout=300, check=False)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def _in_terminal(words: list[str], folder: Path, env: dict[str, str]) -> tuple[int, str]:
    """A pseudo-terminal has no size until somebody gives it one."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        words,
        cwd=folder,
        env={**env, "TERM": "xterm", "PAGER": "cat"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    text = b""
    try:
        while data := os.read(ours, 65536):
            text += data
    except OSError:  # Linux: the other end is closed
        pass
    os.close(ours)
    return process.wait(), text.decode(errors="replace")


POSIX_ONLY = {
    "play the-game --seats cmd:./bot --seed 1": "programs play on Linux and macOS only",
    "tournament the-game --bots json:loads --seeds 0:1 --isolate": "on Linux and macOS only",
}


def not_posix(base: Path, commands: tuple[str, ...] = COMMANDS) -> list[str]:
    """As on another system: everything works, or one line says what it needs."""
    folder = base / "not posix"
    folder.mkdir()
    program = str(ROOT / "scripts" / "reliability" / "elsewhere.py")
    wrong = []
    for command in (*commands, *POSIX_ONLY):
        code, text = _run(
            [sys.executable, program, *command.split()], folder, dict(os.environ), Surroundings("")
        )
        line = POSIX_ONLY.get(command, "")
        expected = 2 if line or "chess" in command else 0
        is_short = not line or len(text.splitlines()) == 1
        if code != expected or "Traceback" in text or line not in text or not is_short:
            wrong.append(f"not POSIX: {command}: exit code {code}: {text[-200:]}")
    return wrong


def read_only_install(base: Path) -> list[str]:
    """A read-only copy of the package; root may write all the same, so files are compared."""
    copy = base / "install"
    shutil.copytree(
        ROOT / "cardsolver", copy / "cardsolver", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(ROOT / "puzzles", copy / "puzzles")
    shutil.copytree(ROOT / "docs", copy / "docs")
    for path in copy.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = sorted(path for path in copy.rglob("*") if "__pycache__" not in path.parts)
    folder = base / "elsewhere"
    folder.mkdir()
    env = {**os.environ, "PYTHONPATH": str(copy)}
    wrong = []
    for command in COMMANDS:
        code, text = _run(
            [sys.executable, "-m", "cardsolver", *command.split()],
            folder,
            env,
            Surroundings("read-only"),
        )
        if code != (2 if "chess" in command else 0) or "Traceback" in text:
            wrong.append(f"read-only install: {command}: exit code {code}: {text[-200:]}")
    if before != sorted(path for path in copy.rglob("*") if "__pycache__" not in path.parts):
        wrong.append("read-only install: something was written into it")
    for path in copy.rglob("*"):
        path.chmod(0o755)
    return wrong
