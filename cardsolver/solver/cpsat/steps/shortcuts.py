"""What follows from the rules, or costs nothing: each function makes the search shorter.

Implied constraints never remove a line. Symmetry constraints keep at least one of several lines
that are worth the same; the docstring says which one stays, and `canonical.py` brings any line
into that form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import NEVER
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.formula import Literal
    from cardsolver.solver.cpsat.steps.variables import Variables


def a_turn_is_at_most_a_hand(v: Variables) -> None:
    """Implied: no turn has more lays than the largest full hand."""
    longest = max(v.shape.full)
    for start in range(v.shape.lays - longest):
        v.formula.clause(*(v.ends(start + further) for further in range(1, longest + 1)))


def tops_fall_by_tricks_only(v: Variables) -> None:
    """Implied: if no top is as low as h now and one is after the lay, the lay is a trick across h.

    This says in one short clause what the piles say through all their tops, so that the solver
    learns "both ascending piles are above 60 from here on" instead of pairs of tops.
    """
    for d in DIRECTIONS:
        tricks = [(v.height(d, card), card) for card in v.partners[d]]
        for item in v.items[d]:
            h = v.height(d, item)
            across = [card for low, card in tricks if low <= h < low + 10]
            for t in range(v.shape.lays):
                if item > 0:
                    v.formula.clause(
                        ~v.lay(t, d, item), v.open_up_to(t, d, h - 1), v.trick(t, d, item)
                    )
                if t + 1 < v.shape.lays:
                    v.formula.clause(
                        ~v.open_up_to(t + 1, d, h),
                        v.open_up_to(t, d, h),
                        *(v.trick(t, d, card) for card in across),
                    )


def lost_cards(v: Variables) -> None:
    """Implied: a card that no pile takes now, but that will be laid, needs a trick to come back.

    A pile comes back across a card only by a trick from above it to below it, or by the card itself
    being the trick, so one of these few must be still to come.
    """
    formula, lays = v.formula, v.shape.lays
    to_come = [{card: _to_come(v, d, card) for card in v.partners[d]} for d in DIRECTIONS]
    for card in v.shape.cards:
        ways_back: list[list[Literal]] = []
        for d in DIRECTIONS:
            h = v.height(d, card)
            ways_back += [
                at
                for trick, at in to_come[d].items()
                if v.height(d, trick) <= h < v.height(d, trick) + 10
            ]
        for t in range(1, lays):
            fits_now = [v.open_up_to(t, d, v.height(d, card) - 1) for d in DIRECTIONS]
            formula.clause(
                v.done(t, card), ~v.done(lays, card), *fits_now, *(at[t] for at in ways_back)
            )


def _to_come(v: Variables, direction: int, card: int) -> list[Literal]:
    """For each moment: this trick is done in a lay from there on."""
    tricks = [v.trick(t, direction, card) for t in range(v.shape.lays)]
    v.formula.at_most_one(tricks)
    ever = v.formula.either(*tricks)
    return [v.formula.both(ever, ~v.done(t, card)) for t in range(v.shape.lays)]


def order_within_a_turn(v: Variables) -> None:
    """Symmetry: of two lays in a row, same turn and different piles, the smaller key comes first.

    The key is (direction, number). Such lays can be exchanged; of all orders of a turn, the
    lexicographically first has no pair that is out of order, so one order always stays.
    """
    keys = [(d, card) for d in DIRECTIONS for card in v.shape.cards]
    for t in range(1, v.shape.lays):
        smaller: Literal = NEVER
        for d, card in keys:
            # The second lay has a smaller key although it does not cover the first one's card.
            v.formula.clause(~v.lay(t - 1, d, card), v.ends(t), ~smaller, v.cover(t, d, card))
            smaller = v.formula.either(smaller, v.lay(t, d, card))


def small_turns_alone(v: Variables) -> None:
    """Symmetry: solo and without fire, a turn that can be split in two is split.

    Cards come sooner that way. So a turn has fewer than twice the minimum of lays, and one lay when
    nothing is left to draw.
    """
    if not v.shape.turns_can_be_split:
        return
    longest = 2 * v.shape.problem.minimum - 1
    for start in range(v.shape.lays - longest):
        v.formula.clause(*(v.ends(start + further) for further in range(1, longest + 1)))
    for start in range(v.shape.last_draw, v.shape.lays - 1):
        v.formula.implies(v.ends(start), v.ends(start + 1))
