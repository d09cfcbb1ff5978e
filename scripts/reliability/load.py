"""Long runs: memory over time, the time of a report, and how much is sent to a bot."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import game_named
from cardsolver.seats.chance import RandomBot
from cardsolver.seats.protocol import SeatContext, encode, move_request

ROOT = Path(__file__).parents[2]
MIB = 1024 * 1024


@dataclass(frozen=True)
class Load:
    """What a long tournament used. Memory is in MiB: early, and with the last games.

    `peak` is the most that the parent ever had: its report comes after the last game.
    """

    games: int
    processor_s: float
    parent: tuple[float, float]
    peak: float
    workers: tuple[float, float]
    record: float
    report_s: float
    report_memory: float


def _processor_s() -> float:
    """Processor time of the children that have ended; the wall clock would measure the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(pid: int) -> float:
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def _children(pid: int) -> list[int]:
    try:
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]
    except OSError:
        return []


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def run_tournament(folder: Path, games: int, *, jobs: int = 2, most_s: float = 3600) -> Load:
    """Greedy alone on `games` deals; stopped after `most_s`, its figures are for what it played."""
    path = folder / "load.jsonl"
    process = subprocess.Popen(
        [
            sys.executable, "-m", "cardsolver", "tournament", "the-game", "--bots", "greedy",
            "--seeds", f"0:{games}", "-o", str(path), "--jobs", str(jobs), "--no-times",
        ],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    started = time.monotonic()
    used_before = _processor_s()
    early: tuple[float, float] | None = None
    late = (0.0, 0.0)
    peak = 0.0
    size = 0
    try:
        while process.poll() is None and time.monotonic() - started < most_s:
            time.sleep(0.5)
            workers = [_memory(child) for child in _children(process.pid)]
            now = (_memory(process.pid), max(workers, default=0.0))
            peak = max(peak, now[0])
            grown = path.stat().st_size if path.exists() else 0
            # One more than workers: Python keeps a tracker. Without new games it is the report.
            if now[0] and len(workers) > jobs and grown > size:
                late = now
            size = grown
            # Everything is loaded, and the first thousand games are played.
            if early is None and path.exists() and path.stat().st_size > MIB:
                early = now
    finally:
        process.terminate()
        process.wait()
    first = early or late
    before = _processor_s()
    shown = subprocess.run(
        [
            sys.executable, "-c",
            ("import resource, sys; sys.argv[0] = 'cardsolver'\n"
            "from cardsolver.cli.app import main\n"
            "try:\n    main()\n"
            "finally:\n"
            "    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
            "    sys.stderr.write(f'memory {used}\\n')"),
            "report", str(path), "--no-times", "--json",
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    took = _processor_s() - before
    used = [line.split()[1] for line in shown.stderr.splitlines() if line.startswith("memory ")]
    return Load(
        games=_lines(path) - 1,
        processor_s=before - used_before,
        parent=(first[0], late[0]),
        peak=peak,
        workers=(first[1], late[1]),
        record=path.stat().st_size / MIB,
        report_s=took,
        report_memory=float(used[0]) if used else 0.0,
    )


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
