"""What lies where at one moment of a game, for replays: in the terminal and on a page.

A game describes its table once, as cards in zones, and every way of showing it draws that. All
cards are in a tableau; a zone says which of them are a secret, and whose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.core.seats import Seat

# The colours a card can have. None says more than the card's text or mark does.
TONES = ("", "up", "down", "red", "orange", "yellow", "green", "blue", "violet", "base")


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card: what is printed on it, its colour, and a word about it."""

    text: str
    tone: str = ""  # one of TONES
    mark: str = ""
    is_new: bool = False  # it was not here one move ago


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that lie together."""

    title: str
    cards: tuple[ShownCard, ...]
    note: str = ""
    owner: Seat | None = None
    is_secret: bool = False  # only the owner knows these cards; without an owner, nobody does
    is_long: bool = False  # worth showing only on request


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """What belongs to one seat."""

    facts: tuple[str, ...]
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Tableau:
    """One moment: the middle of the table, the seats in order, and the values of the chart."""

    table: tuple[Zone, ...]
    seats: tuple[ShownSeat, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Some numbers over time, one line for each name."""

    title: str
    names: tuple[str, ...]
    low: int
    high: int | None = None  # None: as high as it gets
    mark: str = ""  # what is special about a marked point


@dataclass(frozen=True, slots=True)
class PagePart:
    """What a game adds to a replay's page: scripts, and what they need to know of each state."""

    package: str  # where the scripts are
    scripts: tuple[str, ...]
    state_to_json: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How a game is shown."""

    tableau: Callable[[Any], Tableau]
    """All cards of a state."""
    chart: Callable[[Any, Sequence[str]], Chart]
    """What the values of the scenes mean, from the first state and the seats' names."""
    tell: Callable[[Any, Any, Any], str]
    """What a move did, from the state before it, the move and the state after it, as words that
    follow the name of the seat."""
    begins_turn: Callable[[Any, Any, Seat | None], bool]
    """Does this move, in this state, begin a turn? The seat is the one that moved before."""
    turn_of: Callable[[Any, Seat | None], Seat | None] = lambda _state, to_move: to_move
    """Whose turn begins in this state, of which the seat must decide; None: nobody's yet."""
    marked: Callable[[Any, Any], int | None] = lambda _state, _move: None
    """The line of the chart on which a move, in this state, is worth a mark."""
    page: PagePart | None = None
