"""A person at a real (pseudo-)terminal, from the first prompt to the final score."""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING

import pexpect
import pytest

from tests.running import ROOT, unmeasured

if TYPE_CHECKING:
    from pathlib import Path


def terminal(*arguments: str | Path, colour: bool = False) -> pexpect.spawn[str]:
    env = unmeasured(TERM="xterm-256color" if colour else "dumb")
    if colour:
        del env["NO_COLOR"]
    return pexpect.spawn(
        sys.executable,
        ["-m", "cardsolver", *map(str, arguments)],
        cwd=str(ROOT),
        env=env,
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=30,
    )


def test_a_whole_game_from_the_first_prompt_to_the_score(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    position = "40 1 70 100 / 30 45 ; 60 80 / 50"
    child = terminal(
        "play", "the-game", "--seats", "human,greedy", "--position", position, "--record", record
    )
    child.expect("A ▲ 40")
    child.expect(r"A\*")  # 30 goes back on 40
    child.expect("seat 1, lay 2 more: ")
    child.sendline("help")
    child.expect("lay 37 on pile A")
    child.sendline("37 a")
    child.expect("37 is not in the hand")
    child.sendline("end")
    child.expect("end after 0 of at least 2")
    child.sendline("fly")
    child.expect("is no move")
    child.sendline("hint")
    child.expect("hint: A30")
    child.sendline("30")
    child.expect("30 fits on A and B and C and D; say which")
    child.sendline("30 a")
    child.expect("A ▲ 30")
    child.expect("lay 1 more: ")
    child.sendline("a45")
    child.expect(r"anything to tell seat 2\? \(Enter: nothing\): ")
    child.sendline("keep a")
    child.expect(r"seat 2 \(greedy\) lays")
    child.expect("seat 1, lay")
    child.sendline("50 a")
    child.expect("won|anything to tell")
    if "won" not in str(child.after):
        child.sendline("")
        child.expect("won")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    transcript = json.loads(record.read_text(encoding="utf-8"))
    assert transcript["result"]["end"] == "won"
    assert "say A:keep" in transcript["moves"]


def test_bidding_asks_for_a_number() -> None:
    child = terminal("play", "the-game", "--seats", "human,greedy", "--seed", "1")
    child.expect("would you like to start")
    child.sendline("11")
    child.expect("is no move; expected bid and 0 to 10")
    child.sendline("10")
    child.expect("lay 2 more: ")
    child.sendline("quit")
    child.expect("not finished")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d", "signal"])
def test_leaving_in_the_middle_keeps_the_record(tmp_path: Path, how: str) -> None:
    record = tmp_path / "games.jsonl"
    child = terminal("play", "the-game", "--seed", "1", "--record", record)
    child.expect("lay 2 more: ")
    child.sendline("45 a")
    child.expect("lay 1 more: ")
    if how == "ctrl-c":
        child.sendintr()
    elif how == "ctrl-d":
        child.sendeof()
    else:
        child.kill(signal.SIGINT)
    child.expect("stopped after 1 move; the record is in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == (1 if how == "ctrl-d" else 130)
    assert json.loads(record.read_text(encoding="utf-8"))["moves"] == ["A45"]


def test_colour_only_repeats_what_marks_say() -> None:
    child = terminal(
        "play", "the-game", "--position", "22 1 100 100 / 12 5 / ", "--on-fire", colour=True
    )
    child.expect("\x1b\\[")  # colour on a terminal that has it
    child.expect("fire!")
    child.expect(r"A\*")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
