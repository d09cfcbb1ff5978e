"""What an analysis says about each turn of a recorded game, in words, for those who look at it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.viewer.story import Remark

if TYPE_CHECKING:
    from cardsolver.solver.analysis import Analysis, TurnReport
    from cardsolver.viewer.story import Story

_MOODS = {"winnable": "good", "unwinnable": "bad", "undecided": "open"}


def with_remarks(story: Story, analysis: Analysis) -> Story:
    """The story of the analysed game, with a remark on each turn."""
    return replace(
        story,
        remarks=tuple(
            Remark(
                story.frames[turn.first_move + 1].turn,
                _outlook(turn),
                _MOODS[turn.verdict],
                _blunder(turn) if turn is analysis.losing_turn else "",
            )
            for turn in analysis.turns
        ),
    )


def _outlook(turn: TurnReport) -> str:
    """What could still be reached before a turn."""
    if turn.verdict == "winnable":
        return "winnable"
    least, most = turn.left_bound, turn.left
    cards = f"{most}" if least == most else f"{least} to {most}"
    return f"{turn.verdict}, at best {cards} left"


def _blunder(turn: TurnReport) -> str:
    """What to say about the turn that lost the win."""
    return f"the win is gone; {' '.join(turn.advice)} would have kept it"
