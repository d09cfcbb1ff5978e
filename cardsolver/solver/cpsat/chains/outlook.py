"""What a window should leave behind: the objective of a model that ends before the game does.

It affects which line is found, never what is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import NEVER
from cardsolver.solver.cpsat.shape import DIRECTIONS, height

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.chains.model import Model
    from cardsolver.solver.cpsat.formula import Literal


@dataclass(frozen=True, slots=True)
class Weights:
    """What the things that a window leaves cost. `scripts/fit_outlook.py` fits them."""

    room: int = 2  # each number that a top has advanced
    homeless: int = 20  # an unlaid card that no pile takes
    one_way: int = 1  # an unlaid card and a direction that does not take it
    trick_seen: int = 14  # gained for a top whose trick card is in a hand
    trick_unseen: int = 4  # gained for a top whose trick card comes later


def look_ahead(model: Model, weights: Weights) -> None:
    """Let the model leave as good a position as it can."""
    v, formula = model.variables, model.formula
    unlaid = {card: ~v.laid(card) for card in v.frame.cards}
    later = [card for card in v.frame.shape.cards if card not in unlaid]
    costs: list[tuple[int, Literal]] = []
    for d in DIRECTIONS:
        seen = {height(d, card): card for card in unlaid}
        unseen = {height(d, card) for card in later}
        for item in v.items[d]:
            high = v.height(d, item)
            costs.append((weights.room * high, v.final(d, item)))
            if high - 10 in unseen:
                costs.append((-weights.trick_unseen, v.final(d, item)))
            elif high - 10 in seen:
                trick = formula.both(v.final(d, item), unlaid[seen[high - 10]])
                costs.append((-weights.trick_seen, trick))
    for card in v.frame.shape.cards:
        homes = [v.final_up_to(d, height(d, card) - 1) for d in DIRECTIONS]
        waits = [unlaid[card]] if card in unlaid else []
        costs.append((weights.homeless, formula.both(*waits, *(~home for home in homes))))
        costs += [(weights.one_way, formula.both(*waits, ~home)) for home in homes]
    formula.minimise((weight, literal) for weight, literal in costs if literal != NEVER)
