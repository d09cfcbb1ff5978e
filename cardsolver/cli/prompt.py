"""How a person is asked for a line: with an editor at a terminal, plainly everywhere else."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Protocol, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from prompt_toolkit import PromptSession
    from rich.console import Console

    from cardsolver.core.seats import Seat


class Prompt(Protocol):
    """Asks for one line at a time. EOFError: there are no more; KeyboardInterrupt: Ctrl-C."""

    def ask(self, question: str, offers: Sequence[str] = (), *, whose: Seat | None = None) -> str:
        """The person's line; `offers` is what Tab completes, where there is a Tab.

        Arrow keys bring back the earlier lines of `whose` seat, and of no other.
        """


def prompt_for(console: Console) -> Prompt:
    """The editor for a person at a terminal that can move its cursor, or else plain input."""
    if is_terminal(console) and _can_edit(os.environ):
        return EditedPrompt(console)
    return PlainPrompt(console)


def is_terminal(console: Console) -> bool:
    """Is there a person who sees what is written and types the answers?"""
    return sys.stdin.isatty() and console.file.isatty()


def _can_edit(environment: Mapping[str, str]) -> bool:
    return environment.get("TERM", "dumb") not in ("dumb", "") and not environment.get("NO_COLOR")


class PlainPrompt:
    """Reads a line, whatever it comes from."""

    def __init__(self, console: Console) -> None:
        """Questions go where the screen goes."""
        self._console = console

    def ask(
        self,
        question: str,
        offers: Sequence[str] = (),  # noqa: ARG002 - no Tab here
        *,
        whose: Seat | None = None,  # noqa: ARG002 - no arrow keys either
    ) -> str:
        """The next line."""
        self._console.file.flush()
        return self._console.input(question, markup=False)


class EditedPrompt:
    """Reads a line with arrow keys, history and completion."""

    def __init__(self, console: Console) -> None:
        """The histories last as long as the game."""
        # Slow to load, and only a person at a terminal needs it.
        from prompt_toolkit import PromptSession  # noqa: PLC0415
        from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415
        from prompt_toolkit.output.defaults import create_output  # noqa: PLC0415
        from prompt_toolkit.shortcuts import CompleteStyle  # noqa: PLC0415

        class Moves(Completer):
            """Completes the whole line, or else its last word."""

            offers: Sequence[str] = ()

            def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:  # noqa: ARG002 - the library's signature
                for offer, typed in completions(document.text_before_cursor, self.offers):
                    yield Completion(offer, start_position=-len(typed))

        self._moves = Moves()
        self._console = console
        output = create_output(stdout=cast("TextIO", console.file))
        self._sessions: defaultdict[Seat | None, PromptSession[str]] = defaultdict(
            lambda: PromptSession(
                completer=self._moves, complete_style=CompleteStyle.READLINE_LIKE, output=output
            )
        )

    def ask(self, question: str, offers: Sequence[str] = (), *, whose: Seat | None = None) -> str:
        """The line as it was edited."""
        self._console.file.flush()
        self._moves.offers = offers
        return self._sessions[whose].prompt(question)


def completions(text: str, offers: Iterable[str]) -> list[tuple[str, str]]:
    """What a line can become, and the part of it that each offer replaces."""
    line = text.lstrip()
    offers = list(offers)
    for typed in dict.fromkeys((line, line.split(" ")[-1])):
        found = [offer for offer in offers if offer.lower().startswith(typed.lower())]
        if found:
            return [(offer, typed) for offer in found]
    return []
