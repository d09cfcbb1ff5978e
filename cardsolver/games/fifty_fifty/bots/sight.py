"""What a seat sees after a move, as numbers for the network: the row, the race, its hand, the end.

Nothing hidden is looked at. Hidden cards are taken to be equally likely anywhere, and the card that
will be drawn is not known yet. Numbers are scaled to be about as large as 1, cut at 4, and rounded
to multiples of 1/256. kernel/learner.c computes the same.
"""

from __future__ import annotations

from bisect import bisect
from itertools import pairwise
from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.bots.fast import (
    BIT,
    DECLINE_JUMP,
    JUMP_NOW,
    NOBODY,
    PARTNER_BIT,
    PLAY_PASS,
    PLAY_TAKE,
    numbers_of,
)
from cardsolver.games.fifty_fifty.bots.policy import ABOVE, ALL
from cardsolver.games.fifty_fifty.rules import CARDS, PASSES, SEATS

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.bots.fast import FastGame

INPUTS = 116
STEPS = 256  # of inputs, in 1
_LARGEST = 4.0
_QUARTERS = (0, 25, 50, 75, 100)
_LAST_ROUNDS = 12  # cards to draw from which on it counts who plays when they are gone
LAID, PASSED, DECLINED, JUMPED, TOOK = range(5)  # what a move did
_MOST = SEATS[1]


def sight(game: FastGame, move: int) -> list[int] | float:
    """The inputs after a move of whoever decides; its share of the win if that ends the game.

    Inputs are whole numbers of steps.
    """
    after = _After(game)
    if after.make(move):
        return after.share()
    values = [
        *_moment(after),
        *_race(after),
        *_passes(after),
        *_row(after),
        *_others(after),
        *_hand(after),
        *_end(after),
        *_check(after),
    ]
    return [round(max(-_LARGEST, min(_LARGEST, value)) * STEPS) for value in values]


class _After:
    """The table after a move, as its seat sees it."""

    def __init__(self, game: FastGame) -> None:
        row = game.row
        self.game = game
        self.players = game.players
        self.seat: Seat = game.turn if game.asked == NOBODY else game.asked
        self.hand = game.hands[self.seat]
        self.own_passes = game.pass_counts[self.seat]
        self.unseen = ALL & ~(game.played | self.hand)
        self.unseen_passes = PASSES - game.passes_played - self.own_passes
        self.hidden = self.unseen.bit_count() + self.unseen_passes or 1
        self.penalties = game.penalties[:]
        self.sizes = game.sizes[:]
        self.drawing = len(game.draw)
        self.turn = game.turn
        self.layer = game.layer
        self.jumped = bool(game.jump)
        self.passes = game.passes
        self.length = len(row)
        self.last = row[-1] if row else 0
        self.before = row[-2] if len(row) > 1 else 0
        self.first = row[0] if row else 0
        self.did = DECLINED

    def make(self, move: int) -> bool:
        """Does the move end the game?"""
        spends = move not in (PLAY_TAKE, DECLINE_JUMP)
        if move > 0:
            if self._lay(move):
                return True
        elif move == PLAY_PASS:
            self.did = JUMPED if self.jumped else PASSED
            self.own_passes -= 1
            self.passes += 1
            self.turn = self._next()
        elif move == PLAY_TAKE:
            self.did = TOOK
            self.penalties[self.seat] += self.length + self.passes + 1
            if not self.drawing:
                self._take_hands()
                return True
            self.length = self.passes = self.last = self.before = self.first = 0
            self.jumped = False
        elif move == JUMP_NOW:
            self.did = JUMPED
            self.jumped = True
            self.hand ^= PARTNER_BIT[self.last]
            self.turn = self.layer
        if spends:
            if self.drawing:
                self.drawing -= 1
            else:
                self.sizes[self.seat] -= 1
        self._look_round()
        return False

    def _lay(self, card: int) -> bool:
        game, seat, penalties = self.game, self.seat, self.penalties
        self.did = LAID
        self.hand ^= BIT[card]
        stay = bisect(game.row, card)
        if stay == self.length - 1 and stay and not self.passes:  # FF-9
            if game.violet & BIT[self.last]:
                penalties[seat] += 1
            else:
                if self.layer != seat and penalties[seat]:
                    penalties[seat] -= 1
                    penalties[self.layer] += 1
                penalties[self.layer] += 1
        else:
            taken = self.length - stay + self.passes
            penalties[seat] += taken
            if taken and not stay and not self.drawing:  # FF-26
                self._take_hands()
                return True
        self.passes = 0
        self.length = stay + 1
        self.before = game.row[stay - 1] if stay else 0
        self.last = card
        self.first = game.row[0] if stay else card
        self.layer = seat
        self.turn = self._next()
        return False

    def _take_hands(self) -> None:
        game = self.game
        self.penalties[self.seat] += sum(game.sizes) - game.sizes[self.seat]

    def _next(self) -> Seat:
        return (self.seat + 1) % self.players

    def _look_round(self) -> None:
        """What several inputs need."""
        self.late = not self.drawing
        self.pot = self.length + self.passes + self.jumped
        self.held = sum(self.sizes)
        self.others = [(self.seat + step) % self.players for step in range(1, self.players)]
        self.fewest = min(self.penalties[each] for each in self.others)
        self.seats_on = (self.turn - self.seat) % self.players
        self.follower = self.turn if self.seats_on else self._next()  # whoever plays next but us
        violet = self.game.violet & BIT[self.last]
        self.orange = self.length > 1 and not self.passes and not violet
        self.numbers = numbers_of(self.hand)[::-1]
        self.beneath = (self.unseen & (BIT[self.first] - 1)).bit_count()
        self.can_sweep = bool(self.numbers) and self.numbers[-1] < self.first

    def share(self) -> float:
        """The share of the win, if the game ends with these penalties."""
        fewest = min(self.penalties)
        won = self.penalties[self.seat] == fewest
        return 1 / self.penalties.count(fewest) if won else 0.0

    def none_of(self, cards: int, seat: Seat) -> float:
        """The chance that a seat has none of so many hidden cards."""
        return (1 - cards / self.hidden) ** self.sizes[seat]

    def some_of(self, cards: int, seat: Seat) -> float:
        """The chance that a seat has one of so many hidden cards."""
        return 1 - self.none_of(cards, seat)

    def all_of(self, cards: int, seat: Seat) -> float:
        """The chance that a seat has nothing but so many hidden cards."""
        return (cards / self.hidden) ** self.sizes[seat]

    def behind_after_taking(self, seat: Seat) -> int:
        """A seat's penalties if it takes the row and all hands, against the fewest of the rest."""
        rest = min(each for other, each in enumerate(self.penalties) if other != seat)
        return self.penalties[seat] + self.pot + self.held - self.sizes[seat] - rest

    def taken_by(self, card: int) -> float:
        """How many cards a number would take; replacing an orange one is better than nothing."""
        if card > self.last:
            return self.passes
        if card > self.before:
            if self.length > 1 and not self.passes:
                return -0.5 if self.orange else 1.0
            return 1 + self.passes
        return self.length - bisect(self.game.row, card) + self.passes


