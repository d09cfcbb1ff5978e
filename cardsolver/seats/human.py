"""A person at the terminal takes a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.game import BadMove
from cardsolver.core.seats import SeatLeft
from cardsolver.seats.spec import advise

if TYPE_CHECKING:
    from rich.console import Console

    from cardsolver.core.errors import InputError
    from cardsolver.core.game import AnyGame
    from cardsolver.core.screen import Screen

_COMMANDS = "hint, help, show, quit"


class Human:
    """Shows the table, asks, and asks again until the words are a move."""

    def __init__(self, game: AnyGame, screen: Screen, console: Console) -> None:
        """One terminal may seat several people; each sees only their own view."""
        self._game = game
        self._screen = screen
        self._console = console
        self._shown: Any = None

    def choose(self, view: Any) -> Any:
        """The move the person typed."""
        if self._shown != view:
            self._console.print(self._screen.show(view))
            self._shown = view
        while True:
            text = self._prompt(self._screen.question(view))
            match text.strip().lower():
                case "quit" | "exit" | "q":
                    raise SeatLeft
                case "help" | "?":
                    self._console.print(f"{self._screen.HELP}\nalso: {_COMMANDS}", markup=False)
                case "show":
                    self._console.print(self._screen.show(view))
                case "hint":
                    self._hint(view)
                case _:
                    try:
                        return self._screen.read(text, view)
                    except BadMove as error:
                        self.refused(error)

    def refused(self, error: InputError) -> None:
        """Say why a move cannot be played; nothing has changed."""
        self._console.print(f"  {error}", markup=False)

    def _hint(self, view: Any) -> None:
        move, reason = advise(self._game, view)
        why = "" if reason is None else f" ({reason})"
        self._console.print(f"  hint: {self._game.format_move(move)}{why}", markup=False)

    def _prompt(self, question: str) -> str:
        try:
            self._console.file.flush()
            return self._console.input(question, markup=False)
        except EOFError:
            self._console.print()
            raise SeatLeft from None
