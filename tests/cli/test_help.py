"""The help of every command: complete, plain and copyable."""

from __future__ import annotations

import re

import pytest

from cardsolver.cli.app import COMMANDS
from cardsolver.core.registry import all_games
from tests.support.running import cardsolver, modules_after


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_plain_text_without_the_words_of_the_library(name: str) -> None:
    text = cardsolver(name, "--help").stdout
    assert text.startswith(f"Usage: cardsolver {name} [OPTIONS]")
    for strange in ("<", "[[", "**", "│", "N|bid|N", "x>="):
        assert strange not in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_means(name: str) -> None:
    for block in cardsolver(name, "--help").stdout.split("\n\n"):
        title, _, rows = block.partition("\n")
        if title in ("Arguments:", "Options:") or title.startswith("Variants of "):
            joined = re.sub(r"\n {4,}", "  ", rows)  # a row that goes on
            for row in joined.splitlines():
                assert re.fullmatch(r"  \S.*?  +[A-Z].*", row), row


def test_examples_stand_on_lines_of_their_own() -> None:
    lines = cardsolver("solve", "--help").stdout.splitlines()
    start = lines.index("  Examples:")
    assert lines[start + 1] == "    cardsolver solve --seed 42"
    assert lines[start + 2].startswith("    cardsolver solve --seeds")


def test_flags_of_a_game_stand_under_its_name_or_alone_if_it_is_named() -> None:
    every = cardsolver("play", "--help").stdout
    for game in all_games().values():
        assert f"Variants of {game.title}:" in every
    one = cardsolver("play", "fifty-fifty", "--help").stdout
    assert "Variants of Fifty Fifty:" in one
    assert "--violet" in one
    assert "--levels" not in one
    assert "Variants of Level 8" not in one


def test_help_of_the_program_loads_no_rich() -> None:
    assert "rich" not in modules_after("--help")
    assert "rich" not in modules_after("solve", "--help")
