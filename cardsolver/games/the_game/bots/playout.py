"""Games played on in a bot's head (or in a fitting script): no referee, no views, only bits."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from cardsolver.games.the_game.bits import CARD, bits
from cardsolver.games.the_game.bots.signals import heard, speak
from cardsolver.games.the_game.bots.turns import endings
from cardsolver.games.the_game.rules import minimum_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.the_game.bots.turns import Asked, Breadth, Ending, Key
    from cardsolver.games.the_game.bots.weights import Phases
    from cardsolver.games.the_game.kernel.planner import Table, World

_worth = itemgetter(0)


class PlayoutGame:
    """The Game in progress with every card in its place. Seats are counted from 0."""

    __slots__ = ("draw", "drawn", "hands", "laid", "minimum", "mover", "tops", "unlaid")

    def __init__(
        self,
        tops: tuple[int, int, int, int],
        hands: Sequence[int],
        draw: Sequence[int],
        *,
        mover: int,
        minimum: int,
        laid: int = 0,
    ) -> None:
        """`hands` are bits, `draw` is cards, top first; `laid` is how many this turn has laid."""
        self.tops = tops
        self.hands = list(hands)
        self.draw = draw
        self.drawn = 0
        self.mover = mover
        self.minimum = minimum
        self.laid = laid
        self.unlaid = sum(hands) | bits(tuple(draw))

    @classmethod
    def of(cls, table: Table, world: World) -> PlayoutGame:
        """The game of a table in one world; the mover is known."""
        return cls(
            table.tops,
            world.hands,
            world.draw,
            mover=table.mover or 0,
            minimum=table.minimum,
            laid=table.laid,
        )

    def needed(self) -> int:
        """Cards to lay this turn (TG-11)."""
        return minimum_now(self.minimum, len(self.draw) - self.drawn)

    def end_turn(self, key: Key) -> None:
        """The mover's turn ends with these tops and this hand: draw, and pass on."""
        hand = key[4]
        gone = self.hands[self.mover] ^ hand
        self.tops = key[:4]
        self.unlaid ^= gone
        drawn = self.drawn
        for card in self.draw[drawn : drawn + self.laid + gone.bit_count()]:
            hand |= CARD[card]
            self.drawn += 1
        self.laid = 0
        self.hands[self.mover] = hand
        if self.unlaid:
            self.pass_on()

    def pass_on(self) -> None:
        """The next player with cards is to move (TG-14)."""
        self.mover = (self.mover + 1) % len(self.hands)
        while not self.hands[self.mover]:
            self.mover = (self.mover + 1) % len(self.hands)

    def choices(self, phases: Phases, breadth: Breadth, *, talk: bool) -> list[Ending]:
        """The ends of the mover's turn, judged by what the mover knows."""
        mover = self.mover
        hand = self.hands[mover]
        asked: tuple[Asked, ...] = ()
        if talk:
            said = [
                speak(self.tops, other, self.unlaid & ~other)
                for seat, other in enumerate(self.hands)
                if seat != mover
            ]
            asked = heard(said, phases.hearing)
        weights = phases.by_left[self.unlaid.bit_count()]
        key = (*self.tops, hand)
        return endings(weights, breadth, key, self.unlaid & ~hand, self.needed() - self.laid, asked)


def play_on(table: PlayoutGame, phases: Phases, breadth: Breadth, *, talk: bool = False) -> None:
    """Play to the end of the game, every turn the one of most worth to its player."""
    while table.unlaid:
        found = table.choices(phases, breadth, talk=talk)
        if not found:
            return
        table.end_turn(max(found, key=_worth)[1])
