"""Feed readers with inputs that nobody would write: coverage-guided by atheris where it is there.

    python scripts/reliability/fuzz.py READER --inputs N --seed N --findings FOLDER [--most-s S]

Inputs come from good ones (corpus.py) by changes that know their forms (changes.py). With atheris
those that reach new lines are kept and changed further; without it all come from the good ones.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import json
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from collections.abc import Callable

SLOW_S = 1.0
HANG_S = 60  # of the clock: then the fuzzer dies, and its row says so


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
        from scripts.reliability.changes import LONGEST, change  # noqa: PLC0415 - instrumented
        from scripts.reliability.corpus import corpus  # noqa: PLC0415 - the same
        from scripts.reliability.readers import READERS  # noqa: PLC0415 - the same
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
            watch.one(change(arguments.reader, rng.choice(good), rng))
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
        return change(arguments.reader, data, random.Random(seed))[:most]

    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(good):
            (Path(folder) / str(number)).write_bytes(data)
        guide.Setup(
            [
                sys.argv[0], folder, f"-max_len={LONGEST}", f"-seed={arguments.seed}",
                f"-timeout={HANG_S}", "-verbosity=0", f"-artifact_prefix={arguments.findings}/",
            ],
            one,
            custom_mutator=mutate,
        )  # fmt: skip
        guide.Fuzz()


if __name__ == "__main__":
    main()
