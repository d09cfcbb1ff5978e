"""One process at a time: a lock on an open file, which ends with the process, however it ends."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

_GLANCE_S = 0.05
_LOCK_AT = 1 << 62  # where Windows locks a byte: far beyond the end, so that it hides no data


def lock(file: int, path: Path, why: str, *, patience_s: float = 0.0) -> None:
    """Have the file alone; `why` is what to say if another process has it for longer than that."""
    deadline = time.monotonic() + patience_s
    while True:
        try:
            _try_lock(file)
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= deadline:
                raise InputError(f"{path}: {why}") from None
            time.sleep(_GLANCE_S)
        else:
            return


if sys.platform == "win32":

    def _try_lock(file: int) -> None:
        import msvcrt  # noqa: PLC0415 - Windows only

        os.lseek(file, _LOCK_AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _try_lock(file: int) -> None:
        import fcntl  # noqa: PLC0415 - POSIX only

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
