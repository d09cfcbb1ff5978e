"""The rules of The Game, one function each. Each adds constraints and nothing else.

A rule about the schedule (who lays when, where turns end) holds for all moments, even after the
game is over: an unfinished last turn can always be continued in thought. A rule about cards and
piles holds for the lays that happen.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.formula import ALWAYS, NEVER
from cardsolver.solver.cpsat.lines import FIRE
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.formula import Literal
    from cardsolver.solver.cpsat.steps.variables import Variables


def laying_stops_once(v: Variables) -> None:
    """Lays are counted without gaps: after the last one nothing more is laid (TG-17)."""
    for t, following in pairwise(range(v.shape.lays)):
        v.formula.implies(v.active(following), v.active(t))


def one_card_a_lay(v: Variables) -> None:
    """A lay that happens is one card in one direction (TG-6)."""
    for t in range(v.shape.lays):
        options = [v.lay(t, d, card) for card in v.shape.cards for d in DIRECTIONS]
        v.formula.exactly_one([*options, ~v.active(t)])


def each_card_once(v: Variables) -> None:
    """A card is laid at most once (TG-1); for a win, exactly once (TG-18)."""
    for card in v.shape.cards:
        moments = [v.plays(t, card) for t in range(v.shape.lays)]
        v.formula.at_most_one(moments)
        for t in range(v.shape.earliest[card], v.shape.lays):
            v.formula.implies(v.plays(t, card), ~v.done(t, card))
        if v.all_happen and v.shape.wins:
            v.formula.clause(v.done(v.shape.lays, card))


def minimum_a_turn(v: Variables) -> None:
    """A turn has at least the minimum of lays (TG-10), or all cards of a smaller hand (TG-13).

    The minimum is the game's while there are cards to draw at the start of the turn, then 1
    (TG-11).
    """
    for moment in range(1, min(v.shape.owed(), v.shape.lays)):
        v.formula.clause(~v.ends(moment))
    for start in range(v.shape.lays):
        for seat in v.seats:
            for further in range(1, v.shape.minimum(start, seat)):
                if start + further < v.shape.lays:
                    v.formula.clause(
                        ~v.ends(start), ~v.mover(start, seat), ~v.ends(start + further)
                    )


def seats_take_turns(v: Variables) -> None:
    """The mover stays until the turn ends; then the next seat with a card follows (TG-14)."""
    if v.shape.seats == 1:
        return
    seats = v.shape.seats
    for t in range(v.shape.lays):
        v.formula.exactly_one([v.mover(t, seat) for seat in v.seats])
        empty = [_hand_is_empty(v, t, seat) for seat in v.seats]
        for seat in v.seats:
            was_mover = v.mover(t - 1, seat) if t else (ALWAYS if seat == 0 else NEVER)
            v.formula.implies(~v.ends(t), was_mover, v.mover(t, seat))
            passed: list[Literal] = []
            for step in range(1, seats + 1):
                following = (seat + step) % seats
                v.formula.implies(
                    v.ends(t), was_mover, *passed, ~empty[following], v.mover(t, following)
                )
                passed.append(empty[following])
                if empty[following] == NEVER:
                    break


def _hand_is_empty(v: Variables, moment: int, seat: int) -> Literal:
    """At a turn end: the seat has laid a full hand since cards were drawn for lays."""
    since = range(v.shape.last_draw, moment)
    if len(since) < v.shape.full[seat]:
        return NEVER
    return v.formula.at_least(v.shape.full[seat], [v.mover(t, seat) for t in since])


def own_cards_only(v: Variables) -> None:
    """A seat lays cards that it was dealt or drew (TG-6): a lay's card goes to its player."""
    if v.shape.seats == 1:
        return
    for card in v.shape.cards:
        drawn_for = v.shape.drawn_for.get(card, -1)
        for t in range(v.shape.earliest[card], v.shape.lays):
            if drawn_for < 0:
                # In a hand now, or drawn for a lay before now, which was the first mover's.
                v.formula.implies(v.plays(t, card), v.mover(t, v.shape.holder.get(card, 0)))
                continue
            for seat in v.seats:
                v.formula.implies(v.plays(t, card), v.mover(t, seat), v.mover(drawn_for, seat))


def drawn_at_the_end_of_the_turn(v: Variables) -> None:
    """A card drawn for a lay can be laid when the turn of that lay has ended (TG-12)."""
    # A turn is not longer than a full hand, so a longer wait needs no constraint.
    longest = max(v.shape.full)
    for card, lay in v.shape.drawn_for.items():
        first_end = max(0, lay + 1)
        for t in range(v.shape.earliest[card], min(v.shape.lays, first_end + longest)):
            ends = [v.ends(moment) for moment in range(first_end, t + 1)]
            v.formula.clause(~v.plays(t, card), *ends)


def tops_change_by_lays(v: Variables) -> None:
    """A laid card is on top until it is covered; what is covered was on top (TG-2)."""
    formula = v.formula
    for d in DIRECTIONS:
        for item in v.items[d]:
            for t in range(v.shape.lays):
                before, covered = v.open(t, d, item), v.cover(t, d, item)
                laid = v.lay(t, d, item) if item > 0 else NEVER
                formula.implies(covered, before)
                if t + 1 == v.shape.lays:
                    continue
                after = v.open(t + 1, d, item)
                formula.implies(covered, ~after)
                formula.implies(before, ~covered, after)
                formula.implies(laid, after)
                formula.clause(~after, before, laid)


def a_lay_covers_what_it_fits(v: Variables) -> None:
    """A lay covers one top of its direction: a lower one (TG-7), or the one ten higher (TG-8)."""
    formula = v.formula
    for t in range(v.shape.lays):
        for d in DIRECTIONS:
            covers = [v.cover(t, d, item) for item in v.items[d]]
            used = formula.either(*(v.lay(t, d, card) for card in v.shape.cards))
            formula.exactly_one([*covers, ~used])
            lower = dict(zip(v.items[d], accumulate(covers, formula.either), strict=True))
            below = NEVER
            for item in v.items[d]:
                if item > 0:
                    formula.clause(~v.lay(t, d, item), below, v.trick(t, d, item))
                below = lower[item]


def fire_is_covered(v: Variables) -> None:
    """A fire card on top at a turn's end is covered in the next turn, or the game is lost (TG-25).

    Lost means that nothing is laid after that turn; the lays of the turn itself count.
    """
    if not v.shape.problem.on_fire:
        return
    formula, problem = v.formula, v.shape.problem
    for d in DIRECTIONS:
        for item in v.items[d]:
            if (item if item > 0 else problem.tops[-1 - item]) not in FIRE:
                continue
            due = ALWAYS if item < 0 and problem.due[-1 - item] else NEVER
            for t in range(v.shape.lays):
                # `due` is the state of the turn that lay t - 1 belongs to.
                on_top = v.open(t, d, item)
                burning = formula.both(due, on_top)
                formula.implies(burning, v.ends(t), ~v.active(t))
                due = formula.either(burning, formula.both(on_top, v.ends(t)))
