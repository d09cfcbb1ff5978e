"""A line in the form the model's symmetry constraints keep: same cards, same piles, same value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.games.the_game.rules import Lay
    from cardsolver.solver.cpsat.shape import Shape
    from cardsolver.solver.problem import Turn


def canonical(shape: Shape, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The line with every turn split where it can be and its lays in the model's order."""
    pieces = _split(shape, turns) if shape.turns_can_be_split else turns
    return tuple(in_order(turn) for turn in pieces)


def _split(shape: Shape, turns: Sequence[Turn]) -> Iterator[Turn]:
    """Solo: fewer lays per turn than twice the minimum; single lays when nothing is drawn."""
    start = 0
    for turn in turns:
        rest = turn
        while True:
            minimum = shape.minimum(start, 0)
            size = minimum if len(rest) >= 2 * minimum else len(rest)
            yield rest[:size]
            start, rest = start + size, rest[size:]
            if not rest:
                break


def in_order(turn: Turn) -> Turn:
    """The lexicographically first of all orders that keep each pile's own order.

    Lays on different piles do not affect each other, so any such order gives the same position.
    """
    waiting = [[lay for lay in turn if lay.pile == pile] for pile in range(4)]
    ordered: list[Lay] = []
    while any(waiting):
        pile = min(
            (pile for pile in range(4) if waiting[pile]),
            key=lambda pile: (pile // 2, waiting[pile][0].card),
        )
        ordered.append(waiting[pile].pop(0))
    return tuple(ordered)
