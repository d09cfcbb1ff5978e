"""Tables of equally long arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.search.packed import Flags, Ints


# The names of the fields are taken from where dataclasses keep them: `fields` makes a new tuple
# each time, and narrow layers are so small that it would count.
@dataclass(frozen=True, slots=True)
class Columns:
    """A base for tables: every field of it is an array with one entry a row."""

    def __len__(self) -> int:
        return len(getattr(self, next(iter(self.__dataclass_fields__))))

    def take(self, chosen: Ints | Flags) -> Self:
        """Some rows."""
        return type(self)(*[getattr(self, name)[chosen] for name in self.__dataclass_fields__])

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts."""
        if len(parts) == 1:
            return parts[0]
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
