"""What a shell offers for the values of flags and arguments when Tab is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer  # noqa: TC002 - typer reads the annotations

from cardsolver.cli.help import given_words
from cardsolver.core.registry import all_games, game_names
from cardsolver.seats.names import HUMAN, SCRIPT
from cardsolver.seats.spec import COMMAND, bots_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_OTHERS = (COMMAND, SCRIPT)


def one_of(values: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes a value that must be one of these."""
    known = tuple(values)
    return lambda incomplete: _starting(known, incomplete)


def complete_game(incomplete: str) -> list[str]:
    """The games."""
    return _starting(game_names(), incomplete)


def complete_puzzle(incomplete: str) -> list[str]:
    """The puzzles."""
    from cardsolver.games.the_game.puzzles import puzzle_files  # noqa: PLC0415 - reads a folder

    return _starting([path.stem for path in puzzle_files()], incomplete)


def complete_seats(context: typer.Context, incomplete: str) -> list[str]:
    """Who may sit at the last of the seats given so far."""
    return _last_of_list((HUMAN, *_bots(context), *_OTHERS), incomplete)


def complete_bots(context: typer.Context, incomplete: str) -> list[str]:
    """Who may play as the last of the bots given so far."""
    return _last_of_list((*_bots(context), _OTHERS[0]), incomplete)


def _bots(context: typer.Context) -> list[str]:
    """The built-in bots of the game that was named, or of all games."""
    games = all_games()
    named = [games[word] for word in given_words(context) if word in games]
    return sorted({name for game in named or games.values() for name in bots_of(game)})


def _last_of_list(known: Sequence[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{value}" for value in _starting(known, last)]


def _starting(known: Iterable[str], incomplete: str) -> list[str]:
    return [value for value in known if value.startswith(incomplete)]
