"""A study is kept as it grows: stopped, killed or resumed, its table is the same."""

from __future__ import annotations

import json
import lzma
import os
import re
import signal
import time
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.report import to_json, without_times
from cardsolver.core.transcript import parse_transcript
from cardsolver.runner.workers import WorkerDied
from cardsolver.solver.certificate import cards_left
from cardsolver.solver.result import SolveLimits, ruling
from cardsolver.studies.line import pack_line
from cardsolver.studies.plan import Plan, RuleSet
from cardsolver.studies.record import Decision, Known, StudyRecord, Tally, read_study
from cardsolver.studies.report import study_report
from cardsolver.studies.run import StudyTask, run_study
from cardsolver.studies.verify import verify_study
from tests.support import faults
from tests.support.running import cardsolver, refusal, start, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

SETS = (
    RuleSet("players=1 hand=2 minimum=2", "0:6"),
    RuleSet("players=1 hand=3 minimum=2", "0:4"),
    RuleSet("players=2 hand=2 minimum=2", "3,5"),
    RuleSet("players=1 hand=8 minimum=2", "0:3"),
)
WIN = Plan("win", "search", SETS)
CONFIG = """
engine = "search"
rounds = ["30s", "60s"]
[[sets]]
hand = [2, 3]
minimum = 2
seeds = "0:12"
[[sets]]
rules = "expert"
seeds = "0:6"
"""
# Many times as long as a process takes to be noticed and killed, on any machine.
LONG_CONFIG = """
engine = "search"
rounds = ["60s"]
[[sets]]
hand = 4
minimum = 3
seeds = "0:80"
"""
KILLS = 5


def run(plan: Plan, path: Path | None, *, rounds: tuple[float, ...] = (30.0,)) -> StudyRecord:
    with StudyRecord(plan, path) as record:
        run_study(record, rounds=rounds, memory_bytes=None)
    return record


def table(path: Path) -> object:
    return to_json(without_times(study_report(read_study(str(path)))))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "study.jsonl"
    run(WIN, path)
    return path


def test_every_deal_has_its_verdict(finished: Path) -> None:
    tally = read_study(str(finished))
    assert tally.plan == WIN
    assert tally.answered == WIN.deals == 15
    rows = study_report(tally).table("sets").rows
    assert [row["unwinnable"] for row in rows] == [6, 4, 2, 0]
    assert rows[3]["winnable"] == 3
    assert rows[3]["share"] == 1.0
    assert rows[0]["share_high"] < 0.5


def test_the_best_outcome_is_asked_for(tmp_path: Path) -> None:
    plan = Plan("best", "search", SETS[:1])
    tally = run(plan, tmp_path / "best.jsonl").tally
    assert all(one.is_best and one.left > 0 for one in tally.of(0))
    (row,) = study_report(tally).table("left").rows
    assert row["proven"] == 6
    assert row["left_fewest"] <= row["left_mean"] <= row["left_most"]


def test_every_claim_of_a_record_is_checked(finished: Path) -> None:
    found = verify_study(str(finished), limit_s=0.0)
    assert (found.lines, found.noes, found.contradictions) == (15, 12, ())


def test_a_claim_whose_worker_died_is_not_called_checked(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(
        check: Callable[[object], object], claims: Iterable[object], *, jobs: int
    ) -> Iterator[tuple[object, object]]:
        assert jobs
        first, *others = claims
        yield first, WorkerDied(-signal.SIGKILL)
        for claim in others:
            yield claim, check(claim)

    monkeypatch.setattr("cardsolver.studies.verify.run_tasks", dying)
    found = verify_study(str(finished), limit_s=0.0)
    assert (found.lines, found.contradictions, len(found.unchecked)) == (14, (), 1)
    done = cardsolver("report", finished, "--verify", "0")
    assert done.returncode == 3
    named, total = done.stdout.splitlines()
    assert named == f"{finished}: {found.unchecked[0]}"
    assert ": 14 lines replayed, " in total
    assert total.endswith(", 0 contradictions, 1 not checked")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"left": 3}, "its line leaves"),
        ({"line": ""}, "its line is not a complete legal game"),
        ({"line": "!!"}, "is no lay"),
        ({"verdict": "winnable"}, "with .* left"),
        ({"bound": 0}, "with .* left"),
    ],
    ids=str,
)
def test_a_claim_that_is_not_true_is_named(
    finished: Path, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    lines = finished.read_text().splitlines()
    index, data = next(
        (at, json.loads(line)) for at, line in enumerate(lines) if '"unwinnable"' in line
    )
    lines[index] = json.dumps({**data, **change})
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join(lines) + "\n")
    found = verify_study(str(forged), limit_s=0.0)
    (contradiction,) = found.contradictions
    assert re.search(words, contradiction)
    done = cardsolver("report", forged, "--verify", "0")
    assert done.returncode == 1
    assert "1 contradictions" in done.stdout


