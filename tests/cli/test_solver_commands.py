"""solve, winnable, analyse and puzzles, as scripts and people use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tests.cli.test_terminal import terminal
from tests.running import ROOT, cardsolver, refusal, unmeasured

WINNABLE = "54 13 29 89 / 5 10 61 / 33 34"
UNWINNABLE = "50 60 40 30 / 45 70 72 / 46 71"
# Far too much to decide in the time that a test has.
HARD = ["--hand", "5", "--minimum", "3"]


def test_solve_prints_the_verdict_and_the_turns() -> None:
    done = cardsolver("solve", "--seed", "42")
    assert done.returncode == 0
    assert "seed 42 (players=1 hand=8 minimum=2): winnable, every card is laid" in done.stdout
    assert "goes back by 10" in done.stdout
    assert "*  " in done.stdout


def test_solve_says_what_is_proven_about_a_loss() -> None:
    done = cardsolver("solve", "--position", UNWINNABLE)
    assert done.returncode == 0
    assert "unwinnable, 2 cards left, proven by complete search" in done.stdout


def test_solve_json_and_record_are_replayed(tmp_path: Path) -> None:
    record = tmp_path / "lines.jsonl"
    done = cardsolver("solve", "--seeds", "0:3", "--players", "2", "--json", "--record", record)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(row["deal"] for row in rows) == ["seed 0", "seed 1", "seed 2"]
    assert all(row["left"] == row["left_bound"] == 0 for row in rows)
    assert cardsolver("referee", record).returncode == 0


def test_solve_reads_files_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{WINNABLE}\n{UNWINNABLE}\n")
    done = cardsolver("solve", path, "--json")
    assert sorted(json.loads(line)["left"] for line in done.stdout.splitlines()) == [0, 2]
    deal = cardsolver("deal", "the-game", "--seed", "42").stdout
    done = cardsolver("solve", "-", "--json", "--expert", stdin=deal)
    assert json.loads(done.stdout)["variant"] == "players=1 hand=8 minimum=3"


def test_flags_replace_the_words_of_a_files_rules(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    deal = cardsolver("deal", "the-game", "--seed", "1", "--players", "2", "--json").stdout
    path.write_text(deal)
    done = cardsolver("solve", path, "--json", "--minimum", "3", "--first", "2")
    assert json.loads(done.stdout)["variant"] == "players=2 hand=7 minimum=3 first=2 no-talk"


def test_the_engines_by_name() -> None:
    for engine in ("search", "cpsat", "auto"):
        done = cardsolver("solve", "--position", UNWINNABLE, "--engine", engine, "--json")
        data = json.loads(done.stdout)
        assert (data["left"], data["left_bound"]) == (2, 2)
        assert data["proof"] == ("cpsat" if engine == "cpsat" else "search-complete")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to solve given"),
        (["--seed", "1", "--seeds", "0:2"], "more than one to solve given"),
        (["--seeds", "0-3"], "'0-3' is no integer; expected FIRST:END as in 0:100"),
        (["--seeds", "3:3"], "seed range '3:3' is empty"),
        (["--seed", "1", "--first", "2"], "expected a seat from 1 to 1, or any"),
        (["--seed", "1", "--first", "bid"], "expected a seat from 1, or any"),
        (["--seed", "1", "--engine", "magic"], "expected auto, search, cpsat"),
        (["--seed", "1", "--memory", "lots"], "expected a size such as 500M or 2G"),
        (["--seed", "1", "--laid", "1"], "--laid goes with --position"),
        (["--position", "1 2 3"], "1 fields parted by /"),
        (["--seed", "1", "--hand", "0"], "expected a whole number from 1 to 98"),
        (["/no/such/file"], "no such file"),
        (["--seed", "1", "--time-limit", "-1"], "--time-limit"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "winnable"])
def test_bad_questions_get_one_clear_line(command: str, arguments: list[str], message: str) -> None:
    assert message in refusal(command, *arguments)


# winnable: one line a deal, and an exit code


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
    done = cardsolver("winnable", "--seeds", "0:2", *HARD, "--time-limit", "0.01", "--jobs", "1")
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
    assert [json.loads(line)["deal"] for line in again.stdout.splitlines()] == ["seed 2"]
    assert "its last line is torn" in again.stderr
    third = cardsolver("winnable", "--seeds", "0:3", "--resume", kept)
    assert third.returncode == 0
    assert third.stdout.startswith("3 winnable: 100.0%")


def test_resume_refuses_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"cardsolver": 1}\n')
    assert "no verdict of an earlier run" in refusal("winnable", "--seed", "1", "--resume", path)


# Interrupted, killed, watched


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cardsolver", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=unmeasured(),
        start_new_session=True,
    )


@pytest.mark.parametrize("engine", ["search", "cpsat"])
def test_ctrl_c_gives_the_best_so_far(engine: str) -> None:
    arguments = ["--seed", "3", *HARD, "--engine", engine, "--time-limit", "0"]
    child = terminal("solve", *arguments, colour=True)  # a dumb terminal has no status line
    child.expect("best [0-9]+ left", timeout=60)
    time.sleep(1)
    child.sendintr()
    child.expect("undecided|unwinnable", timeout=60)
    child.expect("stopped by interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_ctrl_c_keeps_what_is_decided(tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.jsonl"
    path = tmp_path / "deals.jsonl"
    easy = cardsolver("deal", "the-game", "--seed", "1", "--json").stdout
    hard = cardsolver("deal", "the-game", "--seed", "3", *HARD, "--json").stdout
    path.write_text(easy + hard + hard.replace('"seed": "3"', '"seed": "4"'))
    process = start("winnable", path, "--jobs", "2", "--resume", kept, "--time-limit", "0")
    wait_for(lambda: kept.exists() and kept.read_text().count("\n") == 1)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output == "seed 1: winnable\n"
    assert f"stopped after 1 of 3 deals; --resume {kept} goes on" in errors


def test_a_deal_that_does_not_suit_its_rules_is_named(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    good = '{"game": "the-game", "position": "1 1 100 100 / 2 3 / 4"}\n'
    path.write_text(good + good.replace("}", ', "rules": "players=2"}'))
    assert "deals.jsonl, deal 2: position: 1 hands; expected 2" in refusal("winnable", path)


def test_ctrl_c_ends_a_list_of_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    deals = [("1", ()), ("3", HARD), ("4", HARD)]
    made = [cardsolver("deal", "the-game", "--seed", seed, *how, "--json") for seed, how in deals]
    path.write_text("".join(deal.stdout for deal in made))
    process = start("solve", path, "--jobs", "1", "--time-limit", "0")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("seed 1 ")
    time.sleep(1)  # into the next deal
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert output.startswith("seed 3 ")  # undecided, with the best so far
    assert "interrupted" in output
    assert "seed 4" not in output


def test_a_killed_worker_leaves_its_deal_undecided() -> None:
    process = start("winnable", "--seeds", "3:5", *HARD, "--jobs", "2", "--time-limit", "5")
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


def wait_for(happened: object) -> None:
    assert callable(happened)
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.05)


def test_a_progress_bar_for_many_deals_on_a_terminal() -> None:
    child = terminal("winnable", "--seeds", "0:4", "--jobs", "1")
    child.expect("4 winnable: 100.0% winnable", timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


# analyse


def test_analyse_names_the_turn_that_lost_the_win(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    script = tmp_path / "moves.txt"
    script.write_text("A46\nend\n")
    position = "44 60 30 20 / 45 46 / 35"
    arguments = ["--position", position, "--minimum", "1", "--record", str(record)]
    cardsolver("play", "the-game", "--seats", f"script:{script}", *arguments)
    done = cardsolver("analyse", record)
    assert done.returncode == 0
    assert "the win was lost in turn 1 (seat 1): A46 end; A45 end would have kept it" in done.stdout
    data = json.loads(cardsolver("analyse", record, "--json").stdout)
    assert data["lost_in_turn"] == 1
    assert data["should_have_played"] == ["A45", "end"]
    assert data["turns"][0]["verdict"] == "winnable"


def test_analyse_of_a_whole_greedy_game(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "42", "--record", record)
    done = cardsolver("analyse", record, "--time-limit", "3")
    assert done.returncode in (0, 3)
    assert "← the win is gone" in done.stdout or "undecided" in done.stdout
    assert " winnable " in done.stdout.splitlines()[2]


def test_analyse_refuses_what_it_cannot_judge(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("{}")
    assert "expected the field cardsolver" in refusal("analyse", path)