def _within(value: float) -> float:
    return max(-2.0, min(2.0, value))


def _moment(after: _After) -> list[float]:
    """What was done, whose turn it is, and how much of the game is left."""
    did = [float(after.did == each) for each in (LAID, PASSED, DECLINED, JUMPED)]
    turn = [float(after.seats_on == each) for each in (0, 2, 3, 4)]
    left = after.drawing
    last = (after.seats_on + left) % after.players if left <= _LAST_ROUNDS else NOBODY
    return [
        *did,
        *turn,
        left * 0.0125,
        min(left, 10) * 0.1,
        float(left < after.players),
        float(after.late),
        *(float(last == each) for each in range(_MOST)),
    ]


def _race(after: _After) -> list[float]:
    """Penalty cards, and how many cards everybody holds."""
    own, fewest = after.penalties[after.seat], after.fewest
    theirs = [after.penalties[each] for each in after.others]
    spare = [0.0] * (_MOST - after.players)
    return [
        *(_within((each - own) * 0.1) for each in theirs),
        *spare,
        own * 0.05,
        _within((fewest - own) * 0.1),
        sum(theirs) * 0.05 / (after.players - 1),
        float(own > 0),
        float(fewest > own),
        float(fewest == own),
        *(after.sizes[each] * 0.2 for each in (after.seat, *after.others)),
        *spare,
    ]


def _passes(after: _After) -> list[float]:
    """Our Passes, and those that others may have."""
    chance = after.some_of(after.unseen_passes, after.follower)
    return [
        float(after.own_passes > 0),
        float(after.own_passes > 1),
        float(after.own_passes > 2),
        after.unseen_passes * 5.0 / after.hidden,
        chance,
        chance * after.pot * 0.1 if after.did == JUMPED else 0.0,
    ]


def _row(after: _After) -> list[float]:
    """The row, and a jump on it."""
    pot = after.pot
    open_to_jump = after.did == LAID and after.unseen & PARTNER_BIT[after.last]
    chance = (after.held - after.sizes[after.seat]) / after.hidden if open_to_jump else 0.0
    row = [*after.game.row[: after.length - 1], after.last] if after.length else []
    kinds = [ABOVE[low] & ~ABOVE[high] for low, high in pairwise(_QUARTERS)]
    return [
        after.length * 0.1,
        after.passes * 0.3,
        pot * 0.1,
        after.last * 0.01,
        after.before * 0.01,
        after.first * 0.01,
        float(after.orange),
        float(pot == 0),
        float(after.length > 0 and after.layer == after.seat),
        *(sum(card > quarter for card in row) * 0.1 for quarter in _QUARTERS[1:-1]),
        *((after.unseen & kind).bit_count() / after.hidden for kind in kinds),
        chance,
        chance * (pot + 1) * 0.1,
        0.0 if after.own_passes else chance * (pot + 1) * 0.1,
        pot * 0.1 if after.did == JUMPED and not after.own_passes else 0.0,
    ]


