"""A Python bot that looks for what it must not see: in frames, in all objects, in its process."""

from __future__ import annotations

import gc
import sys
from typing import Any

SECRETS = ("State", "Deal", "Pairing", "Config", "SeatPool", "Record", "Transcript")


def loot() -> set[str]:
    """The names of the referee's things that can be found from here."""
    found = set()
    objects: list[Any] = list(gc.get_objects())
    for frame in sys._current_frames().values():
        each: Any = frame
        while each is not None:
            objects += each.f_locals.values()
            each = each.f_back
    for thing in objects:
        kind = type(thing)
        if kind.__name__ in SECRETS and str(kind.__module__).startswith("cardsolver."):
            found.add(kind.__name__)
        if isinstance(thing, str) and "very secret seed" in thing:
            found.add("seed")
    return found


class Spy:
    """Says what it found by raising it; otherwise it plays the first legal move."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any) -> Any:
        """Look around, then play."""
        found = loot()
        if found:
            raise LookupError(" ".join(sorted(found)))
        return self.game.legal_moves(view)[0]
