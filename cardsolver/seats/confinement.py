"""What a bot in a process of its own may use, and what it finds around it."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

POSIX = os.name == "posix"  # sessions, pipes that do not block, limits: what a keeper needs
MIB = 1024 * 1024
# What a program needs to find its way; secrets live in the other variables.
_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT")


@dataclass(frozen=True, slots=True)
class Confinement:
    """The limits of one bot, all its processes together, and how it is started.

    `cpu_s` is the processor time of one process; the pool starts a new one in good time.
    """

    memory: int = 1024 * MIB  # bytes
    processes: int = 64
    files: int = 256  # open at a time, in one process
    file_size: int = 256 * MIB  # of one file that it writes
    cpu_s: int = 3600
    wrapper: str = ""  # a command in front of the bot's own, as in "bwrap … --"
    isolate: bool = False  # Python bots, too, get a process of their own
    env: tuple[str, ...] = ()  # further variables of the environment that a bot may see

    def isolates(self, spec: str) -> bool:
        """Does this Python bot get a process of its own? One of the script that runs does not."""
        return self.isolate and not spec.startswith("__main__:")

    def command(self, words: Sequence[str]) -> list[str]:
        """The bot's command with its wrapper; files of this folder by their whole path."""
        program, *rest = words
        if "/" in program:  # as for a shell, a name alone is on the path
            program = _whole(program)
        return [*shlex.split(self.wrapper), program, *map(_whole, rest)]

    def environment(self) -> dict[str, str]:
        """A clean environment: nothing but what a program needs to run at all."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name in _KEPT or name in self.env or name.startswith("LC_")
        }
        return {
            **kept,
            # Python bots that forget to flush are the most common reason for silence.
            "PYTHONUNBUFFERED": "1",
            # The bot works in a folder of its own; modules beside it are found all the same.
            "PYTHONPATH": os.pathsep.join(
                part for part in (str(Path.cwd()), os.environ.get("PYTHONPATH")) if part
            ),
        }


def checked_wrapper(text: str) -> str:
    """A command to put in front of bots, if it is one."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"wrapper {quote(text)}: {str(error).lower()}") from None
    if not words:
        raise InputError(f"wrapper {quote(text)} names no program; expected one such as bwrap")
    if shutil.which(words[0]) is None:
        raise InputError(
            f"wrapper {quote(text)}: no program {quote(words[0])}; expected one such as bwrap"
        )
    return text


def _whole(word: str) -> str:
    """The whole path of a file or folder that is here; any other word as it is."""
    try:
        path = Path(word).absolute()
        is_here = path.exists() if "/" in word else path.is_file()
    except (OSError, ValueError):  # no name of a file: too long, or with a NUL in it
        return word
    return str(path) if is_here else word
