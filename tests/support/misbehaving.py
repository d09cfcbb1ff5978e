"""A bot that does one thing wrong, named by its first argument, and everything else right.

`python misbehaving.py WHAT [FLAG]`: with a FLAG it misbehaves once, until that file is there.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WHAT = sys.argv[1]
FLAG = Path(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] != "-" else None


def write(data: Any) -> None:
    sys.stdout.write((data if isinstance(data, str) else json.dumps(data)) + "\n")
    sys.stdout.flush()


def hello() -> None:
    if WHAT == "no-start":
        sys.stderr.write("cannot find my own head\n")
        sys.exit(3)
    if WHAT == "silent-start":
        time.sleep(600)
    if WHAT == "wrong-version":
        write({"type": "hello", "protocol": 2, "name": "later"})
        return
    write({"type": "hello", "protocol": 1, "name": f"misbehaving {WHAT}"})
    if WHAT == "unasked":
        write("just a debug print")
    if WHAT == "deaf":
        time.sleep(600)


def misbehave(request: dict[str, Any]) -> bool:
    """Do the wrong thing; False when this is none of the things done at a request."""
    match WHAT:
        case "illegal-move":
            every = [f"{pile}{card}" for pile in "ABCD" for card in range(2, 100)]
            write({"type": "move", "move": next(m for m in every if m not in request["legal"])})
        case "no-move":
            write({"type": "move", "move": "castle kingside"})
        case "bad-message":
            sys.stderr.write("about to talk nonsense\n")
            write("A37 of course")
        case "wrong-type":
            write({"type": "hello", "protocol": 1, "name": "again"})
        case "wrong-id":
            write({"type": "move", "id": request["id"] + 1, "move": request["legal"][0]})
        case "not-utf8":
            sys.stdout.buffer.write(b'{"type":"move","move":"\xff\xfe"}\n')
            sys.stdout.buffer.flush()
        case "time":
            time.sleep(600)
        case "crash":
            sys.stderr.write("Segmentation fault, or so I feel\n")
            os._exit(7)
        case "killed":
            os.kill(os.getpid(), 9)
        case "closed-output":
            os.close(1)
            time.sleep(600)
        case "closed-input":
            os.close(0)  # before the answer: the next request shall find it closed
            write({"type": "move", "id": request["id"], "move": request["legal"][0]})
            time.sleep(600)
        case "too-much-output":
            while True:
                sys.stdout.write("x" * 1000)
        case "grandchild":
            # A child that keeps our pipes open when we are gone.
            child = subprocess.Popen(["sleep", "600"])
            sys.stderr.write(f"grandchild {child.pid}\n")
            sys.stderr.flush()
            os._exit(7)
        case _:
            return _use_too_much() or _hide(request)
    return True


def _use_too_much() -> bool:
    match WHAT:
        case "memory":
            hoard = bytearray()
            while len(hoard) < 400_000_000:  # bounded: this is a shared machine
                hoard += b"x" * 10_000_000
            time.sleep(600)
        case "processes":
            for _ in range(120):
                if os.fork() == 0:
                    time.sleep(600)
            time.sleep(600)
        case "bomb":
            # Doubles seven times, each process in a session of its own: 128 at most.
            for _ in range(7):
                if os.fork() == 0:
                    os.setsid()
            time.sleep(600)
        case "processor":
            while True:
                pass
        case "files":
            kept = [open(os.devnull) for _ in range(2000)]  # noqa: SIM115, PTH123 - on purpose
            write(len(kept))
        case "big-file":
            with Path("big").open("wb") as file:
                for _ in range(300):
                    file.write(b"x" * 1_000_000)
        case "half-a-line":
            sys.stdout.write('{"type":')
            sys.stdout.flush()
            time.sleep(600)
        case "long-line":
            for _ in range(100):
                sys.stdout.write("x" * 1_000_000)
            write("")
        case "binary":
            sys.stdout.buffer.write(bytes(range(256)) * 8 + b"\n")
            sys.stdout.buffer.flush()
        case "shouting":
            while True:
                sys.stderr.write("blah " * 200_000 + "\n")
        case _:
            return False
    return True


def _hide(request: dict[str, Any]) -> bool:
    """Leave something behind, and play on as if nothing had happened."""
    match WHAT:
        case "daemon":
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    for pipe in (0, 1, 2):
                        os.close(pipe)
                    time.sleep(600)
                os._exit(0)
        case "litter":
            for folder in (".", os.environ["TMPDIR"], os.environ["HOME"]):
                (Path(folder) / f"litter {request['id']}").write_text("x" * 1000)
        case "no-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if request["id"] > 2:
                time.sleep(600)
        case "kills-its-keeper":
            if os.fork() == 0:
                os.setsid()
                time.sleep(600)
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(600)
        case "spy":
            if "CARDSOLVER_SECRET" in os.environ or Path.cwd() == Path(__file__).parents[2]:
                os._exit(66)
    return False


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            hello()
        elif message["type"] == "move":
            if FLAG is None or not FLAG.exists():
                if FLAG is not None:
                    FLAG.touch()
                if misbehave(message):
                    continue
            if WHAT == "loud":
                sys.stderr.write("blah " * 20_000 + "\n")
            # What a slice of JavaScript leaves of an emoji.
            talk = {"talk": "so \ud83d"} if WHAT == "half-an-emoji" else {}
            write({"type": "move", "id": message["id"], "move": message["legal"][0], **talk})
        elif message["type"] == "quit":
            if WHAT == "stays":
                time.sleep(600)
            return


if __name__ == "__main__":
    main()
