"""A share code: a JSON object as one word of letters and digits that survives any chat or mail.

`cs1`, then digits of base 62. Read as one number they are bytes: a 1, the CRC-32 of the text, and
the text, deflated. docs/notation.md says what the text is.
"""

from __future__ import annotations

import json
import string
import zlib
from typing import Any

from cardsolver.core.errors import InputError
from cardsolver.core.text import CODE_FORM, parse_json

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_BASE = len(_DIGITS)
_VERSION = "1"
_MOST_DIGITS = 100_000  # far beyond the longest game; reading a number takes quadratic time
_MOST_BYTES = 1 << 20  # of text: what unpacks to more is not a game
_CHECKSUM = 4


def pack(value: dict[str, Any]) -> str:
    """The code of a JSON object."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    squeeze = zlib.compressobj(level=9, wbits=-15)
    data = squeeze.compress(text) + squeeze.flush()
    checked = b"\1" + zlib.crc32(text).to_bytes(_CHECKSUM, "big") + data
    return f"cs{_VERSION}{_to_digits(int.from_bytes(checked, 'big'))}"


def unpack(code: str, where: str) -> dict[str, Any]:
    """The JSON object of a code."""
    match = CODE_FORM.fullmatch(code)
    if match is None:
        raise InputError(f"{where}: not a share code; expected cs1 and letters and digits")
    version, digits = match.groups()
    if version != _VERSION:
        raise InputError(f"{where}: a share code of version {version}; expected cs{_VERSION}…")
    if len(digits) > _MOST_DIGITS:
        raise InputError(f"{where}: a share code has at most {_MOST_DIGITS:,} characters")
    damaged = InputError(f"{where}: damaged or cut short; copy all of it, from cs1 to its end")
    number = 0
    for digit in digits:
        number = number * _BASE + _VALUES[digit]
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    expand = zlib.decompressobj(wbits=-15)
    try:
        text = expand.decompress(data[1 + _CHECKSUM :], _MOST_BYTES)
    except zlib.error:
        raise damaged from None
    whole = expand.eof and not expand.unused_data and data[:1] == b"\1"
    if not whole or zlib.crc32(text) != int.from_bytes(data[1 : 1 + _CHECKSUM], "big"):
        raise damaged
    try:
        value = parse_json(text.decode(), where)
    except UnicodeDecodeError:
        raise damaged from None
    if not isinstance(value, dict):
        raise InputError(f"{where}: a share code that holds no game; expected a JSON object")
    return value


def _to_digits(number: int) -> str:
    digits = []
    while number:
        number, value = divmod(number, _BASE)
        digits.append(_DIGITS[value])
    return "".join(reversed(digits))
