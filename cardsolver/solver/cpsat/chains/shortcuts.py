"""What follows from the rules, or costs nothing: each function makes the search shorter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.chains.frame import Levels
from cardsolver.solver.cpsat.formula import ALWAYS
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.chains.variables import Variables
    from cardsolver.solver.cpsat.formula import Literal


def equal_piles_in_order(v: Variables) -> None:
    """Symmetry: on two piles with the same top, the lower first card is on the first pile."""
    for d in DIRECTIONS:
        first, second = v.items[d][:2]
        if v.height(d, first) != v.height(d, second):
            continue
        lower: list[Literal] = []
        for card in sorted(v.above[d, second], key=lambda card: v.height(d, card)):
            v.formula.clause(~v.covers(d, second, card), *lower)
            lower.append(v.covers(d, first, card))


def one_more_is_ready(v: Variables) -> None:
    """Implied: one player, free turns: whenever so many are laid, one more is ready."""
    frame = v.frame
    if not isinstance(frame, Levels) or frame.planned:
        return
    for stage in frame.starts:
        ready = [ALWAYS] * frame.shape.problem.laid
        ready += [v.by(card, stage) for card in frame.cards]
        v.formula.count(min(stage + 1, frame.target), ready)
