"""The built-in bots, by game and name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.bots import fifty_fifty, level_8, the_game
from cardsolver.bots.chance import RandomBot
from cardsolver.errors import InputError
from cardsolver.game import whole_number
from cardsolver.games import GAMES
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.game import AnyBot


@dataclass(frozen=True, slots=True)
class Setting:
    """One whole number that a bot can be given, as in `lookahead:samples=64:turns=1`."""

    default: int
    low: int
    high: int
    help: str


# A factory is given the game's name, a seed of its own for this game and seat, and its settings.
BOTS: dict[str, dict[str, Callable[..., AnyBot]]] = {
    "the-game": {
        "greedy": lambda _game, _seed: the_game.GreedyBot(),
        "planner": lambda _game, _seed, **numbers: the_game.PlannerBot(
            breadth=the_game.Breadth(**numbers)
        ),
        "talker": lambda _game, _seed, **numbers: the_game.TalkerBot(
            breadth=the_game.Breadth(**numbers)
        ),
        "lookahead": lambda _game, seed, **numbers: the_game.LookaheadBot(seed, **numbers),
    },
    "fifty-fifty": {"greedy": lambda _game, _seed: fifty_fifty.GreedyBot()},
    "level-8": {"greedy": lambda _game, _seed: level_8.GreedyBot()},
}
for _bots in BOTS.values():
    _bots["random"] = lambda game, seed: RandomBot(GAMES[game], seed)

_BREADTH = {
    "near": Setting(the_game.FAST.near, 0, 99, "unseen cards skipped beyond the nearest card"),
    "extra": Setting(the_game.FAST.extra, 0, 99, "unseen cards skipped beyond the minimum"),
    "kept": Setting(the_game.FAST.kept, 1, 1_000, "turns that are tried with one more lay"),
}
SETTINGS: dict[str, dict[str, Setting]] = {
    "planner": _BREADTH,
    "talker": _BREADTH,
    "lookahead": {
        "samples": Setting(12, 1, 10_000, "guesses of the hidden cards, a turn"),
        "turns": Setting(0, 0, 98, "turns that each guess is played on"),
        "width": Setting(6, 1, 100, "turns that are compared"),
        "ms": Setting(0, 0, 600_000, "milliseconds a turn, in place of samples; 0: none"),
    },
}


def make_bot(spec: str, game: str, *, seed: str) -> AnyBot:
    """The bot that a text names, for one seat of one game: `planner`, `lookahead:samples=64`."""
    name, colon, words = spec.partition(":")
    try:
        factory = BOTS[game][name]
    except KeyError:
        known = ", ".join(sorted(BOTS[game]))
        raise InputError(f"no bot {quote(name)} for {game}; there are {known}") from None
    return factory(game, seed, **_settings(name, words, given=bool(colon)))


def advise(game: str, view: Any) -> tuple[Any, str | None]:
    """A good move for a person who asks, and the reason where the bot can say one."""
    if game == "the-game":
        return the_game.explain(view)
    return make_bot("greedy", game, seed="hint").choose(view), None


def _settings(name: str, text: str, *, given: bool) -> dict[str, int]:
    """The numbers of `key=N:key=N`, and the usual ones for those that are not named."""
    known = SETTINGS.get(name, {})
    if given and not known:
        raise InputError(f"bot {name} has no settings; expected {name} alone")
    values: dict[str, str | bool] = {}
    for word in text.split(":") if given else ():
        key, _, value = word.partition("=")
        if key not in known or key in values:
            forms = ", ".join(f"{each}=N" for each in known)
            raise InputError(f"bot {name}: no setting {quote(word)}; expected {forms}, each once")
        values[key] = value
    return {
        key: whole_number(values, key, setting.default, setting.low, setting.high)
        for key, setting in known.items()
    }
