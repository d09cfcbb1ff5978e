"""The durable file under tournaments, `--resume` and `--record`: JSON lines that only grow.

A line is written as soon as there is something to keep, and flushed to disk by a thread beside the
work. Whatever ends a run, the file holds all lines that were finished, and at most one torn line
after them, which the next run cuts off. While a run has the file open nobody else can; the lock
ends with the process, however it ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from cardsolver._version import __version__
from cardsolver.core.errors import InputError
from cardsolver.core.text import check_file_name, parse_json, place, quote
from cardsolver.core.transcript import FORMAT
from cardsolver.runner.locking import lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Self

LONGEST_LINE = 64 * 1024 * 1024  # bytes; a file without line ends is no journal
PATIENCE_S = 10.0  # how long `keep` waits for another process that is writing its own line
_BUSY = "another run is writing to it; expected to have the file alone"


class Disk:
    """What a journal asks of the operating system. Tests put a failing one in its place."""

    write = staticmethod(os.write)
    truncate = staticmethod(os.ftruncate)
    fsync = staticmethod(os.fsync)


DISK = Disk()


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a run that can be resumed: its kind, its format, its configuration."""

    kind: str
    format: int
    config: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """With the version that wrote it, and a hash that shows changes by hand."""
        return {
            "type": self.kind,
            "format": self.format,
            "cardsolver": __version__,
            "hash": json_hash(self.config),
            "config": self.config,
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal, and how messages name it."""

    number: int
    data: dict[str, Any]
    where: str


def json_hash(data: Any) -> str:
    """The same for the same JSON values on every machine, whatever the order of their names."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def read_config(entry: Entry, kind: str, version: int) -> dict[str, Any]:
    """The configuration that a header holds, checked against its hash."""
    data = entry.data
    if data.get("type") != kind:
        raise InputError(f"{entry.where}: expected the record of a {kind}")
    if data.get("format") != version:
        found = quote(data.get("format"))
        raise InputError(f"{entry.where}: record format {found}; expected {version}")
    config = data.get("config")
    if not isinstance(config, dict) or data.get("hash") != json_hash(config):
        raise InputError(f"{entry.where}: the configuration was changed by hand (its hash differs)")
    return config


# Reading ----------------------------------------------------------------------------------------


class Reader:
    """The lines of a journal as a stream; a torn last line is left out.

    After the last line `sound` counts the bytes up to it, `torn` holds the torn line (empty if
    there is none), and `ended` says whether the last line has its line end.
    """

    def __init__(self, file: IO[bytes], source: str, expected: str = "lines of JSON") -> None:
        """Read on in a file that is open; `expected` is what messages call a good one."""
        self._file = file
        self._source = source
        self._expected = expected
        self.sound = 0
        self.torn = b""
        self.torn_at = 0
        self.ended = True

    def __iter__(self) -> Iterator[Entry]:
        """Every sound line; damage anywhere but in the last line is an error."""
        number = 0
        # A line without its end is the last one, even if its writer has gone on in the meantime.
        while self.ended and (line := self._file.readline(LONGEST_LINE + 1)):
            number += 1
            where = place(self._source, number)
            if self.torn:
                raise InputError(
                    f"{place(self._source, self.torn_at)}: damaged, and more lines follow"
                    if self.torn_at > 1
                    else f"{place(self._source, 1)}: expected {self._expected}"
                )
            if len(line) > LONGEST_LINE:
                raise InputError(f"{where}: longer than {LONGEST_LINE >> 20} MiB; expected less")
            self.ended = line.endswith(b"\n")
            data = _object(line, where)
            if data is not None:
                yield Entry(number, data, where)
            elif line.strip():
                self.torn, self.torn_at = line, number
                continue
            self.sound += len(line)


def _object(line: bytes, where: str) -> dict[str, Any] | None:
    """The object of a line; a part of one is never taken for a whole, even without a line end."""
    try:
        data = parse_json(line.decode(), where)
    except (UnicodeDecodeError, InputError):
        return None
    return data if isinstance(data, dict) else None


@contextmanager
def read_journal(source: str, expected: str) -> Iterator[Reader]:
    """The lines of a file that somebody may still be writing to; `.xz`: of a compressed one."""
    check_file_name(source)
    try:
        with _packed(source) if source.endswith(".xz") else Path(source).open("rb") as file:
            yield Reader(file, source, expected)
    except FileNotFoundError:
        raise InputError(f"{source}: no such file") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{source}: cannot be read ({reason})") from None


@contextmanager
def _packed(source: str) -> Iterator[IO[bytes]]:
    """A compressed file; records that are published are kept that way."""
    import lzma  # noqa: PLC0415 - only for these, and not every Python has it

    try:
        with lzma.open(source) as file:
            yield cast("IO[bytes]", file)
    except (lzma.LZMAError, EOFError):
        raise InputError(f"{source}: not a whole xz file") from None


def kind_of(source: str) -> str | None:
    """What the first line says the file is a record of; None if it says nothing of the kind."""
    with read_journal(source, "a record") as reader:
        for entry in reader:
            kind = entry.data.get("type")
            return kind if isinstance(kind, str) else None
    return None


# Writing ----------------------------------------------------------------------------------------


class Journal:
    """A journal that grows. Close it, or use it as a context manager."""

    def __init__(
        self,
        path: Path,
        *,
        header: Header | None = None,
        agree: Callable[[dict[str, Any], str], None] | None = None,
        take: Callable[[Entry], None] | None = None,
        is_ours: Callable[[dict[str, Any]], bool] | None = None,
        things: str = "lines",
        patience_s: float = 0.0,
    ) -> None:
        """Open a file, new or from an earlier run; nothing in it changes unless all of it is sound.

        `take` is called with every line that is there (after the header); without it only the end
        of the file is read, and `is_ours` says whether its last line is one like ours. `agree` is
        called with the configuration of an earlier run and raises unless it is the same; without
        it the two must be equal. `things` is what messages call the lines. `patience_s`: how long
        to wait for another process to finish with the file.
        """
        self.path = path
        self.torn = False  # was a torn line cut off?
        self._header = header
        self._expected = (
            f"a file of {things}" if header is None else f"the record of a {header.kind}"
        )
        self._things = things
        self._kept: int | None = None if take is None else 0
        self._flusher: _Flusher | None = None
        try:
            self._file = os.open(
                path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644
            )
        except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise InputError(f"{path}: cannot be written ({reason})") from None
        try:
            _check_regular(self._file, path)
            lock(self._file, path, _BUSY, patience_s=patience_s)
            self._flusher = _Flusher(self._file)
            self._begin(agree or self._same, take, is_ours)
        except OSError as error:
            self._release()
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        except BaseException:
            self._release()
            raise

    def _begin(
        self,
        agree: Callable[[dict[str, Any], str], None],
        take: Callable[[Entry], None] | None,
        is_ours: Callable[[dict[str, Any]], bool] | None,
    ) -> None:
        header = self._header
        with os.fdopen(os.dup(self._file), "rb") as file:
            skipped = 0 if header is not None or take is not None else _last_line(file)
            file.seek(skipped)
            reader = Reader(file, str(self.path), self._expected)
            is_first = header is not None
            for entry in reader:
                if is_first and header is not None:
                    agree(read_config(entry, header.kind, header.format), entry.where)
                    is_first = False
                    continue
                if take is not None:
                    take(entry)
                    self._kept = (self._kept or 0) + 1
                if is_ours is not None and not is_ours(entry.data):
                    raise self._not_ours()
        if reader.torn and not self._began_as_ours(reader, skipped):
            raise self._not_ours()
        self.torn = bool(reader.torn)
        size = skipped + reader.sound
        is_new = size == 0
        if self.torn:
            DISK.truncate(self._file, size)
        if not reader.ended and not self.torn:
            self._write(b"\n")
        if header is not None and is_first:
            self._write(_line(header.to_json()))
        if is_new:
            _sync_folder(self.path)

    def _not_ours(self) -> InputError:
        return InputError(
            f"{self.path}: its last line is not one of ours; expected {self._expected}"
        )

    def _began_as_ours(self, reader: Reader, skipped: int) -> bool:
        """May a torn line be cut off? It must look like the beginning of one of ours."""
        line = reader.torn.lstrip(b"\0")  # after a power cut a file may end in zeros
        if self._header is None or skipped + reader.sound > 0:
            return line.startswith(b"{") or not line.strip()
        # Killed while the header was being written: nothing was kept yet.
        start = _line(self._header.to_json())[: len(f'{{"type":"{self._header.kind}"')]
        return line.startswith(start) or start.startswith(line.rstrip(b"\n"))

    def _same(self, config: dict[str, Any], where: str) -> None:
        if self._header is not None and json_hash(config) != json_hash(self._header.config):
            raise InputError(
                f"{where}: was made with another configuration; expected the same, or another file"
            )

    def append(self, data: Mapping[str, Any]) -> None:
        """Keep a line. If it cannot be written, the file is left as it was before."""
        line = _line(data)
        if self._flusher is not None and self._flusher.error is not None:
            raise self._not_flushed(self._flusher.error)
        try:
            self._write(line)
        except OSError as error:
            kept = (
                ""
                if self._kept is None
                else f"; the {self._kept} {self._things} so far are kept,"
                " and the same command resumes from there"
            )
            raise InputError(f"{self.path}: cannot be written ({error.strerror}){kept}") from None
        if self._kept is not None:
            self._kept += 1

    def _write(self, line: bytes) -> None:
        if self._flusher is None:
            raise InputError(f"{self.path}: is closed")
        before = os.fstat(self._file).st_size
        try:
            data = memoryview(line)
            while data:
                data = data[DISK.write(self._file, data) :]
        except BaseException:  # a full disk, or Ctrl-C between two parts of a line
            with suppress(OSError):
                DISK.truncate(self._file, before)
            raise
        self._flusher.wake()

    def close(self) -> None:
        """Flush everything to disk and release the file."""
        if self._flusher is None:
            return
        flusher = self._flusher
        try:
            flusher.finish()
        finally:
            self._release()
        if flusher.error is not None:
            raise self._not_flushed(flusher.error)

    def _release(self) -> None:
        if self._flusher is not None:
            self._flusher.finish()
            self._flusher = None
        os.close(self._file)

    def _not_flushed(self, error: OSError) -> InputError:
        return InputError(
            f"{self.path}: cannot be flushed to disk ({error.strerror}); not all {self._things} may"
            " have reached it, and the same command resumes from those that did"
        )

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, however the run ended."""
        self.close()


def keep(path: Path, data: Mapping[str, Any]) -> None:
    """Add a game to a file that several processes may share; it is on disk when this returns."""
    with _games(path) as journal:
        journal.append(data)


def check_writable(path: Path) -> None:
    """Raise now what `keep` would raise later: better to learn before the work than after."""
    _games(path).close()


def _games(path: Path) -> Journal:
    """A file of games; one in the record of something else would make that unreadable."""
    return Journal(path, is_ours=_is_game, things="games", patience_s=PATIENCE_S)


def _is_game(data: dict[str, Any]) -> bool:
    return data.get("cardsolver") == FORMAT and "moves" in data


class _Flusher:
    """A thread that calls fsync, so that the work need not wait for the disk line by line."""

    def __init__(self, file: int) -> None:
        self.error: OSError | None = None  # stays: nobody knows which lines were lost
        self._file = file
        self._wanted = threading.Event()
        self._over = False
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Flush what was written so far, soon."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        self._wanted.set()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            self._wanted.wait()
            self._wanted.clear()
            is_last = self._over  # read before fsync: whatever comes later needs another one
            try:
                DISK.fsync(self._file)
            except OSError as error:
                self.error = error

    def finish(self) -> None:
        """Wait for the last flush."""
        if self._thread is not None:
            self._over = True
            self._wanted.set()
            self._thread.join()
            self._thread = None


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _last_line(file: IO[bytes]) -> int:
    """Where the last line that is whole starts: what it holds tells what a torn one began.

    Appending to a long file need not read all of it.
    """
    end = file.seek(0, os.SEEK_END)
    step = 64 * 1024
    start = end
    while start > 0 and end - start <= LONGEST_LINE:
        start = max(0, start - step)
        file.seek(start)
        read = file.read(end - start)
        at = read[: read.rfind(b"\n") + 1].rstrip().rfind(b"\n")
        if at >= 0:
            return start + at + 1
        step *= 2
    return start


def _check_regular(file: int, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise InputError(f"{path}: not a regular file; expected one to write the record to")


if sys.platform == "win32":

    def _sync_folder(_path: Path) -> None:
        """Windows has no such call."""

else:

    def _sync_folder(path: Path) -> None:
        """A new file is safe once its folder is."""
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            DISK.fsync(folder)
        finally:
            os.close(folder)
