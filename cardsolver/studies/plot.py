"""A study as a picture: winnability over the hand, effort, and what is left at best."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.viewer.canvas import canvas, legend_beside, line_style, log_scales

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cardsolver.core.report import Report, Row
    from cardsolver.studies.record import Tally


_FEW = 20  # deals
_APART = 0.03  # of a card of the hand: points of different curves do not hide each other
_NEARLY_ALL = 90  # per cent; curves above this are shown from close by


def draw_study(report: Report, tallies: Sequence[Tally], path: Path) -> None:
    """The views of a study; in the first a curve for each number of players and minimum."""
    curves = _curves(report.table("sets").rows)
    nodes = _nodes(tallies)
    if not nodes:
        raise InputError("a study without verdicts; expected some to draw")
    left = _counts_left(tallies)
    views = 3 if left else 2
    with canvas(path, report.headline, (10, 3 * views)) as figure:
        axes = figure.subplots(views, 1)
        _winnability(axes[0], curves)
        _effort(axes[1], nodes)
        if left:
            _left(axes[2], left)


def _curves(rows: Sequence[Row]) -> Mapping[str, list[Row]]:
    """The rows of each curve, by its name, ordered by hand."""
    curves: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["deals"]:
            curves[_name(row)].append(row)
    for curve in curves.values():
        curve.sort(key=lambda row: int(row["hand"]))
    return curves


def _name(row: Row) -> str:
    players = "solo" if row["players"] == 1 else f"{row['players']} players"
    return f"{players}, minimum {row['minimum']}{', On Fire' if row['fire'] else ''}"


def _winnability(axes: Any, curves: Mapping[str, list[Row]]) -> None:
    for number, (name, rows) in enumerate(curves.items()):
        shift = _APART * (number - (len(curves) - 1) / 2)
        places = [row["hand"] + shift for row in rows]
        style = line_style(number)
        axes.plot(places, [100 * row["share"] for row in rows], label=name, marker="o", **style)
        low, high = ([100 * row[f"share_{end}"] for row in rows] for end in ("low", "high"))
        axes.fill_between(places, low, high, alpha=0.15, color=style["color"])
        axes.vlines(places, low, high, color=style["color"], linewidth=1)
    every = [row for rows in curves.values() for row in rows]
    hands = sorted({row["hand"] for row in every})
    axes.set_xticks(hands)
    axes.set_xlim(hands[0] - 0.5, hands[-1] + 0.5)
    lowest = 100 * min(row["share_low"] for row in every)
    bottom = lowest if lowest > _NEARLY_ALL else 0.0
    margin = (100 - bottom) / 20
    axes.set_ylim(bottom - margin, 100 + margin)
    axes.set_xlabel("cards in a full hand")
    axes.set_ylabel("winnable, %")
    axes.set_title("can it be won? (95 % intervals; undecided counted both ways)")
    legend_beside(axes)


def _nodes(tallies: Sequence[Tally]) -> Mapping[str, list[int]]:
    """What the last attempt at each deal took, by its verdict."""
    nodes: dict[str, list[int]] = defaultdict(list)
    for tally in tallies:
        for number in range(len(tally.plan.sets)):
            for known in tally.of(number):
                if known.was_asked:
                    nodes[known.verdict].append(max(1, known.nodes))
    return nodes


def _effort(axes: Any, nodes: Mapping[str, list[int]]) -> None:
    """How many deals are still open after so many nodes, which no machine changes."""
    for place, (verdict, values) in enumerate(sorted(nodes.items())):
        values.sort()
        share = [100 * (1 - at / len(values)) for at in range(len(values))]
        # A curve through few deals is hardly there without its points.
        marker = "o" if len(values) <= _FEW else None
        style = line_style(place)
        axes.plot(values, share, drawstyle="steps-post", marker=marker, label=verdict, **style)
    log_scales(axes)
    axes.set_xlabel("nodes of the search")
    axes.set_ylabel("deals that need more, %")
    axes.set_title("how hard deals are")
    legend_beside(axes)


def _counts_left(tallies: Sequence[Tally]) -> Mapping[int, int]:
    """How many deals leave so many cards at best, where that is proven."""
    return Counter(
        known.left
        for tally in tallies
        for number in range(len(tally.plan.sets))
        for known in tally.of(number)
        if known.is_best and known.left
    )


def _left(axes: Any, counts: Mapping[int, int]) -> None:
    axes.bar(list(counts), list(counts.values()), color="#777777", edgecolor="black")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlim(0, max(counts) + 1)
    axes.set_xlabel("fewest cards left (proven)")
    axes.set_ylabel("deals")
    axes.set_title("best outcome where it cannot be won")