def test_a_no_is_put_to_the_other_engine(tmp_path: Path) -> None:
    """A legal game that leaves cards, sold as the best there is: the search knows better."""
    path = tmp_path / "wrong.jsonl"
    plan = Plan("win", "auto", (RuleSet("players=1 hand=8 minimum=2", "0:1"),))
    played = cardsolver("play", "the-game", "--seats", "greedy", "--seed", "0", "--json")
    moves = json.loads(played.stdout)["moves"]
    shown = parse_transcript(played.stdout.strip(), "greedy")
    claim = Decision(
        set=0,
        seed="0",
        verdict="unwinnable",
        left=cards_left(shown),
        bound=1,
        proof="cpsat",
        engine="cpsat",
        limit_s=1.0,
        seconds=0.1,
        nodes=1,
        first=0,
        line=pack_line(moves),
    )
    with StudyRecord(plan, path) as record:
        record.add(claim)
    assert verify_study(str(path), limit_s=0.0).contradictions == ()
    found = verify_study(str(path), limit_s=30.0)
    assert found.contradictions == ("seed 0 (players=1 hand=8 minimum=2): search leaves only 0",)
    assert (found.noes, found.confirmed) == (1, 0)


def test_a_no_of_cpsat_is_proven_again_by_the_search(tmp_path: Path, finished: Path) -> None:
    lines = finished.read_text().splitlines()
    path = tmp_path / "noes.jsonl"
    noes = [line.replace("search-complete", "cpsat") for line in lines if '"unwinnable"' in line]
    path.write_text("\n".join([lines[0], *noes]) + "\n")
    found = verify_study(str(path), limit_s=30.0)
    assert (found.noes, found.confirmed, found.contradictions) == (12, 12, ())


def test_the_cheapest_proofs_come_first(tmp_path: Path) -> None:
    """The end of a round is the likeliest part to be cut off."""
    sets = [
        f"players={players} hand={hand} minimum=2" for players, hand in ((2, 2), (1, 3), (1, 2))
    ]
    plan = Plan("win", "search", tuple(RuleSet(rules, "0:2") for rules in sets))
    path = tmp_path / "study.jsonl"
    run(plan, path, rounds=(10.0,))
    lines = map(json.loads, path.read_text().splitlines()[1:])
    assert [line["set"] for line in lines] == [0, 0, 2, 2, 1, 1]


