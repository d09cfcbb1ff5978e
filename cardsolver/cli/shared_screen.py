"""A terminal that several people look at, and who must not see each other's cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatLeft

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from cardsolver.cli.prompt import Prompt

T = TypeVar("T")

_FORGET = "\x1b[3J"  # the lines that have scrolled off the screen (xterm, and most since)
LEAVE = ("quit", "q", "exit")


@dataclass(frozen=True, slots=True)
class SharedScreen:
    """Empties the screen between hands, and asks what concerns everybody at it."""

    console: Console
    prompt: Prompt

    def hand_over(self, name: str) -> None:
        """Hide one person's cards until the next is alone with the screen."""
        self.wipe()
        self.wait_for_enter(f"{name}, over to you. Nobody else looking? Press Enter: ")
        self.wipe()

    def wipe(self) -> None:
        """An empty screen, also on a terminal that can only scroll, and nothing to scroll back to.

        `clear` leaves the lines above the screen, where the hand that was just hidden may be.
        """
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write(_FORGET)
            self.console.file.flush()

    def wait_for_enter(self, question: str) -> None:
        """Whoever is there may also leave."""
        self._line(question)

    def ask(self, question: str, read: Callable[[str], T], say: Callable[[str], None]) -> T:
        """What an answer is read as; what is wrong with one is said, and all are asked again."""
        while True:
            line = self._line(f"{question}: ")
            try:
                return read(line)
            except InputError as error:
                say(str(error))

    def _line(self, question: str) -> str:
        line = self.prompt.ask(question, LEAVE[:1])
        if line.strip().lower() in LEAVE:
            raise SeatLeft
        return line
