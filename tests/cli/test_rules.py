"""`games` and `rules`: what can be played, and by which rules."""

from __future__ import annotations

import json

import pexpect
import pytest

from cardsolver.core.registry import all_games, game_names
from tests.support.running import ROOT, cardsolver
from tests.support.terminal import terminal


def test_games_lists_every_game_with_its_bots() -> None:
    rows = [json.loads(line) for line in cardsolver("games", "--json").stdout.splitlines()]
    assert {row["game"] for row in rows} == set(all_games())
    text = cardsolver("games").stdout
    for row in rows:
        assert row["title"] in text
        assert {"greedy", "random"} <= set(row["bots"])
        for name, about in row["bots"].items():
            assert name in text
            assert about in text
        for strength in row["strengths"].values():
            assert strength in text


@pytest.mark.parametrize("game", game_names())
def test_rules_shows_the_numbered_page(game: str) -> None:
    plain = cardsolver("rules", game, "--plain").stdout
    assert plain == (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rendered = cardsolver("rules", game).stdout
    assert "**" not in rendered
    assert len(rendered.splitlines()) > 40


def test_a_long_page_is_read_with_a_pager() -> None:
    child = terminal("rules", "the-game", kind="xterm", size=(10, 80))
    child.expect("The Game")
    assert "ESC" not in str(child.before)  # how less shows styles that it does not pass on
    child.send("q")
    child.expect(pexpect.EOF)
