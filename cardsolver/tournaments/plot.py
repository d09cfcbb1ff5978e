"""The plot of a tournament (the extra `plot`): intervals, and how results are distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.tournaments.scoring import ranks, scoring_of

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.tournaments.report import Report, Results

FORMATS = (".svg", ".png", ".pdf")


def draw(results: Results, report: Report, path: Path) -> None:
    """Write the plot; the same report makes the same file."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"--plot {quote(path)}; expected a name ending in {', '.join(FORMATS)}")
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load
        from matplotlib.figure import Figure  # noqa: PLC0415 - slow to load
    except ImportError:
        raise InputError("--plot needs the extra plot: pip install 'cardsolver[plot]'") from None
    rows = report.table("bots").rows
    names = [row["bot"] for row in rows]
    # Fixed ids and no date: the file can be compared.
    with mpl.rc_context({"svg.hashsalt": "cardsolver", "svg.fonttype": "none"}):
        figure = Figure(figsize=(10, 1.8 + 0.45 * max(4, len(names))), layout="constrained")
        left, right = figure.subplots(1, 2)
        scoring = scoring_of(results.config.game)
        if scoring.is_team:
            _intervals(left, rows, scoring.key, f"{scoring.score}: mean and 95 % interval")
            _team_scores(right, results, names, scoring.score)
        else:
            _intervals(left, rows, "points", "points: mean and 95 % interval")
            _ranks(right, results, names)
        figure.suptitle(f"{results.config.game}: {len(results.games)} games")
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        try:
            figure.savefig(path, metadata=metadata)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None


def _intervals(axes: Any, rows: Any, key: str, title: str) -> None:
    for place, row in enumerate(rows):
        value, low, high = row[key], row[f"{key}_low"], row[f"{key}_high"]
        if value is None:
            continue
        if low is not None:
            axes.plot([low, high], [place, place], color="C0")
        axes.plot([value], [place], "o", color="C0")
    axes.set_yticks(range(len(rows)), [row["bot"] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)  # the best on top
    axes.set_title(title, fontsize="medium")


def _team_scores(axes: Any, results: Results, names: list[str], score: str) -> None:
    """The share of games with at most this score, one line per team."""
    for name in names:
        scores = sorted(
            game.outcome.scores[0]
            for game in results.games
            if game.team == name and game.outcome is not None
        )
        shares = [(place + 1) / len(scores) for place in range(len(scores))]
        axes.step(scores, shares, where="post", label=name)
    axes.set_ylim(0, 1)
    axes.set_xlabel(score)
    axes.set_title("share of games with at most this score", fontsize="medium")
    axes.legend(fontsize="small")


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
        shares = [counts[name][rank] / max(1, sum(counts[name])) for name in names]
        axes.barh(range(len(names)), shares, left=start, label=f"rank {rank + 1}")
        start = [before + share for before, share in zip(start, shares, strict=True)]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_title("share of ranks", fontsize="medium")
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
