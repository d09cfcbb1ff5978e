"""`deal` prints deals that every other command reads."""

from __future__ import annotations

import json
import lzma
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import all_games
from tests.support.running import ROOT, cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path


def test_deal_prints_text_that_is_read_back() -> None:
    text = cardsolver("deal", "the-game", "--seed", "42").stdout
    assert text.splitlines()[3].startswith("83 20 86 35")
    played = cardsolver(
        "play", "the-game", "--seats", "greedy", "--deal", "-", "--json", stdin=text
    )
    assert json.loads(played.stdout)["deck"][:3] == [83, 20, 86]


def test_deal_json_one_a_line() -> None:
    done = cardsolver("deal", "the-game", "--seed", "7", "--count", "3", "--json", "--players", "2")
    deals = [json.loads(line) for line in done.stdout.splitlines()]
    assert [deal["seed"] for deal in deals] == ["7", "8", "9"]
    assert deals[1]["deck"] == list(deal_seed("the-game", "8").deck)
    assert deals[0]["rules"] == "players=2 hand=7 minimum=2 first=bid talk"


def test_deal_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    done = cardsolver("deal", "the-game", "--seed", "fox", "--json", "--count", "2", "-o", path)
    assert (done.returncode, done.stdout) == (0, "")
    assert [json.loads(line)["seed"] for line in path.read_text().splitlines()] == [
        "fox/0",
        "fox/1",
    ]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_deals_may_be_written_over_and_nothing_else(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "deals"
    call = ("deal", "the-game", "--seed", "1", *more)
    for _ in range(2):
        assert cardsolver(*call, "-o", path).returncode == 0
        assert path.read_text() == cardsolver(*call).stdout
    golden = ROOT / "tests" / "golden" / "the-game.jsonl"
    game = golden.read_text(encoding="utf-8").splitlines()[0]
    code = cardsolver("share", golden, "--number", "1").stdout
    for content in (
        game,
        f"\n{game}\n",
        code,
        '{"type":"tournament","format":1}\n',
        '{"key":"a","deal":"b"}\n',
    ):
        path.write_text(content)
        assert "holds something else than deals" in refusal(*call, "-o", path)
        assert path.read_text() == content
    packed = tmp_path / "study.jsonl.xz"
    packed.write_bytes(lzma.compress(b'{"type":"study","format":1}\n'))
    assert "holds something else than deals" in refusal(*call, "-o", packed)


def test_deal_without_a_seed_says_which_it_took() -> None:
    done = cardsolver("deal", "the-game", "--json")
    seed = json.loads(done.stdout)["seed"]
    assert f"using {seed}" in done.stderr


def test_a_flag_of_another_game_is_refused() -> None:
    for game in all_games().values():
        for other in all_games().values():
            for option in other.options:
                if option.name not in {own.name for own in game.options}:
                    value = [] if option.value is None else ["1"]
                    line = refusal("deal", game.name, f"--{option.name}", *value)
                    assert f"--{option.name} is not a flag of {game.name}" in line
                    break


@pytest.mark.parametrize("seed", ["a\n5", "\udcff", "\x1b[31m", "", " ", "42 "])
@pytest.mark.parametrize("command", ["deal", "play"])
def test_a_seed_that_a_file_cannot_hold_is_refused(command: str, seed: str) -> None:
    assert "expected an integer or printable text" in refusal(command, "the-game", "--seed", seed)
