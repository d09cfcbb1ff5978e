"""A person at a real terminal, who knows only what is on the screen."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from typing import TYPE_CHECKING

import pexpect
import pyte

from tests.support.running import ROOT, unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PATIENCE_S = 60.0
UP, LEFT, RIGHT, TAB, CTRL_C, CTRL_D = "\x1b[A", "\x1b[D", "\x1b[C", "\t", "\x03", "\x04"


class _Screen(pyte.Screen):
    """Answers when the program asks the terminal where its cursor is."""

    def __init__(self, columns: int, lines: int, child: pexpect.spawn[str]) -> None:
        self._child = child
        super().__init__(columns, lines)

    def write_process_input(self, data: str) -> None:
        self._child.send(data)


class Person:
    """Types keys, and looks at the screen as a terminal draws it."""

    def __init__(
        self, *arguments: str | Path, size: tuple[int, int] = (45, 90), **environment: str
    ) -> None:
        """Start a command; `size` is lines and columns."""
        env = unmeasured(TERM="xterm-256color")
        del env["NO_COLOR"]
        self.child: pexpect.spawn[str] = pexpect.spawn(
            sys.executable,
            ["-m", "cardsolver", *map(str, arguments)],
            cwd=str(ROOT),
            env={**env, **environment},
            encoding="utf-8",
            dimensions=size,
        )
        self.child.delaybeforesend = None
        self.screen = _Screen(size[1], size[0], self.child)
        self._stream = pyte.Stream(self.screen)
        self.seen = ""  # all that was ever written, with its control sequences
        self.is_over = False

    @property
    def lines(self) -> list[str]:
        """What is on the screen now."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The same, as one text."""
        return "\n".join(self.lines).rstrip()

    @property
    def line(self) -> str:
        """The line that the cursor is in."""
        return self.screen.display[self.screen.cursor.y].rstrip()

    def look(self) -> None:
        """Let the terminal draw what has come, and wait a moment for it."""
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=0.05)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            self.is_over = True
            return
        self.seen += data
        self._stream.feed(data)

    def wait(self, happened: Callable[[], bool], what: str) -> None:
        """Look until something is there."""
        deadline = time.monotonic() + PATIENCE_S
        while not happened():
            assert not self.is_over, f"the program ended before {what}:\n{self.text}"
            assert time.monotonic() < deadline, f"no {what}:\n{self.text}"
            self.look()

    def sees(self, pattern: str) -> re.Match[str]:
        """Wait for a text on the screen."""
        self.wait(lambda: re.search(pattern, self.text) is not None, f"{pattern!r}")
        found = re.search(pattern, self.text)
        assert found is not None
        return found

    def is_asked(self) -> bool:
        """Is there a question with nothing typed behind it?"""
        typed = self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]
        return re.search(r"(: |\. |\? )$", typed) is not None and self.line == typed.rstrip()

    def prompt(self) -> str:
        """Wait for a question, and read it."""
        self.wait(self.is_asked, "question")
        return self.line

    def types(self, keys: str) -> None:
        """Press some keys."""
        self.child.send(keys)

    def answers(self, line: str) -> str:
        """Type a line, and wait for the next question or the end; what is on the screen then."""
        before, seen = self.screen.display, len(self.seen)
        self.types(f"{line}\r")
        self.wait(
            lambda: self.is_over or (self.screen.display != before and len(self.seen) > seen),
            "echo",
        )
        self.wait(lambda: self.is_over or self.is_asked(), f"question after {line!r}")
        return self.text

    def resize(self, lines: int, columns: int) -> None:
        """Give the window another size, and wait until the question is drawn again."""
        seen = len(self.seen)
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
        self.wait(lambda: len(self.seen) > seen and self.is_asked(), "question drawn again")

    def kill(self) -> None:
        """End the program as nothing can prevent."""
        assert self.child.pid is not None
        os.kill(self.child.pid, signal.SIGKILL)
        self.leaves()

    def leaves(self) -> int | None:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.is_over:
            assert time.monotonic() < deadline, f"no end:\n{self.text}"
            self.look()
        self.child.close()
        code: int | None = self.child.exitstatus
        return code
