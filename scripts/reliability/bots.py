"""Bots that do all they can to harm a tournament: each is named, and nothing of it is left."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import time
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from cardsolver.seats.confinement import MIB, Confinement
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.run import run
from cardsolver.tournaments.worker import play_game

if TYPE_CHECKING:
    from cardsolver.tournaments.played import Played

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "support" / "misbehaving.py"
PATIENT = TimeLimits(start_s=30, move_s=30, game_s=60)
QUICK = TimeLimits(start_s=30, move_s=1, game_s=60)


@dataclass(frozen=True)
class Case:
    """A misbehaviour and what is said about it; without a `kind` the game goes on to its end."""

    what: str
    kind: str | None
    message: str = ""
    limits: TimeLimits = PATIENT
    confinement: Confinement = field(default_factory=Confinement)
    clock_jumps: bool = False  # the wall clock goes a day ahead whenever it is read


CASES = (
    Case(
        "memory", "resources", "used more than 128 MiB", confinement=Confinement(memory=128 * MIB)
    ),
    Case("processes", "resources", "started more than 64 processes"),
    Case("bomb", "resources", "started more than 64 processes"),
    Case("processor", "resources", "s of processor time", confinement=Confinement(cpu_s=1)),
    Case("files", "crash", "exited with status 1"),
    Case("big-file", "crash", "", confinement=Confinement(file_size=MIB)),
    Case("half-a-line", "time", "no answer within 1 s", QUICK),
    Case("long-line", "too-much-output", "more than 64 KiB"),
    Case("too-much-output", "too-much-output", "more than 64 KiB"),
    Case("binary", "bad-message", "not JSON"),
    Case("not-utf8", "bad-message", "not UTF-8"),
    Case("shouting", "time", "no answer within 1 s", QUICK),
    Case("closed-output", "crash", "closed its input or output"),
    Case("closed-input", "crash", "closed its input or output"),
    Case("grandchild", "crash", "exited with status 7"),
    Case("no-sigterm", "time", "no answer within 1 s", QUICK),
    Case("kills-its-keeper", "crash", "was killed by SIGKILL"),
    Case("daemon", None),
    Case("litter", None),
    Case("spy", None),
    Case("clock-jumps", None, clock_jumps=True),
)


def left_over(mark: str) -> list[str]:
    """Processes, also dead ones that nobody has reaped, with a text in their command."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in file.read_bytes():
                found.append(file.parent.name)
        except OSError:
            continue
    return found


def _stays(mark: str) -> bool:
    """Is something left? The kernel may take a moment with a process that was killed."""
    deadline = time.monotonic() + 1
    while left_over(mark):
        if time.monotonic() > deadline:
            return True
        time.sleep(0.02)
    return False


def zombies() -> list[str]:
    """Our own children that are dead and not reaped."""
    found = []
    for task in Path("/proc/self/task").glob("*/children"):
        for child in task.read_text().split():
            try:
                state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if state == "Z":
                found.append(child)
    return found


def try_case(case: Case, number: int = 0) -> list[str]:
    """Play a game with the bot; what is wrong with the outcome, and what is left."""
    mark = f"torture-{os.getpid()}-{case.what}-{number}"
    command = "cmd:" + shlex.join([sys.executable, "-S", str(PROGRAM), case.what, "-", mark])
    config = make_config(
        game="the-game",
        rules="players=2 first=1 no-talk",
        bots=["bad+greedy"],
        names={"bad": command},
        seeds=f"{number}:{number + 1}",
        limits=case.limits,
        confinement=case.confinement,
    )
    wrong = []
    before = set(Path(tempfile.gettempdir()).glob("cardsolver-bot-*"))
    os.environ["CARDSOLVER_SECRET"] = "42"  # noqa: S105 - for the spy to look for
    days = iter(range(0, 10**9, 86_400))
    clock = patch("time.time", lambda: float(next(days))) if case.clock_jumps else nullcontext()
    try:
        with clock, closing(SeatPool(case.limits, confinement=case.confinement)) as pool:
            played = play_game(config, 0, pool)
            if played.faults and _stays(mark):
                wrong.append("still running after the game that it lost")
    finally:
        del os.environ["CARDSOLVER_SECRET"]
    found = played.faults[0] if played.faults else None
    if (found and found.kind) != case.kind or (found and case.message not in found.message):
        wrong.append(f"expected {case.kind} ({case.message}), found {found}")
    if _stays(mark):
        wrong.append(f"still running: {left_over(mark)}")
    if zombies():
        wrong.append("a zombie is left")
    litter = {
        folder
        for folder in set(Path(tempfile.gettempdir()).glob("cardsolver-bot-*")) - before
        if any(folder.glob("litter*"))
    }
    if litter:
        wrong.append(f"files are left: {litter}")
    return [f"{case.what}: {line}" for line in wrong]


def try_all_at_once(deals: int, *, jobs: int) -> list[str]:
    """A tournament of all of them and a team that behaves: its games are as without them."""
    mark = f"torture-{os.getpid()}-at-once"
    names = {
        case.what: "cmd:" + shlex.join([sys.executable, "-S", str(PROGRAM), case.what, "-", mark])
        for case in CASES
    }
    alone = _games(["greedy"], {}, deals, jobs=1)
    among = _games([*(f"{name}+greedy" for name in names), "greedy"], names, deals, jobs=jobs)
    good = {game.seed: game for game in among if game.team == "greedy"}
    wrong = [
        f"greedy on seed {game.seed}: another game beside bots that misbehave"
        for game in alone
        if (good[game.seed].outcome, good[game.seed].turns) != (game.outcome, game.turns)
    ]
    faults = {game.team for game in among if game.faults}
    wrong += [
        f"{case.what}: not named"
        for case in CASES
        if case.kind is not None and f"{case.what}+greedy" not in faults
    ]
    return [*wrong, *(["still running"] if _stays(mark) else [])]


def _games(bots: list[str], names: dict[str, str], deals: int, *, jobs: int) -> list[Played]:
    config = make_config(
        game="the-game",
        rules="players=2 first=1 no-talk",
        bots=bots,
        names=names,
        seeds=f"0:{deals}",
        limits=QUICK,
        confinement=Confinement(memory=128 * MIB, cpu_s=1, file_size=MIB),
    )
    with Record(config, None) as record:
        run(config, record, jobs=jobs)
        return list(record.games.values())
