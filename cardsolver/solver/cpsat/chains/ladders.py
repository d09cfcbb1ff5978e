"""Shortcuts for proofs, one player: what follows for the tops of each stage (`tops.py`).

They make "no" several times as quick to prove, and a model twice to four times as large. So only
exact questions have them; a window of a walk is quicker without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import NEVER
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.chains.variables import Variables


def ready_at_once(v: Variables) -> None:
    """Symmetry: a card is ready as soon as it is drawn and what it covers is ready, not later.

    The rules only want it not to be sooner. To be ready sooner never hurts, so of all times that a
    choice of chains allows the soonest stay.
    """
    formula = v.formula
    for _, item, card, covers in v.coverings():
        drawn = v.frame.stages[card][0]
        if item < 0:
            formula.implies(covers, v.by(card, drawn))
            continue
        waits = ~v.by(item, drawn)
        formula.clause(~covers, waits, v.by(card, drawn))
        formula.not_before(v.time(item), v.time(card), covers, waits)


def a_new_card_comes_first(v: Variables) -> None:
    """Implied by the soonest times: at a stage something is ready only if a card drawn then is."""
    tops = v.tops
    for stage, before in tops.before.items():
        new = [v.by(card, stage) for card in tops.new[stage]]
        for card in v.frame.cards:
            if card not in tops.new[stage] and v.by(card, stage) != NEVER:
                v.formula.clause(~v.by(card, stage), v.by(card, before), *new)


def a_new_card_covers_a_top(v: Variables) -> None:
    """Implied by the soonest times: a card that is ready when drawn lies on a top of before.

    For stages with one new card: everything else that is ready from then on lies above it.
    """
    tops, formula = v.tops, v.formula
    for stage, before in tops.before.items():
        if len(tops.new[stage]) != 1:
            continue
        (card,) = tops.new[stage]
        at_once = v.by(card, stage)
        for d in DIRECTIONS:
            formula.clause(
                ~at_once,
                ~v.placed(d, card),
                tops.open_up_to(d, before, v.height(d, card) - 1),
                tops.trick(d, stage, card),
            )
            for item in v.items[d]:
                covers = v.covers(d, item, card)
                if covers != NEVER:
                    formula.implies(covers, at_once, tops.open(d, before, item))


def two_tops_a_direction(v: Variables) -> None:
    """Implied: each direction has two tops at every stage."""
    for d in DIRECTIONS:
        for stage in v.tops.stages:
            tops = [v.tops.open(d, stage, item) for item in v.items[d]]
            v.formula.count_exactly(2, [top for top in tops if top != NEVER])


def tops_fall_by_tricks_only(v: Variables) -> None:
    """Implied: if no top is as low as h at a stage and one is at the next, a trick crosses h."""
    tops = v.tops
    for d in DIRECTIONS:
        for item in v.items[d]:
            h = v.height(d, item)
            across = tops.across(d, h)
            for stage, before in tops.before.items():
                v.formula.clause(
                    ~tops.open_up_to(d, stage, h),
                    tops.open_up_to(d, before, h),
                    *(tops.trick(d, stage, card) for card in across),
                )


def lost_cards(v: Variables) -> None:
    """Implied: a card that will be laid and is not ready fits now, or waits for a trick across it.

    The trick may be the card itself.
    """
    tops = v.tops
    for card in v.frame.cards:
        height = [v.height(d, card) for d in DIRECTIONS]
        ways_back = [(d, trick) for d in DIRECTIONS for trick in tops.across(d, height[d])]
        for stage in v.frame.stages[card][:-1]:
            v.formula.clause(
                v.by(card, stage),
                ~v.laid(card),
                *(tops.open_up_to(d, stage, height[d] - 1) for d in DIRECTIONS),
                *(tops.to_come(d, stage, trick) for d, trick in ways_back),
            )