def test_what_stays_open_is_asked_again_with_more_time(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    plan = Plan("win", "search", (RuleSet("players=1 hand=5 minimum=2", "0:2"),))
    short = run(plan, path, rounds=(0.0001,)).tally
    assert short.answered == 0
    assert [one.limit_s for one in short.of(0)] == [0.0001] * 2
    again = run(plan, path, rounds=(0.0001,)).tally  # nothing new to ask
    assert len(path.read_text().splitlines()) == 3
    assert again.answered == 0
    run(plan, path, rounds=(0.0001, 0.0002))
    assert len(path.read_text().splitlines()) == 5


def test_killed_at_twenty_points_of_its_file_the_table_is_the_same(tmp_path: Path) -> None:
    """In the middle of any line, wherever the machine is by then."""
    plan = Plan("win", "search", (*SETS, RuleSet("players=1 hand=2 minimum=3", "0:150")))
    whole, path = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    run(plan, whole)
    # Measured times have more or fewer digits from run to run.
    points = sorted(Random(7).sample(range(1, size(whole) * 9 // 10), 20))
    for point in points:
        assert killed_at(point, plan, path)
        assert size(path) == point
    run(plan, path)
    assert table(path) == table(whole)
    assert_nothing_was_decided_twice(path)


def killed_at(point: int, plan: Plan, path: Path) -> bool:
    """Run a study in a process that is killed when its file has so many bytes."""
    child = os.fork()
    if not child:
        try:
            with faults.on(faults.DeadlyDisk(bytes_left=point)):
                run(plan, path)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def assert_nothing_was_decided_twice(path: Path) -> None:
    lines = map(json.loads, path.read_text().splitlines()[1:])
    keys = [(line["set"], line["seed"]) for line in lines]
    assert len(keys) == len(set(keys))


def test_killed_at_any_moment_the_table_is_the_same(tmp_path: Path) -> None:
    config = tmp_path / "study.toml"
    config.write_text(LONG_CONFIG)
    whole = tmp_path / "whole.jsonl"
    assert cardsolver("study", config, "-o", whole, "--jobs", "1").returncode == 0
    path = tmp_path / "killed.jsonl"
    rng = Random(7)
    kills = 0
    while kills < KILLS and kill_soon(config, path, rng.random() / 50):
        kills += 1
    assert kills  # a busy machine may let a run come to its end; the test above has its 20 points
    assert cardsolver("study", config, "-o", path, "--jobs", "1").returncode == 0
    assert table(path) == table(whole)
    assert_nothing_was_decided_twice(path)


def kill_soon(config: Path, path: Path, after_s: float) -> bool:
    """Kill a study soon after it kept something; False: it came to its end before."""
    process = start("study", config, "-o", path, "--jobs", "2")
    before = size(path)
    wait_for(lambda: process.poll() is not None or size(path) > before)
    time.sleep(after_s)
    is_over = process.poll() is not None
    if not is_over:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return not is_over


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_a_torn_last_line_is_cut_off(finished: Path, tmp_path: Path) -> None:
    data = finished.read_bytes()
    for cut in range(1, len(data.splitlines()[-1]) + 1, 13):
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(data[:-cut])
        run(WIN, torn)
        assert table(torn) == table(finished)


def test_another_study_is_refused_and_nothing_is_changed(finished: Path, tmp_path: Path) -> None:
    config = tmp_path / "other.toml"
    config.write_text(CONFIG)
    before = finished.read_bytes()
    assert "another configuration" in refusal("study", config, "-o", finished)
    assert finished.read_bytes() == before


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    with (
        faults.on(faults.FaultyDisk(full_after=1500)),
        pytest.raises(InputError, match=r"No space left.*verdicts so far are kept"),
    ):
        run(WIN, path)
    assert read_study(str(path)).answered > 0
    assert run(WIN, path).tally.answered == WIN.deals


def test_an_unwritable_record_is_said_before_any_work(tmp_path: Path) -> None:
    config = tmp_path / "study.toml"
    config.write_text(CONFIG)
    assert "cannot be written" in refusal("study", config, "-o", tmp_path / "no" / "file")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"set": 9}, "is not in this study"),
        ({"seed": "77"}, "is not in this study"),
        ({"verdict": "maybe"}, "verdict 'maybe'"),
        ({"nodes": "many"}, "nodes is 'many'"),
        ({"extra": 1}, "unknown field 'extra'"),
        ({"left": True}, "left is"),
    ],
    ids=str,
)
def test_a_line_that_is_no_verdict_is_refused(
    finished: Path, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    lines = finished.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **change})
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines) + "\n")
    answer = refusal("report", bad)
    assert words in answer
    assert "line 2" in answer


def test_report_prints_every_form(finished: Path) -> None:
    text = cardsolver("report", finished).stdout
    assert text.startswith("study of 4 rule sets, 15 deals: 3 winnable, 12 unwinnable, 0 undecided")
    data = json.loads(cardsolver("report", finished, "--json").stdout)
    assert data["deals"] == 15
    assert len(data["sets"]) == 4
    assert "| players | hand |" in cardsolver("report", finished, "--markdown").stdout
    assert cardsolver("report", finished, "--csv").stdout.startswith("players,hand,minimum,fire")
    games = cardsolver("report", finished, "--transcripts").stdout
    judged = cardsolver("referee", "-", stdin=games)
    assert judged.returncode == 0, judged.stdout
    assert len(judged.stdout.splitlines()) == 15


def test_a_worker_that_dies_leaves_its_deal_open() -> None:
    task = StudyTask(0, "5", SETS[0].rules, "win", "search", SolveLimits(1.0))
    decision = task.died()
    assert isinstance(decision, Decision)
    assert (decision.verdict, decision.bound) == ("undecided", 0)


