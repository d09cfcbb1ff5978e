"""Guesses of the hidden cards: every card somewhere the view allows, likely hands more often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.bots.fast import BIT, FastGame, numbers_of, seen_game
from cardsolver.games.fifty_fifty.bots.policy import ALL
from cardsolver.games.fifty_fifty.rules import PASSES

if TYPE_CHECKING:
    from cardsolver.games.fifty_fifty.rules import View

_MASK = (1 << 64) - 1
_FACTOR = 6364136223846793005  # Knuth's MMIX generator: quick, and good enough to deal cards
_STEP = 1442695040888963407
_SWEEPS = 3


class Guesses:
    """Deals the hidden cards again and again.

    A uniform deal is made first. Then every card in another hand is offered in exchange for a
    random hidden card elsewhere, and the exchange is made as often as the factors of the two hands
    ask for (the Metropolis rule). So a deal comes up in proportion to the product of the factors
    of all cards in other hands; without factors, every deal is equally likely.
    """

    def __init__(self, view: View, factors: list[list[float]] | None, state: int) -> None:
        """`factors` are those of the beliefs; `state` starts the generator."""
        self._base = seen_game(view)
        self._state = state
        unseen = ALL & ~(view.played | self._base.hands[view.seat])
        passes = PASSES - view.passes_played - view.hand.passes
        self._pool = numbers_of(unseen) + [0] * passes
        # The hands lie at the end of the pool, the draw pile before them, and before it the cards
        # set aside.
        places: list[tuple[int, int, int]] = []
        end = len(self._pool)
        for seat, size in enumerate(view.hand_sizes):
            if seat != view.seat and size:
                places.append((seat, end - size, end))
                end -= size
        self._places = places
        self._draw = (end - view.draw_size, end)
        self._factors = factors
        self._owner: list[list[float] | None] = [None] * len(self._pool)
        if factors is not None and any(each != 1.0 for one in factors for each in one):
            for seat, first, last in places:
                self._owner[first:last] = [factors[seat]] * (last - first)
            self._sweeps = _SWEEPS
        else:
            self._sweeps = 0

    def next(self) -> FastGame:
        """Another guess."""
        pool = self._pool
        state = self._state
        for place in range(len(pool) - 1, 0, -1):
            state = (state * _FACTOR + _STEP) & _MASK
            other = (state >> 33) * (place + 1) >> 31
            pool[place], pool[other] = pool[other], pool[place]
        self._state = state
        for _ in range(self._sweeps):
            self._sweep()
        game = self._base.copy()
        for seat, first, last in self._places:
            hand = passes = 0
            for card in pool[first:last]:
                if card:
                    hand |= BIT[card]
                else:
                    passes += 1
            game.hands[seat] = hand
            game.pass_counts[seat] = passes
        first, last = self._draw
        game.draw = pool[first:last]
        return game

    def _sweep(self) -> None:
        """Offer each card in another hand for exchange, once."""
        pool = self._pool
        owners = self._owner
        state = self._state
        count = len(pool)
        for place in range(self._draw[1], count):
            state = (state * _FACTOR + _STEP) & _MASK
            other = (state >> 33) * count >> 31
            mine = owners[place]
            theirs = owners[other]
            if mine is theirs or mine is None:
                continue
            card, offered = pool[place], pool[other]
            now, then = mine[card], mine[offered]
            if theirs is not None:
                now *= theirs[offered]
                then *= theirs[card]
            if then < now:
                state = (state * _FACTOR + _STEP) & _MASK
                if (state >> 11) * now >= then * 9007199254740992.0:
                    continue
            pool[place], pool[other] = offered, card
        self._state = state
