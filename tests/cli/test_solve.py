"""`solve` says what is proven and shows the turns."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pexpect
import pytest

from cardsolver.core.deal import deal_seed, deal_to_json
from cardsolver.games.the_game import kernel
from tests.support.running import (
    ROOT,
    cardsolver,
    refusal,
    start,
    unmeasured,
)
from tests.support.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path

WINNABLE = "54 13 29 89 / 5 10 61 / 33 34"
UNWINNABLE = "50 60 40 30 / 45 70 72 / 46 71"
# Far too much to decide in the time that a test has.
HARD = ["--hand", "5"]


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


@pytest.mark.parametrize(
    ("rules", "flags", "variant"),
    [
        ("hand=7,minimum=3", ["--hand", "8"], "players=1 hand=8 minimum=3"),
        ("minimum=2", ["--expert"], "players=1 hand=8 minimum=3"),
        ("hand=8", ["--short-hand"], "players=1 hand=7 minimum=2"),
    ],
)
def test_a_flag_changes_what_it_says_and_nothing_else(
    rules: str, flags: list[str], variant: str, tmp_path: Path
) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps({**deal_to_json(deal_seed("the-game", "1")), "rules": rules}))
    done = cardsolver("solve", path, "--json", *flags)
    assert json.loads(done.stdout)["variant"] == variant


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
        (["--seeds", "0-3"], "'0-3' is not an integer; expected FIRST:END as in 0:100"),
        (["--seeds", "3:3"], "seed range '3:3' is empty"),
        (["--seed", "1", "--first", "2"], "expected a seat from 1 to 1, or any"),
        (["--seed", "1", "--first", "bid"], "expected a seat from 1, or any"),
        (["--seed", "1", "--engine", "magic"], "expected auto, search, cpsat"),
        (["--seed", "1", "--memory", "lots"], "expected a size such as 512M or 2G"),
        (["--seed", "1", "--laid", "1"], "--laid goes with --position"),
        (["--position", "1 2 3"], "1 field separated by /"),
        (["--seed", "1", "--hand", "0"], "expected a whole number from 1 to 98"),
        (["/no/such/file"], "no such file"),
        (["--seed", "1", "--time-limit", "-1"], "--time-limit"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "winnable"])
def test_bad_questions_get_one_clear_line(command: str, arguments: list[str], message: str) -> None:
    assert message in refusal(command, *arguments)


# Interrupted


def test_a_seed_is_no_markup_for_the_status_line() -> None:
    child = terminal("solve", "--hand", "3", "--seed", "a [/x]", colour=True)
    child.expect_exact("seed a [/x]: ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("engine", ["search", "cpsat"])
def test_ctrl_c_gives_the_best_so_far(engine: str) -> None:
    arguments = ["--seed", "3", *HARD, "--engine", engine, "--time-limit", "0"]
    child = terminal("solve", *arguments, colour=True)  # a dumb terminal has no status line
    child.expect("best [0-9]+ left", timeout=60)
    time.sleep(1)
    child.sendintr()
    child.expect("undecided|unwinnable", timeout=60)
    child.expect("stopped by Ctrl-C")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


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
    assert "stopped by Ctrl-C" in output
    assert "seed 4" not in output


def test_without_the_kernel_cpsat_solves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    position = ("--position", "66 21 50 22 / 39 57 59 65 / 72 45")
    done = cardsolver("solve", *position, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["engine"] == "cpsat"
    assert done.stderr.startswith("cardsolver: the kernel is not built")
    assert "the kernel is not built" in refusal("solve", *position, "--engine", "search")


def test_without_the_kernel_cpsat_wins_a_full_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    row = json.loads(cardsolver("solve", "--seed", "42", "--json").stdout)
    assert (row["verdict"], row["engine"]) == ("winnable", "cpsat")


def test_threads_change_nothing_but_the_time() -> None:
    answers = []
    for threads in ("1", "2"):
        done = cardsolver("solve", "--seed", "1", "--hand", "3", "--threads", threads, "--json")
        answers.append({**json.loads(done.stdout), "seconds": 0})
    assert answers[0] == answers[1]


@pytest.mark.parametrize("command", ["solve", "winnable"])
def test_results_reach_a_file_while_a_bar_is_drawn(command: str, tmp_path: Path) -> None:
    """With a bar on the terminal, rich would take what is meant for the file."""
    file = tmp_path / "verdicts.jsonl"
    call = f"{sys.executable} -m cardsolver {command} --seeds 0:4 --json --jobs 1 > {file}"
    child = pexpect.spawn(
        "sh", ["-c", call], cwd=str(ROOT), env=unmeasured(TERM="xterm"), encoding="utf-8"
    )
    child.expect(pexpect.EOF)
    assert "4/4" in (child.before or "")  # there was a bar
    assert len(file.read_text().splitlines()) == 4


def test_a_line_shows_the_piles_with_their_directions() -> None:
    lines = cardsolver("solve", "--position", "54 13 29 89 / 5 10 61 / 33 34").stdout.splitlines()
    assert lines[1].split("  ")[-4:] == ["A up", "B up", "C down", "D down"]
    assert lines[2].split() == ["54", "13", "29", "89"]
    assert all(len(line) <= 80 for line in lines[1:])


def test_a_turn_that_only_ends_is_turn_0_of_the_line() -> None:
    under_way = cardsolver("solve", "--position", "54 13 29 89 / 5 / 6", "--laid", "3")
    turns = [line.split()[:2] for line in under_way.stdout.splitlines()[3:]]
    assert turns == [["0", "end"], ["1", "C6"], ["2", "C5"]]  # 6 has to be drawn first
    fresh = cardsolver("solve", "--position", "54 13 29 89 / 5 6 /").stdout
    assert fresh.splitlines()[3].split()[0] == "1"


@pytest.mark.parametrize("command", ["solve", "winnable"])
def test_a_range_is_told_in_the_order_of_its_seeds(command: str) -> None:
    # Hands of two and three cards take very different times.
    done = cardsolver(command, "--seeds", "0:8", "--hand", "3", "--jobs", "2")
    told = [line.split()[1].rstrip(":") for line in done.stdout.splitlines() if "seed" in line]
    assert told == [str(seed) for seed in range(8)]


def test_a_printed_deal_keeps_its_name_and_rules() -> None:
    printed = cardsolver("deal", "the-game", "--seed", "5", "--players", "3").stdout
    assert cardsolver("solve", "-", stdin=printed).stdout.startswith("seed 5 (players=3 hand=6")
    # Two players usually hold 7 cards; the file's 6 is only what three of them usually do.
    done = cardsolver("solve", "-", "--players", "2", stdin=printed)
    assert done.stdout.startswith("seed 5 (players=2 hand=7 minimum=2")


@pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")
def test_solve_check_says_who_confirms() -> None:
    done = cardsolver("solve", "--position", UNWINNABLE, "--check")
    assert done.returncode == 0
    assert "search, confirmed by cpsat)" in done.stdout
    row = json.loads(cardsolver("solve", "--position", UNWINNABLE, "--check", "--json").stdout)
    assert row["checked_by"] == "cpsat"


@pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")
def test_solve_check_says_when_nobody_confirms() -> None:
    done = cardsolver("solve", "--seed", "1", "--hand", "3", "--check", "--time-limit", "1")
    assert done.returncode == 3
    assert "proven by complete search" in done.stdout
    assert "; not confirmed: cpsat did not come to an end within the limits" in done.stdout


def test_solve_check_says_when_there_is_nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    done = cardsolver("solve", "--position", UNWINNABLE, "--check")
    assert done.returncode == 3
    assert "; not confirmed: the kernel is not built" in done.stdout
