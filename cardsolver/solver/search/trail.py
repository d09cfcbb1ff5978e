"""The way back: what every kept state of every layer came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardsolver.solver.problem import Lay, Problem, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENDS = 4  # flag beside the pile number (0-3) in a step's byte
BYTES_PER_STATE = 6


@dataclass(frozen=True, slots=True)
class Step:
    """The last lay of a line: from which state of which layer."""

    layer: int
    parent: int
    card: int
    pile: int


@dataclass(frozen=True, slots=True)
class Starts:
    """For each state of layer 0: its root, and whether the turn under way was ended at once."""

    root: tuple[int, ...]
    ended: tuple[bool, ...]


@dataclass(slots=True)
class Trail:
    """Parent, card and pile of the kept states, layer by layer."""

    starts: Starts
    parents: list[npt.NDArray[np.int32]] = field(default_factory=list)
    cards: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    piles: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    states: int = 0

    def add(
        self,
        parent: npt.NDArray[np.int32],
        card: npt.NDArray[np.uint8],
        pile: npt.NDArray[np.uint8],
        ends: npt.NDArray[np.bool_],
    ) -> None:
        """Append a layer."""
        self.states += len(parent)
        self.parents.append(parent)
        self.cards.append(card)
        self.piles.append(pile + np.uint8(_ENDS) * ends)

    def line(self, roots: Sequence[Problem], last: Step) -> tuple[int, tuple[Turn, ...]]:
        """Root and turns of the line that ends with this lay."""
        steps = [(last.card, last.pile, False)]
        at = last.parent
        for layer in reversed(range(last.layer)):
            pile = int(self.piles[layer][at])
            steps.append((int(self.cards[layer][at]), pile % _ENDS, bool(pile & _ENDS)))
            at = int(self.parents[layer][at])
        root = self.starts.root[at]
        return root, _turns(roots[root], steps[::-1], ended_at_once=self.starts.ended[at])


def _turns(
    problem: Problem,
    steps: list[tuple[int, int, bool]],
    *,
    ended_at_once: bool,
) -> tuple[Turn, ...]:
    """Give the piles, which the search sorts after every turn, their own numbers again."""
    tops = list(problem.tops)
    number = [0, 1, 2, 3]  # of the pile that the search has in this place
    turns: list[Turn] = []
    turn: list[Lay] = []

    def end() -> None:
        turns.append(tuple(turn))
        turn.clear()
        number[:2] = sorted(number[:2], key=lambda pile: tops[pile])
        number[2:] = sorted(number[2:], key=lambda pile: -tops[pile])

    if ended_at_once:
        end()
    for card, place, ends in steps:
        tops[number[place]] = card
        turn.append(Lay(number[place], card))
        if ends:
            end()
    if turn:
        turns.append(tuple(turn))
    return tuple(turns)
