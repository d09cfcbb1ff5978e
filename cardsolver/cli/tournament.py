"""`cardsolver tournament`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from cardsolver.cli.completion import complete_bots, one_of
from cardsolver.cli.console import say_error
from cardsolver.cli.flags import (
    Json,
    Scheduler,
    Seeds,
    Times,
    VariantFlags,
    Wide,
    file_name,
    variant_flags,
)
from cardsolver.cli.game_names import OptionalGameName
from cardsolver.cli.live_standings import LiveStandings
from cardsolver.cli.numbers import seconds, whole
from cardsolver.cli.report import show
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.report import without_times
from cardsolver.core.text import quote
from cardsolver.runner.workers import check_jobs, default_jobs
from cardsolver.seats.spec import is_command, is_python
from cardsolver.tournaments.config import ON_FAULT, SEATINGS, Config
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.report import make_report, results_of
from cardsolver.tournaments.run import run
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.settings import config_of, read_settings

_SEED_KEYS = {"seeds", "seed"}


@variant_flags()
def tournament(
    game: OptionalGameName = None,
    *,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,…",
            help="Who plays: built-in names, package.module:Name, cmd:PROGRAM; a+b is a mixed team"
            " of The Game.",
            autocompletion=complete_bots,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME=BOT", help="A short name for a bot, to use in --bots."
        ),
    ] = None,
    seeds: Seeds = None,
    seed: Annotated[
        list[str] | None,
        typer.Option("--seed", metavar="TEXT", help="A text seed; may be given several times."),
    ] = None,
    gauntlet: Annotated[
        bool | None,
        typer.Option("--gauntlet", help="Only line-ups with the first bot, not all against all."),
    ] = None,
    seatings: Annotated[
        str | None,
        typer.Option(
            "--seatings",
            metavar="|".join(SEATINGS),
            help="Seat orders to play on each deal [rotate].",
            autocompletion=one_of(SEATINGS),
        ),
    ] = None,
    on_fault: Annotated[
        str | None,
        typer.Option(
            "--on-fault",
            metavar="|".join(ON_FAULT),
            help="After a fault: the bot loses the game, the tournament stops, or a stand-in takes"
            " over [forfeit].",
            autocompletion=one_of(ON_FAULT),
        ),
    ] = None,
    start_limit: Annotated[
        float | None,
        typer.Option(
            "--start-limit",
            parser=seconds(),
            metavar="S",
            help="Seconds for a program to start [10].",
        ),
    ] = None,
    move_limit: Annotated[
        float | None,
        typer.Option("--move-limit", parser=seconds(), metavar="S", help="Seconds per move [10]."),
    ] = None,
    game_limit: Annotated[
        float | None,
        typer.Option(
            "--game-limit",
            parser=seconds(),
            metavar="S",
            help="Seconds per seat for a whole game [600].",
        ),
    ] = None,
    isolate: Annotated[
        bool | None,
        typer.Option(
            "--isolate/--no-isolate",
            help="Also run Python bots (package.module:Name) in their own processes [yes].",
        ),
    ] = None,
    bot_memory: Annotated[
        str | None,
        typer.Option("--bot-memory", metavar="SIZE", help="Memory that a bot may use [1G]."),
    ] = None,
    bot_wrapper: Annotated[
        str | None,
        typer.Option(
            "--bot-wrapper",
            metavar="COMMAND",
            help="A command to run each bot under, such as a sandbox; see SECURITY.md.",
        ),
    ] = None,
    bot_env: Annotated[
        list[str] | None,
        typer.Option(
            "--bot-env", metavar="NAME", help="An environment variable that bots may see."
        ),
    ] = None,
    max_moves: Annotated[
        int | None,
        typer.Option(
            "--max-moves", parser=whole(1), metavar="N", help="Stop a game after N moves [5000]."
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="elo0=0,elo1=20",
            help="Two bots: stop as soon as the test decides between two Elo differences"
            " (also alpha, beta).",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", parser=whole(1), metavar="N", help="Worker processes [all cores]."
        ),
    ] = None,
    scheduler: Scheduler = None,
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
    logs: Annotated[
        Path | None,
        typer.Option(
            "--logs",
            parser=file_name,
            metavar="DIR",
            help="Folder for what bots print [FILE.logs].",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config", parser=file_name, metavar="FILE", help="A TOML file with these settings."
        ),
    ] = None,
    as_json: Json = False,
    times: Times = True,
    wide: Wide = False,
    variant: VariantFlags,
) -> None:
    """Let bots play many deals, keep every game as it ends, and report.

    Every bot plays the same deals; in competitive games the seats rotate. With --output the
    same command resumes a run, however it was stopped.

    Examples:
        cardsolver tournament the-game --bots greedy,random --seeds 0:100 -o run.jsonl
        cardsolver tournament fifty-fifty --bots greedy,random,cmd:./mybot --seeds 0:50 --players 3

    Exit code 0: all games were played (or the sequential test is decided). 1: a fault stopped it.

    """
    given = {
        "game": game,
        "bots": None if bots is None else [part.strip() for part in bots.split(",")],
        "names": None if name is None else _names(name),
        "seeds": seeds,
        "seed": seed or None,
        "gauntlet": gauntlet,
        "seatings": seatings,
        "on-fault": on_fault,
        "start-limit": start_limit,
        "move-limit": move_limit,
        "game-limit": game_limit,
        "isolate": isolate,
        "bot-memory": bot_memory,
        "bot-wrapper": bot_wrapper,
        "bot-env": bot_env or None,
        "max-moves": max_moves,
        "sprt": sprt,
        "jobs": jobs,
        "scheduler": scheduler,
        "output": output,
        "logs": logs,
    }
    flags = {key: value for key, value in given.items() if value is not None}
    settings = {} if config is None else read_settings(config)
    if _SEED_KEYS & flags.keys():  # each says which deals, so either takes the place of both
        settings = {key: value for key, value in settings.items() if key not in _SEED_KEYS}
    settings |= flags
    if "game" not in settings:
        raise InputError("GAME is missing; expected a value such as the-game")
    plan = config_of(settings, variant.words(game_named(settings["game"])))
    _run(plan, settings, as_json=as_json, times=times, wide=wide)


def _names(texts: list[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for text in texts:
        name, equals, spec = (part.strip() for part in text.partition("="))
        if not (name and equals and spec):
            raise InputError(f"--name {quote(text)}; expected NAME=BOT such as mine=cmd:./mybot")
        if name in names:
            raise InputError(f"--name {quote(name)} is given twice; expected one bot for a name")
        names[name] = spec
    return names


def _run(plan: Config, settings: dict[str, Any], *, as_json: bool, times: bool, wide: bool) -> None:
    output = None if settings.get("output") is None else Path(settings["output"])
    jobs = settings.get("jobs", default_jobs())
    check_jobs(jobs)
    _warn_of_unset(plan, settings)
    total = len(schedule_of(plan))
    with Record(plan, output) as record:
        logs = _logs(plan, settings, output)
        before = len(record.games)
        if before:
            say_error(f"{output}: {before} of {total} games already played")
        try:
            with LiveStandings(plan, record.games) as progress:
                ending = run(
                    plan,
                    record,
                    jobs=jobs,
                    scheduler=settings.get("scheduler"),
                    logs=logs,
                    on_game=progress.add,
                )
        except KeyboardInterrupt:
            say_error(_stopped(len(record.games), total, output))
            raise typer.Exit(130) from None
        results = results_of(plan, record.games)
    if ending.stopped_by is not None:
        fault = ending.stopped_by.faults[-1]
        kept = "" if output is None else f"; {len(results.games)} games are kept"
        say_error(
            f"stopped: {fault.kind} by {ending.stopped_by.seats[fault.seat]} (game"
            f" {ending.stopped_by.number}, seed {ending.stopped_by.seed}, seat {fault.seat + 1}):"
            f" {fault.message}{kept}; the same command plays that game again"
        )
        raise typer.Exit(1)
    made = make_report(results)
    show(made if times else without_times(made), as_json=as_json, wide=wide)


def _stopped(played: int, total: int, output: Path | None) -> str:
    if output is None:
        return f"stopped after {played} of {total} games; with -o FILE they would be kept"
    return f"stopped after {played} of {total} games, kept in {output}; the same command resumes"


def _warn_of_unset(plan: Config, settings: dict[str, Any]) -> None:
    """A variable that is not there is none that bots can see; a cluster has its own."""
    for name in plan.confinement.env:
        if name not in os.environ and "scheduler" not in settings:
            say_error(f"--bot-env {name}: not set, so no bot will see it")


def _logs(plan: Config, settings: dict[str, Any], output: Path | None) -> Path | None:
    """The folder for what bots in processes of their own say; created only if there are any."""
    specs = {member.spec for entry in plan.entries for member in entry.members}
    game = game_named(plan.game)
    are_processes = any(
        is_command(spec) or (is_python(spec, game) and plan.confinement.isolates(spec))
        for spec in specs
    )
    chosen = settings.get("logs") or (None if output is None else f"{output}.logs")
    if chosen is None:
        return None
    folder = Path(chosen)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: not a folder; expected one for the bots' logs")
    if not are_processes:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created ({error.strerror})") from None
    return folder
