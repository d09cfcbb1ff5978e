"""Run the program as a user does: as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment(**extra: str) -> dict[str, str]:
    """A plain terminal, whatever the machine that runs the tests has set."""
    kept = {
        key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "COLUMNS")
    }
    return {**kept, "TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **extra}


def unmeasured(**extra: str) -> dict[str, str]:
    """For processes that are killed, interrupted or may not write: coverage must not run there.

    It keeps a file, and it hangs when Ctrl-C comes while it holds a lock of its own.
    """
    return {key: value for key, value in environment(**extra).items() if not key.startswith("COV")}


def cardsolver(
    *arguments: str | Path, stdin: str | bytes = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. The output is decoded with replacement, to show any byte."""
    done = subprocess.run(
        [sys.executable, "-m", "cardsolver", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env=environment(),
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args,
        done.returncode,
        done.stdout.decode(errors="replace"),
        done.stderr.decode(errors="replace"),
    )


def refusal(*arguments: str | Path, stdin: str | bytes = "") -> str:
    """The one line that bad input gets; everything else about it is checked here."""
    done = cardsolver(*arguments, stdin=stdin)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("cardsolver: ")
    return lines[0]


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
