"""The plot of a tournament (the extra `plot`): the headline with its interval, then the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.tournaments.report import games_so_far
from cardsolver.tournaments.scoring import ranks, scoring_of
from cardsolver.viewer.canvas import bar_style, canvas, legend_beside, line_style

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.core.report import Report
    from cardsolver.tournaments.report import Results


def draw(results: Results, report: Report, path: Path) -> None:
    """Write the plot; the same report makes the same file."""
    if not results.games:
        raise InputError("a record without games; expected some to draw")
    rows = report.table("bots").rows
    names = [row["bot"] for row in rows]
    config = results.config
    title = f"{game_named(config.game).title} ({config.rules})\n{games_so_far(report.summary)}"
    with canvas(path, title, (14, 2 + 0.45 * max(4, len(names)))) as figure:
        first, second, third = figure.subplots(1, 3)
        scoring = scoring_of(config.game)
        _intervals(first, rows, "win_share", "games won, %", percent=True)
        first.set_yticks(range(len(rows)), names)
        if scoring.is_team:
            _intervals(second, rows, scoring.key, f"{scoring.score}, mean")
            _team_scores(third, results, names, scoring.score)
        else:
            _intervals(second, rows, "points", "points, %", percent=True)
            _ranks(third, results, names)


def _intervals(axes: Any, rows: Any, key: str, title: str, *, percent: bool = False) -> None:
    """A point and its 95 % interval for each row, from zero; the best on top."""
    scale = 100 if percent else 1
    known = [(place, row) for place, row in enumerate(rows) if row[key] is not None]
    keys = (key, f"{key}_low", f"{key}_high")
    highest = max((scale * (row[each] or 0) for _, row in known for each in keys), default=0)
    for place, row in known:
        value = scale * row[key]
        if row[f"{key}_low"] is not None:
            ends = [scale * row[f"{key}_{end}"] for end in ("low", "high")]
            axes.plot(ends, [place, place], "|-", color="black", clip_on=False, markersize=9)
        axes.plot([value], [place], "o", color="black", clip_on=False, markersize=6)
        axes.annotate(
            f"{value:.1f}" if percent else f"{value:.2f}",
            (value, place),
            (0, 7),
            textcoords="offset points",
            ha="left" if value < highest / 20 else "center",
            fontsize="small",
        )
    axes.set_yticks(range(len(rows)), [""] * len(rows))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, min(100, 1.08 * highest or 1) if percent else 1.08 * highest or 1)
    axes.set_xlabel("with 95 % interval")
    axes.set_title(title)


def _team_scores(axes: Any, results: Results, names: list[str], score: str) -> None:
    """The share of games with at most this score, one line per team."""
    worst = max((max(game.outcome.scores) for game in results.games if game.outcome), default=0)
    for place, name in enumerate(names):
        scores = sorted(
            game.outcome.scores[0]
            for game in results.games
            if game.team == name and game.outcome is not None
        )
        shares = [100 * (count + 1) / len(scores) for count in range(len(scores))]
        steps = [0, *scores, worst], [0, *shares, shares[-1] if shares else 0]
        axes.step(*steps, where="post", label=name, clip_on=False, **line_style(place))
    axes.set_xlim(0, max(1, worst))
    axes.set_ylim(0, 101)
    axes.set_xlabel(f"{score}, at most")
    axes.set_ylabel("games, %")
    axes.set_title(f"games with at most so many {score}")
    legend_beside(axes)


def _ranks(axes: Any, results: Results, names: list[str]) -> None:
    """How often each bot came first, second …"""
    seats = results.config.players
    counts = {name: [0] * seats for name in names}
    for game in results.games:
        if game.outcome is not None:
            places = ranks(results.config.game, game.outcome, game.at_fault)
            for name, rank in zip(game.seats, places, strict=True):
                counts[name][rank - 1] += 1
    start = [0.0] * len(names)
    for rank in range(seats):
        shares = [100 * counts[name][rank] / max(1, sum(counts[name])) for name in names]
        look = bar_style(rank, seats)
        axes.barh(range(len(names)), shares, left=start, label=f"rank {rank + 1}", **look)
        start = [before + share for before, share in zip(start, shares, strict=True)]
    axes.set_yticks(range(len(names)), [""] * len(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("games, %")
    axes.set_title("ranks")
    legend_beside(axes)
