"""How a game looks to a network: a View as a vector of numbers, and its moves as numbers.

A coding is made for a game and a number of players, and knows nothing but Views. In a vector the
seats count from the one that looks: it is 0, the next to move after it 1, and so on, so that one
policy can play every seat. Marks are 0 or 1, card numbers are hundredths, counts are tens.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from cardsolver.core.seats import Seat

    Vector: TypeAlias = NDArray[np.float32]
    Mask: TypeAlias = NDArray[np.int8]

T = TypeVar("T")

# Every value of every observation lies within these.
LOWEST, HIGHEST = -1.0, 12.0  # 120 cards in tens
HUNDREDTH = 100.0
TEN = 10.0


class Coding(ABC):
    """The vectors and action numbers of one game at a table of one size."""

    parts: Mapping[str, slice]
    """Where in the vector each part is, by its name."""
    action_parts: Mapping[str, slice]
    """Which actions are of which kind, by its name."""

    @property
    def size(self) -> int:
        """The length of the vector."""
        return max(int(part.stop) for part in self.parts.values())

    @property
    def actions(self) -> int:
        """How many actions there are; they are the numbers from 0."""
        return max(int(part.stop) for part in self.action_parts.values())

    def observe(self, view: Any) -> Vector:
        """All that matters of a View, as a vector."""
        vector = np.zeros(self.size, dtype=np.float32)
        for name, values in self.values(view).items():
            vector[self.parts[name]] = values
        return vector

    def mask(self, view: Any) -> Mask:
        """1 for every action that is legal, 0 for the others."""
        return mask_of(self.moves(view), self.actions)

    @abstractmethod
    def values(self, view: Any) -> dict[str, ArrayLike]:
        """What belongs into each part of the vector; a part that is left out stays 0."""

    @abstractmethod
    def moves(self, view: Any) -> dict[int, Any]:
        """The legal actions of a View, each with the move that it stands for."""


def mask_of(legal: Iterable[int], actions: int) -> Mask:
    """A mask of the legal ones among so many actions."""
    mask = np.zeros(actions, dtype=np.int8)
    mask[list(legal)] = 1
    return mask


def lay_out_parts(**sizes: int) -> dict[str, slice]:
    """Parts of these sizes, one after the other."""
    ends = list(accumulate(sizes.values()))
    return {
        name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)
    }


def from_seat(values: Sequence[T], seat: Seat) -> tuple[T, ...]:
    """Values by seat, beginning with the seat that looks."""
    return (*values[seat:], *values[:seat])


def marks(size: int, marked: Iterable[int]) -> Vector:
    """1 at the marked places."""
    vector = np.zeros(size, dtype=np.float32)
    vector[list(marked)] = 1
    return vector


def bits(number: int, low: int, high: int) -> Vector:
    """The bits `low` to `high` of a set that is kept in an integer."""
    return marks(
        high - low + 1, (card - low for card in range(low, high + 1) if number >> card & 1)
    )


def tens(counts: Iterable[int]) -> Vector:
    """Counts in tens."""
    return np.fromiter(counts, dtype=np.float32) / TEN


def seat_mark(marked: Seat | None, seat: Seat, players: int) -> Vector:
    """1 at one seat, counted from the seat that looks; nowhere if there is none."""
    return marks(players, () if marked is None else ((marked - seat) % players,))
