"""The games the engine knows, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.errors import InputError
from cardsolver.games import fifty_fifty, level_8, the_game
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from cardsolver.game import AnyGame

GAMES: dict[str, AnyGame] = {game.NAME: game for game in (the_game, fifty_fifty, level_8)}


def game_named(name: str) -> AnyGame:
    """The game with this name."""
    try:
        return GAMES[name]
    except KeyError:
        raise InputError(f"no game {quote(name)}; there are {', '.join(GAMES)}") from None
