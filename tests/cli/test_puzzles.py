"""`puzzles` lists and shows them; `play` and `solve` take them."""

from __future__ import annotations

import inspect
import json
import re
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pexpect
import pytest
import typer

from cardsolver.cli import new_puzzles
from cardsolver.cli.flags import VariantFlags
from cardsolver.core.table import Table
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import (
    GAME,
    KINDS,
    load_puzzle,
    prefix_of,
    puzzle_files,
    puzzle_named,
)
from cardsolver.puzzling.make import TRIES
from tests.support.running import ROOT, cardsolver, refusal, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

FILES = puzzle_files()
SLUGS = [path.stem for path in FILES]
ONE_LINE = [path for path in FILES if "lines" in (load_puzzle(path).expected or {})]


def test_the_list_has_every_puzzle_and_no_spoilers() -> None:
    done = cardsolver("puzzles")
    assert done.returncode == 0
    for path in FILES:
        assert re.search(rf"^{path.stem} ", done.stdout, re.MULTILINE), path.stem
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    for kind in KINDS.values():
        assert kind in done.stdout
    assert "winnable" not in done.stdout
    assert done.stdout.splitlines()[0].split()[-2:] == ["min", "stars"]
    assert "…" not in done.stdout


def test_the_answers_are_listed_when_asked_for() -> None:
    done = cardsolver("puzzles", "--answers")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert "…" not in done.stdout
    answers = re.findall(r"(?:un)?winnable", done.stdout)
    assert answers == [(load_puzzle(path).expected or {})["verdict"] for path in FILES]
    assert done.stdout.count(", one line") == len(ONE_LINE)


def test_the_list_as_json() -> None:
    plain = cardsolver("puzzles", "--json").stdout.splitlines()
    assert not any({"expected", "source"} & set(json.loads(line)) for line in plain)  # spoilers
    lines = cardsolver("puzzles", "--json", "--answers").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert (
        [row["puzzle"] for row in rows] == SLUGS == [json.loads(line)["puzzle"] for line in plain]
    )
    for row, path in zip(rows, FILES, strict=True):
        puzzle = load_puzzle(path)
        assert row["expected"] == puzzle.expected
        assert row["kind"] == KINDS[prefix_of(path)]
        assert row["players"] == the_game.start(puzzle).rules.players


def test_one_puzzle_with_every_card() -> None:
    shown = cardsolver("puzzles", "team-05")
    assert shown.returncode == 0
    state = the_game.start(puzzle_named("team-05"))
    for seat, hand in enumerate(state.hands, 1):
        assert f"seat {seat} {' '.join(map(str, hand))}\n" in shown.stdout
    assert f"draw   {' '.join(map(str, state.draw))}\n" in shown.stdout
    assert "exactly one winning line" in shown.stdout
    assert "answer winnable, one line" in cardsolver("puzzles", "team-05", "--answers").stdout
    assert "laid   1 this turn" in cardsolver("puzzles", "turn-09").stdout
    assert json.loads(cardsolver("puzzles", "turn-09", "--json").stdout)["puzzle"] in SLUGS


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_can_be_played(kind: str) -> None:
    slug = next(slug for slug in SLUGS if slug.startswith(kind))
    done = cardsolver("play", "--puzzle", slug, stdin="quit\n")
    assert done.returncode == 1
    assert puzzle_named(slug).label in done.stdout
    assert "the game is not finished" in done.stderr


def test_a_puzzle_that_was_left_keeps_its_answer_to_itself(tmp_path: Path) -> None:
    left = cardsolver("play", "--puzzle", "end-01", "--json", "--no-record", stdin="quit\n")
    data = json.loads(left.stdout)
    assert data["expected"] == {}
    assert "source" not in data
    path = tmp_path / "game.json"
    path.write_text(left.stdout)
    again = cardsolver("play", "--resume", path, "--no-record", stdin="quit\n")
    assert "draw  31 51 29 30" in again.stdout  # all its cards lie open


