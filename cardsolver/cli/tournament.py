"""`cardsolver tournament`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from cardsolver.bots.seats import Limits
from cardsolver.cli.console import say_error
from cardsolver.cli.flags import Json, Variant, variant_flags
from cardsolver.cli.progress import Progress
from cardsolver.cli.report import show
from cardsolver.errors import InputError
from cardsolver.games import GAMES, game_named
from cardsolver.report import make_report, results_of
from cardsolver.textfile import quote, read_text
from cardsolver.tournament.config import (
    MODES,
    MOST_MOVES,
    ON_FAULT,
    SEATINGS,
    Config,
    make_config,
)
from cardsolver.tournament.record import Record
from cardsolver.tournament.run import run
from cardsolver.tournament.schedule import schedule_of
from cardsolver.workers import default_jobs

# The keys of a configuration file; each is also a flag, and the flag wins.
_KEYS = {
    "game": str,
    "rules": str,
    "bots": list,
    "names": dict,
    "seeds": str,
    "players": int,
    "gauntlet": bool,
    "seatings": str,
    "on-fault": str,
    "start-limit": float,
    "move-limit": float,
    "game-limit": float,
    "max-moves": int,
    "sprt": str,
    "jobs": int,
    "scheduler": str,
    "output": str,
    "logs": str,
}


@variant_flags()
def tournament(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"One of {', '.join(GAMES)}.")
    ] = None,
    *,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,…",
            help="Who plays: built-in names, package.module:Name, cmd:PROGRAM; a+b is a mixed team"
            " of The Game.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME=BOT", help="A short name for a bot, to use in --bots."
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option("--seeds", metavar="FIRST:END", help="The deals: 0:1000, or 1,5,9."),
    ] = None,
    gauntlet: Annotated[
        bool | None,
        typer.Option("--gauntlet", help="The first bot against the others (not all against all)."),
    ] = None,
    seatings: Annotated[
        str | None,
        typer.Option(
            "--seatings", metavar="|".join(SEATINGS), help="Who sits where on a deal [rotate]."
        ),
    ] = None,
    on_fault: Annotated[
        str | None,
        typer.Option(
            "--on-fault",
            metavar="|".join(ON_FAULT),
            help="When a bot misbehaves: its game is lost, all stops, or a stand-in plays on"
            " [forfeit].",
        ),
    ] = None,
    start_limit: Annotated[
        float | None,
        typer.Option("--start-limit", metavar="S", help="Seconds for a program to start [10]."),
    ] = None,
    move_limit: Annotated[
        float | None, typer.Option("--move-limit", metavar="S", help="Seconds for a move [10].")
    ] = None,
    game_limit: Annotated[
        float | None,
        typer.Option("--game-limit", metavar="S", help="Seconds for a seat's moves in all [600]."),
    ] = None,
    max_moves: Annotated[
        int | None,
        typer.Option("--max-moves", min=1, metavar="N", help="Break a longer game off [5000]."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="elo0=0,elo1=20",
            help="Two bots: stop when it is decided which Elo difference is true"
            " (also alpha, beta).",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Worker processes [all cores]."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Play on a Dask cluster."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The record; go on if it exists."),
    ] = None,
    logs: Annotated[
        Path | None,
        typer.Option("--logs", metavar="DIR", help="Standard error of programs [FILE.logs]."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="A TOML file with these settings."),
    ] = None,
    as_json: Json = False,
    times: Annotated[
        bool, typer.Option("--times/--no-times", help="Measured times in the report.")
    ] = True,
    variant: Variant,
) -> None:
    """Let bots play many deals, keep every game as it ends, and report.

    Every bot plays the same deals; where players compete, seats rotate. Killed at any moment, the
    same command goes on.

    Examples: **cardsolver tournament the-game --bots greedy,random --seeds 0:100 -o run.jsonl**,
    **cardsolver tournament fifty-fifty --bots greedy,random,cmd:./mybot --seeds 0:50 --players 3**

    Exit code 0: all games are played (or the sequential test is decided). 1: a fault stopped it.
    """
    given = {
        "game": game,
        "bots": None if bots is None else [part.strip() for part in bots.split(",")],
        "names": None if name is None else dict(map(_name, name)),
        "seeds": seeds,
        "gauntlet": gauntlet,
        "seatings": seatings,
        "on-fault": on_fault,
        "start-limit": start_limit,
        "move-limit": move_limit,
        "game-limit": game_limit,
        "max-moves": max_moves,
        "sprt": sprt,
        "jobs": jobs,
        "scheduler": scheduler,
        "output": output,
        "logs": logs,
    }
    settings = {} if config is None else _read_config(config)
    settings |= {key: value for key, value in given.items() if value is not None}
    plan = _plan(settings, variant)
    _run(plan, settings, as_json=as_json, times=times)


def _name(text: str) -> tuple[str, str]:
    name, equals, spec = text.partition("=")
    if not (name and equals and spec):
        raise InputError(f"--name {quote(text)}; expected NAME=BOT, as in mine=cmd:./mybot")
    return name.strip(), spec.strip()


def _read_config(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(read_text(str(path)))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML ({error})") from None
    for key, value in data.items():
        kind = _KEYS.get(key)
        if kind is None:
            raise InputError(f"{path}: no setting {quote(key)}; expected {', '.join(_KEYS)}")
        if kind is float and type(value) is int:
            continue
        if type(value) is not kind:
            raise InputError(f"{path}: {key} is {quote(value)}; expected a {_WORDS[kind]}")
    texts = [*data.get("bots", ()), *data.get("names", {}).values()]
    wrong = [text for text in texts if not isinstance(text, str)]
    if wrong:
        raise InputError(f"{path}: {quote(wrong[0])} is no bot; expected a text")
    return data


_WORDS = {
    str: "text",
    list: "list of texts",
    dict: "table of texts",
    int: "whole number",
    bool: "true or false",
    float: "number",
}


def _plan(settings: dict[str, Any], variant: Variant) -> Config:
    """The configuration of flags and file; a flag of the variant wins over the file's words."""
    for key, example in (("game", "the-game"), ("bots", "greedy,random"), ("seeds", "0:100")):
        if key not in settings:
            flag = "GAME" if key == "game" else f"--{key}"
            raise InputError(f"{flag} is missing; expected as in {example}")
    game = game_named(settings["game"])
    words = {
        word.removeprefix("no-").partition("=")[0]: word
        for word in settings.get("rules", "").replace(",", " ").split()
    }
    if "players" in settings:
        words["players"] = f"players={settings['players']}"
    for word in variant.words(game).split():
        words[word.removeprefix("no-").partition("=")[0]] = word
    defaults = Limits()
    return make_config(
        game=game.NAME,
        rules=" ".join(words.values()),
        bots=settings["bots"],
        names=settings.get("names"),
        seeds=settings["seeds"],
        mode=MODES[1] if settings.get("gauntlet") else MODES[0],
        seatings=settings.get("seatings", SEATINGS[0]),
        on_fault=settings.get("on-fault", ON_FAULT[0]),
        limits=Limits(
            start_s=float(settings.get("start-limit", defaults.start_s)),
            move_s=float(settings.get("move-limit", defaults.move_s)),
            game_s=float(settings.get("game-limit", defaults.game_s)),
        ),
        most_moves=settings.get("max-moves", MOST_MOVES),
        sprt=settings.get("sprt"),
        here="scheduler" not in settings,
    )


def _run(plan: Config, settings: dict[str, Any], *, as_json: bool, times: bool) -> None:
    output = None if settings.get("output") is None else Path(settings["output"])
    total = len(schedule_of(plan))
    with Record(plan, output) as record:
        logs = _logs(plan, settings, output)
        before = len(record.games)
        if before:
            say_error(f"{output}: {before} of {total} games are played already")
        try:
            with Progress(plan, record.games) as progress:
                ending = run(
                    plan,
                    record,
                    jobs=settings.get("jobs") or default_jobs(),
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
    show(make_report(results, times=times), as_json=as_json)


def _stopped(played: int, total: int, output: Path | None) -> str:
    if output is None:
        return f"stopped after {played} of {total} games; with -o FILE they would be kept"
    return f"stopped after {played} of {total} games, kept in {output}; the same command goes on"


def _logs(plan: Config, settings: dict[str, Any], output: Path | None) -> Path | None:
    """The folder for what programs write to standard error; made only when a program plays."""
    has_program = any(
        member.spec.startswith("cmd:") for entry in plan.entries for member in entry.members
    )
    chosen = settings.get("logs") or (None if output is None else f"{output}.logs")
    if chosen is None or not has_program:
        return None
    folder = Path(chosen)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None
    return folder
