"""Bots by text: `greedy`, `lookahead:samples=64`, `hard`, `package.module:Name`, `cmd:program`."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any, cast

from cardsolver.core.errors import InputError
from cardsolver.core.references import load
from cardsolver.core.registry import game_named
from cardsolver.core.seats import BotSpec
from cardsolver.core.text import quote
from cardsolver.core.variant import whole_number
from cardsolver.seats import confinement
from cardsolver.seats.chance import RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot

COMMAND = "cmd:"
_PYTHON = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_STAND_IN = "greedy"  # takes over after a fault, and gives hints where a game has none better


def bots_of(game: AnyGame) -> Mapping[str, BotSpec]:
    """The built-in bots of a game; `random` plays every game."""
    chance = BotSpec(lambda seed: RandomBot(game, seed), "plays a random legal move")
    return {**game.bots(), "random": chance}


def is_command(spec: str) -> bool:
    """Is this bot a separate program?"""
    return spec.startswith(COMMAND)


def is_python(spec: str, game: AnyGame) -> bool:
    """Is this bot a Python class or function?"""
    name = spec.partition(":")[0]
    if is_command(spec) or name in game.levels() or name in bots_of(game):
        return False
    return _PYTHON.fullmatch(spec) is not None


def check_spec(spec: str, game: AnyGame, *, here: bool = True) -> None:
    """Reject an impossible bot before any game. `here`: it will run on this machine."""
    if is_command(spec):
        from cardsolver.seats.process import split_command  # noqa: PLC0415 - only for programs

        program = split_command(spec.removeprefix(COMMAND))[0]
        if here and not confinement.POSIX:
            raise InputError(f"bot {quote(spec)}: programs play on Linux and macOS only")
        if here and shutil.which(program) is None:
            raise InputError(
                f"bot {quote(spec)}: no program {quote(program)}; expected one on the path,"
                " or an executable file such as ./mybot"
            )
    elif is_python(spec, game):
        if here:
            from cardsolver.seats import python  # noqa: PLC0415 - only for bots of others

            if not confinement.POSIX:  # an alarm ends their time
                raise InputError(f"bot {quote(spec)}: Python bots play on Linux and macOS only")
            python.load_bot(spec)
    else:
        make_bot(spec, game.name, seed="")


def make_bot(spec: str, game: str, *, seed: str) -> AnyBot:
    """The built-in bot that a text names, for one seat of one game."""
    levels = game_named(game).levels()
    name, colon, words = levels.get(spec, spec).partition(":")
    bots = bots_of(game_named(game))
    if name in levels:
        raise InputError(f"bot {name} has no settings; expected just {name}")
    if name not in bots:
        raise InputError(
            f"no bot {quote(name)} for {game}; expected one of"
            f" {', '.join([*sorted(bots), *levels])}"
        )
    numbers = _settings(name, bots[name], words, given=bool(colon))
    return bots[name].make(seed, **numbers)


def make_stand_in(game: str, *, seed: str) -> AnyBot:
    """The bot that takes over where another failed."""
    known = _STAND_IN in game_named(game).bots()
    return make_bot(_STAND_IN if known else "random", game, seed=seed)


def advise(game: AnyGame, view: Any) -> tuple[Any, str | None]:
    """A good move for a person who asks, and the reason if the game can give one."""
    if game.hint_at is not None:
        explain = cast("Callable[[Any], tuple[Any, str | None]]", load(game.hint_at))
        return explain(view)
    return make_stand_in(game.name, seed="hint").choose(view), None


def _settings(name: str, bot: BotSpec, text: str, *, given: bool) -> dict[str, int]:
    """The numbers of `key=N:key=N`, and the defaults for keys that are not given."""
    known = bot.settings
    if given and not known:
        raise InputError(f"bot {name} has no settings; expected just {name}")
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
