"""What the solver is asked: a moment of The Game with every card known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Piles = tuple[int, int, int, int]
NOTHING_DUE = (False, False, False, False)


class Lay(NamedTuple):
    """One card laid: the pile's index (0 and 1 ascend, 2 and 3 descend) and the card."""

    pile: int
    card: int


Turn = tuple[Lay, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A moment of The Game. Seats are counted from the one to move, clockwise."""

    tops: Piles
    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]  # top first
    minimum: int  # while there are cards to draw; 1 after that (TG-11)
    laid: int = 0  # cards the mover has laid in this turn already
    on_fire: bool = False
    due: tuple[bool, bool, bool, bool] = NOTHING_DUE  # fire cards to cover by the end of this turn

    @property
    def left(self) -> int:
        """Cards not laid yet."""
        return sum(map(len, self.hands)) + len(self.draw)
