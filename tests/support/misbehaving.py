"""A bot that does one thing wrong, named by its first argument, and everything else right.

`python misbehaving.py WHAT [FLAG]`: with a FLAG it misbehaves once, until that file is there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WHAT = sys.argv[1]
FLAG = Path(sys.argv[2]) if len(sys.argv) > 2 else None


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
            return False
    return True


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
            write({"type": "move", "id": message["id"], "move": message["legal"][0]})
        elif message["type"] == "quit":
            if WHAT == "stays":
                time.sleep(600)
            return


if __name__ == "__main__":
    main()
