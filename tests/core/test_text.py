"""Text that people give."""

from __future__ import annotations

from typing import Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.text import check_index, check_type, parse_json, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [("512M", 512 << 20), ("2g", 2 << 30), ("1KiB", 1024), ("100000B", 100_000), (" 1T ", 1 << 40)],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text, "--memory") == size


@pytest.mark.parametrize("text", ["", "much", "0M", "-1G", "1.5G", "1X", "2000000T", "5i"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match=r"--memory '.*'; expected a size such as 512M or 2G"):
        parse_size(text, "--memory")


@pytest.mark.parametrize(
    "text", [r'["\ud83d"]', r'{"\uDC00": 1}', '[{"a": ["\ud83d"]}]', r'["\ude00\ud83d"]']
)
def test_half_a_character_is_no_text(text: str) -> None:
    half = r"^line 1: '\\ud[0-9a-f]{3}' is half a character; expected whole ones$"
    with pytest.raises(InputError, match=half):
        parse_json(text, "line 1")


def test_whole_characters_are_fine() -> None:
    text = r'["\ud83d\ude00 \u00fc", "ü", "\\ud83d"]'
    assert parse_json(text, "") == ["\N{GRINNING FACE} ü", "ü", r"\ud83d"]


def test_a_wrong_type_is_named_with_what_would_be_right() -> None:
    check_type("source", "a", (int, str), "a number or a text")
    with pytest.raises(InputError, match=r"^source of type list; expected a number or a text$"):
        check_type("source", ["a"], (int, str), "a number or a text")


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (-1, "^card '-1'; expected a whole number from 0 to 4$"),
        (5, "^card '5'; expected a whole number from 0 to 4$"),
        ("1", "^card of type str; expected a whole number from 0 to 4$"),
        (1.0, "^card of type float; expected a whole number from 0 to 4$"),
    ],
)
def test_places_that_are_none(place: Any, message: str) -> None:
    assert [check_index("card", each, 5) for each in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(InputError, match=message):
        check_index("card", place, 5)
