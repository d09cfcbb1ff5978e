"""What `--json` prints has the fields that docs/notation.md lists."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.running import ROOT, cardsolver

if TYPE_CHECKING:
    from pathlib import Path

_, _, SECTION = (ROOT / "docs/notation.md").read_text(encoding="utf-8").partition("## JSON output")
ROWS = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| `")]
# The commands of each row: {games} is a file of finished games, {config} that of a study.
CALLS = [
    ["games"],
    ["deal the-game --seed 1", "puzzles new --seed 1"],
    ["play the-game --seats greedy --seed 1", "share {games}"],
    ["stats {games}"],
    ["referee {games}"],
    ["replay {games} --analyse --time-limit 1"],
    ["solve --seed 1", "winnable --seed 1"],
    ["analyse {games} --time-limit 1"],
    ["puzzles turn-01 --answers"],
    ["bot-check examples.bots.lowest:LowestBot"],
    ["tournament the-game --bots greedy --seeds 0:2 --jobs 1"],
    ["study {config} --jobs 1"],
]
# What a row says by a link: the fields are listed at its end.
LINKED = {
    "a [deal](#deals)": {"game", "rules"},
    "a [transcript](#transcripts)": {"cardsolver", "seats", "moves", "result"},
    "[what a verdict says]": {"verdict", "left", "left_bound", "proof", "reason", "moves"},
    "of its deal": {"game", "rules"},
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """An end game that a person lost, and a small study."""
    game = tmp_path / "games.jsonl"
    position = "66 21 50 22 / 39 57 59 65 / 72 45"
    cardsolver("play", "the-game", "--seats", "greedy", "--position", position, "--record", game)
    game.write_text(game.read_text().replace('"greedy"', '"human"'))
    config = tmp_path / "study.toml"
    config.write_text('[[sets]]\nhand = 2\nseeds = "0:2"\n')
    return {"games": str(game), "config": str(config)}


@pytest.mark.parametrize(("row", "calls"), list(zip(ROWS, CALLS, strict=True)))
def test_the_fields_are_those_of_the_page(
    row: list[str], calls: list[str], files: dict[str, str]
) -> None:
    commands, text = row
    plain = re.sub(r"\([^()]*\)", "", text)
    listed = set(re.findall(r"`([a-z][a-z_-]*)`", plain))
    linked = [fields for link, fields in LINKED.items() if link in text]
    for call in calls:
        assert f"`{call.split()[0]}" in commands
        done = cardsolver(*(word.format(**files) for word in call.split()), "--json")
        assert done.stdout, done.stderr
        for line in done.stdout.splitlines():
            fields = set(json.loads(line))
            assert listed <= fields
            for expected in linked:
                assert expected <= fields
            assert linked or listed == fields
