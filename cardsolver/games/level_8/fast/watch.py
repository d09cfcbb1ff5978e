"""What a seat can know beyond its View: cards that others took from a discard pile and still hold.

A View shows a moment. Everything in Level 8 is done in the open, so whoever follows the moves
knows every card that somebody picked up from a pile, until it is played.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardsolver.games.level_8 import moves
from cardsolver.games.level_8.combos import plain
from cardsolver.games.level_8.fast.codes import CODE, SKIP_CODE, WHOLE_DECK
from cardsolver.games.level_8.state import HAND

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.state import Cards
    from cardsolver.games.level_8.view import View


class Watch:
    """Follows one game from one seat: told of every move, and shown each View of its own."""

    def __init__(self) -> None:
        self._players = 0  # until the first View
        self._round = 0
        self._dealer = 0
        self._draw_size = 0
        self._sizes: list[int] = []
        self._piles: list[list[int | None]] = []  # None: a card that nobody told us
        self._known: list[list[int]] = []
        self.turns: list[int] = []  # how many turns each seat has ended in this round

    def look(self, view: View) -> None:
        """Catch up with a View; what is known of a round that is over is forgotten."""
        if not self._players:
            self._players = view.rules.players
            self._start_round(view.dealer)
            # Whoever joins late sees at least how many cards each seat has discarded.
            self.turns = [len(pile) for pile in view.piles]
            self._round = view.round
        if view.round != self._round:
            if view.dealer != self._dealer:
                self._start_round(view.dealer)
            self._round = view.round
        self._draw_size = view.draw_size
        self._sizes = list(view.hand_sizes)
        self._piles = [[CODE[card] for card in pile] for pile in view.piles]

    def known(self, seat: Seat) -> tuple[int, ...]:
        """Cards that a seat is known to hold."""
        return tuple(self._known[seat])

    def saw(self, seat: Seat, text: str) -> None:
        """A move, as a seat at the table sees it."""
        if not self._players or text.startswith("keep"):
            return
        match moves.parse_move(text):
            case moves.Draw():
                self._sizes[seat] += 1
                self._draw_size -= 1
            case moves.Take(pile):
                self._sizes[seat] += 1
                code = self._piles[pile].pop() if self._piles[pile] else None
                if code is not None:
                    self._known[seat].append(code)
            case moves.LayLevel(combos):
                for cards in combos:
                    self._played(seat, cards)
            case moves.Add(card, _, _):
                self._played(seat, (card,))
            case moves.Discard(card):
                self._played(seat, (card,))
                self._piles[seat].append(CODE[card])
                self.turns[seat] += 1
            case moves.PlaySkip(_):
                self._played(seat, ("S",))
                self.turns[seat] += 1
        if not self._draw_size:
            # L8-19: only the tops stay; how many cards the new draw pile has is seen later.
            self._piles = [pile[-1:] for pile in self._piles]
            self._draw_size = -1
        if not self._sizes[seat]:
            self._start_round((self._dealer + 1) % self._players)

    def _played(self, seat: Seat, cards: Cards) -> None:
        self._sizes[seat] -= len(cards)
        for card in cards:
            code = CODE[plain(card)]
            if code in self._known[seat]:
                self._known[seat].remove(code)

    def _start_round(self, dealer: Seat) -> None:
        self._dealer = dealer
        self._sizes = [HAND] * self._players
        self._draw_size = -1
        self._known = [[] for _ in range(self._players)]
        self._piles = [[] for _ in range(self._players)]
        self._piles[dealer] = [None]  # the card turned up: seen only when it is our turn
        self.turns = [0] * self._players


def unseen(view: View) -> Counter[int]:
    """The cards in other hands or in the draw pile, with how many of each there are."""
    left = Counter(WHOLE_DECK)
    left.subtract(CODE[card] for card in view.hand)
    for pile in view.piles:
        left.subtract(CODE[card] for card in pile)
    for laid in view.table:
        for combo in laid:
            left.subtract(CODE[plain(card)] for card in combo.cards)
    left[SKIP_CODE] -= view.skips_under + len(view.skipped)
    return +left
