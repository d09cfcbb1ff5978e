"""Sections of docs/results.md, each written by one script and marked by comments."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "results.md"


def write_section(name: str, text: str) -> None:
    """Put a section into the page, in place of the old one."""
    begin, end = f"<!-- {name}: written by scripts/", f"<!-- {name}: end -->"
    before, found, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    script, _, rest = rest.partition("\n")
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{PAGE.name} has no section {name!r}")
    PAGE.write_text(f"{before}{begin}{script}\n{text}\n{end}{after}", encoding="utf-8")
