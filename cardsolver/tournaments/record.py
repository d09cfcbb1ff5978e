"""The record of a tournament: JSON Lines, a header and one line per finished game.

A line is written as its game ends. `cardsolver.runner.journal` keeps the file whole, whatever ends
the run; this module knows what the lines mean.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.seats import FAULTS
from cardsolver.core.text import quote
from cardsolver.core.transcript import outcome_to_json
from cardsolver.runner.journal import Header, Journal, read_config, read_journal
from cardsolver.tournaments.config import Config, config_from_json, config_to_json, difference
from cardsolver.tournaments.played import GameFault, KeptGames, Played
from cardsolver.tournaments.schedule import schedule_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self

    from cardsolver.runner.journal import Entry

KIND = "tournament"
FORMAT = 1
_MOST = 1 << 31  # points, moves, seconds: whatever has more is no game


@dataclass(frozen=True, slots=True)
class Contents:
    """What a record's file holds. `torn`: its last line is not whole, and left out."""

    config: Config
    games: Mapping[int, Played]  # in the order of the schedule
    torn: bool


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
                tuple(map(_number, result["scores"])),
                tuple(_number(seat) - 1 for seat in result["winners"]),
            )
        )
        played = Played(
            number=_number(data["n"]),
            seed=str(data["seed"]),
            team=data.get("team"),
            seats=tuple(map(str, data["seats"])),
            outcome=outcome,
            faults=tuple(_fault(fault) for fault in data["faults"]),
            turns=tuple(map(_number, data["turns"])),
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
    if not all(0 <= value < _MOST for value in played.seconds):
        raise InputError(f"{where}: not a game of a tournament (seconds are not times)")
    return played


def _number(value: Any) -> int:
    """A whole number that a game could give."""
    if type(value) is not int or not -_MOST < value < _MOST:
        raise ValueError(f"{quote(value)} is no such number")
    return value


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
        raise ValueError(f"no kind of fault is called {quote(data['kind'])}")
    return GameFault(
        seat=_number(data["seat"]) - 1,
        kind=data["kind"],
        message=str(data["message"]),
        move=None if data["move"] is None else _number(data["move"]),
        replaced=bool(data["replaced"]),
        last_lines=tuple(map(str, data["last_lines"])),
    )


def read_record(source: str, *, moves: bool = False) -> Contents:
    """Everything in a record. A torn last line is left out; any other fault is an error."""
    kept: KeptGames | None = None
    games: dict[int, Played] = {}  # those with their moves
    with read_journal(source, f"the record of a {KIND}") as lines:
        for entry in lines:
            if kept is None:
                kept = KeptGames(_read_header(entry))
                continue
            played = _take(entry, kept)
            if moves and played.outcome is not None:
                games.setdefault(played.number, played)
    if kept is None:
        raise InputError(f"{source}: empty; expected the record of a {KIND}")
    in_order = {number: games[number] for number in sorted(games)}
    return Contents(kept.config, in_order if moves else kept, bool(lines.torn))


def _read_header(entry: Entry) -> Config:
    return config_from_json(read_config(entry, KIND, FORMAT), entry.where)


def _take(entry: Entry, kept: KeptGames) -> Played:
    """Check a game's line and keep it. A game that is there twice counts once."""
    played = played_from_json(entry.data, entry.where)
    _check_scheduled(played, kept.config, entry.where)
    # A stopped game is played again; its later line counts.
    if played.outcome is not None and played.number not in kept:
        kept.add(played)
    return played


class Record:
    """A record that grows. Without a path it is kept in memory only."""

    def __init__(self, config: Config, path: Path | None) -> None:
        """Open a new file, or continue one with the same configuration."""
        self.games = KeptGames(config)
        self._journal: Journal | None = None
        if path is None:
            return

        def agree(found: dict[str, Any], where: str) -> None:
            before = config_from_json(found, where)
            if before != config:
                raise InputError(
                    f"{path}: was made with {difference(before, config)};"
                    " expected the same configuration to resume, or another file"
                )

        self._journal = Journal(
            path,
            header=Header(KIND, FORMAT, config_to_json(config)),
            agree=agree,
            take=self._take,
            things="games",
        )

    def _take(self, entry: Entry) -> None:
        _take(entry, self.games)

    def add(self, played: Played) -> None:
        """Keep a game. If it cannot be written, the file is left as it was before."""
        if self._journal is not None:
            self._journal.append(played_to_json(played))
        if played.outcome is not None:
            self.games.add(played)

    def close(self) -> None:
        """Flush everything to disk and release the file."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        """The record itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, however the run ended."""
        self.close()
