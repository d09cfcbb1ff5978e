"""Results do not depend on who plays the games: one process, many, a cluster, dying workers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cardsolver.core.registry import all_games, game_names
from cardsolver.core.report import to_json
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record, read_record
from cardsolver.tournaments.report import load_results, make_report
from cardsolver.tournaments.run import run
from tests.support.bots import PROGRAM, misbehaving
from tests.support.running import (
    ROOT,
    cardsolver,
    cardsolver_process,
    commands_with,
    environment,
    unmeasured,
    wait_for,
)
from tests.support.tournaments import SHELL, tournament


class Deadly:
    """Kills its own process: once for each FLAG file, or always."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: Any) -> Any:
        flag = Path(os.environ["CARDSOLVER_TEST_FLAG"])
        mine = sha256(b"seed 3/0").hexdigest()[:32]  # bots are not told the deal's seed itself
        if self.seed == mine and not flag.exists():
            if not os.environ.get("CARDSOLVER_TEST_ALWAYS"):
                flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return all_games()["the-game"].legal_moves(view)[0]


DEADLY = "deadly=tests.tournaments.test_run:Deadly"


@pytest.mark.parametrize("game", game_names())
def test_three_bots_one_of_them_a_program_in_every_game(game: str, tmp_path: Path) -> None:
    """`--jobs 1` and `--jobs 8` give the same report, byte for byte."""
    bots = ("--bots", "greedy,random,shell", "--name", SHELL, "--seeds", "0:2", "--players", "3")
    one = tournament(game, tmp_path / "one.jsonl", *bots, "--jobs", "1")
    eight = tournament(game, tmp_path / "eight.jsonl", *bots, "--jobs", "8")
    assert one.returncode == eight.returncode == 0, one.stderr + eight.stderr
    assert one.stdout == eight.stdout
    assert one.stderr == eight.stderr == ""
    assert re.search(r"^ ?greedy +", one.stdout, re.MULTILINE)
    report = cardsolver("report", tmp_path / "one.jsonl", "--json", "--no-times")
    assert (
        report.stdout
        == cardsolver("report", tmp_path / "eight.jsonl", "--json", "--no-times").stdout
    )
    data = json.loads(report.stdout)
    assert data["bots"][0]["bot"] == "greedy"
    assert not data["faults"]
    replayed = cardsolver("report", tmp_path / "one.jsonl", "--transcripts")
    judged = cardsolver("referee", "-", stdin=replayed.stdout)
    assert judged.returncode == 0, judged.stdout


def test_a_game_is_the_one_that_play_gives(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    tournament("the-game", path, "--bots", "random", "--players", "3", "--seeds", "11")
    played = cardsolver("play", "the-game", "--seats", "random", "--players", "3", "--seed", "11")
    record = read_record(str(path))
    assert record.games[0].outcome is not None
    assert f"{record.games[0].outcome.scores[0]} cards left" in played.stdout


def run_deadly(tmp_path: Path, *, always: bool) -> subprocess.CompletedProcess[str]:
    arguments = ["tournament", "the-game", "--name", DEADLY, "--bots", "deadly,random"]
    arguments += ["--seeds", "0:6", "--jobs", "2", "-o", str(tmp_path / "run.jsonl"), "--no-times"]
    arguments += ["--no-isolate"]  # with a process of its own it would kill only that
    extra = {"CARDSOLVER_TEST_FLAG": str(tmp_path / "flag")}
    if always:
        extra["CARDSOLVER_TEST_ALWAYS"] = "1"
    return cardsolver_process(*arguments, env=environment(**extra))


def test_a_dead_worker_costs_nothing(tmp_path: Path) -> None:
    """It is killed in the middle of a game; another plays that game."""
    done = run_deadly(tmp_path, always=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "flag").exists()
    assert len(read_record(str(tmp_path / "run.jsonl")).games) == 12


def test_a_game_that_kills_every_worker_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    done = run_deadly(tmp_path, always=True)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "game 6: 3 workers died over it, the last with exit code -9" in line
    assert len(read_record(str(tmp_path / "run.jsonl")).games) == 11


def test_stop_ends_with_1_and_the_same_command_plays_the_game_again(tmp_path: Path) -> None:
    path, flag = tmp_path / "run.jsonl", tmp_path / "flag"
    bots = ("--bots", "bad,greedy", "--seeds", "0:3", "--on-fault", "stop", "--jobs", "1")
    named = ("--name", f"bad={misbehaving('crash', flag)}")
    stopped = tournament("the-game", path, *bots, *named)
    assert stopped.returncode == 1
    assert "stopped: crash by bad (game 0, seed 0, seat 1): exited with status 7" in stopped.stderr
    assert json.loads(path.read_text().splitlines()[-1])["type"] == "stopped"
    again = tournament("the-game", path, *bots, *named)
    assert again.returncode == 0, again.stderr
    assert "6 games on 3 deals" in again.stdout


def test_faults_are_counted_a_bot(tmp_path: Path) -> None:
    """In a competition the seat at fault is last and the game is over."""
    path = tmp_path / "run.jsonl"
    done = tournament(
        "fifty-fifty",
        path,
        "--bots", "bad,random", "--name", f"bad={misbehaving('no-move')}", "--seeds", "0:2",
        "--players", "2", "--jobs", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = to_json(make_report(load_results([str(path)])))
    assert report["faults"] == [
        {"bot": "bad", "fault": "bad-message", "count": len(report["fault-games"]), "replaced": 0}
    ]
    rows = {row["bot"]: row for row in report["bots"]}
    assert (rows["bad"]["wins"], rows["random"]["wins"]) == (0, 4)
    assert rows["bad"]["rank"] == 2.0


def test_a_record_in_memory_is_reported_too() -> None:
    config = make_config(game="the-game", rules="", bots=["random"], seeds="0:3")
    with Record(config, None) as record:
        run(config, record)
        assert len(record.games) == 3


def test_a_game_without_end_is_broken_off() -> None:
    config = make_config(
        game="level-8", rules="players=2", bots=["random", "greedy"], seeds="0", most_moves=30
    )
    with Record(config, None) as record:
        run(config, record)
    for played in record.games.values():
        assert played.outcome is not None
        assert (played.outcome.end, played.outcome.winners) == ("too-long", ())
        assert sum(played.turns) == 30


def test_workers_and_programs_end_when_the_parent_is_killed(tmp_path: Path) -> None:
    """Kill -9 of the command alone: nobody is left to tell the others."""
    path = tmp_path / "run.jsonl"
    program = f"good=cmd:{sys.executable} {PROGRAM} {tmp_path}"
    command = [sys.executable, "-m", "cardsolver", "tournament", "the-game", "--bots", "good"]
    process = subprocess.Popen(
        [*command, "--name", program, "--seeds", "0:5000", "-o", str(path), "--jobs", "2"],
        cwd=ROOT,
        env=unmeasured(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 5)
    assert commands_with(str(tmp_path))
    process.kill()
    process.wait()
    wait_for(lambda: not commands_with(str(tmp_path)))
