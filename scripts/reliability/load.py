"""Long runs: memory over time, the time of a report, and how much is sent to a bot."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import game_named
from cardsolver.seats.chance import RandomBot
from cardsolver.seats.protocol import SeatContext, encode, move_request

ROOT = Path(__file__).parents[2]
MIB = 1024 * 1024


STUDY = """
engine = "search"
rounds = ["10s"]
[[sets]]
rules = "players=1"
seeds = "0:{count}"
"""


@dataclass(frozen=True)
class Sample:
    """A long run at one moment. Memory is in MiB, processor time that of all its processes."""

    written: int  # bytes of its record
    processor_s: float
    parent: float
    worker: float  # the largest


@dataclass(frozen=True)
class Load:
    """What a long run used.

    `early` and `late` are the memory of the parent and of a worker with the first and with the last
    lines, `peak` the most that the parent ever had: its report comes after the last line.
    `first_pace` and `last_pace` are lines per second of processor time in the second and in the
    last fifth of the record.
    """

    lines: int
    processor_s: float
    early: tuple[float, float]
    late: tuple[float, float]
    peak: float
    first_pace: float
    last_pace: float
    record: float
    report_s: float
    report_memory: float

    @property
    def memory(self) -> str:
        """How it grew, in words."""
        grew = (self.late[0] - self.early[0]) * MIB / max(1, self.lines)
        return (
            f"the parent went from {self.early[0]:.1f} to {self.late[0]:.1f} MiB ({grew:.0f} bytes"
            f" per line; {self.peak:.0f} MiB with its report at the end), a worker from"
            f" {self.early[1]:.1f} to {self.late[1]:.1f} MiB"
        )


def _processor_s() -> float:
    """Processor time of the children that have ended; the wall clock would measure the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _used_s(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _children(pid: int) -> list[int]:
    try:
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]
    except OSError:
        return []


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def run_tournament(folder: Path, games: int) -> Load:
    """Greedy alone on so many deals."""
    words = ["tournament", "the-game", "--bots", "greedy", "--seeds", f"0:{games}", "--no-times"]
    return _run_long(words, folder / "load.jsonl")


def run_study(folder: Path, deals: int) -> Load:
    """Is it winnable? So many solo deals, all of them easy."""
    plan = folder / "load.toml"
    plan.write_text(STUDY.format(count=deals))
    return _run_long(["study", str(plan)], folder / "load.jsonl")


def _run_long(words: list[str], path: Path, *, jobs: int = 2, most_s: float = 3600) -> Load:
    """Run to the end with two workers; after `most_s` the figures are for what there is."""
    before = _processor_s()
    process = subprocess.Popen(
        [
            sys.executable, "-m", "cardsolver", *words, "-o", str(path), "--jobs", str(jobs),
        ],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    samples = [Sample(0, 0.0, 0.0, 0.0)]
    peak = 0.0
    started = time.monotonic()
    try:
        while process.poll() is None and time.monotonic() - started < most_s:
            time.sleep(0.5)
            children = _children(process.pid)
            parent = _memory(process.pid)
            peak = max(peak, parent)
            written = path.stat().st_size if path.exists() else 0
            # One more than workers: Python keeps a tracker. Without new lines it is the report.
            if parent and len(children) > jobs and written > samples[-1].written:
                used = _used_s(process.pid) + sum(map(_used_s, children))
                samples.append(Sample(written, used, parent, max(map(_memory, children))))
    finally:
        process.terminate()
        process.wait()
    processor_s = _processor_s() - before
    lines = _lines(path) - 1
    loaded = next((each for each in samples if each.written > MIB), samples[-1])
    report_s, report_memory = _report(path)
    return Load(
        lines=lines,
        processor_s=processor_s,
        early=(loaded.parent, loaded.worker),
        late=(samples[-1].parent, samples[-1].worker),
        peak=peak,
        first_pace=_pace(samples, lines, 0.2, 0.4),
        last_pace=_pace(samples, lines, 0.8, 1.0),
        record=path.stat().st_size / MIB,
        report_s=report_s,
        report_memory=report_memory,
    )


def _pace(samples: list[Sample], lines: int, begin: float, end: float) -> float:
    """Lines per second of processor time in a part of the record; lines are about equally long."""
    whole = samples[-1].written

    def at(share: float) -> Sample:
        return next(each for each in samples if each.written >= share * whole)

    first, last = at(begin), at(end)
    used = last.processor_s - first.processor_s
    return lines * (last.written - first.written) / max(1, whole) / used if used else 0.0


def _report(path: Path) -> tuple[float, float]:
    """Processor time and memory of a report."""
    before = _processor_s()
    shown = subprocess.run(
        [
            sys.executable, "-c",
            # The high-water mark of this program alone: ru_maxrss has that of its parent in it.
            ("import re, sys; sys.argv[0] = 'cardsolver'\n"
            "from cardsolver.cli.app import main\n"
            "try:\n    main()\n"
            "finally:\n"
            "    status = open('/proc/self/status').read()\n"
            "    used = int(re.search(r'VmHWM:\\s*([0-9]+)', status)[1]) / 1024\n"
            "    sys.stderr.write(f'memory {used}\\n')"),
            "report", str(path), "--no-times", "--json",
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    took = _processor_s() - before
    used = [line.split()[1] for line in shown.stderr.splitlines() if line.startswith("memory ")]
    return took, float(used[0]) if used else 0.0


def history_bytes(requests: int) -> dict[str, int]:
    """What is sent in that many requests to one seat of Level 8, for each wish of a bot."""
    game = game_named("level-8")
    hard = "/".join(["set10"] * 8)  # nobody ever lays out, so that the game does not end
    rules = game.format_rules(game.parse_rules(f"players=2 levels={hard}"))
    sent = dict.fromkeys(("all", "new", "none"), 0)
    asked = number = 0
    while asked < requests:
        state = game.start(deal_seed("level-8", f"load {number}", rules=rules))
        bots = [RandomBot(game, f"{number}/{seat}") for seat in range(2)]
        context = SeatContext(game, rules, 0, 2, seed="")
        history = fresh = 0
        while (seat := game.to_move(state)) is not None and asked < requests:
            view = game.view(state, seat)
            move = bots[seat].choose(view)
            if seat == 0:
                asked += 1
                bare = len(encode(move_request(context, view, number=asked, history=(), limit_s=1)))
                sent["all"] += bare + history
                sent["new"] += bare + fresh
                sent["none"] += bare
                fresh = 0
            text = len(game.seen_move(move) or "") + len('[1,""],')
            history += text
            fresh += text
            state = game.apply(state, move)
        number += 1
    return sent
