"""The time of the chain model: the stages at which a card can be had, and the turns.

A chain says what lies on what; when each card is laid is another matter. There are two clocks.

* `Levels`, for one player without fire. A stage is the number of cards drawn when a turn starts.
  A card's time is the stage from which it is *ready*: it and everything below it has been drawn.
  Turn sizes are free, or given.
* `Schedule`, for several players, and On Fire. A stage is the number of a turn. A card's time is
  the turn in which it is *laid*. Turn sizes are given while there are cards to draw, so it is known
  who draws what; after that they are free.

Both look no further than `target` lays, and leave out every card that comes too late for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.problem import Problem


@dataclass(frozen=True, slots=True)
class Levels:
    """One player: stage s is a turn start with s cards drawn since the turn under way began.

    Lays are counted from the start of the turn under way as well, so `laid` of them are done.
    """

    shape: Shape
    target: int  # lays that have to be possible, those done included
    cards: tuple[int, ...]
    stages: dict[int, tuple[int, ...]]  # the times a card can have, `never` apart
    never: int
    starts: tuple[int, ...]  # where a turn may start while there are cards to draw
    planned: bool  # turns start there, not only may
    owed: int  # the first turn's fewest lays, those done included

    @property
    def wins(self) -> bool:
        """Every card is to be laid."""
        return self.target == self.shape.lays + self.shape.problem.laid

    @property
    def least(self) -> int:
        """The fewest lays of any later turn while there are cards to draw."""
        return min(self.shape.problem.minimum, self.shape.full[0])

    def fewest(self, start: int) -> int:
        """The fewest lays of the turn that starts there."""
        return self.least if start else self.owed


@dataclass(frozen=True, slots=True)
class Schedule:
    """Turns with known movers: turn k is seat k modulo the number of seats."""

    shape: Shape
    target: int  # lays from now on
    cards: tuple[int, ...]
    stages: dict[int, tuple[int, ...]]
    never: int
    owner: dict[int, int]
    sizes: tuple[int, ...]  # the turns of known size, the last perhaps cut short by the target
    turns: int  # with those of free size at the end, that nothing is drawn for

    @property
    def wins(self) -> bool:
        """Every card is to be laid."""
        return self.target == self.shape.lays

    def seat(self, turn: int) -> int:
        """Whose turn it is."""
        return turn % self.shape.seats


Frame = Levels | Schedule


def is_whole_game(problem: Problem) -> bool:
    """Do the levels apply? Then, with free turn sizes, the chain model is the game itself."""
    return Shape.of(problem).seats == 1 and not problem.on_fire


def frame_of(
    problem: Problem,
    *,
    target: int | None = None,
    sizes: Sequence[int] | None = None,
) -> Frame:
    """The frame of the question "can `target` cards be laid from here?"; without one: all of them.

    `sizes` are the lays of the coming turns; those after them have the minimum. Without it turns
    have the minimum too, except that one player without fire is free to lay more.
    """
    shape = Shape.of(problem)
    lays = shape.lays if target is None else min(target, shape.lays)
    if is_whole_game(problem):
        return _levels(shape, lays + problem.laid, sizes)
    return _schedule(shape, lays, sizes or ())


def lays_of_turns(problem: Problem, turns: int) -> int | None:
    """The lays of so many turns of the minimum; None if the drawing ends in them."""
    sizes = _turn_sizes(Shape.of(problem), ())
    return sum(sizes[:turns]) if turns < len(sizes) else None


def _turn_sizes(shape: Shape, sizes: Sequence[int]) -> list[int]:
    """Lays of each turn that starts with cards to draw."""
    problem = shape.problem
    turns: list[int] = []
    start = 0
    while start < shape.last_draw or (not turns and problem.draw):
        seat = len(turns) % shape.seats
        least = shape.minimum(start, seat) if turns else shape.owed()
        most = shape.full[seat] if turns else len(problem.hands[0])
        wanted = sizes[len(turns)] if len(turns) < len(sizes) else least
        turns.append(min(max(wanted, least), most))
        start += turns[-1]
    return turns


def _levels(shape: Shape, target: int, sizes: Sequence[int] | None) -> Levels:
    problem = shape.problem
    drawn = len(problem.draw)
    owed = problem.laid + shape.owed()
    if sizes is None:
        possible = [0, *range(max(1, owed), drawn)]
    else:
        possible = [0, *accumulate(_turn_sizes(shape, sizes), initial=problem.laid)]
        del possible[1]  # the turn under way starts at 0, whatever it has laid
    starts = tuple(start for start in possible if start < min(drawn, target))
    times = starts if target <= drawn else (*starts, drawn)
    stages: dict[int, tuple[int, ...]] = {}
    first = dict.fromkeys(problem.hands[0], 0)
    first |= {card: number + 1 for number, card in enumerate(problem.draw)}
    for card in shape.cards:
        stages[card] = tuple(time for time in times if time >= first[card])
    cards = tuple(card for card in shape.cards if stages[card])
    return Levels(
        shape=shape,
        target=target,
        cards=cards,
        stages={card: stages[card] for card in cards},
        never=drawn + target + 1,
        starts=starts,
        planned=sizes is not None,
        owed=owed,
    )


def _schedule(shape: Shape, target: int, sizes: Sequence[int]) -> Schedule:
    known: list[int] = []
    drawn_in: list[int] = []  # the turn of each lay that a card is drawn for
    for size in _turn_sizes(shape, sizes):
        drawn_in += [len(known)] * size
        known.append(size)
    planned = len(drawn_in)
    kept: list[int] = []
    for size in known:
        if sum(kept) < target or not kept:
            kept.append(min(size, target - sum(kept)))
    turns = len(kept)
    if target > planned:
        # One player lays all that is left at once: no duty can come from that.
        rounds = max(shape.full) + shape.may_end_at_once
        turns += 1 if shape.seats == 1 else shape.seats * rounds
    owner = dict(shape.holder)
    first = dict(shape.holder)
    for card, lay in shape.drawn_for.items():
        drawn = drawn_in[lay] if lay >= 0 else 0
        owner[card] = drawn % shape.seats
        first[card] = drawn + shape.seats
    stages = {card: tuple(range(first[card], turns, shape.seats)) for card in shape.cards}
    cards = tuple(card for card in shape.cards if stages[card])
    return Schedule(
        shape=shape,
        target=target,
        cards=cards,
        stages={card: stages[card] for card in cards},
        never=turns,
        owner=owner,
        sizes=tuple(kept),
        turns=turns,
    )
