"""`replay`: in a real terminal with keys, in a pipe as lines."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal
from cardsolver.core.game import Outcome
from cardsolver.core.transcript import Transcript, format_transcript
from tests.support.running import ROOT, cardsolver, refusal, shell
from tests.support.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path

GOLDEN = ROOT / "tests" / "golden"
RIGHT, LEFT, UP, DOWN, HOME, END = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F"


@pytest.mark.parametrize(
    ("game", "turns", "last"),
    [
        ("the-game", 36, "stuck: 27 cards left"),
        ("fifty-fifty", 97, "complete row taken"),
        ("level-8", 65, "seat 2 on level 6"),
    ],
)
def test_arrow_keys_step_through_any_game(game: str, turns: int, last: str) -> None:
    person = terminal("replay", GOLDEN / f"{game}.jsonl", "--number", "1", kind="xterm")
    person.expect(f"before turn 1 of {turns}")
    person.send(RIGHT)
    person.expect(rf"turn 1 of {turns}.*seat 1 \(greedy\)")
    person.send(DOWN + DOWN)
    person.expect(f"turn [23] of {turns}")
    person.send(END)
    person.expect_exact(last)
    person.send(UP)
    person.expect(f"turn {turns - 1} of {turns}")
    person.send(HOME)
    person.expect(f"before turn 1 of {turns}")
    person.send(LEFT + "12\r")  # there is nothing before the deal
    person.expect(f"turn 12 of {turns}")
    person.send("q")
    person.expect_exact(last)  # the ending stays on the screen
    person.expect_exact("\n")
    person.wait()
    assert person.exitstatus == 0


def test_hidden_cards_running_and_a_small_window() -> None:
    person = terminal(
        *("replay", GOLDEN / "fifty-fifty.jsonl", "--number", "7", "--turn", "20"),
        kind="xterm",
        size=(14, 60),
    )
    person.expect("turn 20 of 88")
    person.expect("more lines; a larger window has room")
    person.send("h")
    person.expect("only what the seat to move could see")
    person.setwinsize(40, 100)
    person.expect("hand: .{0,9}5 cards")
    person.send(" ")
    person.expect("running")
    person.expect("turn 21 of 88")
    person.send("\x03")
    person.expect_exact("\x1b[?25h")  # the cursor is back
    person.wait()
    assert person.exitstatus == 130


def test_keys_come_from_the_terminal_though_the_game_comes_through_a_pipe() -> None:
    line = (GOLDEN / "the-game.jsonl").read_text(encoding="utf-8").splitlines()[1]
    code = cardsolver("share", "-", stdin=line).stdout.strip()
    person = terminal("replay", code, kind="xterm")
    person.expect("before turn 1 of 4")
    person.send("\x1b")
    person.expect("stuck: 82 cards left")
    person.wait()
    assert person.exitstatus == 0
    piped = shell(f"head -2 {GOLDEN / 'the-game.jsonl'} | cardsolver replay - --number 2")
    assert piped.stdout.endswith("stuck: 82 cards left\n")


def test_a_pipe_and_a_plain_terminal_get_one_line_per_turn() -> None:
    done = cardsolver("replay", GOLDEN / "the-game.jsonl", "--number", "1")
    assert done.returncode == 0
    assert not done.stderr
    assert re.search(r"^ +1 +1 +1 +1 +90 +100  C93, C90, end$", done.stdout, re.MULTILINE)
    person = terminal("replay", GOLDEN / "the-game.jsonl", "--number", "1", kind="dumb")
    person.expect("C93, C90, end")
    person.wait()
    assert person.exitstatus == 0


def test_one_turn_and_json() -> None:
    done = cardsolver("replay", GOLDEN / "level-8.jsonl", "--turn", "3")
    assert done.stderr == "cardsolver: game 1 of 6; --number picks another\n"
    assert "turn 3 of 65" in done.stdout
    assert "discard pile: [4o]" in done.stdout
    rows = cardsolver("replay", GOLDEN / "the-game.jsonl", "--number", "1", "--json").stdout
    first = json.loads(rows.splitlines()[0])
    assert first["moves"] == ["C93", "C90", "end"]
    assert first["after"] == {"A ▲": 1, "B ▲": 1, "C ▼": 90, "D ▼": 100}


def test_a_page_leaves_json_alone(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    call = ("replay", GOLDEN / "the-game.jsonl", "--number", "1")
    done = cardsolver(*call, "--html", page, "--json")
    assert page.exists()
    assert done.stdout == cardsolver(*call, "--json").stdout


def test_a_game_of_one_turn_has_one_turn(tmp_path: Path) -> None:
    record = tmp_path / "short.jsonl"
    cardsolver("solve", "--position", "54 13 29 89 / 5 /", "--record", record)
    answer = refusal("replay", record, "--turn", "9")
    assert answer.endswith("--turn 9; the game has 1 turn")


def test_the_analysis_marks_the_turn_that_lost_the_win() -> None:
    position = Deal("the-game", position="80 98 30 20 / 81 82 / ")
    stuck = Outcome("stuck", (1,), ())
    lost = format_transcript(Transcript(position, ("ann",), ("A82", "end"), stuck))
    done = cardsolver("replay", "-", "--analyse", stdin=lost)
    assert done.returncode == 0
    assert "winnable  A82, end  <- the win is gone; A81 end would have kept it" in done.stdout
    assert done.stdout.endswith("stuck: 1 card left, an excellent result\n")


def test_a_game_broken_off_has_lost_nothing_yet() -> None:
    position = Deal("the-game", position="80 98 30 20 / 81 82 83 / ")
    half = format_transcript(Transcript(position, ("ann",), ("A81", "end")))
    assert "the win is gone" not in cardsolver("replay", "-", "--analyse", stdin=half).stdout
    told = cardsolver("analyse", "-", stdin=half).stdout
    assert told.endswith("the game is not finished; before its last turn it was winnable\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["replay"], "Missing argument"),
        (["replay", "nothing.jsonl"], "nothing.jsonl: no such file"),
        (["replay", GOLDEN / "level-8.jsonl", "--number", "7"], "has 6 games"),
        (["replay", GOLDEN / "level-8.jsonl", "--number", "1", "--turn", "66"], "has 65 turns"),
        (["replay", GOLDEN / "level-8.jsonl", "--number", "1", "--turn", "-1"], "--turn"),
        (["replay", GOLDEN / "level-8.jsonl", "--number", "1", "--analyse"], "only the-game can"),
        (["replay", ROOT / "README.md"], "not JSON"),
        (["replay", ROOT], "is a directory"),
    ],
)
def test_bad_calls_get_one_line(arguments: list[str], message: str) -> None:
    assert message in refusal(*arguments)


def test_last_is_the_latest_game_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "no game of yours in" in refusal("replay", "last")
    kept = tmp_path / "cardsolver" / "games.jsonl"
    kept.parent.mkdir()
    kept.write_bytes((GOLDEN / "the-game.jsonl").read_bytes())
    count = len(kept.read_text(encoding="utf-8").splitlines())
    code = cardsolver("share", kept, "--number", str(count)).stdout
    assert cardsolver("share", "last").stdout == code
    assert cardsolver("replay", "last").returncode == 0
    assert f"line {count}: legal" in cardsolver("referee", "last").stdout
    assert "last is one game; expected no --number" in refusal("share", "last", "--number", "1")
