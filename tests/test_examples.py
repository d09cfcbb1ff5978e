"""The programs of examples/ run, and a game from outside is a game like ours."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PROGRAMS = {
    "solve_a_deal.py": "the referee says: sound",
    "own_bot.py": "nearest  ",
    "hundred_games.py": "greedy won 9",
    "study_a_rule_set.py": "0 winnable, 0 undecided of 2",
}
TRAINING = "train_a_policy.py"


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm", **environment},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_runs(name: str) -> None:
    arguments = ["2"] if "study" in name else []
    assert PROGRAMS[name] in run(sys.executable, EXAMPLES / name, *arguments)


def test_what_was_trained_beats_random() -> None:
    *_, chance, trained, _ = run(sys.executable, EXAMPLES / TRAINING).splitlines()
    left = [float(re.findall(r": ([0-9.]+) cards left", line)[0]) for line in (trained, chance)]
    assert left[0] < left[1] / 2


def test_the_bot_of_the_page_is_the_one_in_the_folder() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert (EXAMPLES / "bots" / "lowest.py").read_text(encoding="utf-8") in page


def test_every_program_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*PROGRAMS, TRAINING}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game of examples/high_card installed in it, as pip installs anything."""
    folder = tmp_path_factory.mktemp("installed")
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--no-build-isolation", "--target", folder, EXAMPLES / "high_card"),
        PIP_ROOT_USER_ACTION="ignore",
    )
    return folder


def test_a_game_from_outside_is_a_game_like_ours(installed: Path, tmp_path: Path) -> None:
    """Listed, dealt, played, recorded, refereed and put into a tournament, all without our help."""

    def cardsolver(*arguments: str | Path) -> str:
        return run(sys.executable, "-m", "cardsolver", *arguments, PYTHONPATH=str(installed))

    games = [json.loads(line) for line in cardsolver("games", "--json").splitlines()]
    assert games[-1] == {
        "game": "high-card",
        "title": "High Card",
        "players": [2, 4],
        "bots": {"random": "plays a random legal move"},
        "strengths": {},
        "levels": {},
        "rules": ["players", "hand"],
    }
    assert "HC-2" in cardsolver("rules", "high-card", "--plain")
    deal = json.loads(cardsolver("deal", "high-card", "--seed", "5", "--players", "3", "--json"))
    assert (deal["rules"], len(deal["deck"])) == ("players=3 hand=3", 24)
    record = tmp_path / "games.jsonl"
    played = cardsolver("play", "high-card", "--seats", "random", "--seed", "5", "--record", record)
    assert "tricks " in played.splitlines()[-1]
    assert "legal, 6 moves, tricks" in cardsolver("referee", record)
    report = json.loads(
        cardsolver(
            *("tournament", "high-card", "--bots", f"random,cmd:sh {EXAMPLES}/bots/first.sh"),
            *("--seeds", "0:3", "--players", "2", "--jobs", "2", "--json"),
        )
    )
    assert (report["games"], report["faults"]) == (6, [])


def test_a_game_from_outside_obeys_the_laws(installed: Path) -> None:
    done = run(
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract"),
        *("-k", "high-card"),
        PYTHONPATH=str(installed),
    )
    last = done.strip().splitlines()[-1]
    assert " passed" in last, done
    assert "failed" not in last, done


def test_a_broken_game_from_outside_is_named_in_a_line(tmp_path: Path) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[cardsolver.games]\nbroken = no_such_module:GAME\n")
    done = subprocess.run(
        [sys.executable, "-m", "cardsolver", "rules", "broken"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "game 'broken': no_such_module:GAME cannot be loaded (ModuleNotFoundError" in line


def test_a_broken_game_from_outside_harms_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[cardsolver.games]\nbroken = no_such_module:GAME\n")
    for arguments in (("games",), ("deal", "level-8", "--seed", "1"), ("play", "--help")):
        run(sys.executable, "-m", "cardsolver", *arguments, PYTHONPATH=str(tmp_path))
