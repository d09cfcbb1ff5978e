"""The program: its commands, and one way out for every kind of end.

Exit codes: 0 done, 1 the answer is "no" (see each command), 2 bad input, 3 not settled within the
limits, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Annotated, NoReturn

import typer

from cardsolver import __version__
from cardsolver.cli import (
    analyse,
    bot_check,
    deal,
    play,
    puzzles,
    referee,
    report,
    rules,
    solve,
    tournament,
    winnable,
)
from cardsolver.cli.console import say_error, stop_writing
from cardsolver.errors import InputError

app = typer.Typer(
    name="cardsolver",
    help="Solve, referee and play The Game, Fifty Fifty and Level 8.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 not settled, 130 Ctrl-C.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games")(rules.games)
app.command("rules")(rules.rules)
app.command("deal")(deal.deal)
app.command("play")(play.play)
app.command("referee")(referee.referee)
app.command("solve")(solve.solve)
app.command("winnable")(winnable.winnable)
app.command("analyse")(analyse.analyse_command)
app.command("puzzles")(puzzles.puzzles)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.command("bot-check")(bot_check.bot_check)


def _version(*, value: bool) -> None:
    if value:
        typer.echo(f"cardsolver {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Options of the program itself."""


# typer keeps click's errors to itself but for this one, whose parents are all usage errors.
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run a command line; bad input becomes one clear line on standard error."""
    if getattr(sys, "stdout", None) is None:
        sys.stderr.write("cardsolver: standard output is closed; expected somewhere to write\n")
        sys.exit(2)
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except _UsageError as error:
        code = _usage_error(error)
    except InputError as error:
        say_error(str(error))
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        say_error("stopped")
        code = 130
    except BrokenPipeError:
        code = _nobody_reads()
    except SystemExit as leaving:
        # typer leaves like this, and only like this, when a pipe is closed.
        if leaving.code != 1:
            raise
        code = _nobody_reads()
    except OSError as error:
        stop_writing()
        say_error(f"standard output cannot be written ({error.strerror or error})")
        code = 2
    _leave(code if isinstance(code, int) else 0)


def _nobody_reads() -> int:
    """Whoever read the output has seen enough; the exit code is the one shells give for that."""
    stop_writing()
    return 128 + signal.SIGPIPE


def _leave(code: int) -> NoReturn:
    """Exit; without ceremony if a run of CP-SAT was left behind by Ctrl-C, as it would go on."""
    if any(thread.name == "cp-sat" for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _usage_error(error: Exception) -> int:
    """One line for a wrong flag or argument; the help text when no command was given."""
    context = getattr(error, "ctx", None)
    message = str(getattr(error, "format_message", lambda: error)())
    command = context.command_path if context is not None else "cardsolver"
    if type(error).__name__ == "NoArgsIsHelpError":
        return 2
    say_error(f"{message.rstrip('.')} (see {command} --help)")
    return 2
