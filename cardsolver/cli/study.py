"""`cardsolver study`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import say_error
from cardsolver.cli.flags import Json, Scheduler, Wide, file_name
from cardsolver.cli.live_study import LiveStudy
from cardsolver.cli.report import show
from cardsolver.cli.solve_flags import DEFAULT_SIZE, Jobs, Rounds
from cardsolver.core.text import parse_size, read_text
from cardsolver.runner.workers import default_jobs
from cardsolver.studies.plan import parse_rounds, read_plan
from cardsolver.studies.record import StudyRecord
from cardsolver.studies.report import study_report
from cardsolver.studies.run import run_study

if TYPE_CHECKING:
    from cardsolver.studies.record import Tally


def study(
    config: Annotated[
        Path,
        typer.Argument(
            parser=file_name, metavar="CONFIG", help="A TOML file with rule sets and seeds."
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            parser=file_name,
            metavar="FILE",
            help="The record; resume if it exists.",
        ),
    ] = None,
    rounds: Rounds = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help=f"Memory per deal [{DEFAULT_SIZE}]."),
    ] = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
    wide: Wide = False,
) -> None:
    """Find out what can be won: many rule sets, many shuffles of The Game, each verdict with its
    line or proof.

    Every verdict is kept as it is decided, with the line that shows it. The same command resumes a
    run, however it was stopped, and retries the deals that are still open in the later rounds.

    Examples:
        cardsolver study examples/study.toml -o study.jsonl
        cardsolver study examples/study.toml -o study.jsonl --rounds 10s,100s
        cardsolver report study.jsonl --markdown

    Exit code 0: every deal has its answer. 3: some stayed open within the limits.

    """
    settings = read_plan(read_text(str(config)), str(config))
    steps = settings.rounds
    if rounds is not None:
        steps = parse_rounds(rounds.split(","), "--rounds")
    bytes_each = parse_size(memory or settings.memory or DEFAULT_SIZE, "--memory")
    with StudyRecord(settings.plan, output) as record:
        tally = record.tally
        if tally.asked:
            asked = f"{tally.asked:,} of {settings.plan.deals:,} deals asked"
            say_error(f"{output}: {asked}, {tally.answered:,} answered")
        try:
            with LiveStudy(tally) as live:
                run_study(
                    record,
                    rounds=steps,
                    memory_bytes=bytes_each,
                    jobs=jobs or default_jobs(),
                    scheduler=scheduler,
                    on_round=live.start_round,
                    on_decision=live.add,
                )
        except KeyboardInterrupt:
            say_error(_stopped(tally, output))
            raise typer.Exit(130) from None
    show(study_report(tally), as_json=as_json, wide=wide)
    if tally.answered < settings.plan.deals:
        raise typer.Exit(3)


def _stopped(tally: Tally, output: Path | None) -> str:
    done = (
        f"stopped after {tally.asked:,} of {tally.plan.deals:,} deals, {tally.answered:,} answered"
    )
    if output is None:
        return f"{done}; with -o FILE they would be kept"
    return f"{done}, kept in {output}; the same command resumes"
