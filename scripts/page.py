"""Sections of pages such as docs/results.md, each written by a script and marked by comments."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "results.md"


def write_section(name: str, text: str, *, page: Path = PAGE) -> None:
    """Put a section into the page, in place of the old one."""
    begin, end = f"<!-- {name}: written by scripts/", f"<!-- {name}: end -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    script, _, rest = rest.partition("\n")
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page.name} has no section {name!r}")
    page.write_text(f"{before}{begin}{script}\n{text}\n{end}{after}", encoding="utf-8")
