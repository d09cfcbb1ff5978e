"""The games there are: ours, and those of other installed packages.

Ours are folders in `cardsolver/games/`. Another package names its game in the entry point group
`cardsolver.games`:

    [project.entry-points."cardsolver.games"]
    war = "war_game:GAME"
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from cardsolver.core.errors import InputError
from cardsolver.core.references import load
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolver.core.game import AnyGame

GROUP = "cardsolver.games"


@cache
def _ours() -> tuple[str, ...]:
    return cast("tuple[str, ...]", load("cardsolver.games:BUILT_IN"))


@cache
def _others() -> Mapping[str, str]:
    """The references of games from other packages, by name."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load

    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return {name: found[name] for name in sorted(found) if name not in _ours()}


def game_names() -> tuple[str, ...]:
    """The names of all games, ours first."""
    return (*_ours(), *_others())


@cache
def game_named(name: str) -> AnyGame:
    """The game with this name."""
    if name in _ours():
        return cast("AnyGame", load(f"cardsolver.games.{name.replace('-', '_')}:GAME"))
    reference = _others().get(name)
    if reference is None:
        raise InputError(f"no game {quote(name)}; expected one of {', '.join(game_names())}")
    return _checked(name, reference)


def _checked(name: str, reference: str) -> AnyGame:
    """A game from another package; anything wrong with it is reported in one line."""
    from cardsolver.core.game import Game  # noqa: PLC0415 - only for games from outside

    try:
        game = load(reference)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"game {quote(name)}: {reference} cannot be loaded ({reason})") from error
    if not isinstance(game, Game) or game.name != name:
        raise InputError(f"game {quote(name)}: {reference} is not a Game with this name")
    return game


def all_games() -> Mapping[str, AnyGame]:
    """All games by name, loaded; a broken one from another package does not affect the others."""
    return {name: game_named(name) for name in game_names() if name not in broken_games()}


@cache
def broken_games() -> Mapping[str, str]:
    """What is wrong with games from other packages that cannot be loaded, by name."""
    broken = {}
    for name in _others():
        try:
            game_named(name)
        except InputError as error:
            broken[name] = str(error)
    return broken
