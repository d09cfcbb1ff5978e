"""How many states the memory has room for: an estimate of what the arrays of a search need.

And a word to the C library, which decides what becomes of memory that is no longer needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_SMALLEST_BLOCK = 64  # smaller ones would take for ever
_COLUMNS = 40  # bytes a state beside its row, while a layer is made
_KEPT = 31 << 20  # just below the largest size that has the effect


def keep_freed_memory() -> None:
    """Let the C library keep what is freed instead of handing it back to the system.

    The arrays of a block come and go some thousand times, and each time the system would have to
    give clean pages again: a third of the time of a wide search. The allocator of glibc takes the
    largest block freed so far as a sign of what to keep; elsewhere this has no effect.
    """
    np.empty(_KEPT, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Costs:
    """What a kind of search takes."""

    block: int  # parents expanded at a time: keeps the temporaries of a wide layer small
    block_bytes: int  # what the expansion of one parent takes for a moment
    copies: int  # of a state, while a layer is merged and cut
    trail_bytes: int  # a state and layer


@dataclass(frozen=True, slots=True)
class Memory:
    """A limit for rows of so many words."""

    limit: int | None
    words: int

    def allows(self, costs: Costs) -> bool:
        """Is there room for such a search at all?"""
        return self.limit is None or self.limit >= 2 * _SMALLEST_BLOCK * costs.block_bytes

    def block(self, costs: Costs) -> int:
        """How many parents to expand at a time."""
        if self.limit is None:
            return costs.block
        return max(_SMALLEST_BLOCK, min(costs.block, self.limit // (4 * costs.block_bytes)))

    def room(self, costs: Costs, layers: int, used: int = 0) -> int:
        """How many states a layer may have if so many are to come and so many bytes are used."""
        if self.limit is None:
            return 1 << 31
        state = costs.copies * (8 * self.words + _COLUMNS) + costs.trail_bytes * layers
        scratch = min(self.block(costs) * costs.block_bytes, self.limit // 2)
        return max(1, (self.limit - scratch - used) // state)
