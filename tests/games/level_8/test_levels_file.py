"""Level lists from files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.errors import InputError
from cardsolver.games.level_8.levels_file import read_levels
from tests.support.running import ROOT, cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path


SHORT = ["run3", "set2 + set2", "colour4", "run4", "run3 + set2", "set3+set2", "run5", "set3+set3"]
SHORT_TEXT = "run3/set2+set2/colour4/run4/run3+set2/set3+set2/run5:keep/set3+set3:keep"


def test_a_list_in_json(tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    path.write_text(json.dumps({"name": "short", "levels": SHORT, "keep": [7, 8]}), "utf-8")
    assert read_levels(str(path)) == SHORT_TEXT


def test_a_list_in_toml_is_played_and_its_record_needs_no_file(tmp_path: Path) -> None:
    path = tmp_path / "levels.toml"
    path.write_text(f"levels = {json.dumps(SHORT)}\nkeep = [7, 8]\n", "utf-8")
    record = tmp_path / "games.jsonl"
    arguments = ["play", "level-8", "--seats", "greedy,greedy,greedy", "--seed", "1"]
    done = cardsolver(*arguments, "--levels", path, "--record", record)
    assert done.returncode == 0, done.stderr
    path.unlink()
    assert f"levels={SHORT_TEXT}" in record.read_text(encoding="utf-8")
    assert cardsolver("referee", record).returncode == 0


def test_the_example_is_the_list_on_the_rules_page() -> None:
    example = (ROOT / "examples" / "short-levels.toml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "rules" / "level-8.md").read_text(encoding="utf-8")
    assert example.partition("\n")[2] in page
    assert read_levels(str(ROOT / "examples" / "short-levels.toml")) == SHORT_TEXT


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.json", "[]", "expected an object with the field levels"),
        ("a.json", "{", "not JSON at column 2"),
        ("a.toml", "levels = [", "not TOML"),
        ("a.json", "{}", "field levels must be a list of 8 texts"),
        ("a.json", '{"levels": [1]}', "field levels must be a list of 8 texts"),
        ("a.json", '{"levels": ["run3"]}', "levels: 1 levels; expected 8"),
        ("a.json", json.dumps({"levels": [*SHORT[:7], "ran3"]}), "level 8 'ran3'"),
        ("a.json", json.dumps({"levels": SHORT, "keep": [9]}), "field keep must be a list"),
        ("a.json", json.dumps({"levels": SHORT, "keep": [True]}), "field keep must be a list"),
        ("a.json", json.dumps({"levels": SHORT, "name": 1}), "field name must be a text"),
        ("a.json", json.dumps({"levels": SHORT, "stars": 3}), "unknown field 'stars'"),
    ],
)
def test_a_wrong_level_file_is_refused(tmp_path: Path, name: str, text: str, fault: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_levels(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert fault in str(caught.value)


def test_levels_that_are_neither_a_list_nor_a_file() -> None:
    line = refusal("deal", "level-8", "--seed", "1", "--levels", "three-star")
    assert "--levels three-star: no such file" in line
    assert "expected one-star, two-star" in line
    assert "2 levels; expected 8" in refusal(
        "deal", "level-8", "--seed", "1", "--levels", "run3/run3"
    )
