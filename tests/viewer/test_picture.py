"""Pictures: what they say, in text that an SVG keeps; what they refuse before any work."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.registry import all_games
from cardsolver.viewer.picture import draw_story
from cardsolver.viewer.story import tell_story
from tests.support.running import cardsolver, refusal
from tests.viewer.test_story import GOLDEN_FOLDER, golden

if TYPE_CHECKING:
    from pathlib import Path

matplotlib = pytest.importorskip("matplotlib", reason="no matplotlib here: no pictures")


def texts(picture: Path) -> list[str]:
    """What can be read on a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_chart_of_any_game_says_what_it_shows(game: str, tmp_path: Path) -> None:
    story = tell_story(golden(game))
    picture = tmp_path / "game.svg"
    draw_story(story, picture)
    found = texts(picture)
    assert f"{story.title} ({story.rules})" in found
    assert story.ending in found
    assert {"turn", story.chart.title, *story.chart.names} <= set(found)
    again = tmp_path / "again.svg"
    draw_story(story, again)
    assert again.read_bytes() == picture.read_bytes()


def test_solve_draws_its_line_with_the_tricks_marked(tmp_path: Path) -> None:
    page, picture = tmp_path / "line.html", tmp_path / "line.svg"
    done = cardsolver("solve", "--seed", "42", "--html", page, "--plot", picture)
    assert done.returncode == 0
    assert done.stderr == f"cardsolver: {page}: written\ncardsolver: {picture}: written\n"
    tricks = len(re.findall(r"\d\*", done.stdout))
    assert f"back by 10 ({tricks})" in texts(picture)
    assert "won: every card is laid" in texts(picture)
    assert '"caption": "seat 1 (solver) lays' in page.read_text(encoding="utf-8")


def test_names_are_no_formulas(tmp_path: Path) -> None:
    transcript = golden("fifty-fifty")
    names = ["$x^$", *transcript.seats[1:]]
    picture = tmp_path / "game.svg"
    draw_story(tell_story(replace(transcript, seats=tuple(names))), picture)
    assert "seat 1 ($x^$)" in texts(picture)


def test_a_study_is_drawn_from_all_its_deals(tmp_path: Path) -> None:
    picture, kept = tmp_path / "share.svg", tmp_path / "kept.jsonl"
    cardsolver("winnable", "--seeds", "0:4", "--resume", kept)
    done = cardsolver("winnable", "--seeds", "0:8", "--resume", kept, "--plot", picture)
    assert done.returncode == 0, done.stderr
    found = texts(picture)
    assert "The Game (players=1 hand=8 minimum=2)" in found
    assert any(text.startswith("8 deals: 100.0% winnable (95 % interval ") for text in found)
    assert {"deals", "winnable", "unwinnable", "undecided", "95 % interval"} <= set(found)
    assert found.count("8") >= 1  # the four that were kept are among them


def test_a_tournaments_game_goes_the_same_way(tmp_path: Path) -> None:
    record, page = tmp_path / "run.jsonl", tmp_path / "game.html"
    cardsolver("tournament", "the-game", "--bots", "greedy,random", "--seeds", "0:2", "-o", record)
    games = cardsolver("report", record, "--transcripts").stdout
    done = cardsolver("replay", "-", "--number", "3", "--html", page, stdin=games)
    assert done.returncode == 0, done.stderr
    assert "seat 1 (" in page.read_text(encoding="utf-8")
    straight = tmp_path / "straight.html"
    assert cardsolver("replay", record, "--number", "3", "--html", straight).returncode == 0
    assert straight.read_bytes() == page.read_bytes()
    codes = cardsolver("share", record).stdout.splitlines()
    assert [cardsolver("share", code, "--json").stdout for code in codes] == [
        f"{line}\n" for line in games.splitlines()
    ]


def test_so_does_a_line_of_a_study(tmp_path: Path) -> None:
    plan, record = tmp_path / "plan.toml", tmp_path / "study.jsonl"
    plan.write_text('[[sets]]\nhand = 8\nseeds = "0:2"\n', encoding="utf-8")
    assert cardsolver("study", plan, "-o", record, "--jobs", "1").returncode == 0
    told = cardsolver("replay", record, "--number", "2").stdout
    assert told.startswith("The Game, seed 1 (players=1 hand=8")
    assert told.endswith("won: every card is laid\n")
    empty = tmp_path / "empty.jsonl"
    empty.write_text(f"{record.read_text(encoding='utf-8').splitlines()[0]}\n", encoding="utf-8")
    assert "the record of a study that has no game yet" in refusal("replay", empty)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--seed", "1"),
        ("winnable", "--seeds", "0:2"),
        ("replay", GOLDEN_FOLDER / "level-8.jsonl"),
        ("report", "run.jsonl"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_any_work(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "expected a name ending in .svg, .png, .pdf" in refusal(*command, "--plot", "x.gif")
    nowhere = tmp_path / "none" / "x.svg"
    assert "cannot be written" in refusal(*command, "--plot", nowhere)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    message = refusal(*command, "--plot", tmp_path / "x.svg")
    assert f"install it with: {sys.executable} -m pip install 'matplotlib>=3.8'" in message


def test_a_page_or_a_picture_shows_one_game() -> None:
    assert "--html shows one game; expected one deal, not 3" in refusal(
        "solve", "--seeds", "0:3", "--html", "x.html"
    )
    assert "--plot shows one game; expected one deal, not 3" in refusal(
        "solve", "--seeds", "0:3", "--plot", "x.svg"
    )
