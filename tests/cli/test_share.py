"""`share` prints codes, and commands take a code wherever they take a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.running import ROOT, cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path

GOLDEN = ROOT / "tests" / "golden" / "the-game.jsonl"


def code(number: int = 2) -> str:
    return cardsolver("share", GOLDEN, "--number", str(number)).stdout.strip()


def test_every_game_of_a_file_and_back() -> None:
    codes = cardsolver("share", GOLDEN)
    assert codes.returncode == 0
    assert codes.stdout.splitlines()[1] == code(2)
    back = cardsolver("share", "-", "--json", stdin=codes.stdout)
    assert back.stdout == GOLDEN.read_text(encoding="utf-8")


def test_commands_take_a_code_for_a_file() -> None:
    assert "line 1: legal" in cardsolver("referee", code()).stdout
    assert "every card is laid" in cardsolver("solve", code()).stdout
    assert cardsolver("winnable", code()).stdout == "seed golden random: winnable\n"
    assert "before it" in cardsolver("analyse", code(), "--time-limit", "1").stdout
    played = cardsolver("play", "the-game", "--deal", code(), "--seats", "greedy")
    assert "seed golden random" in played.stdout


def test_a_game_left_somewhere_goes_on_from_its_code() -> None:
    half = json.loads(GOLDEN.read_text(encoding="utf-8").splitlines()[0])
    half |= {"seats": ["human"], "moves": half["moves"][:60], "result": None}
    left = cardsolver("share", "-", stdin=json.dumps(half)).stdout.strip()
    assert len(left) > 255  # no file could be called so
    done = cardsolver("play", "--resume", left, "--no-record", stdin="")
    assert "going on after 60 moves" in done.stdout
    assert "stopped after 60 moves" in done.stderr


def test_a_transcript_stands_for_its_deal_too() -> None:
    first = GOLDEN.read_text(encoding="utf-8").splitlines()[0]
    assert "every card is laid" in cardsolver("solve", "-", stdin=first).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["share", "cs1" + "x" * 40], "share code: damaged or cut short; copy all of it"),
        (["referee", "cs9" + "x" * 40], "a share code of version 9; expected cs1"),
        (["solve", "cs1" + "x" * 40], "damaged or cut short"),
        (["analyse", "cs1" + "x" * 40], "damaged or cut short"),
        (["play", "the-game", "--deal", "cs1" + "x" * 40], "damaged or cut short"),
        (["share", "cs1short"], "cs1short: no such file"),
        (["share", GOLDEN, "--number", "99"], "--number 99; "),
        (["share", GOLDEN, "--number", "0"], "--number"),
        (["share"], "Missing argument"),
    ],
)
def test_bad_codes_get_one_line(arguments: list[str], message: str) -> None:
    assert message in refusal(*arguments)


@pytest.mark.parametrize("command", ["share", "replay", "referee"])
def test_half_a_character_in_a_record_gets_one_line(command: str, tmp_path: Path) -> None:
    game = json.loads(GOLDEN.read_text(encoding="utf-8").splitlines()[0])
    text = json.dumps({**game, "seats": ["\ud83d"]})
    page = ("--html", tmp_path / "page.html") if command == "replay" else ()
    assert r"line 1: '\ud83d' is half a character" in refusal(command, "-", *page, stdin=text)


def test_the_deal_of_another_game_is_refused() -> None:
    assert "a deal of the-game; expected level-8" in refusal("play", "level-8", "--deal", code())
