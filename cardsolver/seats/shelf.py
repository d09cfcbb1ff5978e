"""Where a person's games are kept: finished ones in one file, unfinished ones each in their own.

Both are transcripts. A saved game is written anew after every move, so that whatever ends the
program, at most the move under way is lost.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.text import place, quote
from cardsolver.core.transcript import (
    format_transcript,
    parse_transcript,
    read_lines,
    replay,
    transcript_to_json,
)
from cardsolver.runner.journal import keep
from cardsolver.runner.locking import lock
from cardsolver.seats.names import is_person

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cardsolver.core.deal import Deal
    from cardsolver.core.transcript import Transcript

LAST = "last"  # in place of a saved game's file: the one that was left last


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where programs of this user keep data: XDG_DATA_HOME, or what the system has for it."""
    given = environment.get("XDG_DATA_HOME", "")
    if given and Path(given).is_absolute():  # the specification: a relative path is ignored
        return Path(given) / "cardsolver"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "cardsolver"
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or _home()) / "cardsolver"
    return _home() / ".local" / "share" / "cardsolver"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise InputError("no home folder; expected XDG_DATA_HOME to name a folder") from None


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder with a person's games."""

    folder: Path

    @property
    def games(self) -> Path:
        """The file of finished games, one transcript per line."""
        return self.folder / "games.jsonl"

    @property
    def saved(self) -> Path:
        """The folder of games that can be continued, one file each."""
        return self.folder / "saved"

    def keep(self, transcript: Transcript) -> None:
        """Add a finished game."""
        self._make(self.folder)
        keep(self.games, transcript_to_json(transcript))

    def new_save(self, game: str) -> Path:
        """The file for a game that begins now; its name is taken at once."""
        self._make(self.saved)
        number = 1
        while True:
            path = self.saved / f"{game}-{number}.json"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                number += 1
            except OSError as error:
                raise InputError(f"{path}: cannot be written ({error.strerror})") from None
            else:
                return path

    def saves(self) -> list[Path]:
        """The games that can be continued, the one that was played last first."""
        files = [path for path in self.saved.glob("*.json") if path.stat().st_size]
        return sorted(files, key=lambda path: -path.stat().st_mtime_ns)

    def last_save(self) -> Path:
        """The saved game that was played last, unless it is being played elsewhere.

        One that was played to its end is kept first: whatever ended the program before it was.
        """
        for path in self.saves():
            with ExitStack() as claims:
                try:
                    claims.enter_context(claimed(path))
                except InputError:
                    continue
                transcript = _finished(path)
                if transcript is None:
                    return path
                self.keep(transcript)
                path.unlink(missing_ok=True)
        raise InputError(f"no saved game in {self.saved}; expected a FILE to go on from")

    def left(self, deal: Deal) -> tuple[Path, Transcript] | None:
        """The unfinished game of a deal that was played last, if moves have been made in it."""
        for path in self.saves():
            with suppress(InputError):  # no game that can be gone on with
                transcript, _ = load_save(str(path))
                same = (transcript.deal.rules, transcript.deal.deck) == (deal.rules, deal.deck)
                if transcript.moves and same:
                    return path, transcript
        return None

    def _make(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be made ({error.strerror})") from None


def save(path: Path, transcript: Transcript) -> None:
    """Put a game into a file of its own; the file is always whole, the old game or the new."""
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(format_transcript(transcript) + "\n")
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave the new name without the game
        beside.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Have a saved game alone: two windows that go on with it would both finish it.

    The lock is on a file beside it, as the game itself is replaced by every move.
    """
    beside = path.with_name(f".{path.stem}.lock")
    file = _locked(beside, path)
    while not _is_at(file, beside):  # whoever had it has removed it since we opened it
        os.close(file)
        file = _locked(beside, path)
    try:
        yield
    finally:
        with suppress(OSError):  # while it is still ours; Windows cannot, and keeps an empty file
            beside.unlink()
        os.close(file)


def _locked(beside: Path, path: Path) -> int:
    try:
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise InputError(f"{beside}: cannot be written ({error.strerror})") from None
    try:
        with suppress(OSError):  # a disk without locks: better to play on
            lock(file, path, "being played in another window; expected a game that was left")
    except InputError:
        os.close(file)
        raise
    return file


def _is_at(file: int, path: Path) -> bool:
    """Is an open file still the one at its path?"""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def new_file(name: str) -> Path:
    """A file that a person named and that is not there yet."""
    try:
        path = Path(name).expanduser()
        exists = path.exists()
    except (OSError, RuntimeError, ValueError) as error:  # too long, no such home, no text
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{quote(name)} cannot be a file ({reason})") from None
    if exists:
        raise InputError(f"{path} exists; expected the name of a new file")
    return path


def _finished(path: Path) -> Transcript | None:
    """The game of a saved file, if it was played to its end; what cannot be read was not."""
    try:
        transcript = parse_transcript(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError, InputError):
        return None
    return None if transcript.result is None else transcript


def load_save(source: str) -> tuple[Transcript, bool]:
    """The last unfinished game with a person in a file, and whether the file holds no other."""
    lines = read_lines(source)
    for number, line in reversed(lines):
        transcript = parse_transcript(line, place(source, number))
        if transcript.result is None and any(map(is_person, transcript.seats)):
            where = place(source, number)
            judged = replay(transcript)
            if judged.fault is not None:
                raise InputError(f"{where}: not a legal game: {judged.fault.message}")
            if judged.outcome is not None:
                raise InputError(f"{where}: the game is over; expected one that was left")
            return transcript, len(lines) == 1
    raise InputError(
        f"{place(source)}: no unfinished game with a human seat; expected one that was left"
    )
