"""The page as a file: complete in itself, and safe whatever a record says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.registry import all_games
from cardsolver.viewer.html import to_html
from cardsolver.viewer.story import tell_story
from tests.support.running import cardsolver, refusal
from tests.viewer.test_story import GOLDEN_FOLDER, golden

if TYPE_CHECKING:
    from pathlib import Path


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("game", sorted(all_games()))
def test_one_file_that_names_nothing_outside(game: str) -> None:
    page = to_html(tell_story(golden(game)))
    assert not re.search(r"\{\{[a-z-]+\}\}", page)
    assert set(re.findall(r"[a-z]+://[^\"'\s)]*", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<img|<iframe|@import|url\(", page)
    assert "default-src 'none'; script-src 'sha256-" in page
    assert ("theGame" in page) == (game == "the-game")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_data_is_the_story(game: str) -> None:
    story = tell_story(golden(game))
    data = data_of(to_html(story, start=7))
    assert data["start"] == 7
    assert [frame["move"] for frame in data["frames"]] == [frame.move for frame in story.frames]
    assert [frame["turnOf"] for frame in data["frames"]] == [f.turn_of for f in story.frames]
    for frame, shown in zip(story.frames, data["frames"], strict=True):
        table = [data["zones"][place] for place in shown["table"]]
        texts = [[data["cards"][card][0] for card in zone["cards"]] for zone in table]
        assert texts == [[card.text for card in zone.cards] for zone in frame.tableau.table]
        assert [zone["title"] for zone in table] == [zone.title for zone in frame.tableau.table]


def test_a_name_cannot_leave_its_place() -> None:
    evil = "</script><script>alert(1)</script>{{script}}<b>"
    transcript = golden("the-game")
    page = to_html(tell_story(replace(transcript, seats=(evil,))))
    assert page.count("<script") == 2
    assert "<b>" not in page
    assert data_of(page)["names"] == [f"seat 1 ({evil})"]


def test_the_command_writes_it_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    golden_file = GOLDEN_FOLDER / "level-8.jsonl"
    done = cardsolver("replay", golden_file, "--number", "1", "--turn", "20", "--html", out)
    assert done.returncode == 0
    assert done.stdout.startswith("Level 8, seed golden greedy: seat 1 laid out level 8 and won")
    assert done.stderr == f"cardsolver: {out}: written\n"
    data = data_of(out.read_text(encoding="utf-8"))
    assert data["frames"][data["start"]]["turn"] == 20
    folder = tmp_path / "folder.html"
    folder.mkdir()
    message = refusal("replay", golden_file, "--number", "1", "--html", folder)
    assert f"{folder}: cannot be written" in message
