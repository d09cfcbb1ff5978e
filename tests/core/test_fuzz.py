"""Whatever bytes come, the readers answer with one clear error and never with a traceback."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed, deal_to_json, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games
from cardsolver.core.transcript import format_transcript, parse_transcript, read_lines, replay
from tests.contract.test_laws import bot_match

if TYPE_CHECKING:
    from pathlib import Path


RANDOM_BYTES = 100_000


def judge(path: Path) -> int:
    """Read a file as `referee` does; returns how many lines were transcripts."""
    readable = 0
    try:
        for _, line in read_lines(str(path)):
            try:
                transcript = parse_transcript(line)
            except InputError as error:
                assert "\n" not in str(error)
                continue
            replay(transcript)
            readable += 1
    except InputError as error:
        assert "\n" not in str(error)
    return readable


def read_deals(path: Path) -> bool:
    try:
        for game in all_games():
            load_deals(str(path), game=game)
    except InputError as error:
        assert "\n" not in str(error)
        return False
    return True


def transcript_lines() -> list[str]:
    return [
        format_transcript(bot_match(game, "", "greedy").transcript) for game in all_games().values()
    ]


def test_random_bytes(tmp_path: Path) -> None:
    """In pieces of many sizes, so that short texts that nearly parse come up too."""
    rng = Random(1)
    path = tmp_path / "bytes"
    total = 0
    alphabet = b'{}[]",:0123456789 \n\t#/;-.eE' + b"truefalsnu"
    while total < RANDOM_BYTES:
        size = rng.choice([1, 2, 3, 10, 100, 1000, 5000])
        if rng.random() < 0.5:
            data = rng.randbytes(size)
        else:
            data = bytes(rng.choice(alphabet) for _ in range(size))
        path.write_bytes(data)
        assert judge(path) == 0
        assert not read_deals(path)
        total += size


def test_truncated_transcripts_and_deals(tmp_path: Path) -> None:
    path = tmp_path / "cut"
    for line in transcript_lines():
        for end in range(0, len(line), 7):
            path.write_text(line[:end], encoding="utf-8")
            assert judge(path) == 0
    deal = json.dumps(deal_to_json(deal_seed("the-game", "1")))
    for end in range(0, len(deal), 7):
        path.write_text(deal[:end], encoding="utf-8")
        assert not read_deals(path)


@pytest.mark.parametrize("seed", range(4))
def test_shuffled_and_damaged_transcripts(tmp_path: Path, seed: int) -> None:
    """Moves out of order, lines with bytes flipped, fields of the wrong kind."""
    rng = Random(seed)
    path = tmp_path / "damaged"
    wrong: list[object] = [
        None,
        True,
        0,
        -1,
        1e308,
        "",
        "\u2028",
        [],
        [[]],
        {},
        {"end": 1},
        "9" * 999,
    ]
    lines = transcript_lines()
    for _ in range(150):
        line = rng.choice(lines)
        kind = rng.randrange(3)
        if kind == 0:
            data = json.loads(line)
            rng.shuffle(data["moves"])
            line = json.dumps(data)
            path.write_text(line, encoding="utf-8")
        elif kind == 1:
            data = json.loads(line)
            field = rng.choice(list(data))
            data[field] = rng.choice(wrong)
            path.write_text(json.dumps(data), encoding="utf-8")
        else:
            raw = bytearray(line.encode())
            for _ in range(rng.randrange(1, 6)):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            path.write_bytes(bytes(raw))
        judge(path)
