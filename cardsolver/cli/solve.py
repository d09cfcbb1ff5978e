"""`cardsolver solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardsolver.cli.console import progress_bar, say, say_json, status_line
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
from cardsolver.cli.looks import HtmlFile, Looks, PlotFile
from cardsolver.cli.solve_flags import (
    DEFAULT_SIZE,
    FIRST,
    Engine,
    Jobs,
    Memory,
    PositionText,
    PuzzleName,
    Source,
    Threads,
    TimeLimit,
    engine_named,
    make_limits,
    read_deals,
)
from cardsolver.cli.tables import Column, draw
from cardsolver.core.transcript import replay, transcript_to_json
from cardsolver.games.the_game import GAME, kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import PILES
from cardsolver.runner.journal import check_writable, keep
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.batch import SolveTask, solve_many
from cardsolver.solver.check import other_engine
from cardsolver.solver.result import DEFAULT_TIME_S, Verdict
from cardsolver.solver.solve import solve_deal

PROOFS = {
    "all-laid": "every card is laid",
    "search-complete": "by complete search",
    "cpsat": "by CP-SAT",
}


@variant_flags(GAME, instead=(FIRST,))
def solve(
    source: Source = None,
    *,
    seed: Seed = None,
    seeds: Seeds = None,
    position: PositionText = None,
    puzzle: PuzzleName = None,
    laid: Laid = 0,
    engine: Engine = "auto",
    time_limit: TimeLimit = DEFAULT_TIME_S,
    memory: Memory = DEFAULT_SIZE,
    jobs: Jobs = None,
    threads: Threads = None,
    scheduler: Scheduler = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            parser=file_name,
            metavar="FILE",
            help="Append each line here, as a transcript.",
        ),
    ] = None,
    html: HtmlFile = None,
    plot: PlotFile = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Have the other engine confirm each answer."),
    ] = False,
    as_json: JsonLines = False,
    variant: VariantFlags,
) -> None:
    """Find the best outcome of The Game for a known shuffle, and prove it.

    Prints the fewest cards that can be left, the proven bound, how it was proven, and the moves.
    With several players the team chooses who starts, unless --first names a seat.

    Examples:
        cardsolver solve --seed 42
        cardsolver solve --seeds 0:10 --players 3
        cardsolver solve --seed 42 --html line.html --plot line.svg
        cardsolver solve --position "54 13 29 89 / 5 10 61 / 33 34"
        cardsolver solve --seed 42 --check

    Exit code 0: every best outcome is proven (and confirmed, with --check). 3: some are not, within
    the limits.

    """
    deals, first = read_deals(
        source, seed, seeds, position, laid, variant, puzzle=puzzle, has_puzzles=True
    )
    chosen = engine_named(engine)
    if record is not None:
        check_writable(record)
    looks = Looks(html, plot)
    looks.check(len(deals))
    unproven = 0
    if len(deals) == 1 and scheduler is None:
        limits = make_limits(time_limit, memory, threads or jobs or default_jobs())
        with status_line(f"{deals[0].label}: searching") as tell:
            verdict = solve_deal(
                deals[0],
                first=first,
                engine=chosen,
                limits=limits,
                check=check,
                on_progress=lambda left, bound: tell(f"best {left} left, proven at least {bound}"),
            )
        unproven += _tell(verdict, record, check=check, as_json=as_json, with_moves=True)
        looks.write(verdict.transcript)
        if verdict.reason == "interrupted":
            raise typer.Exit(130)
    else:
        limits = make_limits(time_limit, memory, threads or 1)
        tasks = [SolveTask(deal, first, chosen, limits, check=check) for deal in deals]
        order: InOrder[SolveTask, Verdict] = InOrder(tasks)
        interrupted = False
        with progress_bar("solving", len(tasks)) as advance:
            for task, verdict in solve_many(tasks, jobs=jobs, scheduler=scheduler):
                for each in order.add(task, verdict):
                    unproven += _tell(each, record, check=check, as_json=as_json, with_moves=False)
                advance("")
                interrupted = verdict.reason == "interrupted"
                if interrupted:
                    break
        for each in order.rest():
            _tell(each, record, check=check, as_json=as_json, with_moves=False)
        if interrupted:
            raise typer.Exit(130)
    if unproven:
        raise typer.Exit(3)


def _tell(
    verdict: Verdict, record: Path | None, *, check: bool, as_json: bool, with_moves: bool
) -> bool:
    """Print a verdict and keep its line; True if its proof, or the check, is missing."""
    unchecked = check and verdict.checked_by is None
    if record is not None:
        keep(record, transcript_to_json(verdict.transcript))
    if as_json:
        say_json(verdict.to_json())
    else:
        note = _why_unconfirmed(verdict) if unchecked else ""
        say(f"{verdict.deal} ({verdict.variant}): {sentence(verdict)}{note}")
        if with_moves:
            say(moves_table(verdict))
    return unchecked or not verdict.is_optimal


def _why_unconfirmed(verdict: Verdict) -> str:
    other = other_engine(verdict.engine, verdict.proof)
    if other == "search" and not kernel.is_built():
        return "; not confirmed: the kernel is not built, so there is no search to ask"
    return f"; not confirmed: {other} did not come to an end within the limits"


def sentence(verdict: Verdict) -> str:
    """The verdict in words, with its proof and its cost."""
    cards = f"{verdict.left} card{'s' * (verdict.left != 1)} left"
    took = f"{verdict.seconds:.2f} s, {verdict.nodes:,} nodes, {verdict.engine}"
    if verdict.checked_by is not None:
        took += f", confirmed by {verdict.checked_by}"
    if verdict.proof is not None and verdict.is_optimal:
        text = f"{verdict.verdict}, {cards}, proven {PROOFS[verdict.proof]}"
        return f"{text if verdict.left else f'winnable, {PROOFS[verdict.proof]}'} ({took})"
    why = "Ctrl-C" if verdict.reason == "interrupted" else verdict.reason
    reason = f", stopped by {why}" if why else ""
    return (
        f"{verdict.verdict}, {cards} found, at least {verdict.left_bound} proven{reason} ({took})"
    )


def moves_table(verdict: Verdict) -> str:
    """The line turn by turn: what was laid, tricks marked with a star, and the piles after it.

    As in `replay`, turn 0 is the one that a position begins in the middle of.
    """
    players = the_game.parse_rules(verdict.variant).players
    columns = [
        Column("turn"),
        *([Column("seat")] if players > 1 else []),
        Column("lays (* goes back by 10)", left=True),
        *(Column(f"{pile} {'up' if at < 2 else 'down'}") for at, pile in enumerate(PILES)),
    ]
    states = replay(verdict.transcript).states
    blank = [""] * (len(columns) - len(PILES))
    rows = [[*blank, *map(str, states[0].tops)]]
    first_turn = 0 if states[0].laid else 1
    lays: list[str] = []
    for state, after, text in zip(states, states[1:], verdict.transcript.moves, strict=False):
        move = the_game.parse_move(text)
        if isinstance(move, the_game.Lay):
            trick = the_game.is_trick(move.pile, state.tops[move.pile], move.card)
            lays.append(f"{text}*" if trick else text)
        if after.end is not None or not after.laid:
            turn = str(first_turn + len(rows) - 1)
            who = [str(state.mover + 1)] if players > 1 else []
            rows.append([turn, *who, " ".join(lays) or "end", *map(str, after.tops)])
            lays = []
    return "\n".join(draw(columns, rows, width=None).lines)
