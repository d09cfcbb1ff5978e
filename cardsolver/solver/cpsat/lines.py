"""Lines of play without the solver: what a position becomes, and whether a line is legal.

Nothing here knows the model. These functions judge a line that the model found, and bring a line
from elsewhere into the order that the model expects.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.games.the_game.rules import Lay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.solver.problem import Problem, Turn

FIRE = frozenset({22, 33, 44, 55, 66, 77})
PILES = range(4)


class IllegalLineError(ValueError):
    """A line that the rules do not allow."""


def fits(pile: int, top: int, card: int) -> bool:
    """Piles 0 and 1 want a higher card, 2 and 3 a lower one; exactly ten back is the trick."""
    return card > top or card == top - 10 if pile < 2 else card < top or card == top + 10


def needed(problem: Problem) -> int:
    """Cards that this turn needs. Drawing comes after laying, so it does not change in a turn."""
    return problem.minimum if problem.draw else 1


def may_end(problem: Problem) -> bool:
    """The mover may stop here: the minimum is laid, or the hand is empty."""
    return problem.laid >= needed(problem) or not problem.hands[0]


def lays(problem: Problem) -> Iterator[Lay]:
    """Every legal lay of the mover."""
    for card in problem.hands[0]:
        for pile in PILES:
            if fits(pile, problem.tops[pile], card):
                yield Lay(pile, card)


def after_lay(problem: Problem, lay: Lay) -> Problem:
    """The position after one lay; the turn is not ended, even if the hand is empty now."""
    hand = problem.hands[0]
    if lay.card not in hand:
        raise IllegalLineError(f"{lay.card} is not in the mover's hand {sorted(hand)}")
    if lay.pile not in PILES or not fits(lay.pile, problem.tops[lay.pile], lay.card):
        raise IllegalLineError(f"{lay.card} does not fit on pile {lay.pile} of {problem.tops}")
    a, b, c, d = (lay.card if p == lay.pile else problem.tops[p] for p in PILES)
    e, f, g, h = (p != lay.pile and problem.due[p] for p in PILES)
    return replace(
        problem,
        tops=(a, b, c, d),
        hands=(tuple(held for held in hand if held != lay.card), *problem.hands[1:]),
        laid=problem.laid + 1,
        due=(e, f, g, h),
    )


def after_turn(problem: Problem) -> Problem | None:
    """The next mover's position, or None if a fire card was left uncovered: the game is lost."""
    if not may_end(problem):
        raise IllegalLineError(f"{problem.laid} laid, but {needed(problem)} are needed")
    if any(problem.due):
        return None
    drawn = problem.draw[: problem.laid]
    hands = (*problem.hands[1:], problem.hands[0] + drawn)
    a, b, c, d = (problem.on_fire and top in FIRE for top in problem.tops)
    return pass_over(
        replace(
            problem,
            hands=hands,
            draw=problem.draw[len(drawn) :],
            laid=0,
            due=(a, b, c, d),
        )
    )


def pass_over(problem: Problem) -> Problem:
    """The same position with the first seat that has a card as the mover."""
    hands = problem.hands
    if problem.laid and problem.left and not hands[0]:
        raise ValueError("the turn under way is over: its player has no card")
    while not hands[0] and any(hands):
        hands = (*hands[1:], hands[0])
    return replace(problem, hands=hands)


def positions(problem: Problem, turns: Sequence[Turn]) -> Iterator[Problem]:
    """The position at the start of each turn, and finally the one the line ends in.

    Raises IllegalLineError at the first lay or turn end that is against the rules. After a lost
    game (fire) or a won one there must be no further turn.
    """
    here = pass_over(problem)
    for number, turn in enumerate(turns):
        yield here
        for lay in turn:
            here = after_lay(here, lay)
        if number == len(turns) - 1:
            break
        if not here.left:
            raise IllegalLineError(f"turn {number + 2} comes after the last card")
        following = after_turn(here)
        if following is None:
            raise IllegalLineError(f"turn {number + 2} comes after a fire card was left uncovered")
        here = following
    yield here


def left_after(problem: Problem, turns: Sequence[Turn]) -> int:
    """Cards left after a legal line. Raises IllegalLineError for any other."""
    *_, last = positions(problem, turns)
    return last.left


def extended(problem: Problem, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The line played on until the game is really over, always by the first lay found.

    A line may stop in the middle of a turn, but a game may not: a player who can lay and has not
    reached the minimum must.
    """
    line = [list(turn) for turn in turns] or [[]]
    *_, here = positions(problem, turns or ((),))
    # Without a card in any hand and none laid, nobody will ever draw.
    while here.left and (here.laid or any(here.hands)):
        lay = next(lays(here), None)
        if lay is not None:
            line[-1].append(lay)
            here = after_lay(here, lay)
            continue
        if not may_end(here):
            break
        following = after_turn(here)
        if following is None:
            break
        here = following
        line.append([])
    return tuple(tuple(turn) for turn in line)
