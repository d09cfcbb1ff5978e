"""`cardsolver analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from cardsolver.cli.console import rich_console, say, say_error, say_json, status_line
from cardsolver.cli.flags import JsonLines
from cardsolver.cli.games_file import Number, game_lines
from cardsolver.cli.numbers import seconds
from cardsolver.cli.solve_flags import (
    DEFAULT_SIZE,
    Engine,
    Memory,
    engine_named,
    make_limits,
)
from cardsolver.core.errors import InputError
from cardsolver.core.text import place
from cardsolver.core.transcript import parse_transcript
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.analysis import Analysis, NothingToAnalyseError, TurnReport, analyse
from cardsolver.solver.result import DEFAULT_TURN_S

if TYPE_CHECKING:
    from rich.table import Table

    from cardsolver.core.transcript import Transcript
    from cardsolver.solver.result import EngineName, SolveLimits

TurnTimeLimit: TypeAlias = Annotated[
    float,
    typer.Option(
        "--time-limit", parser=seconds(), metavar="S", help="Seconds per turn; 0: no limit."
    ),
]


def analyse_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Transcripts of The Game; - reads standard input, last is your latest game.",
        ),
    ],
    *,
    number: Number = None,
    engine: Engine = "auto",
    time_limit: TurnTimeLimit = DEFAULT_TURN_S,
    memory: Memory = DEFAULT_SIZE,
    as_json: JsonLines = False,
) -> None:
    """Say for each turn of a recorded game whether it could still be won, and which turn lost it.

    The analysis knows every card. For each turn it shows whether the game was still winnable and
    the fewest cards that could be left; then the turn that threw the win away, and what
    should have been played there. The time limit applies to each turn.

    Exit code 0: every turn is settled. 2: a line is not a transcript, or no game has a turn to
    analyse. 3: some turns are not settled, within the limits.
    """
    limits = make_limits(time_limit, memory, default_jobs())
    chosen = engine_named(engine)
    open_turns = analysed = refused = 0
    source, lines = game_lines(source, number)
    for at, line in lines:
        where = place(source, at)
        try:
            transcript = parse_transcript(line, where)
            analysis = analyse_with_progress(
                transcript, engine=chosen, limits=limits, what=f"line {at}: analysing"
            )
        except InputError as error:
            # A bad line, another game, or one that was left early must not cost the others.
            text = str(error)
            say_error(text if text.startswith(where) else f"{where}: {text}")
            refused += not isinstance(error, NothingToAnalyseError)
            continue
        analysed += 1
        open_turns += analysis.unsettled
        if as_json:
            say_json({"line": at, **_to_json(analysis)})
        else:
            say(f"line {at}: {transcript.deal.label} ({transcript.deal.rules})")
            show_analysis(analysis)
    if refused or not analysed:
        raise typer.Exit(2)
    say_open_turns(open_turns)
    if open_turns:
        raise typer.Exit(3)


def say_open_turns(count: int) -> None:
    """Say how many turns are not settled, if any."""
    if count:
        say_error(f"turns not settled: {count}; a longer --time-limit may settle them")


def analyse_with_progress(
    transcript: Transcript, *, engine: EngineName, limits: SolveLimits, what: str
) -> Analysis:
    """Analyse a game; a status line says how far it is."""
    with status_line(what) as tell:
        return analyse(
            transcript,
            engine=engine,
            limits=limits,
            on_turn=lambda done, of: tell(f"{done} of {of} turns settled"),
        )


def show_analysis(analysis: Analysis) -> None:
    """Every turn in a table, and which of them lost the win."""
    rich_console().print(_table(analysis))
    say(_summary(analysis))


def _table(analysis: Analysis) -> Table:
    from rich.table import Table  # noqa: PLC0415 - slow to load

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for name in ("turn", "seat", "piles"):
        table.add_column(name, justify="right")
    table.add_column("before it")
    table.add_column("left", justify="right")
    table.add_column("played")
    losing = analysis.losing_turn
    for turn in analysis.turns:
        piles = " ".join(f"{top:>3}" for top in turn.before.tops)
        table.add_row(
            str(turn.number),
            str(turn.before.mover + 1),
            piles,
            turn.verdict,
            _left(turn),
            " ".join(turn.moves) + (" ← the win is gone" if turn is losing else ""),
            style="bold" if turn is losing else None,
        )
    return table


def _left(turn: TurnReport) -> str:
    return f"{turn.left}" if turn.left == turn.left_bound else f"{turn.left_bound}–{turn.left}"


def _summary(analysis: Analysis) -> str:
    if analysis.left == 0:
        return "the game was won"
    losing = analysis.losing_turn
    if losing is not None:
        return (
            f"the win was lost in turn {losing.number} (seat {losing.before.mover + 1}):"
            f" {' '.join(losing.moves)}; {' '.join(losing.advice)} would have kept it"
        )
    if not analysis.is_over:
        before = analysis.turns[-1].verdict
        return f"the game is not finished; before its last turn it was {before}"
    first = analysis.turns[0]
    if first.verdict == "unwinnable":
        cards = "card" if _left(first) == "1" else "cards"
        return f"the game could not be won; at best {_left(first)} {cards} left"
    if analysis.open_turns is None:
        return "it is undecided whether the game could be won"
    first_open, last_open = analysis.open_turns
    between = "or" if last_open == first_open + 1 else "to"
    known = any(turn.verdict == "winnable" for turn in analysis.turns)
    doubt = "" if known else ", if there was one"
    return f"the win was lost in turn {first_open} {between} {last_open}{doubt}"


def _to_json(analysis: Analysis) -> dict[str, Any]:
    losing = analysis.losing_turn
    return {
        "left": analysis.left,
        "turns": [
            {
                "turn": turn.number,
                "seat": turn.before.mover + 1,
                "verdict": turn.verdict,
                "left": turn.left,
                "left_bound": turn.left_bound,
                "moves": list(turn.moves),
            }
            for turn in analysis.turns
        ],
        "lost_in_turn": None if losing is None else losing.number,
        "should_have_played": None if losing is None else list(losing.advice),
        "winning_line": None if losing is None else list(losing.best or ()),
    }
