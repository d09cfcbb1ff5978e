"""`winnable`: one line a deal, an exit code, and nothing decided twice."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pexpect

from tests.support.running import (
    cardsolver,
    refusal,
    start,
    wait_for,
)
from tests.support.terminal import terminal

WINNABLE = "54 13 29 89 / 5 10 61 / 33 34"
UNWINNABLE = "50 60 40 30 / 45 70 72 / 46 71"
# Far too much to decide in the time that a test has.
HARD = ["--hand", "5"]


def test_winnable_exit_codes() -> None:
    assert cardsolver("winnable", "--position", WINNABLE).returncode == 0
    assert cardsolver("winnable", "--position", UNWINNABLE).returncode == 1
    done = cardsolver("winnable", "--seed", "3", *HARD, "--time-limit", "0.01")
    assert done.returncode == 3
    assert done.stdout == "seed 3: undecided (time)\n"
    done = cardsolver("winnable", "--seed", "3", *HARD, "--memory", "1M", "--engine", "search")
    assert done.stdout == "seed 3: undecided (memory)\n"


def test_winnable_counts_many_deals_with_an_interval(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{WINNABLE}\n{UNWINNABLE}\n" * 2)
    done = cardsolver("winnable", path, "--jobs", "2")
    assert done.returncode == 1
    summary = done.stdout.splitlines()[-1]
    assert summary.startswith("2 winnable, 2 unwinnable: 50.0% winnable (95 % interval 15.0% to")


def test_the_undecided_count_both_ways() -> None:
    done = cardsolver("winnable", "--seeds", "3:5", *HARD, "--time-limit", "0.01", "--jobs", "1")
    assert done.returncode == 3
    assert "2 undecided: 0.0% to 100.0% winnable (95 % interval 0.0% to 100.0%)" in done.stdout


def test_resume_goes_on_where_a_run_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.jsonl"
    first = cardsolver("winnable", "--seeds", "0:2", "--resume", kept)
    assert first.returncode == 0
    assert len(kept.read_text().splitlines()) == 2
    with kept.open("a") as file:
        file.write('{"key": "torn')
    again = cardsolver("winnable", "--seeds", "0:3", "--resume", kept, "--json")
    # All of them, those that were kept first: a program wants the whole answer.
    told = [json.loads(line)["deal"] for line in again.stdout.splitlines()]
    assert told == ["seed 0", "seed 1", "seed 2"]
    assert "its last line is torn" in again.stderr
    third = cardsolver("winnable", "--seeds", "0:3", "--resume", kept)
    assert third.returncode == 0
    *lines, summary = third.stdout.splitlines()
    assert lines == [f"seed {seed}: winnable" for seed in range(3)]
    assert summary.startswith("3 winnable: 100.0%")


def test_one_deal_that_is_known_already_is_told_again(tmp_path: Path) -> None:
    call = ("winnable", "--position", UNWINNABLE, "--resume", tmp_path / "verdict.jsonl")
    first, second = cardsolver(*call), cardsolver(*call)
    assert (second.stdout, second.returncode) == (first.stdout, first.returncode)
    assert second.stdout == "position: unwinnable\n"


def test_resume_refuses_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"cardsolver": 1}\n')
    assert "not a verdict of an earlier run" in refusal("winnable", "--seed", "1", "--resume", path)


def test_resume_believes_no_verdict_that_its_line_does_not_show(tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.jsonl"
    call = ("winnable", "--position", UNWINNABLE, "--resume", kept)
    assert cardsolver(*call).returncode == 1
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "verdict": "winnable"}) + "\n")
    assert "winnable, with " in refusal(*call)
    assert refusal(*call) == refusal(*call, "--json")


# Interrupted, killed, watched


def test_ctrl_c_keeps_what_is_decided(tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.jsonl"
    path = tmp_path / "deals.jsonl"
    easy = cardsolver("deal", "the-game", "--seed", "1", "--json").stdout
    hard = cardsolver("deal", "the-game", "--seed", "3", "--count", "2", *HARD, "--json").stdout
    path.write_text(easy + hard)
    arguments = ["--jobs", "2", "--resume", str(kept), "--time-limit", "0", "--json"]
    process = start("winnable", path, *arguments)
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (told["deal"], told["verdict"], output) == ("seed 1", "winnable", "")
    (line,) = kept.read_text().splitlines()
    assert json.loads(line)["deal"] == "seed 1"
    assert f"stopped after 1 of 3 deals; --resume {kept} continues" in errors


def test_a_deal_that_does_not_suit_its_rules_is_named(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    good = '{"game": "the-game", "position": "1 1 100 100 / 2 3 / 4"}\n'
    path.write_text(good + good.replace("}", ', "rules": "players=2"}'))
    assert "deals.jsonl, deal 2: position: 1 hand; expected 2" in refusal("winnable", path)


def test_a_killed_worker_leaves_its_deal_undecided() -> None:
    process = start("winnable", "--seeds", "3:5", *HARD, "--jobs", "2", "--time-limit", "2")
    workers: list[int] = []

    def found() -> bool:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        names = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
        workers[:] = [int(child) for child, name in names.items() if b"spawn_main" in name]
        return len(workers) == 2

    wait_for(found)
    os.kill(workers[0], signal.SIGKILL)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 3
    assert "undecided (worker died)" in output
    assert len(output.splitlines()) == 3


def test_a_progress_bar_for_many_deals_on_a_terminal() -> None:
    child = terminal("winnable", "--seeds", "0:4", "--jobs", "1")
    child.expect("4 winnable: 100.0% winnable", timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_what_stays_open_is_asked_again_in_rounds(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    call = ("winnable", "--seeds", "0:4", "--hand", "4", "--jobs", "1", "--resume", file)
    done = cardsolver(*call, "--rounds", "1ms,60s")
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[:4] == [f"seed {seed}: unwinnable" for seed in range(4)]
    kept = [json.loads(line)["verdict"] for line in file.read_text().splitlines()]
    assert kept[:4] == ["undecided"] * 4  # the first round, kept too
    assert kept[4:] == ["unwinnable"] * 4
    assert "rounds must grow" in refusal(*call, "--rounds", "2s,1s")
