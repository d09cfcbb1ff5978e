"""The settings of a tournament as people write them, in a TOML file or as flags."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.seeds import join_seeds, parse_seeds
from cardsolver.core.text import parse_size, quote, read_text
from cardsolver.core.variant import merge_words
from cardsolver.seats.confinement import MIB, checked_wrapper
from cardsolver.seats.limits import TimeLimits
from cardsolver.tournaments.config import (
    ISOLATED,
    MODES,
    MOST_MOVES,
    ON_FAULT,
    SEATINGS,
    make_config,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cardsolver.seats.confinement import Confinement
    from cardsolver.tournaments.config import Config

# The keys of a configuration file. Every key but `rules` (there is a flag for each rule) and
# `names` (--name) is also a flag, which takes precedence.
KEYS: Mapping[str, type] = {
    "game": str,
    "rules": str,
    "bots": list,
    "names": dict,
    "seeds": str,
    "seed": list,
    "players": int,
    "gauntlet": bool,
    "seatings": str,
    "on-fault": str,
    "start-limit": float,
    "move-limit": float,
    "game-limit": float,
    "max-moves": int,
    "isolate": bool,
    "bot-memory": str,
    "bot-wrapper": str,
    "bot-env": list,
    "sprt": str,
    "jobs": int,
    "scheduler": str,
    "output": str,
    "logs": str,
}
_WORDS = {
    str: "text",
    list: "list of texts",
    dict: "table of texts",
    int: "whole number",
    bool: "true or false",
    float: "number",
}


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a TOML file."""
    import tomllib  # noqa: PLC0415 - slow to load, and most settings are flags

    try:
        data = tomllib.loads(read_text(str(path)))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML ({error})") from None
    for key, value in data.items():
        kind = KEYS.get(key)
        if kind is None:
            raise InputError(f"{path}: no setting {quote(key)}; expected {', '.join(KEYS)}")
        if kind is float and type(value) is int:
            continue
        if type(value) is not kind:
            raise InputError(f"{path}: {key} is {quote(value)}; expected a {_WORDS[kind]}")
    texts = [
        *(text for key in ("bots", "seed", "bot-env") for text in data.get(key, ())),
        *data.get("names", {}).values(),
    ]
    wrong = [text for text in texts if not isinstance(text, str)]
    if wrong:
        raise InputError(f"{path}: {quote(wrong[0])} is not a bot or seed; expected a text")
    return data


def config_of(settings: Mapping[str, Any], variant: str = "") -> Config:
    """The configuration that settings describe; the words of `variant` override theirs."""
    for key, example in (("game", "the-game"), ("bots", "greedy,random")):
        if key not in settings:
            flag = "GAME" if key == "game" else f"--{key}"
            raise InputError(f"{flag} is missing; expected a value such as {example}")
    game = game_named(settings["game"])
    rules = settings.get("rules", "")
    if "players" in settings:
        rules = merge_words(rules, f"players={settings['players']}", game.options)
    defaults = TimeLimits()
    return make_config(
        game=game.name,
        rules=merge_words(rules, variant, game.options),
        bots=settings["bots"],
        names=settings.get("names"),
        seeds=_seeds(settings),
        mode=MODES[1] if settings.get("gauntlet") else MODES[0],
        seatings=settings.get("seatings", SEATINGS[0]),
        on_fault=settings.get("on-fault", ON_FAULT[0]),
        limits=TimeLimits(
            start_s=float(settings.get("start-limit", defaults.start_s)),
            move_s=float(settings.get("move-limit", defaults.move_s)),
            game_s=float(settings.get("game-limit", defaults.game_s)),
        ),
        most_moves=settings.get("max-moves", MOST_MOVES),
        sprt=settings.get("sprt"),
        confinement=_confinement(settings),
        here="scheduler" not in settings,
    )


def _confinement(settings: Mapping[str, Any]) -> Confinement:
    memory, wrapper = settings.get("bot-memory"), settings.get("bot-wrapper")
    return replace(
        ISOLATED,
        isolate=settings.get("isolate", ISOLATED.isolate),
        memory=ISOLATED.memory if memory is None else _memory(memory),
        wrapper=ISOLATED.wrapper if wrapper is None else checked_wrapper(wrapper),
        env=tuple(map(_variable, settings.get("bot-env", ()))),
    )


def _memory(text: str) -> int:
    size = parse_size(text, "bot-memory")
    if size < MIB:  # a process has more before it does anything
        raise InputError(f"bot-memory {quote(text)}; expected at least 1M, such as 512M")
    return size


def _variable(name: str) -> str:
    if not name.strip() or "=" in name:
        raise InputError(f"bot-env {quote(name)}; expected the name of an environment variable")
    return name


def _seeds(settings: Mapping[str, Any]) -> str:
    if "seeds" in settings and "seed" in settings:
        raise InputError("expected only one of --seeds and --seed")
    if "seed" in settings:
        return join_seeds(settings["seed"])
    if "seeds" not in settings:
        raise InputError("--seeds is missing; expected a value such as 0:100")
    parse_seeds(settings["seeds"])
    return str(settings["seeds"])
