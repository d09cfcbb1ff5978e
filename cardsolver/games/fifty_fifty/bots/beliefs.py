"""What the others are likely to hold, by what they did and did not do.

Each seat has a factor for every number and for a Pass: 1 if nothing speaks for or against it, less
if the seat would hardly have played as it did with that card in hand. When the seat draws, one of
its cards is new, and nothing is known about that one: all factors move back towards 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardsolver.games.fifty_fifty.bots.fast import BIT, PARTNER, numbers_of
from cardsolver.games.fifty_fifty.bots.policy import ABOVE
from cardsolver.games.fifty_fifty.rules import (
    CARDS,
    FULL_HAND,
    HIGHEST,
    PASS,
    TAKE,
    Jump,
    PlayNumber,
    landing,
    parse_move,
)

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import View

A_PASS = 0  # its place among the factors


class Doubts(NamedTuple):
    """By how much less likely a card is in a hand that was played so; found by counting games."""

    took: float = 0.8  # a number that fits, after the seat took cards
    took_pass: float = 0.4  # a Pass, after the seat took three cards or more
    skipped: float = 0.55  # a number that fits and is lower than the one laid
    passed: float = 0.55  # a number that fits, after the seat played a Pass
    no_jump: float = 0.05  # the number 50 away, after nobody jumped
    gave_in: float = 0.2  # a Pass, after the seat took everything on a jump


DOUBTS = Doubts()
MANY = 3  # cards that one would rather spend a Pass on
_LEAST = 1e-3  # never quite impossible


class Beliefs:
    """Follows the open side of a game, from its first move or from any view."""

    def __init__(self, doubts: Doubts = DOUBTS) -> None:
        """Nothing is known of any hand."""
        self._doubts = doubts
        self._factors: dict[Seat, list[float]] = {}
        self._row: tuple[int, ...] = ()
        self._passes = 0
        self._layer: Seat = 0
        self._jump = False  # is a jump being answered?
        self._hand = FULL_HAND
        self._draw = CARDS

    def factors(self, view: View) -> list[list[float]]:
        """For each seat the factor of a Pass, and then of each number."""
        seats = range(len(view.hand_sizes))
        if (view.row, view.passes) != (self._row, self._passes) or not self._factors:
            # The first view, or a seat that came late: what it missed is held against nobody.
            self._factors = {seat: [1.0] * (HIGHEST + 1) for seat in seats}
            self._row, self._passes = view.row, view.passes
            self._layer = 0 if view.layer is None else view.layer
        self._hand = view.rules.hand
        self._draw = view.draw_size
        found = [self._factors[seat][:] for seat in seats]
        if view.layer is not None and view.jump is None and view.offer is None and not view.passes:
            # It is our turn: nobody has jumped on the last number.
            for seat in seats:
                if seat != view.layer:
                    found[seat][PARTNER[view.row[-1]]] *= self._doubts.no_jump
        return found

    def saw(self, seat: Seat, text: str) -> None:
        """Draw conclusions from a move, before it changes the row."""
        move = parse_move(text)
        if isinstance(move, Jump):
            self._jump = True
            self._drew(seat)
            return
        self._nobody_jumped()
        if isinstance(move, PlayNumber):
            self._laid(seat, move.card)
        elif move is PASS:
            if not self._jump and not self._passes and self._row:
                self._doubt(seat, ABOVE[self._row[-1]], self._doubts.passed)
            self._passes += 1
            self._drew(seat)
        elif move is TAKE:
            self._doubt_pass(seat, self._doubts.gave_in)
            self._row, self._passes, self._jump = (), 0, False

    def _laid(self, seat: Seat, card: int) -> None:
        row, passes = self._row, self._passes
        landed = landing(row, passes, card)
        if row:
            fits = ABOVE[row[-1]]
            if landed.taken > passes:
                self._doubt(seat, fits, self._doubts.took)
            elif not passes and landed.replaced is None:
                self._doubt(seat, fits & ~ABOVE[card], self._doubts.skipped)
        if landed.taken >= MANY:
            self._doubt_pass(seat, self._doubts.took_pass)
        self._row, self._passes, self._layer = (*row[: landed.stay], card), 0, seat
        self._drew(seat)

    def _nobody_jumped(self) -> None:
        """The chance to jump on the last number is over, unless it was over before."""
        if self._jump or self._passes or not self._row:
            return
        wanted = BIT[PARTNER[self._row[-1]]]
        for seat in self._factors:
            if seat != self._layer:
                self._doubt(seat, wanted, self._doubts.no_jump)

    def _doubt(self, seat: Seat, numbers: int, factor: float) -> None:
        factors = self._factors.get(seat)
        if factors is not None:
            for number in numbers_of(numbers):
                factors[number] *= factor

    def _doubt_pass(self, seat: Seat, factor: float) -> None:
        factors = self._factors.get(seat)
        if factors is not None:
            factors[A_PASS] *= factor

    def _drew(self, seat: Seat) -> None:
        """One card of the hand is new: it may be any."""
        factors = self._factors.get(seat)
        if self._draw and factors is not None:
            new = 1 / self._hand
            for place, factor in enumerate(factors):
                factors[place] = max(_LEAST, factor + (1.0 - factor) * new)
        self._draw = max(0, self._draw - 1)
