"""What a seat can know beyond its View: what others took, did not take, and discarded.

A View shows a moment. Everything in Level 8 is done in the open, so whoever follows the moves
knows every card that somebody picked up from a pile, until it is played; and what somebody
discards or leaves lying says what they do not collect.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardsolver.games.level_8 import moves
from cardsolver.games.level_8.combos import plain
from cardsolver.games.level_8.fast.beliefs import SeatBeliefs, SeenTurn
from cardsolver.games.level_8.fast.codes import CODE, SKIP_CODE, WHOLE_DECK
from cardsolver.games.level_8.fast.round import extend, fits_of, table_of
from cardsolver.games.level_8.fast.texts import to_fast
from cardsolver.games.level_8.kernel import TURNS
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.state import HAND

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.round import Combo
    from cardsolver.games.level_8.levels import Level, Levels
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
        self._list: Levels = ()  # what the levels ask for
        self._levels: list[int] = []
        self._table: list[list[Combo]] = []
        self._turns: list[list[SeenTurn]] = []
        self._taken: int | None = None  # by the seat that is moving
        self._declined: tuple[int, ...] = ()  # by it
        self._fitted: list[tuple[int, int]] = []

    def look(self, view: View) -> None:
        """Catch up with a View; what is known of a round that is over is forgotten."""
        if not self._players:
            self._players = view.rules.players
            self._start_round(view.dealer)
            self._join_late(view)
            self._round = view.round
        if view.round != self._round:
            if view.dealer != self._dealer:
                self._start_round(view.dealer)
            self._round = view.round
        self._draw_size = view.draw_size
        self._sizes = list(view.hand_sizes)
        self._piles = [[CODE[card] for card in pile] for pile in view.piles]
        self._list, self._levels = view.rules.levels, list(view.levels)
        self._table = table_of(view)

    def known(self, seat: Seat) -> tuple[int, ...]:
        """Cards that a seat is known to hold."""
        return tuple(self._known[seat])

    def beliefs(self, seat: Seat) -> SeatBeliefs:
        """What is known of a seat's hand, and what its moves say."""
        return SeatBeliefs(
            self.known(seat), tuple(self._turns[seat][: -TURNS - 1 : -1]), self._fitted[seat]
        )

    def saw(self, seat: Seat, text: str) -> None:
        """A move, as a seat at the table sees it."""
        if not self._players or text.startswith("keep"):
            return
        match moves.parse_move(text):
            case moves.Draw():
                self._sizes[seat] += 1
                self._draw_size -= 1
                tops = [pile[-1] for pile in self._piles if pile]
                self._declined = tuple(code for code in tops if code is not None)
                self._taken = None
            case moves.Take(pile):
                self._sizes[seat] += 1
                self._declined = ()
                code = self._piles[pile].pop() if self._piles[pile] else None
                self._taken = code
                if code is not None:
                    self._known[seat].append(code)
            case moves.LayLevel(combos) as move:
                for cards in combos:
                    self._played(seat, cards)
                self._laid(seat, move)
                self._turns[seat] = []  # what it collected lies on the table
            case moves.Add(card) as move:
                self._played(seat, (card,))
                self._laid(seat, move)
            case moves.Discard(card):
                self._played(seat, (card,))
                self._piles[seat].append(CODE[card])
                self._end_turn(seat, CODE[card])
            case moves.PlaySkip(_):
                self._played(seat, ("S",))
                self._end_turn(seat, SKIP_CODE)
        if not self._draw_size:
            # L8-19: only the tops stay; how many cards the new draw pile has is seen later.
            self._piles = [pile[-1:] for pile in self._piles]
            self._draw_size = -1
        if not self._sizes[seat]:
            self._move_up(seat)
            self._start_round((self._dealer + 1) % self._players)

    def _laid(self, seat: Seat, move: moves.Move) -> None:
        """Combinations on the table change."""
        match to_fast(move, self._table, self._level(seat)):
            case ("lay", _, places):
                self._table[seat] = [list(place) for place in places]
            case ("add", _, value, owner, index):
                extend(self._table[owner][index], value)

    def _level(self, seat: Seat) -> Level:
        return self._list[min(self._levels[seat], LEVELS) - 1]

    def _move_up(self, out: Seat) -> None:
        """L8-22."""
        for seat, laid in enumerate(self._table):
            self._levels[seat] += 2 if seat == out else 1 if laid else 0

    def _end_turn(self, seat: Seat, discarded: int) -> None:
        if self._table[seat]:
            self._fitted[seat] = fits_of(self._table)
        else:
            self._turns[seat].append(SeenTurn(discarded, self._taken, self._declined))
        self._taken, self._declined = None, ()  # the next seat may have nothing to take (L8-20)

    def _join_late(self, view: View) -> None:
        """Whoever was not told of the moves sees at least what each seat has discarded."""
        for seat, pile in enumerate(view.piles):
            if not view.table[seat]:
                turned_up = seat == view.dealer  # the first card of that pile
                self._turns[seat] = [SeenTurn(CODE[card]) for card in pile[turned_up:]]

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
        self._table = [[] for _ in range(self._players)]
        self._turns = [[] for _ in range(self._players)]
        self._taken = None
        self._declined = ()
        self._fitted = [(0, 0)] * self._players


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
