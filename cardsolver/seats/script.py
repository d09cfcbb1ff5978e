"""A seat that plays the moves of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatLeft
from cardsolver.core.text import place, read_text

if TYPE_CHECKING:
    from cardsolver.core.game import AnyGame


class ScriptBot:
    """Plays one move per line; `#` starts a comment. Leaves the game when the script ends.

    Seats that name the same file share it, so one script can play a whole game in order.
    """

    def __init__(self, game: AnyGame, source: str) -> None:
        """Read the whole script, so that a bad line is known before the first move."""
        moves = []
        for number, line in enumerate(read_text(source).split("\n"), 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            try:
                moves.append(game.parse_move(text))
            except InputError as error:
                raise InputError(f"{place(source, number)}: {error}") from None
        self._next = iter(moves)

    def choose(self, view: Any) -> Any:  # noqa: ARG002 - a script does not look
        """The script's next move."""
        try:
            return next(self._next)
        except StopIteration:
            raise SeatLeft from None
