"""`cardsolver report`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import progress_bar, say, say_error, say_json
from cardsolver.cli.flags import Json, Times, Wide
from cardsolver.cli.looks import PlotFile, check_picture
from cardsolver.cli.numbers import seconds
from cardsolver.cli.tables import Column, draw, terminal_width
from cardsolver.core.errors import InputError
from cardsolver.core.report import cells, to_csv, to_json, to_markdown, without_times
from cardsolver.core.transcript import transcript_to_json
from cardsolver.runner.journal import kind_of
from cardsolver.runner.workers import default_jobs
from cardsolver.studies.record import KIND as STUDY
from cardsolver.studies.record import read_study
from cardsolver.studies.report import study_report
from cardsolver.studies.verify import study_lines, verify_study
from cardsolver.tournaments.record import KIND as TOURNAMENT
from cardsolver.tournaments.report import load_results, make_report, transcripts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cardsolver.core.report import Report, ReportTable
    from cardsolver.core.transcript import Transcript

MOST_ROWS = 20  # of a table among others; a bot that always fails must not bury the standings


def report(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records of tournaments of one game, or of studies."),
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
            "--table", metavar="NAME", help="Only this table, such as bots, pairs, faults or sets."
        ),
    ] = None,
    times: Times = True,
    plot: PlotFile = None,
    wide: Wide = False,
    verify: Annotated[
        float | None,
        typer.Option(
            "--verify",
            parser=seconds(),
            metavar="S",
            help='Studies: check every claim, with S seconds for each "unwinnable".',
        ),
    ] = None,
    as_transcripts: Annotated[
        bool,
        typer.Option("--transcripts", help="Print every game, for referee, replay and share."),
    ] = False,
) -> None:
    """Report on tournament or study records.

    A tournament: standings with intervals, pairs, faults, times. A study: how many deals can be won
    under which rules. --verify replays every line of a study and has the other engine check
    every "unwinnable".

    Examples:
        cardsolver report run.jsonl --markdown
        cardsolver report run.jsonl --plot run.svg
        cardsolver report run.jsonl --transcripts | cardsolver referee -
        cardsolver report study.jsonl --verify 10

    Exit code 1: --verify found a false claim. 3: a claim was not checked because its worker died.

    """
    _check_forms(as_json, as_csv, as_markdown, as_transcripts, verify is not None)
    if as_transcripts or verify is not None:
        _check_no_report(plot=plot, table=table)
    elif plot is not None:
        check_picture(plot)
    kind = kind_of(files[0])
    if kind not in (STUDY, TOURNAMENT):
        raise InputError(
            f"{files[0]}: not a record; expected that of a tournament or a study"
            " (cardsolver referee judges games)"
        )
    is_study = kind == STUDY
    if verify is not None:
        if not is_study:
            raise InputError("--verify goes with the record of a study; referee checks games")
        _verify(files, verify)
        return
    if as_transcripts:
        for transcript in study_lines(files) if is_study else _games(files):
            say_json(transcript_to_json(transcript))
        return
    made = _of_studies(files, plot) if is_study else _of_tournaments(files, plot)
    if not times:
        made = without_times(made)
    if table is not None:
        made = replace(made, tables=(made.table(table),))
    if as_csv:
        say(to_csv(made.tables[0]).rstrip("\n"))
    elif as_markdown:
        say(to_markdown(made).rstrip("\n"))
    else:
        show(made, as_json=as_json, wide=wide)


def _check_forms(*forms: bool) -> None:
    if sum(forms) > 1:
        raise InputError(
            "expected only one of --json, --csv, --markdown, --transcripts and --verify"
        )


def _check_no_report(**flags: object) -> None:
    for name, value in flags.items():
        if value is not None:
            expected = "expected no --transcripts and no --verify"
            raise InputError(f"--{name} goes with a report; {expected}")


def _of_tournaments(files: list[str], plot: Path | None) -> Report:
    results = load_results(files)
    for note in results.notes:
        say_error(note)
    made = make_report(results)
    if plot is not None:
        from cardsolver.tournaments.plot import draw  # noqa: PLC0415 - an extra, and slow to load

        draw(results, made, plot)
        say_error(f"{plot}: written")
    return made


def _games(files: list[str]) -> Iterator[Transcript]:
    results = load_results(files, moves=True)
    for note in results.notes:
        say_error(note)
    return transcripts(results)


def _of_studies(files: list[str], plot: Path | None) -> Report:
    tallies = [read_study(file) for file in files]
    made = study_report(*tallies)
    if plot is not None:
        from cardsolver.studies.plot import draw_study  # noqa: PLC0415 - an extra, slow to load

        draw_study(made, tallies, plot)
        say_error(f"{plot}: written")
    return made


def _verify(files: list[str], limit_s: float) -> None:
    wrong = unchecked = 0
    for file in files:
        asked = read_study(file).asked
        with progress_bar("verifying", asked) as advance:
            found = verify_study(
                file, limit_s=limit_s, jobs=default_jobs(), on_check=lambda: advance("")
            )
        for words in (*found.contradictions, *found.unchecked):
            say(f"{file}: {words}")
        wrong += len(found.contradictions)
        unchecked += len(found.unchecked)
        not_checked = f", {len(found.unchecked):,} not checked" if found.unchecked else ""
        say(
            f"{file}: {found.lines:,} lines replayed, {found.noes:,} deals said to be unwinnable,"
            f" {found.confirmed:,} of them proven again by the other engine,"
            f" {len(found.contradictions):,} contradictions{not_checked}"
        )
    if wrong:
        raise typer.Exit(1)
    if unchecked:
        raise typer.Exit(3)


def show(made: Report, *, as_json: bool, wide: bool = False) -> None:
    """Print a report for people, or as one line of JSON."""
    if as_json:
        say_json(to_json(made))
        return
    say(made.headline)
    width = None if wide else terminal_width()
    for table in made.tables:
        if table.rows:
            _show_table(table, width, whole=len(made.tables) == 1)
        elif len(made.tables) == 1:
            say(f"{table.title}: none")


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
