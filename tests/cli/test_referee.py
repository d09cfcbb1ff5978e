"""`referee` judges recorded games and sets its exit code."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from tests.support.running import cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path


RANDOM_BYTES = 100_000


def test_the_command_itself_survives_random_bytes(tmp_path: Path) -> None:
    rng = Random(2)
    for size in (0, 1, 50, RANDOM_BYTES):
        data = rng.randbytes(size)
        path = tmp_path / "bytes"
        path.write_bytes(data)
        for done in (
            cardsolver("referee", path),
            cardsolver("referee", "-", stdin=data),
            cardsolver("play", "the-game", "--seats", "greedy", "--deal", path),
        ):
            assert done.returncode == 2
            assert "Traceback" not in done.stderr
            assert len(done.stderr.splitlines()) == 1


def transcript(**changes: object) -> str:
    line = cardsolver("play", "the-game", "--seats", "greedy", "--seed", "3", "--json").stdout
    return json.dumps({**json.loads(line), **changes})


def test_referee_reads_standard_input_and_sets_exit_codes() -> None:
    good = transcript()
    assert cardsolver("referee", "-", stdin=good).returncode == 0
    illegal = transcript(moves=["end"])
    done = cardsolver("referee", "-", stdin=f"{good}\n{illegal}\n")
    assert done.returncode == 1
    assert "line 2: illegal at move 1 by seat 1: end after 0 of at least 2" in done.stdout
    done = cardsolver("referee", "-", stdin=f"{good}\nnonsense\n{illegal}\n")
    assert done.returncode == 2
    assert done.stdout.count("line ") == 2  # the readable games are judged all the same
    assert "standard input, line 2: not JSON" in done.stderr


def test_referee_finds_a_false_result() -> None:
    false = transcript(result={"end": "won", "scores": [0], "winners": [1]})
    done = cardsolver("referee", "-", "--json", stdin=false)
    assert done.returncode == 1
    judgement = json.loads(done.stdout)
    assert judgement["legal"] is False
    assert "the claimed result" in judgement["fault"]["message"]


def test_referee_json_has_the_rule_and_the_place() -> None:
    done = cardsolver("referee", "-", "--json", stdin=transcript(moves=["A1"]))
    fault = json.loads(done.stdout)["fault"]
    assert (fault["move"], fault["seat"], fault["rule"]) == (1, 1, None)
    assert cardsolver("referee", "-", stdin="\n\n").returncode == 2


def test_a_file_of_something_else_gets_one_line(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear reader,\n" * 50)
    assert "letter.txt, line 1: not JSON at column 1" in refusal("referee", text)
    deals = tmp_path / "deals.jsonl"
    cardsolver("deal", "the-game", "--seed", "0", "--count", "5", "--json", "-o", deals)
    assert "line 1: a deal; expected a transcript" in refusal("referee", deals)
    assert "not a record; expected that of a tournament or a study" in refusal("report", deals)


def test_a_bad_line_does_not_cost_the_others(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "1", "--record", record)
    record.write_text("not a game\n" + record.read_text())
    done = cardsolver("referee", record)
    assert done.returncode == 2
    assert done.stdout.startswith("line 2: legal")
