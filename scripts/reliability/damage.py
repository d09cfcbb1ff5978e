"""Damage a journal in every way a crash can, in this process; then go on and compare.

Each subject is a run whose file is a journal: it can be made whole, and resumed from whatever is
left of it. The final report must be the same, byte for byte, and nothing may be done twice.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from unittest.mock import patch

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.referee import play_match
from cardsolver.core.report import to_json, without_times
from cardsolver.core.transcript import transcript_to_json
from cardsolver.runner import journal
from cardsolver.runner.journal import check_writable, keep
from cardsolver.seats.spec import make_bot
from cardsolver.solver.batch import SolveTask, VerdictFile, solve_many
from cardsolver.studies.plan import Plan, RuleSet
from cardsolver.studies.record import StudyRecord, read_study
from cardsolver.studies.report import study_report
from cardsolver.studies.run import StudyTask, run_study
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.report import load_results, make_report
from cardsolver.tournaments.run import run
from tests.support.faults import FaultyDisk, on

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


class Subject(Protocol):
    """A run that keeps a journal."""

    name: str

    def go_on(self, path: Path) -> None:
        """Do all that the file lacks."""

    def open(self, path: Path) -> None:
        """Begin to write to the file."""

    def report(self, path: Path) -> str:
        """What the file shows in the end."""

    def keys(self, path: Path) -> list[str]:
        """What each finished line is about."""


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


class TournamentSubject:
    """Random bots on The Game: hundreds of games in a second."""

    name = "tournament"

    def __init__(self, games: int) -> None:
        self._config = make_config(
            game="the-game", rules="hand=3", bots=["random"], seeds=f"0:{games}"
        )

    def go_on(self, path: Path) -> None:
        with Record(self._config, path) as record:
            run(self._config, record)

    def open(self, path: Path) -> None:
        Record(self._config, path).close()

    def report(self, path: Path) -> str:
        return json.dumps(to_json(without_times(make_report(load_results([str(path)])))))

    def keys(self, path: Path) -> list[str]:
        return [str(line["n"]) for line in _lines(path)[1:]]


class StudySubject:
    """Two rule sets with half of the deals each; the solver answers each deal once."""

    name = "study"

    def __init__(self, deals: int) -> None:
        half = f"0:{deals // 2}"
        sets = tuple(RuleSet(f"players=1 hand={hand} minimum=2", half) for hand in (1, 2))
        self._plan = Plan("win", "search", sets)
        # The file is tried here, not the solver: what it said once it would say again.
        self._decide = cache(StudyTask.decide)

    def go_on(self, path: Path) -> None:
        with (
            patch.object(StudyTask, "decide", self._decide),
            StudyRecord(self._plan, path) as record,
        ):
            run_study(record, rounds=(30.0,), memory_bytes=None)

    def open(self, path: Path) -> None:
        with StudyRecord(self._plan, path):
            pass

    def report(self, path: Path) -> str:
        return json.dumps(to_json(without_times(study_report(read_study(str(path))))))

    def keys(self, path: Path) -> list[str]:
        return [f"{line['set']} {line['seed']}" for line in _lines(path)[1:]]


class VerdictSubject:
    """Positions that are decided at once."""

    name = "winnable --resume"

    def __init__(self, deals: int) -> None:
        rng = random.Random(18)
        self._tasks = []
        for number in range(deals):
            cards = rng.sample(range(2, 100), 5)
            hand, draw = " ".join(map(str, cards[:3])), " ".join(map(str, cards[3:]))
            deal = deal_seed("the-game", number)
            position = f"1 1 100 100 / {hand} / {draw}"
            self._tasks.append(SolveTask(type(deal)("the-game", position=position)))

    def go_on(self, path: Path) -> None:
        with VerdictFile(path) as file:
            for _ in solve_many(self._tasks, jobs=1, file=file):
                pass

    def open(self, path: Path) -> None:
        with VerdictFile(path):
            pass

    def report(self, path: Path) -> str:
        with VerdictFile(path) as file:
            verdicts = [file[task] for task in self._tasks]
        return json.dumps([(v.verdict, v.left, v.transcript.moves) for v in verdicts])

    def keys(self, path: Path) -> list[str]:
        return [str(line["key"]) for line in _lines(path)]


class PlaySubject:
    """Games that `play --record` adds one by one."""

    name = "play --record"

    def __init__(self, games: int) -> None:
        self._games = []
        for number in range(games):
            deal = deal_seed("the-game", number, rules="players=1 hand=3 minimum=2")
            bots = [make_bot("random", "the-game", seed=str(number))]
            self._games.append(transcript_to_json(play_match(deal, bots, names=["r"]).transcript))

    def go_on(self, path: Path) -> None:
        if not path.exists():
            path.touch()
        have = self._sound(path)
        for game in self._games:
            if str(game["seed"]) not in have:
                keep(path, game)

    def _sound(self, path: Path) -> set[str]:
        found = set()
        for line in path.read_bytes().splitlines():
            try:
                found.add(str(json.loads(line)["seed"]))
            except ValueError:
                continue
        return found

    def open(self, path: Path) -> None:
        check_writable(path)

    def report(self, path: Path) -> str:
        games = {str(line["seed"]): line for line in _lines(path)}
        return json.dumps([games[str(number)] for number in range(len(self._games))])

    def keys(self, path: Path) -> list[str]:
        return [str(line["seed"]) for line in _lines(path)]


@dataclass(frozen=True)
class Damaged:
    """One way to damage a file, and what the file is then."""

    how: str
    content: bytes
    may_repeat: bool = False  # a line was there twice before the run went on


def damages(whole: bytes, *, every: int = 1) -> Iterator[Damaged]:
    """Cut at every byte of the last two lines; lines twice; lines swapped; zeros at the end."""
    lines = whole.splitlines(keepends=True)
    start = len(b"".join(lines[:-2]))
    for offset in range(start, len(whole), every):
        yield Damaged(f"cut at byte {offset}", whole[:offset])
        if (offset - start) % (16 * every) == 0:
            zeros = b"\0" * (len(whole) - offset)
            yield Damaged(f"zeros from byte {offset}", whole[:offset] + zeros)
    # The power goes before lines were flushed: any part of the file may be all that is left.
    for offset in random.Random(len(whole)).sample(range(start), min(start, 200 // every)):
        yield Damaged(f"power cut, byte {offset} is the last", whole[:offset])
    first = 1 if lines[0].startswith(b'{"type"') else 0
    for number in range(first, len(lines), every):
        twice = [*lines[: number + 1], *lines[number:]]
        yield Damaged(f"line {number + 1} twice", b"".join(twice), may_repeat=True)
        if number + 1 < len(lines):
            swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
            yield Damaged(f"line {number + 1} swapped with the next", b"".join(swapped))


def check_damages(
    subject: Subject, folder: Path, *, every: int = 1
) -> tuple[Counter[str], list[str]]:
    """How often each kind of damage was tried, and what went wrong."""
    whole = folder / "whole.jsonl"
    subject.go_on(whole)
    content, expected = whole.read_bytes(), subject.report(whole)
    keys = sorted(subject.keys(whole))
    path = folder / "damaged.jsonl"
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for damage in damages(content, every=every):
        path.write_bytes(damage.content)
        tried[damage.how.split()[2 if damage.how.startswith("line") else 0]] += 1
        try:
            subject.go_on(path)
        except InputError as error:
            wrong.append(f"{damage.how}: {error}")
            continue
        if subject.report(path) != expected:
            wrong.append(f"{damage.how}: another report")
        found = sorted(set(subject.keys(path)) if damage.may_repeat else subject.keys(path))
        if found != keys:
            wrong.append(f"{damage.how}: lines lost or done twice")
    return tried, wrong


def check_full_disk(
    subject: Subject, folder: Path, *, every: int = 1
) -> tuple[Counter[str], list[str]]:
    """The disk is full at every write, at its first byte and in its middle; then it has room."""
    whole = folder / "whole.jsonl"
    subject.go_on(whole)
    expected, keys = subject.report(whole), sorted(subject.keys(whole))
    sizes = [len(line) for line in whole.read_bytes().splitlines(keepends=True)]
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(0, len(sizes), every):
        for part in (0, sizes[number] // 2):
            path = folder / "full.jsonl"
            path.unlink(missing_ok=True)
            tried["full disk"] += 1
            try:
                with on(FaultyDisk(full_after=sum(sizes[:number]) + part)):
                    subject.go_on(path)
                wrong.append(f"full at write {number}: nobody noticed")
            except InputError as error:
                if "No space left on device" not in str(error):
                    wrong.append(f"full at write {number}: {error}")
            if not path.read_bytes().endswith(b"\n") and path.stat().st_size:
                wrong.append(f"full at write {number}: a torn line was left")
            subject.go_on(path)
            if subject.report(path) != expected or sorted(subject.keys(path)) != keys:
                wrong.append(f"full at write {number}: another report")
    return tried, wrong


def check_fsync(subject: Subject, folder: Path, *, fails: int) -> tuple[Counter[str], list[str]]:
    """Each of the first calls of fsync fails once; and the power goes between write and fsync."""
    whole = folder / "whole.jsonl"
    disk = FaultyDisk()
    with on(disk):
        subject.go_on(whole)
    expected, keys = subject.report(whole), sorted(subject.keys(whole))
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(fails):
        path = folder / "fsync.jsonl"
        path.unlink(missing_ok=True)
        failing = FaultyDisk(fsync_fails_at=number)
        try:
            with on(failing):
                subject.go_on(path)
            if failing.fsyncs > number:
                wrong.append(f"fsync {number} failed: nobody noticed")
        except InputError as error:
            tried["failing fsync"] += 1
            if "Input/output error" not in str(error):
                wrong.append(f"fsync {number} failed: {error}")
        subject.go_on(path)
        if subject.report(path) != expected or sorted(subject.keys(path)) != keys:
            wrong.append(f"fsync {number} failed: another report")
    return tried, wrong


HOLDER = """
import sys
from pathlib import Path
from cardsolver.runner.journal import Journal
journal = Journal(Path(sys.argv[1]), take=lambda entry: None)
print("here", flush=True)
sys.stdin.read()
"""


def check_lock(subject: Subject, folder: Path, *, times: int) -> tuple[Counter[str], list[str]]:
    """A second run on a file is refused until the first, in another process, is killed."""
    path = folder / "locked.jsonl"
    subject.go_on(path)
    expected = subject.report(path)
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(times):
        tried["second run"] += 1
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(path)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as holder:  # fmt: skip
            if holder.stdout is None or holder.stdout.readline() != b"here\n":
                return tried, [*wrong, "nobody holds the file"]
            try:
                with patch.object(journal, "PATIENCE_S", 0.0):
                    subject.open(path)
                wrong.append("a second run was let in")
            except InputError as error:
                if "another run is writing to it" not in str(error):
                    wrong.append(f"a second run: {error}")
            holder.kill()
        subject.go_on(path)
        if subject.report(path) != expected:
            wrong.append("another report after the first run was killed")
    return tried, wrong
