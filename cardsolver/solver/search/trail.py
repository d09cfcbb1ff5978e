"""The way back: what every kept state of every layer came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cardsolver.games.the_game.rules import Lay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.problem import Problem, Turn

_ENDS = 4  # flag beside the pile number (0-3) in a step's byte
BYTES_PER_STATE = 6


@dataclass(frozen=True, slots=True)
class Step:
    """The last lay of a line: from which state of which layer."""

    layer: int
    parent: int
    card: int
    pile: int


class TracedLay(NamedTuple):
    """A lay as the search sees it: the piles are sorted after every turn."""

    card: int
    place: int
    ends: bool  # the turn ends after it


@dataclass(frozen=True, slots=True)
class Starts:
    """For each state of layer 0: its root, and whether the turn under way was ended at once."""

    root: tuple[int, ...]
    ended: tuple[bool, ...]

    def line(
        self, roots: Sequence[Problem], start: int, lays: Sequence[TracedLay]
    ) -> tuple[int, tuple[Turn, ...]]:
        """Root and turns of a line from one of these states."""
        root = self.root[start]
        return root, _turns(roots[root], lays, ended_at_once=self.ended[start])


@dataclass(slots=True)
class Trail:
    """Parent, card and pile of the kept states, layer by layer."""

    start: int = 0  # the layer of the states that it begins with
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

    def back(self, last: Step) -> tuple[int, list[TracedLay]]:
        """The state that a line began with, and its lays."""
        lays = [TracedLay(last.card, last.pile, ends=False)]
        at = last.parent
        for layer in reversed(range(last.layer - self.start)):
            pile = int(self.piles[layer][at])
            lays.append(TracedLay(int(self.cards[layer][at]), pile % _ENDS, bool(pile & _ENDS)))
            at = int(self.parents[layer][at])
        return at, lays[::-1]


def _turns(problem: Problem, lays: Sequence[TracedLay], *, ended_at_once: bool) -> tuple[Turn, ...]:
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
    for card, place, ends in lays:
        tops[number[place]] = card
        turn.append(Lay(number[place], card))
        if ends:
            end()
    if turn:
        turns.append(tuple(turn))
    return tuple(turns)
