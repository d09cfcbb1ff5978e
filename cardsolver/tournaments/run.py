"""Play what a record still lacks, with workers here or on a cluster, and keep every result."""

from __future__ import annotations

from array import array
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.runner.workers import WorkerDied, run_tasks
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.stopping import StoppingRule
from cardsolver.tournaments.worker import close_pools, play_number

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from cardsolver.core.stats import Decision
    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.played import Played
    from cardsolver.tournaments.record import Record

MOST_DEATHS = 3  # workers that one game may cost before we give up


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: all games played, decided early, or stopped by a fault."""

    stopped_by: Played | None = None
    decision: Decision | None = None


def run(
    config: Config,
    record: Record,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    logs: Path | None = None,
    on_game: Callable[[Played], None] | None = None,
) -> Ending:
    """Play every game that the record lacks; `on_game` is called with each once it is kept."""
    stopping = StoppingRule(config)
    decision = stopping.update(record.games)
    if decision is not None and decision.answer is not None:
        return Ending(decision=decision)
    numbers = range(len(schedule_of(config)))
    missing = array("q", (number for number in numbers if number not in record.games))
    with closing(_play(config, missing, jobs, scheduler, logs)) as results:
        for played in results:
            record.add(played)
            if on_game is not None:
                on_game(played)
            if played.outcome is None:
                return Ending(stopped_by=played)
            decision = stopping.update(record.games)
            if decision is not None and decision.answer is not None:
                break
    return Ending(decision=decision)


def _play(
    config: Config, numbers: Sequence[int], jobs: int, scheduler: str | None, logs: Path | None
) -> Generator[Played, None, None]:
    folder = None if logs is None else str(logs.resolve())
    if scheduler is not None:
        from cardsolver.runner.cluster import run_on_cluster  # noqa: PLC0415 - an extra

        play = partial(play_number, config, folder)
        # Bots' programs on the workers end with the run.
        for _, played in run_on_cluster(scheduler, play, numbers, at_end=close_pools):
            yield played
        return
    try:
        yield from _play_here(config, numbers, min(jobs, len(numbers)), folder)
    finally:
        close_pools()


def _play_here(
    config: Config, numbers: Sequence[int], jobs: int, folder: str | None
) -> Iterator[Played]:
    """With several processes; a game whose worker died is played again by another."""
    deaths: Counter[int] = Counter()
    waiting = numbers
    while waiting:
        again: list[int] = []
        for number, result in run_tasks(partial(play_number, config, folder), waiting, jobs=jobs):
            if not isinstance(result, WorkerDied):
                yield result
                continue
            deaths[number] += 1
            if deaths[number] == MOST_DEATHS:
                raise InputError(
                    f"game {number}: {MOST_DEATHS} workers died over it, the last with exit code"
                    f" {result.exit_code}; the games so far are kept, the same command resumes"
                )
            again.append(number)
        waiting = again
