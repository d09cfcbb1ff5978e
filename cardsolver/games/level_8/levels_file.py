"""A level list of Level 8 from a file (docs/rules/level-8.md describes the format)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardsolver.core.errors import InputError
from cardsolver.core.text import parse_json, place, quote, read_text
from cardsolver.games.level_8.levels import (
    LEVELS,
    LISTS,
    format_levels,
    is_spelled_out,
    levels_from_texts,
)

_FIELDS = ("name", "levels", "keep")


def levels_text(value: str) -> str:
    """What `--levels` means: a list's name or text as it is, or the list in a file."""
    if value in LISTS or is_spelled_out(value):
        return value
    if not Path(value).exists():
        raise InputError(
            f"--levels {value}: no such file; expected {', '.join(LISTS)}, a file's name,"
            " or levels as in run3+run3/set2+…"
        )
    return read_levels(value)


def read_levels(source: str) -> str:
    """The text form of the list in a TOML file (named `.toml`) or a JSON file."""
    text = read_text(source)
    where = place(source)
    if source.endswith(".toml"):
        import tomllib  # noqa: PLC0415 - slow to load, and few have a list of their own

        try:
            data: Any = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{where}: not TOML ({error})") from None
    else:
        data = parse_json(text, where)
    try:
        return format_levels(levels_from_texts(_texts(data)))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _texts(data: object) -> list[str]:
    """The eight levels as texts, with `:keep` where cards may be kept."""
    if not isinstance(data, dict):
        raise InputError("expected an object with the field levels, and optionally keep and name")
    unknown = [field for field in data if field not in _FIELDS]
    if unknown:
        raise InputError(f"unknown field {quote(unknown[0])}; expected {', '.join(_FIELDS)}")
    levels = data.get("levels")
    if not isinstance(levels, list) or not all(isinstance(level, str) for level in levels):
        raise InputError(f"field levels must be a list of {LEVELS} texts such as 'run6+set2'")
    if not isinstance(data.get("name", ""), str):
        raise InputError("field name must be a text")
    keep = data.get("keep", [])
    if not isinstance(keep, list) or not all(
        type(number) is int and 1 <= number <= LEVELS for number in keep
    ):
        raise InputError(f"field keep must be a list of levels from 1 to {LEVELS}")
    return [
        level + ":keep" if number in keep and not level.endswith(":keep") else level
        for number, level in enumerate(levels, 1)
    ]
