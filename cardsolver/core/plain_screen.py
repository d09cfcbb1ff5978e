"""A screen for any game: the view as it is written for bots, and the legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cardsolver.core.game import AnyGame

_LISTED = 20  # moves shown; the others can still be typed


class PlainScreen:
    """For games without a screen of their own."""

    def __init__(self, game: AnyGame) -> None:
        """Everything shown comes from the game's own text forms."""
        self._game = game
        self.HELP = "type a move as it is listed"

    def show(self, view: Any) -> RenderableType:
        """A line for each field of the view, then the moves."""
        table = Table(show_header=False, box=None, padding=(0, 1))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for name, value in self._game.view_to_json(view).items():
            table.add_row(name.replace("_", " "), Text(_plain(value)))
        moves = [self._game.format_move(move) for move in self._game.legal_moves(view)]
        more = f" … ({len(moves) - _LISTED} more)" if len(moves) > _LISTED else ""
        if moves:
            table.add_row("moves", Text(", ".join(moves[:_LISTED]) + more, "bold"))
        return Group(Text(), table)

    def question(self, view: Any) -> str:
        """What the seat is asked now."""
        moves = [self._game.format_move(move) for move in self._game.legal_moves(view)]
        return f"your move ({', '.join(moves[:3])}{' …' if len(moves) > 3 else ''}): "

    def read(self, text: str, _view: Any) -> Any:
        """The move that a person's words mean."""
        return self._game.parse_move(text)

    def tell(self, name: str, move: str) -> str:
        """What another seat did."""
        return f"{name}: {move}"


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "-"
    return "-" if value is None else str(value)