BEST = Plan("best", "search", (RuleSet("players=1 hand=5 minimum=2", "5,6"),))


def attempt(left: int, bound: int, limit_s: float) -> Decision:
    """What is said about the first deal of `BEST`; its line is that of nobody."""
    task = StudyTask(0, "5", BEST.sets[0].rules, "best", "search", SolveLimits(limit_s))
    said = replace(task.died(), verdict=ruling(left, bound), left=left, bound=bound)
    return replace(said, limit_s=limit_s, seconds=limit_s, nodes=9)


def test_what_is_known_about_a_deal_is_the_best_of_all_attempts() -> None:
    tally = Tally(BEST)
    for left, bound, limit_s in ((19, 0, 1.0), (12, 3, 10.0), (66, 4, 100.0), (15, 2, 50.0)):
        tally.take(attempt(left, bound, limit_s))
    assert tally.of(0) == [Known("unwinnable", 12, 4, 100.0, 50.0, 9)]
    tally.take(attempt(4, 0, 200.0))
    assert tally.answered == 1  # the line of one, the bound of another


def test_a_dead_worker_takes_nothing_back_and_its_deal_is_asked_again(tmp_path: Path) -> None:
    dead = StudyTask(0, "6", BEST.sets[0].rules, "best", "search", SolveLimits(100.0)).died()
    with StudyRecord(BEST, tmp_path / "study.jsonl") as record:
        for decision in (attempt(12, 3, 10.0), replace(dead, seed="5"), dead):
            record.add(decision)
    tally = read_study(str(tmp_path / "study.jsonl"))
    assert tally.of(0)[0] == Known("unwinnable", 12, 3, 10.0, 10.0, 9)
    assert list(tally.waiting(10.0)) == [(0, "6")]
    assert list(tally.waiting(100.0)) == [(0, "5"), (0, "6")]
    (row,) = study_report(tally).table("sets").rows
    assert (row["deals"], row["unwinnable"], row["undecided"]) == (2, 1, 1)
    assert (row["seconds_median"], row["nodes_median"]) == (10.0, 9)


def test_the_bound_of_one_line_is_held_against_the_others(finished: Path, tmp_path: Path) -> None:
    """A table takes the best of all lines on a deal, so they must not contradict each other."""
    lines = finished.read_text().splitlines()
    task = StudyTask(3, "0", SETS[3].rules, "win", "search", SolveLimits(1.0))
    no = replace(task.died(), verdict="unwinnable", bound=2)
    path = tmp_path / "study.jsonl"
    path.write_text("\n".join([*lines, json.dumps(no.to_json())]) + "\n")
    found = verify_study(str(path), limit_s=0.0)
    said = "seed 0 (players=1 hand=8 minimum=2): a bound of 2 above 0 left"
    assert (found.lines, found.contradictions) == (15, (said,))


def test_a_study_as_a_picture_is_the_same_file_every_time(finished: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    for picture in (first, second):
        assert cardsolver("report", finished, "--plot", picture).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text()
    for words in ("study of 4 rule sets", "cards in a full hand", "solo, minimum 2", "2 players"):
        assert words in text
    assert "mathdefault" not in text  # numbers are shown as numbers, not as formulas


def test_a_study_without_verdicts_is_no_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path, picture = tmp_path / "study.jsonl", tmp_path / "study.svg"
    call = ("report", path, "--plot", picture)
    with StudyRecord(BEST, path) as record:
        assert "a study without verdicts; expected some to draw" in refusal(*call)
        record.add(replace(attempt(80, 0, 1.0), limit_s=0.0))  # its worker died
    assert "a study without verdicts; expected some to draw" in refusal(*call)
    assert not picture.exists()


def test_a_compressed_record_reports_the_same(finished: Path, tmp_path: Path) -> None:
    packed = tmp_path / "study.jsonl.xz"
    packed.write_bytes(lzma.compress(finished.read_bytes()))
    assert cardsolver("report", packed).stdout == cardsolver("report", finished).stdout
    packed.write_bytes(packed.read_bytes()[:-40])
    assert str(packed) in refusal("report", packed)
    packed.write_bytes(b"no xz")
    assert "not a whole xz file" in refusal("report", packed)
