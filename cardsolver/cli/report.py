"""`cardsolver report`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import say, say_error, say_json
from cardsolver.cli.flags import Json, Wide
from cardsolver.cli.looks import PlotFile, check_picture
from cardsolver.cli.tables import Column, draw, terminal_width
from cardsolver.core.errors import InputError
from cardsolver.core.transcript import format_transcript
from cardsolver.tournaments.report import (
    Report,
    cells,
    headline,
    load_results,
    make_report,
    to_csv,
    to_json,
    to_markdown,
    transcripts,
)

if TYPE_CHECKING:
    from cardsolver.tournaments.report import ReportTable

MOST_ROWS = 20  # of a table among others; a bot that always fails must not bury the standings


def report(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Tournament records, all of one game.")
    ],
    *,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print one table as CSV.")] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as Markdown.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="NAME", help="Only bots, pairs, faults or fault-games [all]."
        ),
    ] = None,
    times: Annotated[
        bool, typer.Option("--times/--no-times", help="Show measured times in the report.")
    ] = True,
    plot: PlotFile = None,
    wide: Wide = False,
    as_transcripts: Annotated[
        bool,
        typer.Option("--transcripts", help="Print every game, for referee, replay and share."),
    ] = False,
) -> None:
    """Report on one or more records: standings with intervals, pairs, faults, times.

    Examples:
        cardsolver report run.jsonl --markdown
        cardsolver report run.jsonl --plot run.svg
        cardsolver report run.jsonl --transcripts | cardsolver referee -
        cardsolver report run.jsonl --transcripts | cardsolver replay - --number 3 --html game.html

    """
    if sum((as_json, as_csv, as_markdown, as_transcripts)) > 1:
        raise InputError("expected only one of --json, --csv, --markdown and --transcripts")
    if plot is not None:
        check_picture(plot)
    results = load_results(files, moves=as_transcripts)
    for note in results.notes:
        say_error(note)
    if as_transcripts:
        for transcript in transcripts(results):
            say(format_transcript(transcript))
        return
    made = make_report(results, times=times)
    if plot is not None:
        from cardsolver.tournaments.plot import draw  # noqa: PLC0415 - an extra, and slow to load

        draw(results, made, plot)
    if table is not None:
        made = Report(made.summary, (made.table(table),))
    if as_csv:
        say(to_csv(made.tables[0]).rstrip("\n"))
    elif as_markdown:
        say(to_markdown(made).rstrip("\n"))
    else:
        show(made, as_json=as_json, wide=wide)


def show(made: Report, *, as_json: bool, wide: bool = False) -> None:
    """Print a report for people, or as one line of JSON."""
    if as_json:
        say_json(to_json(made))
        return
    say(headline(made))
    width = None if wide else terminal_width()
    for table in made.tables:
        if table.rows:
            _show_table(table, width, whole=len(made.tables) == 1)


def _show_table(table: ReportTable, width: int | None, *, whole: bool) -> None:
    rows = table.rows if whole else table.rows[:MOST_ROWS]
    drawn = draw(
        [Column(one.head, left=one.kind == "text", spare=one.spare) for one in table.columns],
        [cells(table, row) for row in rows],
        width=width,
    )
    say(f"\n{table.title}\n")
    for line in drawn.lines:
        say(line)
    if len(rows) < len(table.rows):
        more = len(table.rows) - len(rows)
        say(f"… and {more:,} more: report FILE --table {table.name} shows all")
    if drawn.left_out:
        say(f"(--wide also shows: {', '.join(drawn.left_out)})")
