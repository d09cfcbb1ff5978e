"""What a person sees, types and is told, one screen per game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from cardsolver.core.cards import Card
    from cardsolver.core.game import Outcome
    from cardsolver.core.seats import Seat

YOU = "you"


def no_open_question(_view: Any, _scene: Any = None) -> None:
    """For games in which no question is secret."""


def no_open_answer(_text: str, _view: Any) -> None:
    """The same."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a person knows beside the view: who sits where, and which cards just came.

    Without names the seats are called by their numbers. `state` is given when all cards lie open.
    """

    names: tuple[str, ...] = ()
    new: tuple[Card, ...] = ()
    state: Any = None

    def name(self, seat: Seat) -> str:
        """How this person calls a seat."""
        return self.names[seat] if self.names else f"seat {seat + 1}"

    def ask(self, seat: Seat) -> str:
        """How a question to a seat begins; a person who is alone at the screen needs no name."""
        return "" if self.name(seat) == YOU else f"{self.name(seat)}, "

    def does(self, seat: Seat, verb: str) -> str:
        """A seat doing something: `greedy takes`, `you take`. The verb is given as in `take`."""
        name = self.name(seat)
        if name == YOU:
            return f"{name} {verb}"
        verb = {"have": "has", "are": "is"}.get(
            verb, f"{verb}es" if verb[-1] in "os" else f"{verb}s"
        )
        return f"{name} {verb}"


@dataclass(frozen=True, slots=True)
class Event:
    """A move as one seat saw it: its views before and after, who moved, and what it saw of that.

    `move` is the game's `seen_move`, or the whole move if it was the seat's own; None: the seat
    noticed nothing but what has changed.
    """

    seat: Seat
    move: str | None
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What everybody is asked together, because asking one seat would give something away."""

    question: str  # one line, without a colon at its end
    table: RenderableType  # what all may see meanwhile


class Screen(Protocol):
    """A game's picture for one seat, how its player's words become moves, and what it tells.

    Everything shown must be readable without colour: colour only repeats what a mark says.
    """

    def show(self, view: Any, scene: Scene = ...) -> RenderableType:
        """The table as this seat sees it."""

    def question(self, view: Any, scene: Scene = ...) -> str:
        """What this seat is asked now: one line, without a colon at its end."""

    def open_question(self, view: Any, scene: Scene = ...) -> OpenQuestion | None:
        """What all the people at one screen are asked before the next move; None: nothing.

        It shows and follows from only what every seat sees, so that it is the same whoever could
        answer it, and also if nobody can.
        """

    def open_answer(self, text: str, view: Any) -> Any:
        """The move of this seat that an answer to it means; None: none. BadMove if it is none."""

    def expected(self, view: Any) -> str:
        """What can be entered now, to follow the word `expected`."""

    def help_text(self, view: Any) -> str:
        """All that can be entered in this game, one kind per line; what is possible now first."""

    def rules_now(self, view: Any) -> tuple[str, ...]:
        """The numbers of the rules that matter for this decision."""

    def entry(self, move: Any) -> str:
        """What a person enters for a move."""

    def offers(self, view: Any) -> list[str]:
        """Entries for the completion at the prompt."""

    def split(self, text: str, view: Any) -> list[str]:
        """A person's line as one entry per move."""

    def read(self, text: str, view: Any) -> Any:
        """The move that an entry means here; BadMove if it means none."""

    def tell(self, events: Sequence[Event], scene: Scene = ...) -> list[str]:
        """What happened, in sentences. A seat's own moves are told only by what they led to."""

    def ending(self, outcome: Outcome, scene: Scene = ...) -> str:
        """How the game ended, in a sentence without a full stop."""

    def drawn(self, event: Event) -> tuple[Card, ...] | None:
        """The cards that are new in a seat's hand after its own move; None: the same as before."""
