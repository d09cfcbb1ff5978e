"""Feed readers with inputs that nobody would write: coverage-guided by atheris where it is there.

    python scripts/reliability/fuzz.py READER --inputs N --seed N --findings FOLDER [--most-s S]

Inputs come from good ones by changes that know JSON and text. With atheris those that reach new
lines are kept and changed further; without it all come from the good ones.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import json
import random
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from collections.abc import Callable

SLOW_S = 1.0
LONGEST = 40_000
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


def change(data: bytes, rng: random.Random, corpus: list[bytes]) -> bytes:
    """Another input like this one."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = (_change_json if rng.random() < 0.5 else _change_bytes)(data, rng, corpus)
    return data[:LONGEST]


def _change_bytes(data: bytes, rng: random.Random, corpus: list[bytes]) -> bytes:
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
            other = rng.choice(corpus)
            return data[:at] + other[rng.randint(0, len(other)) :]
        case 6:
            found = list(re.finditer(rb"\d+", data))
            if not found:
                return data
            digits = rng.choice(found)
            number = int(digits[0][:18]) + rng.choice((-10, -1, 1, 10, 50))
            return data[: digits.start()] + str(number).encode() + data[digits.end() :]
    return data.swapcase()


def _change_json(data: bytes, rng: random.Random, corpus: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    number = rng.randrange(len(lines))
    try:
        value = json.loads(lines[number])
    except (ValueError, RecursionError):
        return _change_bytes(data, rng, corpus)
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
        return _change_bytes(data, rng, corpus)
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


class Watch:
    """Runs a reader, counts, and keeps what it finds."""

    def __init__(self, reader: Callable[[bytes], None], findings: Path) -> None:
        from cardsolver.core.errors import InputError  # noqa: PLC0415 - after the instrumentation
        from cardsolver.core.seats import SeatFault  # noqa: PLC0415 - the same

        self._refusals = (InputError, SeatFault)
        self._reader = reader
        self._findings = findings
        self.inputs = self.accepted = 0
        self.kinds: dict[str, int] = {}

    def one(self, data: bytes) -> None:
        """Read an input; whatever goes wrong is written down, once for each place."""
        self.inputs += 1
        started = time.process_time()
        try:
            self._reader(data)
            self.accepted += 1
        except self._refusals as error:
            if "\n" in str(error) or "\r" in str(error):
                self._found("several lines", data)
        except (Exception, RecursionError) as error:  # noqa: BLE001 - the findings
            frame = error.__traceback__
            while frame is not None and frame.tb_next is not None:
                frame = frame.tb_next
            place = (
                ""
                if frame is None
                else f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}"
            )
            self._found(f"{type(error).__name__} {place} {error}"[:160], data)
        if time.process_time() - started > SLOW_S:
            self._found("slow", data)

    def _found(self, kind: str, data: bytes) -> None:
        key = " ".join(kind.split(" ", maxsplit=2)[:2])
        self.kinds[key] = self.kinds.get(key, 0) + 1
        if self.kinds[key] == 1:
            name = hashlib.sha256(data).hexdigest()[:16]
            (self._findings / name).write_bytes(data)
            (self._findings / f"{name}.txt").write_text(f"{kind}\n")


def main() -> None:
    """Fuzz one reader and print its figures as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("reader")
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--findings", type=Path, required=True)
    parser.add_argument("--most-s", type=float, default=3600)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    arguments = parser.parse_args()
    arguments.findings.mkdir(parents=True, exist_ok=True)
    guide: Any = None
    if not arguments.plain:
        with contextlib.suppress(ImportError):
            guide = importlib.import_module("atheris")  # not everywhere, and untyped
    with (
        contextlib.nullcontext()
        if guide is None
        else guide.instrument_imports(include=["cardsolver"])
    ):
        from scripts.reliability.readers import READERS, corpus  # noqa: PLC0415 - instrumented
    good = corpus(arguments.reader)
    watch = Watch(READERS[arguments.reader], arguments.findings)
    deadline = time.monotonic() + arguments.most_s

    def report() -> None:
        sys.stdout.write(
            json.dumps(
                {
                    "reader": arguments.reader,
                    "inputs": watch.inputs,
                    "accepted": watch.accepted,
                    "guided": guide is not None,
                    "findings": watch.kinds,
                }
            )
            + "\n"
        )
        sys.stdout.flush()

    if guide is None:
        rng = random.Random(arguments.seed)
        for data in good:
            watch.one(data)
        while watch.inputs < arguments.inputs and time.monotonic() < deadline:
            watch.one(change(rng.choice(good), rng, good))
        report()
        return

    import os  # noqa: PLC0415 - only to leave from inside the guide
    import tempfile  # noqa: PLC0415 - the same

    def one(data: bytes) -> None:
        watch.one(data)
        if watch.inputs >= arguments.inputs or time.monotonic() > deadline:
            report()
            os._exit(0)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        return change(data, random.Random(seed), good)[:most]

    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(good):
            (Path(folder) / str(number)).write_bytes(data)
        guide.Setup(
            [sys.argv[0], folder, f"-max_len={LONGEST}", f"-seed={arguments.seed}", "-verbosity=0"],
            one,
            custom_mutator=mutate,
        )
        guide.Fuzz()


if __name__ == "__main__":
    main()
