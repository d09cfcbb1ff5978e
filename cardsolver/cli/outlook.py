"""What the solver says about each turn of a recorded game, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.viewer.story import Remark

if TYPE_CHECKING:
    from cardsolver.solver.analysis import Analysis, TurnReport

_MOODS = {"winnable": "good", "unwinnable": "bad", "undecided": "open"}


def remarks(analysis: Analysis, turn_of_move: list[int]) -> tuple[Remark, ...]:
    """A remark for each turn; `turn_of_move` has the story's turn for each move."""
    return tuple(
        Remark(
            turn_of_move[turn.first_move],
            outlook(turn),
            _MOODS[turn.verdict],
            blunder(turn) if turn is analysis.losing_turn else "",
        )
        for turn in analysis.turns
    )


def outlook(turn: TurnReport) -> str:
    """What could still be reached before a turn."""
    if turn.verdict == "winnable":
        return "winnable"
    least, most = turn.left_bound, turn.left
    cards = f"{most}" if least == most else f"{least} to {most}"
    return f"{turn.verdict}, at best {cards} left"


def blunder(turn: TurnReport) -> str:
    """What to say about the turn that lost the win."""
    better = " ".join(turn.advice)
    return f"the win is gone; {better} would have kept it"
