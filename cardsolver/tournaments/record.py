"""The record of a tournament: JSON Lines, a header and one line per finished game.

A line is written as its game ends and flushed to disk by a thread that does nothing else. A run
that was killed, whenever, leaves at most one torn line at the end, which is cut off.
"""

from __future__ import annotations

import json
import os
import stat
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsolver._version import __version__
from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.seats import FAULTS
from cardsolver.core.text import parse_json, place
from cardsolver.core.transcript import outcome_to_json
from cardsolver.tournaments.config import (
    Config,
    config_from_json,
    config_hash,
    config_to_json,
    difference,
    json_hash,
)
from cardsolver.tournaments.schedule import schedule_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameFault:
    """What a bot did wrong in a game. `replaced`: a stand-in took over."""

    seat: int  # from 0; the file counts from 1, as everywhere
    kind: str
    message: str
    move: int | None
    replaced: bool
    last_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. `outcome` is None only if it was stopped and will be played again."""

    number: int
    seed: str
    team: str | None
    seats: tuple[str, ...]
    outcome: Outcome | None
    faults: tuple[GameFault, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    moves: tuple[str, ...] = ()

    @property
    def at_fault(self) -> int | None:
        """The seat whose fault ended the game."""
        return next((fault.seat for fault in self.faults if not fault.replaced), None)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a record's file holds. `sound` counts the bytes before a torn last line."""

    config: Config
    games: tuple[Played, ...]
    sound: int
    torn: bool


def header(config: Config) -> dict[str, Any]:
    """The first line."""
    return {
        "type": "tournament",
        "format": FORMAT,
        "cardsolver": __version__,
        "hash": config_hash(config),
        "config": config_to_json(config),
    }


def played_to_json(played: Played) -> dict[str, Any]:
    """The line of a game; seats count from 1."""
    outcome = played.outcome
    return {
        "type": "game" if outcome is not None else "stopped",
        "n": played.number,
        "seed": played.seed,
        **({} if played.team is None else {"team": played.team}),
        "seats": list(played.seats),
        "result": None if outcome is None else outcome_to_json(outcome),
        "faults": [
            {**asdict(fault), "seat": fault.seat + 1, "last_lines": list(fault.last_lines)}
            for fault in played.faults
        ],
        "turns": list(played.turns),
        "seconds": [round(value, 6) for value in played.seconds],
        "moves": list(played.moves),
    }


def played_from_json(data: Any, where: str) -> Played:
    """Check a game's line."""
    try:
        result = data["result"]
        outcome = (
            None
            if result is None
            else Outcome(
                str(result["end"]),
                tuple(int(score) for score in result["scores"]),
                tuple(int(seat) - 1 for seat in result["winners"]),
            )
        )
        played = Played(
            number=int(data["n"]),
            seed=str(data["seed"]),
            team=data.get("team"),
            seats=tuple(map(str, data["seats"])),
            outcome=outcome,
            faults=tuple(_fault(fault) for fault in data["faults"]),
            turns=tuple(map(int, data["turns"])),
            seconds=tuple(map(float, data["seconds"])),
            moves=tuple(map(str, data["moves"])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{where}: not a game of a tournament ({error})") from None
    seats = len(played.seats)
    counts = {len(played.turns), len(played.seconds)} | (
        {len(outcome.scores)} if outcome else set()
    )
    named = [fault.seat for fault in played.faults] + list(outcome.winners if outcome else ())
    if counts != {seats} or not all(0 <= seat < seats for seat in named):
        raise InputError(f"{where}: not a game of a tournament (seats, turns and scores differ)")
    if not all(0 <= value < inf for value in played.seconds):
        raise InputError(f"{where}: not a game of a tournament (seconds are not times)")
    return played


def _check_scheduled(played: Played, config: Config, where: str) -> None:
    """A game must be the one that the schedule has at its number."""
    schedule = schedule_of(config)
    if not 0 <= played.number < len(schedule):
        last = len(schedule) - 1
        raise InputError(
            f"{where}: game {played.number}; expected one of the schedule, 0 to {last}"
        )
    pairing = schedule[played.number]
    seats = tuple(member.label for member in pairing.seats)
    if (played.seed, played.team, played.seats) != (pairing.seed, pairing.team, seats):
        raise InputError(f"{where}: not the game that the schedule has as {played.number}")


def _fault(data: dict[str, Any]) -> GameFault:
    if data["kind"] not in FAULTS:
        raise ValueError(f"no kind of fault is called {data['kind']}")
    return GameFault(
        seat=int(data["seat"]) - 1,
        kind=data["kind"],
        message=str(data["message"]),
        move=data["move"],
        replaced=bool(data["replaced"]),
        last_lines=tuple(map(str, data["last_lines"])),
    )


def read_record(source: str, *, moves: bool = False) -> Contents:
    """Everything in a record. A torn last line is left out; any other fault is an error."""
    try:
        with Path(source).open("rb") as file:
            return _parse(file, source, moves=moves)
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror})") from None


