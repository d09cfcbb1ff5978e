"""`cardsolver winnable`."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import progress_bar, say, say_error, say_json
from cardsolver.cli.flags import (
    JsonLines,
    Laid,
    Scheduler,
    Seed,
    Seeds,
    VariantFlags,
    file_name,
    variant_flags,
)
from cardsolver.cli.in_order import InOrder
from cardsolver.cli.looks import PlotFile, check_picture
from cardsolver.cli.numbers import seconds
from cardsolver.cli.solve_flags import (
    DEFAULT_SIZE,
    FIRST,
    Engine,
    Jobs,
    Memory,
    PositionText,
    Rounds,
    Source,
    Threads,
    engine_named,
    make_limits,
    read_deals,
)
from cardsolver.core.errors import InputError
from cardsolver.core.stats import wilson
from cardsolver.games.the_game import GAME
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.batch import SolveTask, VerdictFile, solve_many
from cardsolver.solver.result import DEFAULT_TIME_S, RULINGS
from cardsolver.studies.plan import parse_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.solver.result import Ruling, Verdict


@variant_flags(GAME, instead=(FIRST,))
def winnable(
    source: Source = None,
    *,
    seed: Seed = None,
    seeds: Seeds = None,
    position: PositionText = None,
    laid: Laid = 0,
    engine: Engine = "auto",
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            parser=seconds(),
            metavar="S",
            help=f"Seconds per deal; 0: no limit.  [{DEFAULT_TIME_S:g}]",
        ),
    ] = None,  # the default is not: --rounds stands instead of it
    memory: Memory = DEFAULT_SIZE,
    jobs: Jobs = None,
    threads: Threads = None,
    scheduler: Scheduler = None,
    rounds: Rounds = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            parser=file_name,
            metavar="FILE",
            help="Keep one JSON line per deal in this file, and skip the deals it has decided.",
        ),
    ] = None,
    plot: PlotFile = None,
    as_json: JsonLines = False,
    variant: VariantFlags,
) -> None:
    """Say whether The Game can be won for a known shuffle: winnable, unwinnable or undecided.

    Examples:
        cardsolver winnable --seeds 0:100 --players 3 --expert
        cardsolver winnable --seeds 0:100 --hand 5 --rounds 1s,10s,100s
        cardsolver winnable deals.jsonl --resume verdicts.jsonl --plot share.svg

    Exit code 0: all winnable. 1: at least one proven unwinnable, none undecided. 3: any undecided.

    """
    if rounds is not None and time_limit is not None:
        raise InputError("--rounds has the time of each round; expected no --time-limit")
    limit_s = DEFAULT_TIME_S if time_limit is None else time_limit
    deals, first = read_deals(source, seed, seeds, position, laid, variant)
    chosen = engine_named(engine)
    if plot is not None:
        check_picture(plot)
    steps = (limit_s,) if rounds is None else parse_rounds(rounds.split(","), "--rounds")
    limits = make_limits(limit_s, memory, threads or (default_jobs() if len(deals) == 1 else 1))
    tasks = [SolveTask(deal, first, chosen, limits, win_only=True) for deal in deals]
    with nullcontext() if resume is None else VerdictFile(resume, on_note=say_error) as file:
        found = _decided(file, tasks, as_json=as_json)
        runner = partial(solve_many, jobs=jobs, scheduler=scheduler, file=file)
        interrupted = _decide(tasks, steps, runner, found, as_json=as_json)
    counts = Counter(found.values())
    if interrupted:
        kept = f"; --resume {resume} continues" if resume is not None else ""
        say_error(f"stopped after {counts.total()} of {len(deals)} deals{kept}")
        raise typer.Exit(130)
    if len(deals) > 1 and not as_json:
        say(f"{_counted(counts)}: {_running(counts)}")
    if plot is not None:
        _draw(plot, deals, [found[id(task)] for task in tasks])
    if counts["undecided"]:
        raise typer.Exit(3)
    if counts["unwinnable"]:
        raise typer.Exit(1)


def _decide(
    tasks: list[SolveTask],
    rounds: Sequence[float],
    solve: Callable[[list[SolveTask]], Iterator[tuple[SolveTask, Verdict]]],
    found: dict[int, Ruling],
    *,
    as_json: bool,
) -> bool:
    """Add the verdicts on what is not decided yet; True if it was interrupted."""
    waiting = [task for task in tasks if id(task) not in found]
    order: InOrder[SolveTask, Verdict] = InOrder(waiting)
    try:
        for number, limit_s in enumerate(rounds, 1):
            asked = [_within(task, limit_s) for task in waiting]
            originals = {id(each): task for each, task in zip(asked, waiting, strict=True)}
            what = "deciding" if len(rounds) == 1 else f"{limit_s:g} s per deal"
            waiting = []
            counts = Counter(found.values())
            with progress_bar(what, len(tasks), done=counts.total()) as advance:
                for each, verdict in solve(asked):
                    task = originals[id(each)]
                    interrupted = verdict.reason == "interrupted"
                    if verdict.verdict == "undecided" and number < len(rounds) and not interrupted:
                        waiting.append(task)  # it is asked again, with more time
                        continue
                    found[id(task)] = verdict.verdict
                    counts[verdict.verdict] += 1
                    for ready in order.add(task, verdict):
                        _tell(ready, as_json=as_json)
                    if interrupted:
                        return True
                    advance(_running(counts))
    except KeyboardInterrupt:
        return True
    finally:
        for left in order.rest():
            _tell(left, as_json=as_json)
    return False


def _within(task: SolveTask, limit_s: float) -> SolveTask:
    return replace(task, limits=replace(task.limits, seconds=limit_s or None))


def _draw(plot: Path, deals: list[Deal], rulings: list[Ruling]) -> None:
    from cardsolver.solver.plot import draw_rulings  # noqa: PLC0415 - only for a picture

    variants = dict.fromkeys(GAME.format_rules(GAME.start(deal).rules) for deal in deals)
    known = f"{len(deals)} deals: {_running(Counter(rulings))}"
    draw_rulings(rulings, f"{GAME.title} ({', '.join(variants)})\n{known}", plot)
    say_error(f"{plot}: written")


def _tell(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        say_json(verdict.to_json())
        return
    reason = f" ({verdict.reason})" if verdict.verdict == "undecided" else ""
    say(f"{verdict.deal}: {verdict.verdict}{reason}")


def _counted(counts: Counter[Ruling]) -> str:
    return ", ".join(f"{counts[ruling]} {ruling}" for ruling in RULINGS if counts[ruling])


def _running(counts: Counter[Ruling]) -> str:
    """The share of winnable deals; its ends count the undecided ones as lost and as won."""
    total = counts.total()
    if not total:
        return ""
    fewest, most = counts["winnable"], counts["winnable"] + counts["undecided"]
    low, high = wilson(fewest, total)[0], wilson(most, total)[1]
    share = f"{fewest / total:.1%}"
    if most > fewest:
        share += f" to {most / total:.1%}"
    return f"{share} winnable (95 % interval {low:.1%} to {high:.1%})"


def _decided(
    file: VerdictFile | None, tasks: list[SolveTask], *, as_json: bool
) -> dict[int, Ruling]:
    """The verdicts that an earlier run left, by the identity of the task: deals may be equal.

    They are told too: a run that was stopped and resumed says all that another one does.
    """
    if file is None:
        return {}
    found: dict[int, Ruling] = {}
    for task in tasks:
        if task in file:
            verdict = file[task]
            found[id(task)] = verdict.verdict
            _tell(verdict, as_json=as_json)
    if tasks and file.decided and not found:
        say_error(f"{file.path}: only has verdicts on other deals; adding to them")
    return found
