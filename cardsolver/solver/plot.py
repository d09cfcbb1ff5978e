"""A study as a picture: what share of the deals can be won."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.core.stats import wilson
from cardsolver.solver.result import RULINGS
from cardsolver.viewer.canvas import bar_style, canvas, legend_beside, line_style

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardsolver.solver.result import Ruling


def draw_rulings(rulings: Sequence[Ruling], title: str, path: Path) -> None:
    """How many deals of each verdict, and the share with its 95 % interval as deals come in.

    The interval counts undecided deals as lost at its low end, and as won at its high end.
    """
    with canvas(path, title, (10, 4.5)) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(2, 3))
        counts = [rulings.count(each) for each in RULINGS]
        for place, (ruling, count) in enumerate(zip(RULINGS, counts, strict=True)):
            left.bar(ruling, count, **bar_style(len(RULINGS) - 1 - place, len(RULINGS)))
            share = f"{count}\n{count / len(rulings):.1%}"
            left.annotate(share, (place, count), ha="center", va="bottom", fontsize="small")
        left.set_ylim(0, len(rulings) * 1.15)
        left.set_ylabel("deals")
        left.set_title("verdicts")
        left.tick_params(axis="x", labelsize="small")
        left.grid(visible=False, axis="x")

        totals = range(1, len(rulings) + 1)
        won = list(accumulate(each == "winnable" for each in rulings))
        most = list(accumulate(each != "unwinnable" for each in rulings))
        low = [100 * wilson(each, of)[0] for each, of in zip(won, totals, strict=True)]
        high = [100 * wilson(each, of)[1] for each, of in zip(most, totals, strict=True)]
        right.fill_between(totals, low, high, color="#cccccc", label="95 % interval")
        shares = [100 * each / of for each, of in zip(won, totals, strict=True)]
        right.plot(totals, shares, label="winnable", **line_style(0))
        if most != won:
            open_too = [100 * each / of for each, of in zip(most, totals, strict=True)]
            right.plot(totals, open_too, label="winnable or undecided", **line_style(1))
        right.set_xlim(1, max(2, len(rulings)))
        right.set_ylim(0, 101)
        right.set_xlabel("deals, in their order")
        right.set_ylabel("winnable, %")
        right.set_title("share as deals come in")
        legend_beside(right)
