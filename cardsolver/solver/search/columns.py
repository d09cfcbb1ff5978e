"""Tables of equally long arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.solver.search.rows import Flags, Ints


@dataclass(frozen=True, slots=True)
class Columns:
    """A base for tables: every field of it is an array with one entry a row."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def take(self, chosen: Ints | Flags) -> Self:
        """Some rows."""
        return type(self)(*(getattr(self, column.name)[chosen] for column in fields(self)))

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            *(
                np.concatenate([getattr(part, column.name) for part in parts])
                for column in fields(cls)
            )
        )
