"""Files that version 0.1 wrote are read for ever, and mean the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.running import ROOT, cardsolver

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = ROOT / "tests" / "records" / "v0.1"
# The command that goes on with each record. Version 0.1 was given the second one's seeds as
# "1,5,word"; a text goes with --seed now.
TOURNAMENTS = {
    "the-game": "--bots greedy,random+greedy --seeds 0:3 --players 2 --no-talk",
    "fifty-fifty": "--bots greedy,random --players 3 --seed 1 --seed 5 --seed word",
    "level-8": "--bots greedy,random --seeds 0:1",
}
every_record = pytest.mark.parametrize("game", TOURNAMENTS)


BETTER_BOTS = ("level-8",)  # whose greedy has learnt since


def report_of(record: Path) -> str:
    done = cardsolver("report", record, "--no-times", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def expected_report(game: str) -> str:
    return (RECORDS / f"{game}.report.json").read_text(encoding="utf-8")


@every_record
def test_a_report_is_the_same_byte_for_byte(game: str) -> None:
    assert report_of(RECORDS / f"{game}.jsonl") == expected_report(game)


@every_record
def test_a_tournament_goes_on_and_ends_the_same(game: str, tmp_path: Path) -> None:
    lines = (RECORDS / f"{game}.jsonl").read_bytes().splitlines(keepends=True)
    cut = tmp_path / "run.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    done = cardsolver("tournament", game, *TOURNAMENTS[game].split(), "-o", cut, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert f"{len(lines) - 2} of {len(lines) - 1} games already played" in done.stderr
    *kept, again = map(json.loads, cut.read_bytes().splitlines())
    *before, last = map(json.loads, lines)
    assert kept == before
    if game in BETTER_BOTS:  # the game that was missing is played, but better than it was then
        assert json.loads(report_of(cut))["games"] == json.loads(expected_report(game))["games"]
        return
    assert again["moves"] == last["moves"]
    assert report_of(cut) == expected_report(game)


def test_recorded_games_are_legal() -> None:
    path = RECORDS / "played.jsonl"
    done = cardsolver("referee", path, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    judged = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(judged) == len(path.read_bytes().splitlines())
    assert all(judgement["legal"] for judgement in judged)


@pytest.mark.parametrize(
    ("question", "code", "summary"),
    [
        ("--seeds 0:3 --hand 3", 1, "3 unwinnable: 0.0% winnable"),
        ("--seeds 3:5 --players 2", 0, "2 winnable: 100.0% winnable"),
    ],
)
def test_verdicts_are_not_asked_for_again(
    question: str, code: int, summary: str, tmp_path: Path
) -> None:
    kept = tmp_path / "verdicts.jsonl"
    kept.write_bytes((RECORDS / "verdicts.jsonl").read_bytes())
    done = cardsolver("winnable", *question.split(), "--resume", kept)
    assert (done.returncode, done.stderr) == (code, "")
    line = done.stdout.splitlines()[-1]
    assert line.startswith(summary)
    assert kept.read_bytes() == (RECORDS / "verdicts.jsonl").read_bytes()
