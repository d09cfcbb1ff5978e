"""Small parts of English sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; or with another word."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 card`, `3 cards`."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def capital(text: str) -> str:
    """A sentence begins with a capital letter, unless it begins with a name such as `greedy`."""
    return f"You{text[3:]}" if text.startswith("you ") else text
