"""Where output goes: results to standard output, everything else to standard error."""

from __future__ import annotations

import codecs
import json
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


def say(text: str) -> None:
    """A line of the result."""
    sys.stdout.write(text + "\n")


def say_json(value: Any) -> None:
    """A result as one line of JSON, flushed at once for a reader at the end of a pipe.

    Signs that the output's encoding may lack are escaped: plain ones in their place would change
    a name, or end a text.
    """
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    say(json.dumps(value, ensure_ascii=not is_utf8))
    sys.stdout.flush()


def say_error(text: str) -> None:
    """One line about what went wrong, behind what was written so far, if anybody reads either."""
    for stream, words in (
        (sys.stdout, ""),
        (sys.stderr, f"cardsolver: {printable(' '.join(text.splitlines()))}\n"),
    ):
        try:
            stream.write(words)
            stream.flush()
        except BrokenPipeError:
            stop_writing(stream)


def unusable(error: OSError) -> str:
    """What went wrong with a file that nobody expected to go wrong with."""
    return f"{error.filename}: cannot be used ({error.strerror or error})"


@contextmanager
def status_line(what: str) -> Iterator[Callable[[str], None]]:
    """A status line for long work on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _note: None
        return
    from rich.live import Live  # noqa: PLC0415 - slow to load
    from rich.spinner import Spinner  # noqa: PLC0415 - the same
    from rich.text import Text  # noqa: PLC0415 - the same; names are no markup

    spinner = Spinner("dots", Text(f"{what} …"), style="status.spinner")
    with Live(
        spinner,
        console=rich_console(stderr=True),
        transient=True,
        refresh_per_second=12.5,
        redirect_stdout=_may_redirect(),
    ):
        yield lambda note: spinner.update(text=Text(f"{what}: {note} …"))


def _may_redirect() -> bool:
    """May rich take what goes to standard output, and write it above what it draws?

    That is right for a terminal, and would rob a file or a pipe of its lines.
    """
    return sys.stdout.isatty()


@contextmanager
def progress_bar(what: str, total: int, *, done: int = 0) -> Iterator[Callable[[str], None]]:
    """A bar on standard error; each call advances it by one and notes how things stand."""
    if not sys.stderr.isatty() or total == 1:
        yield lambda _note: None
        return
    from rich.progress import (  # noqa: PLC0415 - slow to load
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
    )

    class Bar(Progress):
        def get_renderable(self) -> RenderableType:
            return WithRoom(super().get_renderable())

    bar = Bar(*columns, console=rich_console(stderr=True), redirect_stdout=_may_redirect())
    with bar as progress:
        task = progress.add_task(what, total=total, completed=done, note="")
        yield lambda note: progress.update(task, advance=1, note=note)


@dataclass(frozen=True, slots=True)
class WithRoom:
    """Something drawn over again and again, with room beside it for the `^C` of a terminal.

    Behind a full line that echo begins another, and what is drawn over would stay.
    """

    drawn: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What rich draws."""
        yield from console.render(self.drawn, options.update_width(options.max_width - 2))


def rich_console(*, stderr: bool = False) -> Console:
    """A console for tables and screens. Rich is slow to load, so only drawing loads it."""
    from rich.console import Console  # noqa: PLC0415 - a slow import, where it is needed

    class Patient(Console):
        """Continues in silence when the reader has gone, so that a game's record is not lost."""

        def on_broken_pipe(self) -> None:
            self.quiet = True
            stop_writing()

    return Patient(stderr=stderr, highlight=False)


def stop_writing(stream: TextIO | None = None) -> None:
    """Discard the rest of the output, or of another stream: its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
