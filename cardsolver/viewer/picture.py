"""The chart of a story as a picture: the values over time, special moves marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.viewer.canvas import canvas, legend_beside, line_style

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.viewer.story import Story


def draw_story(story: Story, path: Path) -> None:
    """One line per name, a step for each move that changed it; turns along the bottom."""
    frames = story.frames
    chart = story.chart
    with canvas(path, f"{story.title} ({story.rules})\n{story.ending}", (10, 4.5)) as figure:
        axes = figure.subplots()
        places = range(len(frames))
        for line, name in enumerate(chart.names):
            values = [frame.tableau.values[line] for frame in frames]
            axes.plot(places, values, drawstyle="steps-post", label=name, **line_style(line))
        marked = [at for at, frame in enumerate(frames) if frame.marked is not None]
        if marked:
            heights = [frames[at].tableau.values[frames[at].marked or 0] for at in marked]
            look = {"linestyle": "", "marker": "*", "markersize": 9, "color": "black"}
            axes.plot(marked, heights, label=f"{chart.mark} ({len(marked)})", **look)
        for remark in story.remarks:
            if remark.blunder:
                at = story.after_turn(remark.turn)
                axes.axvline(at, color="black", linestyle=":")
                axes.annotate("win lost", (at, 1), xycoords=("data", "axes fraction"))
        turns = _ticks(story.last_turn)
        axes.set_xticks([story.after_turn(turn) for turn in turns], [str(turn) for turn in turns])
        axes.set_xlim(0, len(frames))  # the last step is seen, too
        highest = max(value for frame in frames for value in frame.tableau.values)
        high = chart.high or max(highest, chart.low + 1)
        axes.set_ylim(chart.low - (high - chart.low) / 50, high + (high - chart.low) / 50)
        axes.set_xlabel("turn")
        axes.set_ylabel(chart.title)
        legend_beside(axes)


def _ticks(last: int, most: int = 12) -> list[int]:
    """The turns that are named: round numbers from 0."""
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if last / size <= most)
    return list(range(0, last + 1, step))
