"""Cells of two lines side by side, on as many lines as the terminal is narrow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions

_GAP = 2


@dataclass(frozen=True, slots=True)
class TwoRows:
    """A hand with a note under each card; the titles stand at the left of both lines."""

    titles: tuple[str, str]
    cells: Sequence[tuple[Text, Text]]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """As many cells on a line as fit; no cell is broken."""
        margin = 1 + max(map(len, self.titles)) + _GAP
        lines = [self._titled(title, margin) for title in self.titles]
        used = margin
        for upper, lower in self.cells:
            width = max(upper.cell_len, lower.cell_len) + _GAP
            if used + width - _GAP > options.max_width and used > margin:
                yield from self._finished(lines)
                lines = [Text(" " * margin), Text(" " * margin)]
                used = margin
            for line, part in zip(lines, (upper, lower), strict=True):
                line.append_text(part).append(" " * (width - part.cell_len))
            used += width
        yield from self._finished(lines)

    def _titled(self, title: str, margin: int) -> Text:
        return Text(f" {title}".ljust(margin), "dim")

    def _finished(self, lines: list[Text]) -> Iterator[Text]:
        """A line without anything but its title is left out."""
        for line, title in zip(lines, self.titles, strict=True):
            line.rstrip()
            if line.plain.strip() not in ("", title):
                yield line
