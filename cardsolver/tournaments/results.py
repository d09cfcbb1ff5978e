"""A whole tournament in one call, with its results as plain rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.report import make_report, results_of
from cardsolver.tournaments.run import run
from cardsolver.tournaments.scoring import ranks
from cardsolver.tournaments.settings import config_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cardsolver.core.report import Report, Row
    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.played import Played


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """What a tournament showed; every list of rows makes a DataFrame in one call."""

    config: Config
    played: tuple[Played, ...]
    report: Report

    @property
    def standings(self) -> list[Row]:
        """A row per bot or team, the best first."""
        return list(self.report.table("bots").rows)

    @property
    def pairs(self) -> list[Row]:
        """A row per pair of bots, compared on the same deals."""
        return list(self.report.table("pairs").rows)

    @property
    def faults(self) -> list[Row]:
        """A row per fault."""
        return list(self.report.table("fault-games").rows)

    @property
    def games(self) -> list[Row]:
        """A row per seat and game."""
        return [row for played in self.played for row in _rows(self.config.game, played)]


def _rows(game: str, played: Played) -> list[Row]:
    outcome = played.outcome
    if outcome is None:
        return []
    seat_ranks = ranks(game, outcome, played.at_fault)
    return [
        {
            "game": played.number,
            "seed": played.seed,
            "seat": seat + 1,
            "bot": name,
            "team": played.team,
            "end": outcome.end,
            "score": outcome.scores[seat],
            "won": seat in outcome.winners,
            "rank": seat_ranks[seat],
            "moves": played.turns[seat],
            "seconds": round(played.seconds[seat], 6),
            "faults": sum(fault.seat == seat for fault in played.faults),
        }
        for seat, name in enumerate(played.seats)
    ]


def play_tournament(
    settings: Mapping[str, Any], *, jobs: int = 1, output: Path | None = None
) -> TournamentResult:
    """Play what the settings describe (see settings.py), or resume from its record."""
    config = config_of(settings)
    with Record(config, output) as record:
        ending = run(config, record, jobs=jobs)
        results = results_of(config, record.games)
    if ending.stopped_by is not None:
        fault = ending.stopped_by.faults[-1]
        raise InputError(
            f"stopped: {fault.kind} by {ending.stopped_by.seats[fault.seat]} in game"
            f" {ending.stopped_by.number}: {fault.message}"
        )
    return TournamentResult(config, tuple(results.games), make_report(results))
