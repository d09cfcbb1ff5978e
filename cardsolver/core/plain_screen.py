"""A screen for any game: the view as it is written for bots, and the legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.screen import Event, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from cardsolver.core.cards import Card
    from cardsolver.core.game import AnyGame, Outcome

_LISTED = 20  # moves shown; the others can still be typed
_NAMED = 3  # moves named in a question
_NO_SCENE = Scene()


class PlainScreen:
    """For games without a screen of their own."""

    def __init__(self, game: AnyGame) -> None:
        """Everything shown comes from the game's own text forms."""
        self._game = game

    def show(self, view: Any, scene: Scene = _NO_SCENE) -> RenderableType:
        """A line for each field of the view, then the moves."""
        table = Table(show_header=False, box=None, padding=(0, 1))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        if scene.names:
            table.add_row("seats", Text(", ".join(scene.names)))
        for name, value in self._game.view_to_json(view).items():
            table.add_row(name.replace("_", " "), Text(_plain(value)))
        moves = self.offers(view)
        more = f" … ({len(moves) - _LISTED} more)" if len(moves) > _LISTED else ""
        if moves:
            table.add_row("moves", Text(", ".join(moves[:_LISTED]) + more, "bold"))
        return Group(Text(), table)

    def question(self, view: Any, scene: Scene = _NO_SCENE) -> str:  # noqa: ARG002 - as all screens
        """What the seat is asked now."""
        return f"your move ({self.expected(view)})"

    def open_question(self, _view: Any, _scene: Scene = _NO_SCENE) -> None:
        """Which questions are secret is not known."""

    def open_answer(self, _text: str, _view: Any) -> None:
        """The same."""

    def expected(self, view: Any) -> str:
        """A few of the legal moves."""
        moves = self.offers(view)
        return f"{', '.join(moves[:_NAMED])}{' …' if len(moves) > _NAMED else ''}"

    def help_text(self, view: Any) -> str:
        """The legal moves."""
        return "type a move as it is listed: " + ", ".join(self.offers(view))

    def rules_now(self, _view: Any) -> tuple[str, ...]:
        """Nothing is known about the game's rules."""
        return ()

    def entry(self, move: Any) -> str:
        """The move's text form."""
        return self._game.format_move(move)

    def offers(self, view: Any) -> list[str]:
        """The legal moves."""
        return [self.entry(move) for move in self._game.legal_moves(view)]

    def split(self, text: str, _view: Any) -> list[str]:
        """A line is one move: what separates moves is not known."""
        return [text]

    def read(self, text: str, _view: Any) -> Any:
        """The move that a person's words mean."""
        return self._game.parse_move(text)

    def tell(self, events: Sequence[Event], scene: Scene = _NO_SCENE) -> list[str]:
        """A line for each move of another seat."""
        return [
            f"{scene.name(event.seat)}: {event.move}"
            for event in events
            if event.move is not None and event.seat != _own_seat(event, self._game)
        ]

    def ending(self, outcome: Outcome, scene: Scene = _NO_SCENE) -> str:  # noqa: ARG002 - as all
        """The game's own words."""
        return self._game.describe(outcome)

    def drawn(self, _event: Event) -> tuple[Card, ...] | None:
        """Which part of a view is a hand is not known."""
        return None


def _own_seat(event: Event, game: AnyGame) -> int | None:
    """The seat whose view this is, for games whose views say so; they count from 1."""
    seat = game.view_to_json(event.after).get("seat")
    return seat - 1 if isinstance(seat, int) else None


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "-"
    return "-" if value is None else str(value)
