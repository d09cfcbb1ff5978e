"""Finished games, and many of them in little memory: a tournament may have millions."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from cardsolver.tournaments.schedule import schedule_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.game import Outcome
    from cardsolver.tournaments.config import Config


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


class KeptGames(Mapping[int, Played]):
    """The games of a tournament by their numbers, without their moves.

    A game takes a few bytes of some arrays: which outcome it had, and each seat's turns and time.
    All else follows from the schedule. Iteration is in the order of the schedule.
    """

    def __init__(self, config: Config) -> None:
        """No game yet."""
        self.config = config
        self._schedule = schedule_of(config)
        self._seats = config.players
        self._count = 0
        self._outcomes: list[Outcome] = []
        self._places: dict[Outcome, int] = {}  # of each outcome, from 1
        self._outcome = array("l")  # by number: the place of the outcome; 0: not played
        self._turns = array("q")
        self._seconds = array("d")
        self._faults: dict[int, tuple[GameFault, ...]] = {}

    def add(self, played: Played) -> None:
        """Keep a finished game, in place of any other with its number."""
        number, outcome = played.number, played.outcome
        if outcome is None:
            raise ValueError("only finished games are kept")
        missing = number + 1 - len(self._outcome)
        if missing > 0:
            self._outcome.extend([0] * missing)
            self._turns.extend([0] * (missing * self._seats))
            self._seconds.extend([0.0] * (missing * self._seats))
        place = self._places.get(outcome)
        if place is None:
            self._outcomes.append(outcome)
            place = self._places[outcome] = len(self._outcomes)
        self._count += self._outcome[number] == 0
        self._outcome[number] = place
        start = number * self._seats
        for seat in range(self._seats):
            self._turns[start + seat] = played.turns[seat]
            self._seconds[start + seat] = played.seconds[seat]
        self._faults.pop(number, None)
        if played.faults:
            self._faults[number] = played.faults

    def __contains__(self, number: object) -> bool:
        """Is the game played?"""
        return (
            isinstance(number, int)
            and 0 <= number < len(self._outcome)
            and bool(self._outcome[number])
        )

    def __getitem__(self, number: int) -> Played:
        """The game with a number."""
        if number not in self:
            raise KeyError(number)
        pairing = self._schedule[number]
        seats = slice(number * self._seats, (number + 1) * self._seats)
        return Played(
            number=number,
            seed=pairing.seed,
            team=pairing.team,
            seats=tuple(member.label for member in pairing.seats),
            outcome=self._outcomes[self._outcome[number] - 1],
            faults=self._faults.get(number, ()),
            turns=tuple(self._turns[seats]),
            seconds=tuple(self._seconds[seats]),
        )

    def __iter__(self) -> Iterator[int]:
        """The numbers of all games, in order."""
        return (number for number, place in enumerate(self._outcome) if place)

    def __len__(self) -> int:
        """How many games there are."""
        return self._count


class FirstGames(Sequence[Played]):
    """The games with a number below a limit, in the order of the schedule."""

    def __init__(self, games: Mapping[int, Played], limit: int) -> None:
        """They are looked up when they are asked for."""
        self._games = games
        self._numbers = array("q", sorted(number for number in games if number < limit))

    @overload
    def __getitem__(self, index: int) -> Played: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Played]: ...

    def __getitem__(self, index: int | slice) -> Played | Sequence[Played]:
        """The game at an index, or some games."""
        if isinstance(index, slice):
            return [self._games[number] for number in self._numbers[index]]
        return self._games[self._numbers[index]]

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._numbers)
