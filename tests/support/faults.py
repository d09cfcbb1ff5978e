"""A disk that fails when it is told to, in place of the operating system's under a journal."""

from __future__ import annotations

import errno
import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

from cardsolver.runner import journal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class FaultyDisk(journal.Disk):
    """Counts what is asked of it, and fails from one call on.

    `full_after`: bytes that still fit; a write beyond them is cut short, the next one fails.
    `fsync_fails_at`: the call of fsync (from 0) that fails. `safe` is how much of the file the
    disk would still have after a power cut.
    """

    def __init__(self, *, full_after: int | None = None, fsync_fails_at: int | None = None) -> None:
        self.room = full_after
        self.fsync_fails_at = fsync_fails_at
        self.writes: list[int] = []
        self.fsyncs = 0
        self.safe = 0

    def write(self, file: int, data: memoryview) -> int:  # type: ignore[override] # a method in place of a function
        if self.room is not None:
            if not self.room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            data = data[: self.room]
            self.room -= len(data)
        self.writes.append(len(data))
        return os.write(file, data)

    def fsync(self, file: int) -> None:  # type: ignore[override] # a method in place of a function
        number, self.fsyncs = self.fsyncs, self.fsyncs + 1
        if number == self.fsync_fails_at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        size = os.fstat(file).st_size
        os.fsync(file)
        self.safe = max(self.safe, size)


class DeadlyDisk(journal.Disk):
    """Kills its process, as `kill -9` does, as soon as a file has so many bytes."""

    def __init__(self, *, bytes_left: int) -> None:
        self._most = bytes_left

    def write(self, file: int, data: memoryview) -> int:  # type: ignore[override] # a method in place of a function
        room = self._most - os.fstat(file).st_size
        if room > len(data):
            return os.write(file, data)
        os.write(file, data[: max(0, room)])
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("nobody survives that")


@contextmanager
def on(disk: journal.Disk) -> Iterator[None]:
    """Every journal opened meanwhile uses this disk."""
    with patch.object(journal, "DISK", disk):
        yield


def torn_versions(path: Path, lines: int = 2) -> Iterator[tuple[int, bytes]]:
    """The file cut at every byte of its last lines: each offset, and what is left."""
    data = path.read_bytes()
    start = len(b"".join(data.splitlines(keepends=True)[:-lines]))
    for offset in range(start, len(data)):
        yield offset, data[:offset]
