"""A tournament's progress: a bar and the standings on standard error, if that is a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cardsolver.cli.console import WithRoom, rich_console
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.scoring import points, ranks, scoring_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from rich.console import Group, RenderableType

    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.played import Played


class LiveStandings:
    """Draws while the games are played; does nothing without a terminal."""

    def __init__(self, config: Config, games: Mapping[int, Played]) -> None:
        """Start with the games that an earlier run left."""
        self._config = config
        self._scoring = scoring_of(config.game)
        self._sums: dict[str, list[float]] = {
            entry.label: [0, 0, 0, 0] for entry in config.entries
        }  # games, wins, points or team scores, faults
        self._console = rich_console(stderr=True)
        self._live = self._console.is_terminal
        for played in games.values():
            self._count(played)
        self._done = len(games)

    def __enter__(self) -> Self:
        """Start drawing."""
        if not self._live:
            return self
        from rich.live import Live  # noqa: PLC0415 - slow to load, and only for a terminal
        from rich.progress import (  # noqa: PLC0415 - slow to load
            BarColumn,
            MofNCompleteColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bar  # noqa: PLC0415 - slow to load

        columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
        self._bar = Bar(*columns, console=self._console)
        self._task = self._bar.add_task(
            "games", total=len(schedule_of(self._config)), completed=self._done
        )
        self._screen = Live(
            get_renderable=self._draw,
            console=self._console,
            refresh_per_second=4,
            transient=True,
            redirect_stdout=False,  # it may be a file or a pipe
        )
        self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was."""
        if self._live:
            self._screen.stop()

    def add(self, played: Played) -> None:
        """Count one more finished game."""
        self._count(played)
        self._done += 1
        if self._live:
            self._bar.update(self._task, completed=self._done)

    def _count(self, played: Played) -> None:
        if played.outcome is None:
            return
        outcome = played.outcome
        if played.team is not None:
            shares = {played.team: (bool(outcome.winners), outcome.scores[0], len(played.faults))}
            self._sum(shares)
            return
        seat_points = points(ranks(self._config.game, outcome, played.at_fault))
        for seat, label in enumerate(played.seats):
            faults = sum(fault.seat == seat for fault in played.faults)
            self._sum({label: (seat in outcome.winners, seat_points[seat], faults)})

    def _sum(self, shares: Mapping[str, tuple[bool, float, int]]) -> None:
        for label, (won, value, faults) in shares.items():
            sums = self._sums.setdefault(label, [0, 0, 0, 0])
            for place, amount in enumerate((1, won, value, faults)):
                sums[place] += amount

    def _draw(self) -> RenderableType:
        from rich.console import Group as Stack  # noqa: PLC0415 - slow to load
        from rich.table import Table  # noqa: PLC0415 - slow to load
        from rich.text import Text  # noqa: PLC0415 - the same; a bot's name is no markup

        is_team = self._scoring.is_team
        table = Table(box=None, pad_edge=False)
        table.add_column("team" if is_team else "bot")
        for head in ("games", "won", self._scoring.score if is_team else "points %", "faults"):
            table.add_column(head, justify="right")

        def order(label: str) -> tuple[float, float]:
            games, won, value, _ = self._sums[label]
            mean = value / games if games else math.inf
            if not is_team:
                return (-mean, 0)
            sign = -1 if self._scoring.more_is_better else 1
            return (-won / games if games else 0, sign * mean)

        for label in sorted(self._sums, key=order):
            games, won, value, faults = self._sums[label]
            mean = value / games if games else 0.0
            shown = f"{mean:.2f}" if is_team else f"{100 * mean:.1f}"
            table.add_row(Text(label), f"{games:.0f}", f"{won:.0f}", shown, f"{faults:.0f}")
        group: Group = Stack(table, WithRoom(self._bar))
        return group
