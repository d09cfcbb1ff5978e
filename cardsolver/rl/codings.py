"""The codings by the names of their games."""

from __future__ import annotations

from functools import cache
from numbers import Integral
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.text import check_type, quote
from cardsolver.rl.fifty_fifty import FiftyFiftyCoding
from cardsolver.rl.level_8 import Level8Coding
from cardsolver.rl.the_game import TheGameCoding

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.rl.coding import Coding

_CODINGS: dict[str, Callable[[int], Coding]] = {
    "the-game": TheGameCoding,
    "fifty-fifty": FiftyFiftyCoding,
    "level-8": Level8Coding,
}


def coding_for(game: str, players: int) -> Coding:
    """The coding of a game at a table of so many players."""
    low, high = game_named(game).players
    check_type("players", players, Integral, f"a whole number from {low} to {high}")
    if game not in _CODINGS:
        raise InputError(f"no coding for {quote(game)}; expected one of {', '.join(_CODINGS)}")
    if not low <= players <= high:
        raise InputError(f"players {players}; expected a whole number from {low} to {high}")
    return _made(game, players)


@cache
def _made(game: str, players: int) -> Coding:
    return _CODINGS[game](players)
