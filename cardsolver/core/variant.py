"""The text form of a variant: words such as `players=3 expert no-talk`.

Wherever words meet words (a file and a flag, a configuration and a command line), `merge_words`
merges them, so that `hand=7,minimum=3` means the same everywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Option:
    """One word of a variant's text form, and one flag of the command line."""

    name: str
    help: str
    value: str | None = None  # what the value looks like; None: a bare word
    negatable: bool = False  # `no-name` is a word too
    short_for: str | None = None  # the option that this one sets, as `expert` sets `minimum`
    from_file: Callable[[str], str] | None = None  # turns a file name into the word's value


def split_words(text: str) -> list[str]:
    """The words of a variant's text, separated by commas or white space."""
    return text.replace(",", " ").split()


def parse_words(text: str, options: Sequence[Option]) -> dict[str, str | bool]:
    """Split a variant's text into its words and check each against the options.

    `hand=7` gives `{"hand": "7"}`, `talk` gives True and `no-talk` gives False.
    """
    values: dict[str, str | bool] = {}
    known = {option.name: option for option in options}
    for word in split_words(text):
        name, equals, value = word.partition("=")
        off = name.startswith("no-") and name not in known
        option = known.get(name.removeprefix("no-") if off else name)
        if option is None or (off and not option.negatable):
            raise InputError(f"no rule {quote(word)}; expected {forms(options)}")
        if (option.value is not None) != bool(equals) or (equals and not value):
            raise InputError(f"rule {quote(word)}; expected {_form(option)}")
        if option.name in values:
            raise InputError(f"rule {option.name} is given twice")
        values[option.name] = value if equals else not off
    return values


def format_words(values: Mapping[str, str | bool]) -> str:
    """The words of some values; the inverse of `parse_words`."""
    return " ".join(
        f"{name}={value}" if isinstance(value, str) else name if value else f"no-{name}"
        for name, value in values.items()
    )


def merge_words(under: str, over: str, options: Sequence[Option]) -> str:
    """Both texts as one; where they set the same thing, the words of `over` win."""
    upper = parse_words(over, options)
    replaced = {_sets(name, options) for name in upper}
    lower = {
        name: value
        for name, value in parse_words(under, options).items()
        if _sets(name, options) not in replaced
    }
    return format_words({**lower, **upper})


def _sets(name: str, options: Sequence[Option]) -> str:
    """What an option decides: `expert` and `minimum` both decide the minimum."""
    return next((o.short_for for o in options if o.name == name and o.short_for), name)


def whole_number(
    values: Mapping[str, str | bool], name: str, default: int, low: int, high: int
) -> int:
    """The value of a word as a whole number within limits."""
    text = values.get(name)
    if text is None:
        return default
    number = int(text) if isinstance(text, str) and re.fullmatch("[0-9]{1,9}", text) else None
    if number is None or not low <= number <= high:
        raise InputError(f"{name} {quote(text)}; expected a whole number from {low} to {high}")
    return number


def forms(options: Sequence[Option]) -> str:
    """What the words look like, for messages."""
    return ", ".join(map(_form, options))


def _form(option: Option) -> str:
    if option.value is not None:
        return f"{option.name}={option.value}"
    return f"{option.name} or no-{option.name}" if option.negatable else option.name
