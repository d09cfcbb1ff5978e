"""Where output goes: results to standard output, everything else to standard error."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console


def say(text: str) -> None:
    """A line of the result."""
    sys.stdout.write(text + "\n")


def say_json(value: Any) -> None:
    """A result as one line of JSON, flushed at once for a reader at the end of a pipe."""
    say(json.dumps(value, ensure_ascii=False))
    sys.stdout.flush()


def say_error(text: str) -> None:
    """One line about what went wrong."""
    sys.stdout.flush()
    sys.stderr.write(f"cardsolver: {' '.join(text.splitlines())}\n")


@contextmanager
def status_line(what: str) -> Iterator[Callable[[str], None]]:
    """A status line for long work on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _note: None
        return
    with rich_console(stderr=True).status(f"{what} …") as status:
        yield lambda note: status.update(f"{what}: {note} …")


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
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    # While a bar is drawn, rich takes whatever goes to standard output and writes it above the bar.
    # That is right for a terminal, and would rob a file or a pipe of its lines.
    bar = Progress(*columns, console=rich_console(stderr=True), redirect_stdout=sys.stdout.isatty())
    with bar as progress:
        task = progress.add_task(what, total=total, completed=done, note="")
        yield lambda note: progress.update(task, advance=1, note=note)


def rich_console(*, stderr: bool = False) -> Console:
    """A console for tables and screens. Rich is slow to load, so only drawing loads it."""
    from rich.console import Console  # noqa: PLC0415 - a slow import, where it is needed

    class Patient(Console):
        """Continues in silence when the reader has gone, so that a game's record is not lost."""

        def on_broken_pipe(self) -> None:
            self.quiet = True
            stop_writing()

    return Patient(stderr=stderr, highlight=False)


def stop_writing() -> None:
    """Discard the rest of the output: its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
