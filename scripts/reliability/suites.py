"""The tests themselves: what slices of all this cost, and the whole suite under other Pythons."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The slices of scripts/torture that run with every `scripts/test`.
SLICES = (
    "tests/runner/test_damage.py",
    "tests/runner/test_journal.py",
    "tests/seats/test_isolation.py",
    "tests/seats/test_process.py",
    "tests/studies/test_run.py",
    "tests/test_notation.py",
    "tests/test_portability.py",
    "tests/test_readers.py",
    "tests/tournaments/test_record.py",
)


@dataclass(frozen=True)
class Outcome:
    """What pytest said, and what it cost."""

    passed: int
    skipped: int
    failed: int
    processor_s: float
    words: str


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _pytest(python: Path, folder: Path, *arguments: str) -> Outcome:
    before = _processor_s()
    done = subprocess.run(
        [str(python), "-m", "pytest", "-q", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines() or [""]

    def number(word: str) -> int:
        found = re.search(rf"([0-9]+) {word}", lines[-1])
        return int(found[1]) if found else 0

    failed = number("failed") + number("error")
    return Outcome(
        passed=number("passed"),
        skipped=number("skipped"),
        failed=failed or int(done.returncode != 0),
        processor_s=_processor_s() - before,
        words="\n".join(lines[-12:]) + done.stderr[-500:],
    )


def run_slices() -> Outcome:
    """The slices, one after the other in one process and its children."""
    return _pytest(Path(sys.executable), ROOT, "-n0", *SLICES)


def other_pythons() -> list[Path]:
    """Other Pythons on this machine that are new enough, the newest first."""
    found: dict[int, Path] = {}
    for path in [*Path("/usr/bin").glob("python3.*"), *_pyenv()]:
        match = re.fullmatch(r"python3\.([0-9]+)", path.name)
        minor = int(match[1]) if match else 0
        if minor >= 11 and minor != sys.version_info.minor:
            found.setdefault(minor, path)
    return [found[minor] for minor in sorted(found, reverse=True)]


def _pyenv() -> list[Path]:
    return sorted((Path.home() / ".pyenv" / "versions").glob("*/bin/python3.*"))


def run_whole_suite(python: Path, folder: Path) -> tuple[str, Outcome]:
    """All tests of what is committed, set up from nothing with that Python; and its version."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    subprocess.run(
        ["env", f"PYTHON={python}", "scripts/setup", "dev"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    inside = folder / ".venv" / "bin" / "python"
    version = subprocess.run([inside, "--version"], check=True, capture_output=True, text=True)
    return version.stdout.strip(), _pytest(inside, folder, "-n2", "--dist", "worksteal")
