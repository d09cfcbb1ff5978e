"""What a person sees and types, one screen per game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType


class Screen(Protocol):
    """A game's picture for one seat, and how its player's words become moves.

    Everything shown must be readable without colour: colour only repeats what a mark says.
    """

    @property
    def HELP(self) -> str:  # noqa: N802 - a constant of the module
        """The moves as people type them, one per line."""

    def show(self, view: Any) -> RenderableType:
        """The table as this seat sees it."""

    def question(self, view: Any) -> str:
        """What this seat is asked now: one line, the prompt."""

    def read(self, text: str, view: Any) -> Any:
        """The move that a person's words mean here; BadMove if they mean none."""

    def tell(self, name: str, move: str) -> str | None:
        """A line about what another seat was seen doing, if it is worth one.

        `move` is the game's `seen_move`.
        """
