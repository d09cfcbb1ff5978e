"""The table of a study while it runs, on standard error if that is a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from cardsolver.cli.console import WithRoom, rich_console
from cardsolver.cli.tables import Column, draw, terminal_width
from cardsolver.core.report import cells
from cardsolver.studies.report import study_report

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from rich.console import RenderableType

    from cardsolver.studies.record import Decision, Tally

_SHOWN = ("players", "hand", "min", "fire", "deals", "undecided", "winnable %")


class LiveStudy:
    """A bar with the time left in this round, under what is known so far."""

    def __init__(self, tally: Tally) -> None:
        """Nothing is drawn before the study begins."""
        self._tally = tally
        self._screen: Any = None
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        """Start drawing, if somebody can see it."""
        if sys.stderr.isatty():
            self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""
        if self._screen is not None:
            self._screen.stop()

    def start_round(self, limit_s: float, deals: int) -> None:
        """A round begins."""
        if self._bar is not None:
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._task = self._bar.add_task(f"{limit_s:g} s per deal", total=deals)

    def add(self, _decision: Decision) -> None:
        """One more deal was asked."""
        if self._bar is not None:
            self._bar.advance(self._task)

    def _start(self) -> None:
        from rich.live import Live  # noqa: PLC0415 - slow to load
        from rich.progress import (  # noqa: PLC0415 - slow to load
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self._screen = Live(
            get_renderable=self._draw,
            console=rich_console(stderr=True),
            refresh_per_second=1,
            transient=True,
            redirect_stdout=False,  # it may be a file or a pipe
        )
        self._screen.start()

    def _draw(self) -> RenderableType:
        from rich.console import Group  # noqa: PLC0415 - slow to load
        from rich.text import Text  # noqa: PLC0415 - slow to load

        table = study_report(self._tally).tables[0]
        columns = [
            Column(one.head, left=one.kind == "text", spare=one.spare) for one in table.columns
        ]
        kept = [at for at, one in enumerate(table.columns) if one.head in _SHOWN]
        rows = [[cells(table, row)[at] for at in kept] for row in table.rows if row["deals"]]
        drawn = draw([columns[at] for at in kept], rows, width=min(80, terminal_width() or 80))
        return Group(Text("\n".join(drawn.lines)), WithRoom(self._bar))
