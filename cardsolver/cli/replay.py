"""`cardsolver replay`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import rich_console, say, say_error, say_json
from cardsolver.cli.flags import JsonLines
from cardsolver.cli.games_file import GamesFile, Number, read_game
from cardsolver.cli.looks import HtmlFile, Looks, PlotFile
from cardsolver.cli.numbers import seconds, whole
from cardsolver.core.errors import InputError
from cardsolver.core.sentences import counted
from cardsolver.solver.result import DEFAULT_TURN_S, SolveLimits
from cardsolver.viewer.board import board, listing, turn_rows
from cardsolver.viewer.story import Story, tell_story

if TYPE_CHECKING:
    from cardsolver.core.transcript import Transcript


def replay(
    source: GamesFile,
    *,
    number: Number = None,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", parser=whole(0), metavar="N", help="Start after turn N; 0 is the deal."
        ),
    ] = None,
    html: HtmlFile = None,
    plot: PlotFile = None,
    analysed: Annotated[
        bool,
        typer.Option(
            "--analyse", help="The Game only: show the best outcome still possible at each turn."
        ),
    ] = False,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            parser=seconds(),
            metavar="S",
            help=f"Seconds per turn for --analyse.  [{DEFAULT_TURN_S:g}]",
        ),
    ] = None,
    as_json: JsonLines = False,
) -> None:
    """Look at a recorded game: in the terminal with the arrow keys, or as a page.

    Examples:
        cardsolver replay games.jsonl
        cardsolver replay games.jsonl --number 3 --turn 17
        cardsolver replay lost.jsonl --html lost.html --analyse
        cardsolver replay tournament.jsonl --number 12

    Outside a terminal it prints one line per turn; with --turn, the table after that turn.

    """
    if time_limit is not None and not analysed:
        raise InputError("--time-limit goes with --analyse")
    if turn is not None and as_json and html is None:
        raise InputError("--turn shows one table; expected no --json, which has every turn")
    looks = Looks(html, plot)
    looks.check(1)
    transcript = read_game(source, number)
    story = tell_story(transcript)
    if turn is not None and turn > story.last_turn:
        raise InputError(f"--turn {turn}; the game has {counted(story.last_turn, 'turn')}")
    if analysed:
        limit_s = DEFAULT_TURN_S if time_limit is None else time_limit
        story = _analysed(story, transcript, limit_s)
    at = 0 if turn is None else story.after_turn(turn)
    if looks.is_wanted:
        looks.write_story(story, start=at)
    if as_json:
        for row in turn_rows(story):
            say_json(row)
    elif looks.is_wanted or (_is_terminal() and _step_through(story, at)):
        say(f"{story.title}: {story.ending}")
    elif turn is not None:
        rich_console().print(board(story, at))
    else:
        for line in listing(story):
            say(line)


def _analysed(story: Story, transcript: Transcript, limit_s: float) -> Story:
    from cardsolver.cli import analyse  # noqa: PLC0415 - slow to load
    from cardsolver.runner.workers import default_jobs  # noqa: PLC0415 - slow to load
    from cardsolver.solver.remarks import with_remarks  # noqa: PLC0415 - slow to load

    limits = SolveLimits(limit_s or None, workers=default_jobs())
    analysis = analyse.analyse_with_progress(
        transcript, engine="auto", limits=limits, what="analysing"
    )
    analyse.say_open_turns(analysis.unsettled)
    return with_remarks(story, analysis)


def _is_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _step_through(story: Story, at: int) -> bool:
    """Show the game to a person; False if there is nobody whose keys can be read."""
    from cardsolver.cli.step_through import step_through  # noqa: PLC0415 - only at a terminal

    try:
        step_through(story, at)
    except (OSError, ImportError) as error:
        say_error(f"no keys can be read here ({error}); listing the turns")
        return False
    return True
