"""One grammar for the seeds of every command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cardsolver.tournaments.record import read_record
from tests.support.running import cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "solve": ["solve"],
    "winnable": ["winnable"],
    "tournament": ["tournament", "the-game", "--bots", "random"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ("0-100", "seeds '0-100': '0-100' is not an integer; expected FIRST:END as in 0:100"),
        ("1,word", "seeds '1,word': 'word' is not an integer"),
        ("3:3", "seed range '3:3' is empty"),
        ("0:3,2", "seeds '0:3,2': '2' is given twice"),
    ],
)
def test_a_slip_in_a_range_is_no_seed(command: str, seeds: str, message: str) -> None:
    assert message in refusal(*COMMANDS[command], "--seeds", seeds)


@pytest.mark.parametrize("command", ["solve", "winnable"])
def test_a_list_of_seeds_is_solved(command: str) -> None:
    done = cardsolver(command, "--seeds", "1,5,9", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    deals = [json.loads(line)["deal"] for line in done.stdout.splitlines()]
    assert deals == ["seed 1", "seed 5", "seed 9"]


def test_a_list_of_seeds_is_played(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done = cardsolver(*COMMANDS["tournament"], "--seeds", "1,5,9", "-o", path, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert [played.seed for played in read_record(str(path)).games.values()] == ["1", "5", "9"]