def test_a_puzzle_file_can_be_solved_from_the_shell() -> None:
    path = ROOT / "puzzles" / GAME / "turn-01-half-a-dozen.json"
    data = json.loads(cardsolver("solve", path, "--json").stdout)
    assert (data["verdict"], data["left"], data["deal"]) == ("winnable", 0, "Half a dozen")


def test_the_answer_comes_with_its_line() -> None:
    won = cardsolver("puzzles", "end-01", "--answers").stdout
    assert "the winning line:" in won
    assert re.search(r"[A-D]\d+\*", won)  # this one is about backwards tricks
    assert "the best there is:" in cardsolver("puzzles", "lost-01", "--answers").stdout
    assert "line" not in cardsolver("puzzles", "lost-01").stdout
    data = json.loads(cardsolver("puzzles", "end-01", "--answers", "--json").stdout)
    table = Table(puzzle_named("end-01"), moves=data["line"])
    assert table.outcome is not None
    assert table.outcome.end == "won"


def test_a_puzzle_is_solved_by_its_name() -> None:
    data = json.loads(cardsolver("solve", "--puzzle", "turn-01", "--json").stdout)
    assert (data["verdict"], data["deal"]) == ("winnable", "Half a dozen")
    assert "more than one to solve" in refusal("solve", "--puzzle", "turn-01", "--seed", "1")


@pytest.mark.parametrize("command", [["play", "--puzzle"], ["puzzles"], ["solve", "--puzzle"]])
def test_an_unknown_puzzle_gets_one_clear_line(command: list[str]) -> None:
    assert "no puzzle 'nonsense'; expected one that" in refusal(*command, "nonsense")
    assert "puzzles start with 'turn': turn-01-" in refusal(*command, "turn")


def test_new_puzzles_are_shown_kept_and_solved(tmp_path: Path) -> None:
    call = ("puzzles", "new", "--kind", "end", "--difficulty", "easy", "--count", "2")
    folder = tmp_path / "mine"
    done = cardsolver(*call, "--seed", "1", "-o", str(folder))
    assert done.returncode == 0
    assert done.stdout.count("There is exactly one winning line.") == 2
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == ["end-01.json", "end-02.json"]
    solved = json.loads(cardsolver("solve", str(files[0]), "--json").stdout)
    assert (solved["verdict"], solved["left"]) == ("winnable", 0)
    rows = [
        json.loads(line) for line in cardsolver(*call, "--seed", "1", "--json").stdout.splitlines()
    ]
    assert [json.loads(path.read_text(encoding="utf-8")) for path in files] == rows
    assert "end-01.json exists already" in refusal(*call, "--seed", "1", "-o", str(folder))


def test_puzzles_that_are_too_rare_are_not_made_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(TRIES, "turn", 1)
    command = inspect.unwrap(new_puzzles.new_puzzles)  # without its variant flags
    with pytest.raises(typer.Exit) as leaving:
        command(kind="turn", count=2, seed="rare", variant=VariantFlags({}))
    assert leaving.value.exit_code == 3
    assert "0 of 2 found among 2 seeds" in capsys.readouterr().err


def test_the_status_line_counts_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With five players a single one may take ten seconds."""
    notes: list[str] = []
    monkeypatch.setitem(TRIES, "turn", 3)
    monkeypatch.setattr(new_puzzles, "status_line", lambda _what: nullcontext(notes.append))
    command = inspect.unwrap(new_puzzles.new_puzzles)  # without its variant flags
    with pytest.raises(typer.Exit):
        command(kind="turn", seed="rare", variant=VariantFlags({}))
    assert notes == [f"0 of 1, {tried} seeds tried" for tried in range(3)]


def test_puzzles_reach_a_file_while_a_terminal_shows_what_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "new.jsonl"
    call = "puzzles new --kind end --difficulty easy --count 2 --seed 1 --json"
    child: pexpect.spawn[str] = pexpect.spawn(
        "sh",
        ["-c", f"{sys.executable} -m cardsolver {call} > {kept}"],
        cwd=str(ROOT),
        env=unmeasured(TERM="xterm-256color"),
        encoding="utf-8",
        timeout=120,
    )
    child.expect("looking for a puzzle")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len([json.loads(line) for line in kept.read_text().splitlines()]) == 2
