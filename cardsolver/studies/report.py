"""What a study showed, rule set by rule set. Only columns named `seconds…` hold measured times."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from cardsolver.core.report import Column, Report, ReportTable
from cardsolver.core.stats import wilson
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.result import RULINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.report import Row
    from cardsolver.studies.record import Known, Tally

_COLUMNS = (
    Column("players", "players", "count"),
    Column("hand", "hand", "count"),
    Column("minimum", "min", "count"),
    Column("fire", "fire", spare=1),
    Column("deals", "deals", "count", spare=2),
    Column("winnable", "winnable", "count", spare=3),
    Column("unwinnable", "unwinnable", "count", spare=3),
    Column("undecided", "undecided", "count"),
    Column("share", "winnable %", "share", interval=True),
    Column("seconds_median", "median s", "number", spare=4),
    Column("seconds_99", "99 % s", "number", spare=6),
    Column("nodes_median", "median nodes", "nodes", spare=5),
    Column("nodes_99", "99 % nodes", "nodes", spare=7),
)
_LEFT_COLUMNS = (
    Column("players", "players", "count"),
    Column("hand", "hand", "count"),
    Column("minimum", "min", "count"),
    Column("fire", "fire", spare=1),
    Column("proven", "deals with a proven best", "count"),
    Column("left_mean", "cards left, mean", "number"),
    Column("left_fewest", "fewest", "count"),
    Column("left_median", "median", "count"),
    Column("left_most", "most", "count"),
)


def study_report(*tallies: Tally) -> Report:
    """The tables of one or more records."""
    rows, left_rows = [], []
    sets = ((tally, at) for tally in tallies for at in range(len(tally.plan.sets)))
    for tally, number in sets:
        each = tally.plan.sets[number]
        known = tally.of(number)
        rules = the_game.parse_rules(each.rules)
        name = {
            "players": rules.players,
            "hand": rules.hand,
            "minimum": rules.minimum,
            "fire": "yes" if rules.on_fire else "",
        }
        rows.append({**name, **_verdicts(known), "deals_planned": len(each.numbers)})
        left = sorted(one.left for one in known if one.is_best and one.left)
        if left:
            left_rows.append({**name, **_left(left)})
    summary = _summary(rows)
    tables = (
        ReportTable("sets", "Can it be won?", _COLUMNS, tuple(rows)),
        ReportTable("left", "Best outcome where it cannot be won", _LEFT_COLUMNS, tuple(left_rows)),
    )
    return Report(_headline(summary), summary, tables)


def _verdicts(known: Sequence[Known]) -> Row:
    counts: Row = {each: sum(one.verdict == each for one in known) for each in RULINGS}
    total, won = len(known), counts["winnable"]
    asked = [one for one in known if one.was_asked]
    seconds = sorted(one.seconds for one in asked)
    nodes = sorted(one.nodes for one in asked)
    return {
        "deals": total,
        **counts,
        "share": won / total if total else None,
        # Undecided deals count as lost for the lower end and as won for the upper one.
        "share_low": wilson(won, total)[0] if total else None,
        "share_high": wilson(won + counts["undecided"], total)[1] if total else None,
        "seconds_median": statistics.median(seconds) if seconds else None,
        "seconds_99": near_all(seconds),
        "seconds_sum": round(sum(seconds), 1),
        "nodes_median": int(statistics.median(nodes)) if nodes else None,
        "nodes_99": near_all(nodes),
        "nodes_sum": sum(nodes),
    }


def near_all(values: Sequence[float]) -> float | None:
    """The value that 99 of 100 do not exceed; the values are sorted."""
    return values[max(0, -(-99 * len(values) // 100) - 1)] if values else None


def _left(left: Sequence[int]) -> Row:
    return {
        "proven": len(left),
        "left_mean": statistics.fmean(left),
        "left_fewest": left[0],
        "left_median": statistics.median_low(left),
        "left_most": left[-1],
    }


def _summary(rows: Sequence[Row]) -> Row:
    totals = {key: sum(row[key] for row in rows) for key in ("deals", *RULINGS, "nodes_sum")}
    return {
        "sets_count": len(rows),
        "deals_planned": sum(row["deals_planned"] for row in rows),
        **totals,
        "seconds_sum": round(sum(row["seconds_sum"] for row in rows), 1),
    }


def _headline(summary: Row) -> str:
    sets, deals = summary["sets_count"], summary["deals"]
    planned = summary["deals_planned"]
    asked = f"{planned:,} deal{'s' * (planned != 1)}"
    if deals != planned:
        asked = f"{deals:,} of {asked} so far"
    counts = ", ".join(f"{summary[each]:,} {each}" for each in RULINGS)
    return f"study of {sets} rule set{'s' * (sets != 1)}, {asked}: {counts}"
