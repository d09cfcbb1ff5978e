"""Inputs that nobody would write, made from good ones by changes that know JSON, text and games."""

from __future__ import annotations

import contextlib
import json
import lzma
import re
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games
from cardsolver.core.transcript import outcome_to_json
from cardsolver.runner.journal import json_hash
from cardsolver.seats.chance import RandomBot
from scripts.reliability.corpus import corpus

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

LONGEST = 40_000
MOST_MOVES = 300  # of a game that is played on
XZ = b"\xfd7zXZ\0"
WORDS = (
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"null", b"true", b"-1", b"0", b"1e999", b"NaN",
    b"\xff", b"\xe2\x80\xa8", b"\n", b"\r", b"\t", b"\0", b"/", b";", b"laid 9", b"!", b"keep",
    b"players=9",
    b"J=", b"|", b"99999999999999999999", b"=", b"+", b"levels=", b"cs1", b"0:", b"\xef\xbb\xbf",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**64, 1.5, 1e308, "", "x", "\u2028", "9" * 400, [], {},
    [[]],
    {"end": 1}, ["x"], "A37", "pass", "end", "S",
)  # fmt: skip


def change(name: str, data: bytes, rng: random.Random) -> bytes:
    """Another input for a reader, like this one."""
    if name in ("records", "studies"):
        return _change_record(name, data, rng)[:LONGEST]
    if name in ("games", "codes") and rng.random() < 0.2:
        data = _play_on(data, rng)
        if rng.random() < 0.5:
            return data
    return _change(data, rng, corpus(name))[:LONGEST]


def _change(data: bytes, rng: random.Random, good: Sequence[bytes]) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = (_change_json if rng.random() < 0.5 else _change_bytes)(data, rng, good)
    return data


def _change_record(name: str, data: bytes, rng: random.Random) -> bytes:
    """Changed inside, when it is compressed; and mostly with the hash that its header needs."""
    if data.startswith(XZ):
        if rng.random() < 0.2:
            return _change_bytes(data, rng, corpus(name))
        with contextlib.suppress(lzma.LZMAError, EOFError):
            return lzma.compress(_change_record(name, lzma.decompress(data)[:LONGEST], rng))
    data = _change(data, rng, corpus(name))
    head, line_end, rest = data.partition(b"\n")
    if rng.random() < 0.8:
        with contextlib.suppress(ValueError, RecursionError, TypeError):
            header = json.loads(head)
            if isinstance(header, dict) and "config" in header:
                header["hash"] = json_hash(header["config"])
                head = json.dumps(header, ensure_ascii=False).encode(errors="replace")
    return head + line_end + rest


def _play_on(data: bytes, rng: random.Random) -> bytes:
    """The first moves of a game, and then others up to its end: a sound game that is new."""
    try:
        value = json.loads(data)
        moves = value["moves"]
        is_code = isinstance(moves, str)
        deal = deal_seed(value["game"], value["seed"], rules=value["rules"])
        game = all_games()[value["game"]]
        state = game.start(deal)
        played: list[str] = []
        for text in (moves.split(",") if is_code else moves)[: rng.randint(0, 60)]:
            move = game.parse_move(text)
            state = game.apply(state, move)
            played.append(game.format_move(move))
        bot = RandomBot(game, str(rng.random()))
        while (seat := game.to_move(state)) is not None and len(played) < MOST_MOVES:
            move = bot.choose(game.view(state, seat))
            state = game.apply(state, move)
            played.append(game.format_move(move))
        outcome = game.outcome(state)
        value["moves"] = ",".join(played) if is_code else played
        if not is_code:
            value["result"] = None if outcome is None else outcome_to_json(outcome)
        return json.dumps(value).encode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, InputError):
        return data  # not a game any more


def _change_bytes(data: bytes, rng: random.Random, good: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    match rng.randrange(8):
        case 0:
            return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + rng.randint(1, 9) :]
        case 2:
            return data[:at] + rng.choice(WORDS) + data[at:]
        case 3:
            return data[:at]
        case 4:
            part = data[at : at + rng.randint(1, 20)]
            return data[:at] + part * rng.choice((2, 3, 50)) + data[at:]
        case 5:
            other = rng.choice(good)
            return data[:at] + other[rng.randint(0, len(other)) :]
        case 6:
            found = list(re.finditer(rb"\d+", data))
            if not found:
                return data
            digits = rng.choice(found)
            number = int(digits[0][:18]) + rng.choice((-10, -1, 1, 10, 50))
            return data[: digits.start()] + str(number).encode() + data[digits.end() :]
    return data.swapcase()


def _change_json(data: bytes, rng: random.Random, good: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    number = rng.randrange(len(lines))
    try:
        value = json.loads(lines[number])
    except (ValueError, RecursionError):
        return _change_bytes(data, rng, good)
    spots: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(spots) < 2000:
        each = waiting.pop()
        keys = (
            each.keys()
            if isinstance(each, dict)
            else range(len(each))
            if isinstance(each, list)
            else ()
        )
        spots += [(each, key) for key in keys]
        waiting += [each[key] for key in keys]
    if not spots:
        return _change_bytes(data, rng, good)
    holder, key = rng.choice(spots)
    match rng.randrange(5):
        case 0:
            holder[key] = rng.choice(VALUES)
        case 1:
            del holder[key]
        case 2:
            other = rng.choice([other for held, other in spots if held is holder])
            holder[key], holder[other] = holder[other], holder[key]
        case 3 if isinstance(holder, list):
            holder.insert(key, holder[rng.randrange(len(holder))])
        case _:
            old = holder[key]
            if isinstance(old, bool) or not isinstance(old, int | str):
                holder[key] = rng.choice(VALUES)
            elif isinstance(old, int):
                holder[key] = old + rng.choice((-10, -1, 1, 10))
            else:
                holder[key] = _change_bytes(old.encode(), rng, [b"x"]).decode(errors="replace")
    with contextlib.suppress(ValueError, RecursionError):
        lines[number] = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="replace")
    return b"\n".join(lines)
