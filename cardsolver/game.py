"""What every game is: one small set of verbs over frozen values.

A game is a module of pure functions (`cardsolver/games/`), and mypy holds it to this protocol.
The rules live in `apply`; a seat sees a View, and its legal moves follow from that View alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from cardsolver.errors import InputError
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolver.deals import Deal

Seat: TypeAlias = int  # counted from 0; people and texts count from 1


# What a bot can do wrong; docs/protocol.md says when each is called.
FAULTS = ("illegal-move", "bad-message", "time", "crash", "no-start", "too-much-output")


class BadMove(InputError):  # noqa: N818 - the name people know it by
    """A text that is no move of this game at all."""


class IllegalMove(InputError):  # noqa: N818 - the name people know it by
    """A move that a numbered rule forbids here."""

    def __init__(self, rule: str, fault: str) -> None:
        """`rule` is its number, `fault` what is wrong and what would be right."""
        super().__init__(f"{fault} ({rule})")
        self.rule = rule
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the end's name, one score a seat, and the seats that won."""

    end: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One word of a variant's text form, and one flag of the command line."""

    name: str
    help: str
    value: str | None = None  # what the value looks like; None: a bare word
    negatable: bool = False  # `no-name` is a word too


RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")


class Game(Protocol[RulesT, StateT, MoveT, ViewT]):
    """The verbs. Modules in `cardsolver/games/` implement it."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The name in commands and files."""

    @property
    def TITLE(self) -> str:  # noqa: N802 - a constant of the module
        """The name for people."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:  # noqa: N802 - a constant of the module
        """The words of the variant's text form."""

    @property
    def SEATS(self) -> tuple[int, int]:  # noqa: N802 - a constant of the module
        """The fewest and the most players."""

    def parse_rules(self, text: str) -> RulesT:
        """The variant that a text describes; an empty text is the default."""

    def format_rules(self, rules: RulesT) -> str:
        """The variant's complete text form; it parses back."""

    def start(self, deal: Deal) -> StateT:
        """The first state of a deal."""

    def seats(self, state: StateT) -> int:
        """How many seats there are."""

    def to_move(self, state: StateT) -> Seat | None:
        """The seat that must decide now; None when the game is over."""

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """The state after the seat to move made a move; IllegalMove if a rule forbids it."""

    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def describe(self, outcome: Outcome) -> str:
        """The outcome in a sentence."""

    def view(self, state: StateT, seat: Seat) -> ViewT:
        """All that a seat may know."""

    def legal_moves(self, view: ViewT) -> tuple[MoveT, ...]:
        """The moves of a seat that is to move, as far as its View tells; () for the others.

        A secret question to another seat does not show: the next seat's View has its moves already.
        """

    def view_to_json(self, view: ViewT) -> dict[str, Any]:
        """The view for bots in other languages, and for `--json`."""

    def parse_move(self, text: str) -> MoveT:
        """The move that a text names; BadMove if it is none."""

    def format_move(self, move: MoveT) -> str:
        """The move's text form; it parses back."""

    def seen_move(self, move: MoveT) -> str | None:
        """What the other seats see of a move; None if they do not even notice it."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

Seen_contra = TypeVar("Seen_contra", contravariant=True)
Chosen_co = TypeVar("Chosen_co", covariant=True)


class Bot(Protocol[Seen_contra, Chosen_co]):
    """Whoever decides for a seat: a built-in bot, a person, a script, a child process."""

    def choose(self, view: Seen_contra) -> Chosen_co:
        """The move for a view in which this seat is to move."""


AnyBot: TypeAlias = Bot[Any, Any]


@runtime_checkable
class Person(Protocol):
    """A seat that may try again: it is told why a move was refused, and asked once more."""

    def refused(self, error: InputError) -> None:
        """Hear why the last move cannot be played; nothing happened."""


class SeatLeft(Exception):  # noqa: N818 - not a fault: somebody got up
    """Raised by `choose` when a seat stops playing; the match ends there, unfinished."""


@runtime_checkable
class Watcher(Protocol):
    """A bot that follows the game between its own turns; the referee tells it each move."""

    def saw(self, seat: Seat, move: str) -> None:
        """Hear of a move: the own moves in full, of the others' what a seat at the table sees."""


class SeatFault(Exception):  # noqa: N818 - the misbehaviour of a bot, not an error of ours
    """Raised by a bot that cannot go on; `kind` is one of FAULTS."""

    def __init__(self, kind: str, message: str, last_lines: Sequence[str] = ()) -> None:
        """`last_lines` is what the bot wrote last, for its author."""
        super().__init__(message)
        self.kind = kind
        self.last_lines = tuple(last_lines)


def parse_words(text: str, options: Sequence[Option]) -> dict[str, str | bool]:
    """Split a variant's text into its words and check each against the options.

    `hand=7` gives `{"hand": "7"}`, `talk` gives True and `no-talk` gives False.
    """
    values: dict[str, str | bool] = {}
    known = {option.name: option for option in options}
    for word in text.replace(",", " ").split():
        name, equals, value = word.partition("=")
        off = name.startswith("no-") and name not in known
        option = known.get(name.removeprefix("no-") if off else name)
        if option is None or (off and not option.negatable):
            raise InputError(f"no rule {quote(word)}; expected {_forms(options)}")
        if (option.value is not None) != bool(equals) or (equals and not value):
            raise InputError(f"rule {quote(word)}; expected {_form(option)}")
        if option.name in values:
            raise InputError(f"rule {option.name} stands twice")
        values[option.name] = value if equals else not off
    return values


def whole_number(
    values: Mapping[str, str | bool], name: str, default: int, low: int, high: int
) -> int:
    """The value of a word as a whole number within limits."""
    text = values.get(name)
    if text is None:
        return default
    number = int(text) if isinstance(text, str) and re.fullmatch("[0-9]{1,9}", text) else None
    if number is None or not low <= number <= high:
        raise InputError(f"{name} {quote(text)}; expected a whole number from {low} to {high}")
    return number


def _forms(options: Sequence[Option]) -> str:
    return ", ".join(map(_form, options))


def _form(option: Option) -> str:
    if option.value is not None:
        return f"{option.name}={option.value}"
    return f"{option.name} or no-{option.name}" if option.negatable else option.name
