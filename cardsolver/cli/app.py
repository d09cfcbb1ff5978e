"""The program: its commands, and one way out for every kind of ending.

Exit codes: 0 done, 1 the answer is "no" (see each command), 2 bad input, 3 not settled within the
limits, 130 stopped by Ctrl-C, 141 nothing reads the output any more.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup

from cardsolver._version import __version__
from cardsolver.cli import plain_signs
from cardsolver.cli.console import say_error, stop_writing, unusable
from cardsolver.cli.help import Command
from cardsolver.core.errors import InputError
from cardsolver.core.references import load

# The commands in the order of the help: where each lives, and its line in the list. A command is
# loaded when it is called, so that `--help` and short commands start at once.
COMMANDS = {
    "games": ("cardsolver.cli.rules:games", "List the games with their players, bots and flags."),
    "rules": ("cardsolver.cli.rules:rules", "Show the numbered rules of a game."),
    "deal": ("cardsolver.cli.deal:deal", "Print the deal of a seed."),
    "play": ("cardsolver.cli.play:play", "Play a game in the terminal, or let bots play it."),
    "daily": ("cardsolver.cli.daily:daily", "Play the deal of the day."),
    "stats": ("cardsolver.cli.stats:stats", "Show statistics of your games."),
    "referee": ("cardsolver.cli.referee:referee", "Replay recorded games by the rules."),
    "replay": ("cardsolver.cli.replay:replay", "Look at a recorded game, turn by turn."),
    "share": ("cardsolver.cli.share:share", "Print recorded games as short codes."),
    "solve": ("cardsolver.cli.solve:solve", "Find the best outcome of a shuffle of The Game."),
    "winnable": ("cardsolver.cli.winnable:winnable", "Say whether shuffles can be won."),
    "analyse": ("cardsolver.cli.analyse:analyse_command", "Find the turn that lost a game."),
    "puzzles": ("cardsolver.cli.puzzles:puzzles", "List the puzzles of The Game, or show one."),
    "puzzles new": ("cardsolver.cli.new_puzzles:new_puzzles", "Make new puzzles of The Game."),
    "study": (
        "cardsolver.cli.study:study",
        "Find out how often deals can be won under given rules.",
    ),
    "tournament": ("cardsolver.cli.tournament:tournament", "Let bots play many deals."),
    "report": ("cardsolver.cli.report:report", "Report on tournaments and studies."),
    "bot-check": ("cardsolver.cli.bot_check:bot_check", "Check a bot that you are writing."),
}


class LazyGroup(TyperGroup):
    """Lists the commands without loading them, and loads the one that is called."""

    _listing = False

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the caller's signature
        """The names, in the order of the help; a shell completes one word at a time."""
        return [name for name in COMMANDS if self._listing or " " not in name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, by the first two words if such a command exists."""
        two_words = " ".join(args[:2])
        if " " in two_words and two_words in COMMANDS:
            return two_words, self.get_command(ctx, two_words), args[2:]
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the caller's signature
        """The command itself, or just its name and a line of help while commands are listed."""
        if cmd_name not in COMMANDS:
            return None
        if self._listing:
            return TyperCommand(name=cmd_name, help=COMMANDS[cmd_name][1])
        return load_command(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; typer would answer a Ctrl-C that it does not handle with silence."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say_error("stopped")
            raise typer.Exit(130) from None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help of the program."""
        self._listing = True
        super().format_help(ctx, formatter)


def load_command(name: str) -> Command:
    """A command, ready to run."""
    function = load(COMMANDS[name][0])
    alone = typer.Typer(
        rich_markup_mode=None,
        context_settings=_CONTEXT,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    alone.command(name, cls=Command)(function)
    command = cast("Command", typer.main.get_command(alone))
    command.variants = getattr(function, "variants", ())
    return command


_CLOSED_OUTPUT = 141  # 128 and SIGPIPE, which not every system has
_CONTEXT = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    name="cardsolver",
    cls=LazyGroup,
    help="Solve, referee and play The Game, Fifty Fifty and Level 8.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 not settled, 130 Ctrl-C,"
    " 141 output closed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_CONTEXT,
)


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


# click's base of all errors in a command line, which typer exports only through a subclass.
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run a command line; bad input becomes one clear line on standard error."""
    _prepare_streams()
    try:
        code = app(prog_name="cardsolver", standalone_mode=False)
        sys.stdout.flush()
    except _UsageError as error:
        code = _usage_error(error)
    except InputError as error:
        say_error(str(error))
        code = 2
    except typer.Abort:
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
        if error.filename is None:
            stop_writing()
            say_error(f"standard output cannot be written ({error.strerror or error})")
        else:
            say_error(unusable(error))
        code = 2
    _leave(code if isinstance(code, int) else 0)


def _prepare_streams() -> None:
    """Standard streams that are there, and take every sign."""
    if getattr(sys, "stdout", None) is None:
        sys.stderr.write("cardsolver: standard output is closed; expected somewhere to write\n")
        sys.exit(2)
    if getattr(sys, "stdin", None) is None:  # closed: there is nothing to read
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - for as long as we run
    plain_signs.register()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=plain_signs.NAME)


def _nobody_reads() -> int:
    """The reader of the output has gone; the exit code is the one shells give for that."""
    stop_writing()
    return _CLOSED_OUTPUT


def _leave(code: int) -> NoReturn:
    """Exit; abruptly if Ctrl-C left a run of CP-SAT behind, which would keep running."""
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
        sys.stderr.write(f"{message}\n")
        return 2
    say_error(f"{message.rstrip('.')} (see {command} --help)")
    return 2
