"""Reports as tables: rows with all their values, what people see, and JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.text import printable, quote

Row: TypeAlias = dict[str, Any]
NO_VALUE = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """A column for people; its interval is in the same cell."""

    key: str
    head: str
    kind: str = "text"  # or count, nodes, share, number, signed, seconds
    interval: bool = False  # the rows have KEY_low and KEY_high
    spare: int = 0  # where room is short, the highest is left out first; 0 stays


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows with all their values, and which of them people see."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report shows: a line about all of it, its facts, and tables."""

    headline: str
    summary: Row
    tables: tuple[ReportTable, ...]

    def table(self, name: str) -> ReportTable:
        """The table with this name."""
        for table in self.tables:
            if table.name == name:
                return table
        known = ", ".join(table.name for table in self.tables)
        raise InputError(f"no table {quote(name)}; expected one of {known}")


def without_times(report: Report) -> Report:
    """The same without measured times, so that two runs can be compared to the letter."""

    def plain(row: Row) -> Row:
        return {key: value for key, value in row.items() if not key.startswith("seconds")}

    tables = tuple(
        replace(
            table,
            columns=tuple(one for one in table.columns if not one.key.startswith("seconds")),
            rows=tuple(map(plain, table.rows)),
        )
        for table in report.tables
    )
    return replace(report, summary=plain(report.summary), tables=tables)


def to_json(report: Report) -> Row:
    """The whole report as JSON values."""
    return {**report.summary, **{table.name: list(table.rows) for table in report.tables}}


def to_csv(table: ReportTable) -> str:
    """One table with all its values."""
    text = io.StringIO()
    keys = list(table.rows[0]) if table.rows else [column.key for column in table.columns]
    writer = csv.DictWriter(text, keys, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table.rows)
    return text.getvalue()


def to_markdown(report: Report) -> str:
    """The tables that have rows, for a README or an issue; the only one also without."""
    parts = [f"**{report.headline}**"]
    for table in report.tables:
        if table.rows:
            heads = [column.head for column in table.columns]
            rule = ["---" if column.kind == "text" else "---:" for column in table.columns]
            lines = [heads, rule, *(cells(table, row) for row in table.rows)]
            body = "\n".join(
                "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"
                for line in lines
            )
            parts.append(f"{table.title}\n\n{body}")
        elif len(report.tables) == 1:
            parts.append(f"{table.title}: none")
    return "\n\n".join(parts) + "\n"


def cells(table: ReportTable, row: Row) -> list[str]:
    """What people read in a row."""
    return [_cell(column, row) for column in table.columns]


def _cell(column: Column, row: Row) -> str:
    value = row[column.key]
    if value is None:
        return NO_VALUE
    text = _number(column.kind, value)
    if not column.interval or row[f"{column.key}_low"] is None:
        return text
    low, high = (_number(column.kind, row[f"{column.key}_{end}"]) for end in ("low", "high"))
    return f"{text} ({low} to {high})"


def _number(kind: str, value: Any) -> str:
    match kind:
        case "share":
            return f"{100 * value:.1f}"
        case "number":
            return f"{value:.2f}"
        case "signed":
            return f"{value:+.2f}"
        case "seconds":
            return f"{value:.6f}"
        case "nodes":
            return f"{value:,}"
    return printable(str(value))
