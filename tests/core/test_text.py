"""Text that people give."""

from __future__ import annotations

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.text import parse_size


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
