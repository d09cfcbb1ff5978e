"""The rules of The Game over chains, one function each. Each adds constraints and nothing else.

`docs/solver-cpsat.md` proves that together they are the rules: the solutions are the lines of play
of the frame, up to the order of lays that makes no difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.chains.frame import Levels, Schedule
from cardsolver.solver.cpsat.formula import ALWAYS, NEVER
from cardsolver.solver.cpsat.lines import FIRE
from cardsolver.solver.cpsat.shape import DIRECTIONS

if TYPE_CHECKING:
    from cardsolver.solver.cpsat.chains.variables import Variables
    from cardsolver.solver.cpsat.formula import Literal


def piles_are_chains(v: Variables) -> None:
    """What lies on the two piles of a direction are two chains, each from its start (TG-2).

    One round trip through both starts says it: up the first pile, over to the second start, up that
    pile, and back. A card that is not on these piles is left out.
    """
    for d in DIRECTIONS:
        first, second = v.items[d][:2]
        node = {item: number for number, item in enumerate(v.items[d])}
        arcs = [
            (node[item], node[card], literal)
            for direction, item, card, literal in v.coverings()
            if direction == d
        ]
        for card in v.frame.cards:
            ways = [v.formula.new(), v.formula.new()]
            arcs += [(node[card], start, ways[start]) for start in (0, 1)]
            v.formula.exactly_one([*ways, ~v.final(d, card)])
            arcs.append((node[card], node[card], ~v.placed(d, card)))
        arcs += [(0, 1, v.final(d, first)), (1, 0, v.final(d, second))]
        v.formula.circuit(arcs)


def one_chain_a_card(v: Variables) -> None:
    """A card that is laid is in one chain; any other is in none (TG-1, TG-6)."""
    for card in v.frame.cards:
        v.formula.exactly_one([*(v.placed(d, card) for d in DIRECTIONS), ~v.laid(card)])


def a_card_waits_for_what_it_covers(v: Variables) -> None:
    """Nothing is ready, or laid, before the card below it is (TG-6)."""
    for _, item, card, covers in v.coverings():
        if item > 0:
            v.formula.not_before(v.time(card), v.time(item), covers)


def enough_are_laid(v: Variables) -> None:
    """The target is reached."""
    frame = v.frame
    done = frame.shape.problem.laid if isinstance(frame, Levels) else 0
    v.formula.count(frame.target - done, [v.laid(card) for card in frame.cards])


def turns_have_the_minimum(v: Variables) -> None:
    """One player: after a turn start, none before the minimum is laid (TG-10, TG-13).

    A turn that could be split in two is split: cards come sooner that way. So the next start is
    less than twice the minimum away, unless the drawing or the target ends before.
    """
    frame = v.frame
    if not isinstance(frame, Levels) or frame.planned:
        return
    end = min(len(frame.shape.problem.draw), frame.target)
    for start in frame.starts:
        fewest = frame.fewest(start)
        for further in range(1, fewest):
            v.formula.clause(~v.starts(start), ~v.starts(start + further))
        following = range(start + fewest, start + fewest + frame.least)
        if following[-1] < end:
            v.formula.clause(~v.starts(start), *map(v.starts, following))


def a_turn_lays_what_is_ready(v: Variables) -> None:
    """One player: the lays of a turn are cards that were ready when it started (TG-6, TG-12)."""
    frame = v.frame
    if not isinstance(frame, Levels):
        return
    end = min(len(frame.shape.problem.draw), frame.target)
    for start in frame.starts:
        ready = [ALWAYS] * frame.shape.problem.laid
        ready += [v.by(card, start) for card in frame.cards]
        fewest = frame.fewest(start)
        v.formula.count(min(start + fewest, frame.target), ready, [v.starts(start)])
        going_on: list[Literal] = []  # no turn starts there, so this one goes on
        for following in range(start + fewest, end):
            going_on.append(~v.starts(following))
            starts_by_now = not frame.planned and len(going_on) == frame.least
            if starts_by_now or going_on[-1] == NEVER:
                break
            v.formula.count(following + 1, ready, [v.starts(start), *going_on])


def turns_have_their_size(v: Variables) -> None:
    """Several players: in a turn of known size so many of the mover's cards are laid (TG-10)."""
    frame = v.frame
    if not isinstance(frame, Schedule):
        return
    seats = frame.shape.seats
    for turn, _ in enumerate(frame.sizes):
        seat = frame.seat(turn)
        laid = [v.by(card, turn) for card in frame.cards if frame.owner[card] == seat]
        so_far = sum(frame.sizes[seat : turn + 1 : seats])
        v.formula.count_exactly(so_far, [x for x in laid if x != NEVER])


def nobody_passes_with_a_card(v: Variables) -> None:
    """Several players, nothing to draw: who has a card lays one or more (TG-11, TG-14)."""
    frame = v.frame
    if not isinstance(frame, Schedule):
        return
    later = NEVER
    for turn in reversed(range(len(frame.sizes), frame.turns)):
        if turn or not frame.shape.may_end_at_once:
            for card in frame.cards:
                if frame.owner[card] == frame.seat(turn):
                    v.formula.clause(~later, v.by(card, turn), v.active(turn))
        later = v.formula.either(later, v.active(turn))


def fire_is_covered(v: Variables) -> None:
    """A fire card on top at a turn's end is covered in the next turn, or the game is lost (TG-25).

    So if turn j comes after the one that laid the card, and anything is laid after turn j, then the
    card is covered by the end of turn j.
    """
    frame = v.frame
    problem = frame.shape.problem
    if not isinstance(frame, Schedule) or not problem.on_fire:
        return
    # The turn under way has an end even if nothing more is laid in it.
    happens = [ALWAYS, *(v.active(turn) for turn in range(1, frame.turns))]
    for d in DIRECTIONS:
        for item in v.items[d]:
            if (item if item > 0 else problem.tops[-1 - item]) not in FIRE:
                continue
            covered = v.formula.number(range(frame.turns + 1))
            v.formula.clause(~v.final(d, item), ~covered.up_to(frame.turns - 1))
            for card in v.above[d, item]:
                v.formula.not_before(covered, v.time(card), v.covers(d, item, card))
            for turn in range(frame.turns):
                if item > 0:
                    lies_there = v.formula.both(v.placed(d, item), v.by(item, turn - 1))
                else:
                    due = problem.due[-1 - item]
                    lies_there = ALWAYS if turn or due else NEVER
                later = v.formula.either(*happens[turn + 1 :])
                v.formula.clause(~lies_there, ~happens[turn], ~later, covered.up_to(turn))
