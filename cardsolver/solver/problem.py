"""What the solver is asked: a moment of The Game with every card known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardsolver.games.the_game.rules import Lay

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State

Piles = tuple[int, int, int, int]
NOTHING_DUE = (False, False, False, False)


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

    @classmethod
    def of(cls, state: State) -> Problem:
        """The question that a state of a game asks."""
        if state.end == "fire":  # the cards do not say so: nobody may lay them now
            state = replace(
                state,
                hands=((),) * state.rules.players,
                draw=(*state.draw, *(card for hand in state.hands for card in hand)),
                laid=0,
                due=frozenset(),
            )
        order = range(state.mover, state.mover + state.rules.players)
        return cls(
            tops=state.tops,
            hands=tuple(state.hands[seat % state.rules.players] for seat in order),
            draw=state.draw,
            minimum=state.rules.minimum,
            laid=state.laid,
            on_fire=state.rules.on_fire,
            due=(0 in state.due, 1 in state.due, 2 in state.due, 3 in state.due),
        )
