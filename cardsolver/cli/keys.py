"""Single keys from a person at a terminal (POSIX)."""

from __future__ import annotations

import os
import re
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The names of keys by what terminals send for them.
_SENT = {
    "\x1b[C": "right", "\x1bOC": "right", "\x1b[D": "left", "\x1bOD": "left",
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x1b[7~": "home",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x1b[8~": "end",
    "\x1b[5~": "page up", "\x1b[6~": "page down",
    "\x1b": "escape", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace",
}  # fmt: skip
_ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)


@contextmanager
def keys() -> Iterator[Callable[[float], list[str]]]:
    """A function that waits so many seconds for keys and names those that came.

    Reads the terminal itself, so that standard input may be a pipe. OSError: there is none.
    """
    import termios  # noqa: PLC0415 - not on Windows
    import tty  # noqa: PLC0415 - not on Windows

    terminal = os.open("/dev/tty", os.O_RDONLY)
    kept = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)

        def wait(seconds: float) -> list[str]:
            ready, _, _ = select.select([terminal], [], [], seconds)
            if not ready:
                return []
            sent = os.read(terminal, 1024).decode(errors="replace")
            if not sent:
                return ["q"]  # the terminal has gone
            return [_SENT.get(key, key) for key in _ONE_KEY.findall(sent)]

        yield wait
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, kept)
        os.close(terminal)