def _parse(lines: Iterable[bytes], source: str, *, moves: bool) -> Contents:
    config: Config | None = None
    games: dict[int, Played] = {}
    sound = 0
    torn_at: int | None = None
    for number, line in enumerate(lines, 1):
        if torn_at is not None:
            raise InputError(f"{place(source, torn_at)}: damaged, and more lines follow")
        where = place(source, number)
        try:
            data = parse_json(line.decode(), where) if line.endswith(b"\n") else None
        except (UnicodeDecodeError, InputError):
            data = None
        if config is None:
            config = _read_header(data, where)
        elif not isinstance(data, dict):
            torn_at = number
            continue
        else:
            played = played_from_json(data, where)
            _check_scheduled(played, config, where)
            # A stopped game is played again; its later line counts.
            if played.outcome is not None:
                games.setdefault(played.number, played if moves else replace(played, moves=()))
        sound += len(line)
    if config is None:
        raise InputError(f"{source}: empty; expected the record of a tournament")
    return Contents(config, tuple(games[n] for n in sorted(games)), sound, torn_at is not None)


def _read_header(data: Any, where: str) -> Config:
    if not isinstance(data, dict) or data.get("type") != "tournament":
        raise InputError(f"{where}: expected the record of a tournament")
    if data.get("format") != FORMAT:
        raise InputError(f"{where}: record format {data.get('format')}; expected {FORMAT}")
    config = config_from_json(data.get("config"), where)
    if data.get("hash") != json_hash(data["config"]):
        raise InputError(f"{where}: the configuration was changed by hand (its hash differs)")
    return config


class Record:
    """A record that grows. Without a path it is kept in memory only."""

    def __init__(self, config: Config, path: Path | None) -> None:
        """Open a new file, or continue one with the same configuration."""
        self.games: dict[int, Played] = {}
        self._config = config
        self._path = path
        self._file: int | None = None
        self._size = 0
        self._disk = _Disk()
        if path is None:
            return
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            self._begin(path, self._file)
        except OSError as error:
            self.close()
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        except InputError:
            self.close()
            raise

    def _begin(self, path: Path, file: int) -> None:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise InputError(f"{path}: not a regular file; expected one to write the record to")
        import fcntl  # noqa: PLC0415 - POSIX only; the rest of the program runs without it

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{path}: another tournament is writing to it") from None
        first = _line(header(self._config))
        with os.fdopen(os.dup(file), "rb") as reader:
            start = reader.read(len(first))
            # Killed while the header was being written: nothing was played yet.
            if len(start) < len(first) and first.startswith(start):
                os.ftruncate(file, 0)
                self._write(first)
                self._sync_folder(path)
                return
            reader.seek(0)
            contents = _parse(reader, str(path), moves=False)
        if contents.config != self._config:
            raise InputError(
                f"{path}: was made with {difference(contents.config, self._config)};"
                " expected the same configuration to resume, or another file"
            )
        self.games.update((played.number, played) for played in contents.games)
        os.ftruncate(file, contents.sound)
        self._size = contents.sound

    @staticmethod
    def _sync_folder(path: Path) -> None:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def append(self, played: Played) -> None:
        """Keep a game. If it cannot be written, the file is left as it was before."""
        if self._file is not None:
            try:
                self._write(_line(played_to_json(played)))
            except OSError as error:
                raise InputError(
                    f"{self._path}: cannot be written ({error.strerror}); the {len(self.games)}"
                    " games so far are kept, and the same command resumes from there"
                ) from None
        if played.outcome is not None:
            self.games[played.number] = replace(played, moves=())

    def _write(self, line: bytes) -> None:
        if self._file is None:
            raise AssertionError("a record in memory is not written")
        self._disk.check()
        try:
            data = memoryview(line)
            while data:
                data = data[os.write(self._file, data) :]
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(line)
        self._disk.sync(self._file)

    def close(self) -> None:
        """Flush everything to disk and release the file."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            self._disk.finish()
        except OSError as error:
            raise InputError(f"{self._path}: cannot be written ({error.strerror})") from None
        finally:
            os.close(file)

    def __enter__(self) -> Self:
        """The record itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, however the run ended."""
        self.close()


class _Disk:
    """A thread that calls fsync, so that games need not wait for the disk one by one."""

    def __init__(self) -> None:
        self._wanted = threading.Event()
        self._over = False
        self._error: OSError | None = None
        self._thread: threading.Thread | None = None

    def sync(self, file: int) -> None:
        """Flush what was written so far to disk, soon."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(file,), daemon=True)
            self._thread.start()
        self._wanted.set()

    def _run(self, file: int) -> None:
        is_last = False
        while not is_last:
            self._wanted.wait()
            self._wanted.clear()
            is_last = self._over  # read before fsync: whatever comes later needs another one
            try:
                os.fsync(file)
            except OSError as error:
                self._error = error

    def check(self) -> None:
        """Raise what went wrong in the meantime."""
        if self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Wait for the last flush."""
        if self._thread is not None:
            self._over = True
            self._wanted.set()
            self._thread.join()
        self.check()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