def _others(after: _After) -> list[float]:
    """What whoever plays next may be able to do."""
    seat, unseen, row = after.follower, after.unseen, after.game.row
    higher = (unseen & ABOVE[after.last]).bit_count()
    between = 0
    if after.orange:
        between = (unseen & ABOVE[after.before] & (BIT[after.last] - 1)).bit_count()
    free = (0 if after.passes else higher) + after.unseen_passes + between
    stuck = after.none_of(free, seat)
    replaced = after.some_of(between, seat)
    takes = 0.0
    if after.did != JUMPED:
        bounds = [*row[: after.length - 1], after.before if after.orange else after.last]
        for bound in bounds if after.length else ():
            takes += after.all_of((unseen & (BIT[bound] - 1)).bit_count(), seat)
        takes += after.passes * after.all_of(unseen.bit_count(), seat)
    return [
        stuck,
        stuck * after.pot * 0.1,
        replaced,
        replaced if after.penalties[seat] > 0 else 0.0,
        takes * 0.2,
        after.some_of(after.beneath, seat) if after.length else 0.0,
        higher / after.hidden,
    ]


def _hand(after: _After) -> list[float]:
    """What is left in our hand, its highest numbers first."""
    numbers, unseen, last = after.numbers, after.unseen, after.last
    count = len(numbers)
    fitting = [each for each in numbers if each > last]
    fits = len(fitting)
    room = unseen & ABOVE[last]
    partners = [each for each in numbers if unseen & PARTNER_BIT[each]]
    safe = [each for each in fitting if not unseen & PARTNER_BIT[each]]
    between = after.hand & ABOVE[after.before] & (BIT[last] - 1)
    higher = [(unseen & ABOVE[each]).bit_count() for each in numbers[:5]]
    higher += [after.hidden] * (5 - count)
    takes = [after.taken_by(each) for each in numbers[:5]]
    return [
        *(each * 0.01 for each in numbers[:5]),
        *[-0.1] * (5 - count),
        *(each * 0.02 if place < count else 2.0 for place, each in enumerate(higher[:3])),
        *(each / after.hidden for each in higher),
        *(float(unseen & PARTNER_BIT[each] > 0) for each in numbers[:5]),
        *[0.0] * (5 - count),
        float(fits > 0),
        float(fits > 1),
        float(fits > 2),
        float(fits == count),
        *(each * 0.1 for each in [*takes, *[after.pot] * (5 - count)]),
        (room & (BIT[fitting[-1]] - 1)).bit_count() * 0.03 if fits else 0.0,
        (room & (BIT[fitting[0]] - 1)).bit_count() * 0.03 if fits else 0.0,
        numbers[-1] * 0.01 if numbers else 0.0,
        float(after.can_sweep),
        len(partners) * 0.2,
        len(safe) * 0.3,
        (after.hand & after.game.violet).bit_count() * 0.2,
        float(after.orange and between > 0),
    ]


def _end(after: _After) -> list[float]:
    """The end by taking the complete row: who would win by it, and can do it?"""
    behind = after.behind_after_taking(after.seat)
    threats, threat, next_threat = 0, 0.0, 0.0
    for seat in after.others:
        if after.behind_after_taking(seat) <= 0:
            threats += 1
            chance = after.some_of(after.beneath, seat) if after.length else 0.0
            threat += chance
            if seat == after.follower:
                next_threat = chance
    if not after.late:
        return [0.0] * 6 + [_within(behind * 0.1), threats * 0.5]
    return [
        _within(behind * 0.1),
        float(behind < 0),
        float(behind <= 0 and after.can_sweep),
        threats * 0.5,
        threat,
        next_threat,
        0.0,
        0.0,
    ]


def _check(after: _After) -> list[float]:
    """The one-card check, once nothing is left to draw."""
    if not after.late:
        return [0.0] * 8
    rounds = min((size - 1 for size in after.sizes if size), default=CARDS)
    found = [
        rounds * 0.25,
        float(after.own_passes > rounds),
        float(rounds == 0),
        float(rounds <= 1),
    ]
    # Low numbers are played first: what is shown is the rest.
    keep = max(1, len(after.numbers) + after.own_passes - rounds)
    if keep > len(after.numbers):
        return found + [0.0] * 4
    shown = after.numbers[keep - 1]
    left = max(1, after.held - after.sizes[after.seat] - rounds * (after.players - 1))
    higher = (after.unseen & ABOVE[shown]).bit_count()
    lowest = (higher / (after.unseen.bit_count() or 1)) ** left
    loses = after.penalties[after.seat] + after.pot + left > after.fewest
    return [*found, shown * 0.01, lowest, lowest * (after.pot + left) * 0.1, lowest * loses]
