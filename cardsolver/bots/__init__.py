"""The built-in bots, by game and name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.bots import fifty_fifty, level_8, the_game
from cardsolver.bots.chance import RandomBot
from cardsolver.errors import InputError
from cardsolver.games import GAMES
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.game import AnyBot

# A factory is given the game's name and a seed of its own for this game and seat.
BOTS: dict[str, dict[str, Callable[[str, str], AnyBot]]] = {
    "the-game": {"greedy": lambda _game, _seed: the_game.GreedyBot()},
    "fifty-fifty": {"greedy": lambda _game, _seed: fifty_fifty.GreedyBot()},
    "level-8": {"greedy": lambda _game, _seed: level_8.GreedyBot()},
}
for _bots in BOTS.values():
    _bots["random"] = lambda game, seed: RandomBot(GAMES[game], seed)


def make_bot(name: str, game: str, *, seed: str) -> AnyBot:
    """The bot with this name, for one seat of one game."""
    try:
        factory = BOTS[game][name]
    except KeyError:
        known = ", ".join(sorted(BOTS[game]))
        raise InputError(f"no bot {quote(name)} for {game}; there are {known}") from None
    return factory(game, seed)
