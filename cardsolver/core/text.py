"""Text from people and for them: files and standard input, with clear errors.

What a Python program passes is checked with the same care: `check_type`, `check_index`.
"""

from __future__ import annotations

import json
import re
import sys
from math import isinf
from numbers import Integral
from pathlib import Path
from typing import Any

from cardsolver.core.errors import InputError

STDIN = "-"
# A share code (core/share_code.py). No file is called like twenty letters and digits with no dot;
# one that is can be given as ./NAME.
CODE_FORM = re.compile(r"cs([0-9])([0-9A-Za-z]{17,})")
_RECORD = re.compile(r'\s*\{\s*"type"\s*:\s*"(tournament|study)"')
_SIZE = re.compile(r"([0-9]{1,9})([KMGT]?)(i?B)?", re.IGNORECASE)
_MOST_BYTES = 1 << 60  # no machine has more


def is_code(text: str) -> bool:
    """Does a text look like a share code, of whatever version?"""
    return CODE_FORM.fullmatch(text) is not None


def read_text(source: str) -> str:
    """The text of a file, or of standard input for `-`. A share code is its own text."""
    if is_code(source):
        return source
    check_file_name(source)
    try:
        data = sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes()
    except IsADirectoryError:
        raise InputError(f"{source}: is a directory; expected a file") from None
    except FileNotFoundError:
        raise InputError(f"{source}: no such file") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{source}: cannot be read ({reason})") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place(source)}: byte {error.start} is not UTF-8; expected a text file"
        ) from None
    if "\0" in text:
        raise InputError(f"{place(source)}: holds binary data; expected a text file")
    return text


def check_file_name(source: str) -> None:
    """Refuse an empty name, as from a shell variable that is not set."""
    if not source:
        raise InputError("an empty file name; expected the name of a file")


def place(source: str, line: int | None = None) -> str:
    """How messages name a source, and a line in it."""
    if is_code(source):
        return "share code"
    name = "standard input" if source == STDIN else source
    return name if line is None else f"{name}, line {line}"


def record_kind(text: str) -> str | None:
    """What a text is the record of, by how it begins: a tournament, a study or nothing."""
    match = _RECORD.match(text)
    return None if match is None else match[1]


def parse_json(text: str, where: str, *, mend: bool = False) -> Any:
    """Parse strict JSON: no NaN, no repeated keys, no nesting or number beyond Python's limits.

    Half a character, as a program leaves it that cuts an emoji in two, could not be written to any
    file: it is refused too, or with `mend` replaced.
    """
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_unique
        )
        if text.isascii() and "\\u" not in text:
            return value
        return _in_whole_characters(value, mend=mend)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text.strip() else ""
        raise InputError(f"{where}: not JSON at {line}column {error.colno} ({error.msg})") from None
    except RecursionError:
        raise InputError(f"{where}: JSON that cannot be read (nested too deeply)") from None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except ValueError:  # an integer of thousands of digits
        raise InputError(f"{where}: JSON that cannot be read (a number is too long)") from None


def _in_whole_characters(value: Any, *, mend: bool) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    if mend:
        return json.loads(whole(text))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = quote(text[error.start])
        raise InputError(f"{half} is half a character; expected whole ones") from None
    return value


def _no_constant(text: str) -> Any:
    raise InputError(f"{text} is not a JSON value")


def _finite(text: str) -> float:
    """Python reads 1e999 as infinity, which is no JSON value either."""
    number = float(text)
    if isinf(number):
        raise InputError(f"the number {quote(text)} is too large")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the field {quote(twice)} is given twice")
    return result


def whole(text: str) -> str:
    """The text with � for every half of a character (a lone surrogate), which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def parse_size(text: str, what: str) -> int:
    """A number of bytes as people write it: 512M, 2G. `what` is how messages call it."""
    match = _SIZE.fullmatch(text.strip())
    size = 0 if match is None else int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")
    if not 0 < size <= _MOST_BYTES:
        raise InputError(f"{what} {quote(text)}; expected a size such as 512M or 2G")
    return size


def stays_one_line(text: str) -> bool:
    """Can it go into files and onto screens? Spaces around it would be lost there."""
    return bool(text) and text == text.strip() and text.isprintable()


def check_type(what: str, value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Refuse an argument of a wrong type before anything stumbles over it.

    True and False are whole numbers to Python; here they are only where `kind` names bool.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise InputError(f"{what} of type {type(value).__name__}; expected {expected}")


def check_index(what: str, value: int, count: int) -> int:
    """The place of one of `count` things, counted from 0; -1 is not the last one."""
    expected = f"a whole number from 0 to {count - 1}"
    check_type(what, value, Integral, expected)
    if not 0 <= value < count:
        raise InputError(f"{what} {quote(value)}; expected {expected}")
    return value


def quote(text: object, limit: int = 60) -> str:
    """Quote what the user gave, printable and short enough for one line."""
    shown = str(text)
    if len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return f"'{printable(shown)}'"


def printable(text: str) -> str:
    """A text that does nothing to a terminal but appear on it."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def check_printable(text: str, what: str) -> None:
    """Refuse a text of a file that would do anything else; it is shown as it is."""
    if not text.isprintable():
        raise InputError(f"{what} {quote(text)}; expected printable text")
