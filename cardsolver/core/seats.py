"""Who may sit at a table, and what they can do wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from cardsolver.core.errors import InputError
from cardsolver.core.sentences import counted
from cardsolver.core.text import check_type, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Seat: TypeAlias = int  # counted from 0; people and texts count from 1

# What a bot can do wrong; docs/protocol.md says when each applies.
FAULTS = (
    "illegal-move",
    "bad-message",
    "time",
    "crash",
    "no-start",
    "too-much-output",
    "resources",
)

Seen_contra = TypeVar("Seen_contra", contravariant=True)
Chosen_co = TypeVar("Chosen_co", covariant=True)


class Bot(Protocol[Seen_contra, Chosen_co]):
    """Whatever decides for a seat by itself: a built-in bot, a script, a child process."""

    def choose(self, view: Seen_contra) -> Chosen_co:
        """The move for a view in which this seat is to move."""


AnyBot: TypeAlias = Bot[Any, Any]


def check_names(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the seats, one for each; a single text is one name, not its letters."""
    check_type("names", names, Iterable, "a list of texts")
    given = (names,) if isinstance(names, str) else tuple(names)
    if len(given) != seats:
        count = f"{counted(len(given), 'name')} for {counted(seats, 'seat')}"
        raise InputError(f"{count}; expected {seats}")
    return given


@runtime_checkable
class Watcher(Protocol):
    """A bot that follows the game between its own turns; the referee tells it each move."""

    def saw(self, seat: Seat, move: str) -> None:
        """Receive a move: its own in full, those of others as a seat at the table sees them."""


def watchers_of(bots: Iterable[tuple[Seat, AnyBot]]) -> list[tuple[Seat, Watcher]]:
    """Those of some bots that follow the game, each with its seat."""
    return [(seat, bot) for seat, bot in bots if isinstance(bot, Watcher)]


def tell(
    watchers: Iterable[tuple[Seat, Watcher]], mover: Seat, move: str, seen: str | None
) -> None:
    """Tell a move: to the mover in full, to the others what they see of it, if anything."""
    for seat, watcher in watchers:
        if seat == mover:
            watcher.saw(mover, move)
        elif seen is not None:
            watcher.saw(mover, seen)


class SeatLeft(Exception):  # noqa: N818 - not a fault: someone got up
    """Raised by `choose` when a seat stops playing; the match ends there, unfinished."""


class SeatFault(Exception):  # noqa: N818 - the misbehaviour of a bot, not an error of ours
    """Raised by a bot that cannot continue; `kind` is one of FAULTS."""

    def __init__(self, kind: str, message: str, last_lines: Sequence[str] = ()) -> None:
        """`last_lines` are the last lines that the bot wrote, for its author."""
        super().__init__(whole(message))  # it goes into a record, whatever the bot has put in it
        self.kind = kind
        self.last_lines = tuple(map(whole, last_lines))

    def __reduce__(self) -> tuple[type[SeatFault], tuple[str, str, tuple[str, ...]]]:
        """Pickled by what it was made from: it may come from a worker process."""
        return type(self), (self.kind, str(self), self.last_lines)


@dataclass(frozen=True, slots=True)
class Setting:
    """One whole number that a bot takes as a setting, as in `lookahead:samples=64:width=4`."""

    default: int
    low: int
    high: int
    help: str


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A built-in bot. `make` takes a seed for this game and seat, and the bot's settings."""

    make: Callable[..., AnyBot]
    help: str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    strength: str = ""  # what docs/results.md says about it, in a few words
