"""The way back through whole turns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardsolver.solver.search.trail import TracedLay

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from cardsolver.solver.problem import Problem
    from cardsolver.solver.search.half_turns import Masks
    from cardsolver.solver.search.packed import Bytes

BYTES_PER_TURN = 9


@dataclass(slots=True)
class TurnTrail:
    """By layer, for the states kept there: where each came from and what the turn did.

    Cards are kept as places in the mover's sorted hand, and the lays themselves are found again
    from the tops before and after.
    """

    parents: dict[int, npt.NDArray[np.int32]] = field(default_factory=dict)
    places: dict[int, Masks] = field(default_factory=dict)
    tops: dict[int, Bytes] = field(default_factory=dict)
    states: int = 0

    def add(self, layer: int, parent: npt.NDArray[np.int32], places: Masks, tops: Bytes) -> None:
        """The states kept in a layer."""
        self.states += len(parent)
        self.parents[layer], self.places[layer], self.tops[layer] = parent, places, tops

    def back(
        self, roots: Sequence[Problem], root_of: Sequence[int], layer: int, state: int
    ) -> tuple[int, list[TracedLay]]:
        """The state of layer 0 that a state came from, and the lays of all turns since."""
        turns = []
        while layer:
            places = int(self.places[layer][state])
            turns.append((places, self.tops[layer][state].tolist()))
            state = int(self.parents[layer][state])
            layer -= places.bit_count()
        root = roots[root_of[state]]
        hands = [sorted(hand) for hand in root.hands]
        draw = list(root.draw)
        tops = list(root.tops)
        lays: list[TracedLay] = []
        for places, after in reversed(turns):
            hand = hands.pop(0)
            laid = [card for place, card in enumerate(hand) if places >> place & 1]
            turn = _order_of_lays(tops, laid, after)
            if turn is None:
                raise AssertionError(f"no way to lay {laid} on {tops} that leaves {after}")
            lays += [
                TracedLay(card, place, ends=number == len(turn))
                for number, (card, place) in enumerate(turn, 1)
            ]
            kept = [card for card in hand if card not in laid]
            hands.append(sorted(kept + draw[: len(laid)]))
            del draw[: len(laid)]
            tops = after
        return state, lays


def _order_of_lays(
    tops: list[int], cards: list[int], after: list[int]
) -> list[tuple[int, int]] | None:
    """How to lay these cards so that the piles, sorted, have the tops `after`."""
    if not cards:
        result = [*sorted(tops[:2]), *sorted(tops[2:], reverse=True)]
        return [] if result == after else None
    for card in cards:
        rest = [other for other in cards if other != card]
        for place, top in enumerate(tops):
            up = 1 if place < 2 else -1
            if (card - top) * up > 0 or (top - card) * up == 10:
                moved = [*tops[:place], card, *tops[place + 1 :]]
                lays = _order_of_lays(moved, rest, after)
                if lays is not None:
                    return [(card, place), *lays]
    return None
