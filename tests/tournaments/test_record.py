"""Nothing is lost: the record survives every kill, and damage is named."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.report import to_json, without_times
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record, read_record
from cardsolver.tournaments.report import load_results, make_report
from cardsolver.tournaments.run import run
from tests.support.running import ROOT, cardsolver, refusal, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

BOTS = "random,random+greedy"
ARGUMENTS = ["tournament", "the-game", "--bots", BOTS, "--players", "2", "--no-talk"]


def config(seeds: str = "0:20", **changes: Any) -> Any:
    given = {
        "game": "the-game",
        "rules": "players=2 no-talk",
        "bots": BOTS.split(","),
        "seeds": seeds,
    }
    return make_config(**{**given, **changes})


def report_of(path: Path) -> str:
    return json.dumps(to_json(without_times(make_report(load_results([str(path)])))))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole record of 40 small games."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    with Record(config(), path) as record:
        run(config(), record)
    return path


def test_a_record_holds_a_header_and_a_line_a_game(finished: Path) -> None:
    header, *games = map(json.loads, finished.read_text().splitlines())
    assert header["type"] == "tournament"
    assert len(header["hash"]) == 64
    assert header["config"]["seeds"] == "0:20"
    assert [game["n"] for game in games] == list(range(40))
    assert {game["type"] for game in games} == {"game"}
    assert games[1]["team"] == "random+greedy"
    assert games[1]["seats"] == ["random", "greedy"]


def test_killed_at_any_byte_the_record_goes_on_to_the_same_report(
    finished: Path, tmp_path: Path
) -> None:
    """50 random kill points, torn lines and a torn header among them."""
    data = finished.read_bytes()
    expected = report_of(finished)
    rng = random.Random(6)
    header = data.index(b"\n")
    points = [0, 1, header, header + 1, len(data) - 1, *rng.sample(range(len(data)), 45)]
    for point in points:
        path = tmp_path / "run.jsonl"
        path.write_bytes(data[:point])
        with Record(config(), path) as record:
            run(config(), record)
        assert report_of(path) == expected, point
        assert len(read_record(str(path)).games) == 40


def test_a_last_line_of_rubbish_is_cut_off_too(finished: Path, tmp_path: Path) -> None:
    """After a power cut a file may end in zeros."""
    path = tmp_path / "run.jsonl"
    lines = finished.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + b"\0" * 700 + b"\n")
    with Record(config(), path) as record:
        assert len(record.games) == 39
        run(config(), record)
    assert report_of(path) == report_of(finished)


KILLS = 6


def test_kill_9_at_random_moments_gives_the_same_report(tmp_path: Path) -> None:
    """The whole process group is killed again and again, with one worker and with several."""
    rng = random.Random(9)
    seeds = "0:200"
    whole = tmp_path / "whole.jsonl"
    with Record(config(seeds), whole) as record:
        run(config(seeds), record)
    size = whole.stat().st_size
    path = tmp_path / "killed.jsonl"
    command = [sys.executable, "-m", "cardsolver", *ARGUMENTS, "--seeds", seeds, "-o", str(path)]
    # On a busy machine a kill comes later than it was meant to.
    for kill, target in enumerate(sorted(rng.uniform(0, 0.5) * size for _ in range(KILLS))):
        process = subprocess.Popen(
            [*command, "--jobs", str(1 + kill % 2)],
            cwd=ROOT,
            env=unmeasured(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and path.stat().st_size > target:
                break
            time.sleep(0.001)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert 0 < len(read_record(str(path)).games) < 400
    done = cardsolver(*ARGUMENTS, "--seeds", seeds, "-o", path, "--jobs", "2", "--no-times")
    assert done.returncode == 0, done.stderr
    again = cardsolver("report", whole, "--no-times")
    assert done.stdout == again.stdout
    assert report_of(path) == report_of(whole)


def test_another_configuration_is_refused(finished: Path) -> None:
    before = finished.read_bytes()
    line = refusal(*ARGUMENTS, "--seeds", "0:30", "-o", finished)
    assert line.endswith(
        "run.jsonl: was made with seeds '0:20', not '0:30';"
        " expected the same configuration to resume, or another file"
    )
    assert "was made with rules" in refusal(
        *ARGUMENTS, "--seeds", "0:20", "-o", finished, "--expert"
    )
    assert finished.read_bytes() == before


def test_other_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\nhow are you?\n")
    assert "expected the record of a tournament" in refusal(
        *ARGUMENTS, "--seeds", "0:2", "-o", path
    )
    assert path.read_text() == "Dear Ann,\nhow are you?\n"


def test_damage_in_the_middle_is_named(finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    lines = finished.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5][:40] + b"\n"
    path.write_bytes(b"".join(lines))
    assert "run.jsonl, line 6: damaged, and more lines follow" in refusal("report", path)
    lines[5] = b'{"type":"game","n":4}\n'
    path.write_bytes(b"".join(lines))
    assert "line 6: not a game of a tournament ('result')" in refusal("report", path)
    lines[0] = lines[0].replace(b"0:20", b"0:21")
    path.write_bytes(b"".join(lines))
    assert "line 1: the configuration was changed by hand" in refusal("report", path)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("n", 9999, "game 9999; expected one of the schedule, 0 to"),
        ("seed", "77", "not the game that the schedule has as"),
        ("team", "zz", "not the game that the schedule has as"),
        ("result", {"end": "stuck", "scores": [3], "winners": [7]}, "scores differ"),
        ("seconds", "1e999", "seconds are not times"),
    ],
)
def test_a_game_that_was_not_scheduled_is_refused(
    finished: Path, tmp_path: Path, key: str, value: object, message: str
) -> None:
    path = tmp_path / "run.jsonl"
    lines = finished.read_text().splitlines()
    game = json.loads(lines[3])
    if key == "seconds":
        value = [value] * len(game["seats"])
    lines[3] = json.dumps({**game, key: value})
    path.write_text("\n".join(lines) + "\n")
    line = refusal("report", path)
    assert "run.jsonl, line 4: " in line
    assert message in line


def test_two_runs_cannot_write_to_one_record(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with (
        Record(config(), path),
        pytest.raises(InputError, match="another run is writing to it"),
    ):
        Record(config(), path)
    with Record(config(), path) as record:  # free again
        assert not record.games


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("no/such/folder/run.jsonl", "cannot be written (No such file or directory)"),
        (".", "cannot be written (Is a directory)"),
        ("/dev/full", "not a regular file"),
    ],
)
def test_an_output_that_cannot_be_written_is_said_at_once(output: str, message: str) -> None:
    assert message in refusal(*ARGUMENTS, "--seeds", "0:2", "-o", output)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_keeps_what_was_played(tmp_path: Path, jobs: int) -> None:
    """A limit on the size of files stands in for the disk: 40 blocks of 512 bytes."""
    path = tmp_path / "run.jsonl"
    command = [*ARGUMENTS, "--seeds", "0:200", "-o", str(path), "--jobs", str(jobs), "--no-times"]
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 40; exec "$@"', "sh", sys.executable, "-m", "cardsolver", *command],
        cwd=ROOT,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert "run.jsonl: cannot be written (File too large); the " in line
    assert "games so far are kept, and the same command resumes from there" in line
    assert path.read_bytes().endswith(b"\n")  # no torn line
    kept = len(read_record(str(path)).games)
    assert 0 < kept < 400
    resumed = cardsolver(*command)
    assert resumed.returncode == 0
    assert f"{kept} of 400 games already played" in resumed.stderr
    assert len(read_record(str(path)).games) == 400
