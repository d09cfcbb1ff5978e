"""Tables as plain lines: no box to copy around, no word broken, and no wider than the terminal."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GAP = "  "
_SHORTEST = 12  # a text is never cut to less


@dataclass(frozen=True, slots=True)
class Column:
    """A column's head, its side, and how easily it can be spared where room is short."""

    head: str
    left: bool = False  # text; numbers stand to the right
    spare: int = 0  # the highest goes first; 0 stays


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table's lines, and the heads of the columns that had no room."""

    lines: tuple[str, ...]
    left_out: tuple[str, ...]


def terminal_width() -> int | None:
    """The width of the terminal; None for a file or a pipe, where a line may have any length."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def draw(columns: Sequence[Column], rows: Iterable[Sequence[str]], *, width: int | None) -> Drawn:
    """The lines of a table within a width: first columns are left out, then long texts are cut."""
    texts = [[column.head for column in columns], *map(list, rows)]
    kept = list(range(len(columns)))
    while width is not None and _needed(texts, kept) > width:
        spare = max(kept, key=lambda at: (columns[at].spare, at))
        if not columns[spare].spare:
            _cut(texts, kept, columns, _needed(texts, kept) - width)
            break
        kept.remove(spare)
    widths = {at: max(len(row[at]) for row in texts) for at in kept}
    lines = [
        _GAP.join(
            row[at].ljust(widths[at]) if columns[at].left else row[at].rjust(widths[at])
            for at in kept
        ).rstrip()
        for row in texts
    ]
    left_out = (column.head for at, column in enumerate(columns) if at not in kept)
    return Drawn(tuple(lines), tuple(left_out))


def _needed(texts: list[list[str]], kept: list[int]) -> int:
    wide = sum(max(len(row[at]) for row in texts) for at in kept)
    return wide + len(_GAP) * (len(kept) - 1)


def _cut(texts: list[list[str]], kept: list[int], columns: Sequence[Column], excess: int) -> None:
    """Shorten the longest texts, which say that they go on."""
    longest = max(
        (at for at in kept if columns[at].left),
        key=lambda at: max(len(row[at]) for row in texts),
        default=None,
    )
    if longest is None:
        return
    most = max(_SHORTEST, max(len(row[longest]) for row in texts) - excess)
    for row in texts:
        if len(row[longest]) > most:
            row[longest] = row[longest][: most - 1].rstrip() + "…"
