"""Good inputs for every reader, for the fuzzer to start from."""

from __future__ import annotations

import json
import lzma
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed, deal_to_json, format_deal
from cardsolver.core.referee import play_match
from cardsolver.core.registry import all_games
from cardsolver.core.transcript import format_code, format_transcript, parse_transcript
from cardsolver.seats.spec import make_bot
from cardsolver.solver.batch import VerdictFile, solve_many
from cardsolver.studies.plan import Plan, RuleSet
from cardsolver.studies.record import StudyRecord
from cardsolver.studies.run import run_study
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.run import run
from scripts.reliability.readers import resumed

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
SHORT = 6000  # bytes of a game: changed short ones are more often still games
WORDS = {
    "positions": ("54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34", "44! 1 100 100 / 3 / 4 / laid 1"),
    "variants": (
        "players=2 hand=7 minimum=2 first=bid talk",
        "players=3 hand=5 aside=20 violet=3-99/3+7 first=1",
        "players=4 levels=set2:keep/run3+run3/set2/set2/set2/set2/set2/colour4 first=2",
        "expert short-hand on-fire no-talk",
    ),
    "moves": (
        "A37", "end", "bid 7", "say C:keep D:gentle", "say", "73", "73 keep", "pass", "jump 23",
        "decline", "take", "draw", "take 3", "lay 4r 5b J=6 | 9g 10y 11o", "add 7r to 2.1",
        "add J=r to 1.2", "discard 12p", "skip 3", "keep 4r J", "keep",
    ),
    "typed": (
        "a37", "37 a 41 b end", "7", "keep off c, gentle d", "say nothing", "73 k", "p", "t", "j",
        "no", "d", "3", "lay", "lay 4r 5b j=6 / 9g 10y 11o", "add 7r, discard 12p", "12p", "s 2",
        "keep 4r j", "",
    ),
    "messages": (
        '{"type":"hello","protocol":1,"name":"x","history":"new"}',
        '{"type":"move","id":1,"move":"A4","talk":"low"}',
    ),
    "seeds": ("0:100", "1,5,9", "0:10,42", '["a","b"]', "-3:4"),
    "flags": ("512M", "2G", "1KiB", "2026-11-18", "1s,10s,5m", "./bot --fast 'a b'", "env X=1"),
}  # fmt: skip


@cache
def corpus(name: str) -> tuple[bytes, ...]:
    """Good inputs of one reader."""
    if name in WORDS:
        return tuple(text.encode() for text in WORDS[name])
    return _FILES[name]()


def _deals() -> tuple[bytes, ...]:
    made = [deal_seed(name, 18) for name in all_games()]
    return (
        *(json.dumps(deal_to_json(deal)).encode() for deal in made),
        *(format_deal(deal).encode() for deal in made),
        " ".join(map(str, made[0].deck)).encode(),
        b'{"game":"the-game","position":"54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34"}',
        b"54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34\n44! 1 100 100 / 3 / 4 / laid 1",
        format_code(parse_transcript(_small_games()[0].decode())).encode(),
    )


@cache
def _small_games() -> tuple[bytes, ...]:
    """Short games, so that changed ones are often still games."""
    found = []
    for name, rules, bot in (
        ("the-game", "hand=2", "random"),
        ("the-game", "players=3 hand=2 on-fire", "random"),
        ("fifty-fifty", "players=2 hand=2 aside=112", "random"),
        ("level-8", "players=2", "greedy"),
        ("level-8", "players=3 levels=two-star", "greedy"),
    ):
        game = all_games()[name]
        for seed in range(3):
            deal = deal_seed(name, seed, rules=rules)
            count = game.seats(game.start(deal))
            bots = [make_bot(bot, name, seed=f"{seed}/{seat}") for seat in range(count)]
            match = play_match(deal, bots, names=["x"] * count, most_moves=400)
            found.append(format_transcript(match.transcript).encode())
    return tuple(found)


def _games() -> tuple[bytes, ...]:
    golden = [
        line
        for name in all_games()
        for line in (ROOT / f"tests/golden/{name}.jsonl").read_bytes().splitlines()[:4]
    ]
    left = json.loads(_small_games()[0])
    left |= {"seats": ["human"], "moves": left["moves"][:2], "result": None}
    short = [line for line in golden if len(line) < SHORT]
    return (*_small_games(), *short, json.dumps(left).encode())


def _codes() -> tuple[bytes, ...]:
    """What is inside share codes, and two of them."""
    inside = []
    for line in _small_games():
        data = json.loads(line)
        for name in ("cardsolver", "result", "deck"):
            data.pop(name, None)
        data["moves"] = ",".join(data["moves"])
        inside.append(json.dumps(data).encode())
    whole = [format_code(parse_transcript(line.decode())).encode() for line in _small_games()[:2]]
    return (*inside, *whole)


def _records() -> tuple[bytes, ...]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name, rules, bots in (
            ("the-game", "hand=2", ["random"]),
            ("fifty-fifty", "players=2 hand=2 aside=112", ["random", "greedy"]),
        ):
            config = make_config(game=name, rules=rules, bots=bots, seeds="0:3")
            path = Path(folder) / name
            with Record(config, path) as record:
                run(config, record)
            found.append(path.read_bytes())
    return (*found, lzma.compress(found[0]))


def _studies() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study"
        sets = (
            RuleSet("players=1 hand=2 minimum=2", "0:3"),
            RuleSet("players=2 hand=7 minimum=2", "5"),
        )
        with StudyRecord(Plan("win", "search", sets), path) as record:
            run_study(record, rounds=(20.0,), memory_bytes=None)
        return path.read_bytes(), lzma.compress(path.read_bytes())


def _verdicts() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "verdicts"
        with VerdictFile(path) as file:
            for _ in solve_many(resumed(), jobs=1, file=file):
                pass
        return (path.read_bytes(),)


_FILES: dict[str, Callable[[], tuple[bytes, ...]]] = {
    "deals": _deals,
    "games": _games,
    "codes": _codes,
    "records": _records,
    "studies": _studies,
    "verdicts": _verdicts,
    "settings": lambda: ((ROOT / "examples/tournament.toml").read_bytes(),),
    "plans": lambda: (
        (ROOT / "scripts/reliability/study.toml").read_bytes(),
        (ROOT / "examples/study.toml").read_bytes(),
    ),
    "levels": lambda: (
        (ROOT / "examples/short-levels.toml").read_bytes(),
        json.dumps({"levels": ["run3", "set2+set2"] * 4, "keep": [1]}).encode(),
    ),
    "kernel": lambda: (
        bytes([2, 2, 0, 8, 1, 1, 100, 100, *range(2, 40)]),
        bytes([1, 1, 0, 3, 9, 1, 99, 80, 5, 6, 7, 8]),
    ),
}
