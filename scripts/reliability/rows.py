"""The rows of docs/reliability.md: what was promised, how it was tested, how often, what was found.

The figures are kept in docs/reliability.json, one row for each part, so that parts can be run one
by one; the page is written from it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: written by scripts/torture -->", "<!-- figures: end -->"


@dataclass(frozen=True)
class Row:
    """One promise and how it was tried."""

    name: str
    area: str
    promise: str
    test: str
    count: str
    failures: int
    command: str

    def cells(self) -> list[str]:
        """A line of the page's table."""
        return [self.promise, self.test, self.count, str(self.failures), f"`{self.command}`"]


def keep_row(row: Row) -> None:
    """Put figures into the file in place of older ones, and write the page."""
    known: dict[str, dict[str, object]] = {}
    if FIGURES.exists():
        known = {each["name"]: each for each in json.loads(FIGURES.read_text(encoding="utf-8"))}
    known[row.name] = asdict(row)
    ordered = sorted(
        known.values(), key=lambda each: (AREAS.index(str(each["area"])), each["name"])
    )
    FIGURES.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_page()


AREAS = ("Crashes", "Bots that misbehave", "Fuzzing", "Records", "Load", "Portability", "Tests")


def tables() -> str:
    """All figures as Markdown."""
    rows = [Row(**row) for row in json.loads(FIGURES.read_text(encoding="utf-8"))]
    parts = []
    for area in AREAS:
        lines = [row.cells() for row in rows if row.area == area]
        if lines:
            head = ["promise", "how it was tried", "how often", "failures", "command"]
            body = "\n".join(
                "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"
                for line in [head, ["---", "---", "---:", "---:", "---"], *lines]
            )
            total = _total([row for row in rows if row.area == area])
            parts.append(f"### {area}\n\n{body}{total}")
    return "\n\n".join(parts)


def _total(rows: list[Row]) -> str:
    """A last line with the sum, where all rows count the same things."""
    counts = [row.count.split() for row in rows]
    if len(rows) < 2 or any(len(words) != 2 or words[1] != "inputs" for words in counts):
        return ""
    total = sum(int(words[0].replace(",", "")) for words in counts)
    return f"\n\nIn all {total:,} inputs, {sum(row.failures for row in rows)} failures."


def write_page() -> None:
    """Put the figures into the page."""
    before, found, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not found or not closed:
        raise ValueError(f"{PAGE.name} has no place for the figures")
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}", encoding="utf-8")
