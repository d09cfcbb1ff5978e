"""`analyse` names the turn that lost a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.running import cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path


def test_analyse_names_the_turn_that_lost_the_win(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    script = tmp_path / "moves.txt"
    script.write_text("A46\nend\n")
    position = "44 60 30 20 / 45 46 / 35"
    arguments = ["--position", position, "--minimum", "1", "--record", str(record)]
    cardsolver("play", "the-game", "--seats", f"script:{script}", *arguments)
    done = cardsolver("analyse", record)
    assert done.returncode == 0
    assert "the win was lost in turn 1 (seat 1): A46 end; A45 end would have kept it" in done.stdout
    data = json.loads(cardsolver("analyse", record, "--json").stdout)
    assert data["lost_in_turn"] == 1
    assert data["should_have_played"] == ["A45", "end"]
    assert data["turns"][0]["verdict"] == "winnable"


def test_analyse_of_a_whole_greedy_game(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "42", "--record", record)
    done = cardsolver("analyse", record, "--time-limit", "3")
    assert done.returncode in (0, 3)
    assert "← the win is gone" in done.stdout or "undecided" in done.stdout
    assert " winnable " in done.stdout.splitlines()[2]


def test_analyse_refuses_what_it_cannot_judge(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("{}")
    assert "expected the field cardsolver" in refusal("analyse", path)


def test_the_help_says_what_the_time_limit_is_for() -> None:
    text = " ".join(cardsolver("analyse", "--help").stdout.split())
    assert "Seconds per turn; 0: no limit." in text
    assert "Seconds per deal" not in text


def test_a_game_left_before_its_first_move_does_not_poison_a_record(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "1", "--record", record)
    whole = record.read_text()
    blank = json.dumps({**json.loads(whole), "moves": [], "result": None}) + "\n"
    record.write_text(blank + whole)
    done = cardsolver("analyse", record, "--time-limit", "1")
    assert done.returncode in (0, 3)
    assert "line 1: broken off before its first turn; nothing to analyse" in done.stderr
    assert "line 2: seed 1" in done.stdout
    judged = cardsolver("referee", record)
    assert judged.returncode == 0
    first, second = judged.stdout.splitlines()
    assert first == "line 1: broken off before its first move; nothing to judge"
    assert second.startswith("line 2: legal, ")
    record.write_text(blank)
    assert "nothing to analyse" in refusal("analyse", record)


def test_one_bad_line_does_not_cost_the_others(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "1", "--record", record)
    cardsolver("play", "fifty-fifty", "--seats", "greedy", "--seed", "1", "--record", record)
    done = cardsolver("analyse", record, "--time-limit", "1")
    assert done.returncode in (0, 3)  # another game is no fault of the record
    assert "line 2: a game of fifty-fifty; only the-game can be analysed" in done.stderr
    assert "line 1: seed 1" in done.stdout
    with record.open("a") as file:
        file.write("{}\n")
    assert cardsolver("analyse", record, "--time-limit", "0.1").returncode == 2


def test_one_game_of_a_file_is_analysed(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    for seed in ("1", "2"):
        cardsolver("play", "the-game", "--seats", "greedy", "--seed", seed, "--record", record)
    done = cardsolver("analyse", record, "--number", "2", "--time-limit", "0.1")
    assert done.stdout.startswith("line 2: seed 2")
    assert "has 2 games" in refusal("analyse", record, "--number", "3")
