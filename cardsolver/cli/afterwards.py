"""What is offered when a person's game is over: the best there was, and where it was lost."""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from cardsolver.cli.analyse import analyse_with_progress, show_analysis
from cardsolver.cli.console import status_line
from cardsolver.cli.looks import Looks
from cardsolver.core.errors import InputError
from cardsolver.core.sentences import counted
from cardsolver.games.the_game import rules as the_game
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import solve_deal

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from cardsolver.cli.prompt import Prompt
    from cardsolver.core.deal import Deal
    from cardsolver.core.transcript import Transcript

_BEST_S = 5.0  # how long the solver may look for the best outcome,
_TURN_S = 2.0  # and at one turn of an analysis: a person waits for it


def offer(
    transcript: Transcript, console: Console, prompt: Prompt, *, page_folder: Path | None
) -> None:
    """Say what was possible; then a letter and Enter for each thing to look at, or just Enter.

    A page goes into `page_folder`, or else where the system keeps what need not be kept.
    """
    keys: dict[str, tuple[str, Callable[[], None]]] = {}
    if transcript.deal.game == the_game.NAME:
        won = transcript.result is not None and transcript.result.end == "won"
        if not won:
            console.print(Padding(Text(best_possible(transcript.deal)), (0, 0, 0, 2)))
            keys["a"] = ("see where the win was lost", lambda: _analyse(transcript))
    keys["p"] = ("a page to look at it", lambda: _write_page(transcript, page_folder, console))
    while keys:
        told = ", ".join(f"{key}: {what}" for key, (what, _) in keys.items())
        *lines, question = textwrap.wrap(f"{told}, Enter: leave.", console.width - 2)
        for line in lines:  # a line editor would break it inside a word
            console.print(line, markup=False)
        try:
            answer = prompt.ask(f"{question} ", list(keys)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if not answer or answer in ("q", "quit", "exit"):
            return
        if answer in keys:
            try:
                keys.pop(answer)[1]()
            except KeyboardInterrupt:
                console.print("  stopped", markup=False)
            except InputError as error:
                console.print(f"  {error}", markup=False, soft_wrap=True)
        else:
            console.print(f"  expected {', '.join(keys)} or just Enter", markup=False)


def best_possible(deal: Deal) -> str:
    """What this shuffle allowed, with every card known."""
    limits = SolveLimits(_BEST_S, workers=default_jobs())
    with status_line("looking for the best that was possible"):
        verdict = solve_deal(deal, limits=limits)
    left = counted(verdict.left, "card")
    if verdict.left == 0:
        return "It could have been won: with every card known, all of them can be laid."
    if verdict.is_optimal:
        return f"It could not have been won: at best {left} are left."
    if verdict.left_bound:
        return f"It could not have been won; the best line known leaves {left}."
    return f"Whether it could have been won is not known; the best line known leaves {left}."


def _analyse(transcript: Transcript) -> None:
    limits = SolveLimits(_TURN_S, workers=default_jobs())
    analysis = analyse_with_progress(transcript, engine="auto", limits=limits, what="analysing")
    show_analysis(analysis)


def _write_page(transcript: Transcript, folder: Path | None, console: Console) -> None:
    """The game as a page; only the page of the last game is kept."""
    page = (folder or Path(tempfile.gettempdir())) / "cardsolver-game.html"
    Looks(page, None).write(transcript)
    if sys.platform in ("darwin", "win32") or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ):
        webbrowser.open(page.absolute().as_uri())
    else:
        where = page.absolute().as_uri()
        console.print(f"  open it in a browser: {where}", markup=False, soft_wrap=True)
