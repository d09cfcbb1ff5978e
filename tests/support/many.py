"""Tests that go through many games."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def numbered(number: int) -> Iterator[None]:
    """A failure says which of the games it was."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in game {number}")
        raise
