"""Guesses of the hidden cards: every card somewhere the view allows, likely hands more often.

A hand is the less likely, the more its owner would have done differently with it. What would have
been done with a hand is asked of `greedy`. Hands change, so a guess also says when each card was
drawn: the hand before an old move is the cards of now and those played since, without those drawn
since.

A chain of guesses starts with a random deal. A sweep offers every card in another hand in exchange
for a random hidden card, and to some cards that were played another time at which they were drawn.
An offer that explains as many moves as before, or more, is accepted, others now and then: each
move that is no longer explained costs a factor `DOUBT` (the Metropolis rule). So a deal comes up in
proportion to DOUBT to the number of moves that it does not explain. After each sweep, the cards
that nobody holds are shuffled.

kernel/guesses.c takes the same steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardsolver.core.shuffle import next_number
from cardsolver.games.fifty_fifty.bots.fast import (
    BIT,
    DECLINE_JUMP,
    JUMP_NOW,
    KEEP,
    NOBODY,
    PARTNER,
    PLAY_TAKE,
    FastGame,
    numbers_of,
    seen_game,
)
from cardsolver.games.fifty_fifty.bots.policy import ALL, GreedyMind
from cardsolver.games.fifty_fifty.rules import PASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.bots.memory import Event
    from cardsolver.games.fifty_fifty.rules import View

DOUBT = 0.02
WARM_UP = 40  # sweeps before the first guess of a chain
_WINDOW = 8  # draws of a seat that are followed back
_LARGEST = 8  # what a seat with a larger hand did is not used
_DATES = 2  # plays of each seat that may be dated anew in a sweep
_ENOUGH = 160  # more misfits than there can be


class _Seen(NamedTuple):
    """One thing that a seat did, or that it did not jump."""

    before: FastGame
    move: int
    plays: int  # of the window, before it
    draws: int


class _Holder:
    """Another seat. A slot's origin is the draw of the window that its card came with, or 0.

    Cards that it played in the window have origins as well.
    """

    def __init__(self, seat: Seat, size: int, first: int, events: Sequence[Event]) -> None:
        self.first = first  # the place of its first slot
        self.size = size
        self.misfits = 0
        self.seen: list[_Seen] = []
        self.play_cards: list[int] = []
        self.origins = [0] * size
        self.play_origins: list[int] = []
        draws = self._remember(seat, events)
        # To begin with, the newest cards are those in hand, and older ones were played at once.
        in_hand = min(draws, size)
        for slot in range(in_hand):
            self.origins[slot] = draws - slot
        for draw in range(1, draws - in_hand + 1):
            self.play_origins[draw] = draw

    def _remember(self, seat: Seat, events: Sequence[Event]) -> int:
        """What the seat did, from its last few draws on; how many they are."""
        skipped = max(0, sum(_draws(event, seat) for event in events) - _WINDOW)
        draws = 0
        for event in events:
            declined = event.seat == NOBODY
            if event.before.layer == seat if declined else event.seat != seat:
                continue
            plays = not declined and event.move != PLAY_TAKE
            if draws >= skipped:
                before = event.before.copy()
                if declined or event.move == JUMP_NOW:
                    before.asked = seat
                else:
                    before.turn = seat
                # `greedy` never keeps a gift.
                move = event.move - KEEP if event.move > KEEP else event.move
                self.seen.append(_Seen(before, move, len(self.play_cards), draws - skipped))
                if plays:
                    card = PARTNER[before.row[-1]] if move == JUMP_NOW else move
                    self.play_cards.append(card)
                    self.play_origins.append(0)
            draws += _draws(event, seat)
        return draws - skipped


def _draws(event: Event, seat: Seat) -> bool:
    """Did the seat draw a card after it?"""
    return event.seat == seat and event.move != PLAY_TAKE and bool(event.before.draw)


class Guesses:
    """A chain of guesses."""

    def __init__(
        self, view: View, events: Sequence[Event], seed: int, *, doubt: float = DOUBT
    ) -> None:
        """`seed` are 64 bits; `events` are what the seat remembers."""
        self._base = seen_game(view)
        self._mind = GreedyMind(view.rules)
        self._state = seed
        self._doubt = doubt
        unseen = ALL & ~(view.played | self._base.hands[view.seat])
        passes = PASSES - view.passes_played - view.hand.passes
        # The hands lie at the end of the pool, the draw pile before them, and before it the cards
        # set aside.
        self._pool = numbers_of(unseen) + [0] * passes
        self._owners: list[Seat] = [NOBODY] * len(self._pool)
        self._holders: dict[Seat, _Holder] = {}
        start = len(self._pool)
        for seat, size in enumerate(view.hand_sizes):
            if seat != view.seat:
                start -= size
                self._owners[start : start + size] = [seat] * size
                known = size <= _LARGEST
                self._holders[seat] = _Holder(
                    seat, size if known else 0, start, events if known else ()
                )
        self._start = start
        self._shuffle(len(self._pool))
        for seat, holder in self._holders.items():
            holder.misfits = self._misfits(seat, _ENOUGH)
        for _ in range(WARM_UP):
            self._sweep()

    def next(self) -> FastGame:
        """Another guess."""
        self._sweep()
        self._shuffle(self._start)
        game = self._base.copy()
        for place in range(self._start, len(self._pool)):
            card, seat = self._pool[place], self._owners[place]
            if card:
                game.hands[seat] |= BIT[card]
            else:
                game.pass_counts[seat] += 1
        game.draw = self._pool[self._start - len(game.draw) : self._start]
        return game

    # The chain -----------------------------------------------------------------------------------

    def _sweep(self) -> None:
        for place in range(self._start, len(self._pool)):
            self._exchange(place)
        for seat, holder in self._holders.items():
            for _ in range(_DATES if holder.play_cards else 0):
                self._redate(seat, holder)

    def _exchange(self, place: int) -> None:
        """Offer a card of another hand in exchange for any hidden card."""
        pool = self._pool
        other = self._below(len(pool))
        if pool[place] == pool[other]:
            return
        seats = [seat for seat in (self._owners[place], self._owners[other]) if seat != NOBODY]
        holders = {seat: self._holders[seat] for seat in seats}
        most = self._allowance() + sum(holder.misfits for holder in holders.values())
        pool[place], pool[other] = pool[other], pool[place]
        found = []
        for seat in holders:
            found.append(self._misfits(seat, most))
            most -= found[-1]
            if most < 0:
                pool[place], pool[other] = pool[other], pool[place]
                return
        for holder, misfits in zip(holders.values(), found, strict=True):
            holder.misfits = misfits

    def _redate(self, seat: Seat, holder: _Holder) -> None:
        """Offer a played card another time of drawing, in exchange with a card of its seat."""
        play = self._below(len(holder.play_cards))
        other = self._below(holder.size + len(holder.play_cards))
        other_play = other - holder.size
        theirs, place = (
            (holder.origins, other) if other_play < 0 else (holder.play_origins, other_play)
        )
        before, after = holder.play_origins[play], theirs[place]
        # Nothing is played before it is drawn: play i comes before draw i + 1.
        if before == after or after > play or 0 <= other_play < before:
            return
        most = self._allowance() + holder.misfits
        holder.play_origins[play], theirs[place] = after, before
        misfits = self._misfits(seat, most)
        if misfits > most:
            holder.play_origins[play], theirs[place] = before, after
        else:
            holder.misfits = misfits

    def _misfits(self, seat: Seat, most: int) -> int:
        """How many things a seat would have done differently; counted to one more than `most`."""
        misfits = 0
        holder = self._holders[seat]
        for seen in reversed(holder.seen):
            if misfits > most:
                break
            misfits += not self._fits(seat, holder, seen)
        return misfits

    def _fits(self, seat: Seat, holder: _Holder, seen: _Seen) -> bool:
        """Would the seat have done the same with the hand that it had then?"""
        origins = holder.origins + holder.play_origins[seen.plays :]
        slots = self._pool[holder.first : holder.first + holder.size]
        held = zip(origins, slots + holder.play_cards[seen.plays :], strict=True)
        cards = [card for origin, card in held if origin <= seen.draws]
        hand = sum(BIT[card] for card in cards if card)
        game = seen.before
        if seen.move == DECLINE_JUMP and not hand & BIT[PARTNER[game.row[-1]]]:
            return True  # it had nothing to jump with
        game.hands[seat] = hand
        game.pass_counts[seat] = cards.count(0)
        return self._mind.move(game) == seen.move

    # Chance --------------------------------------------------------------------------------------

    def _number(self) -> int:
        number, self._state = next_number(self._state)
        return number

    def _below(self, limit: int) -> int:
        return (self._number() >> 32) * limit >> 32

    def _allowance(self) -> int:
        """How many more misfits the next change may bring."""
        drawn = (self._number() >> 11) / 9007199254740992.0
        more, chance = 0, self._doubt
        while drawn < chance and more < _ENOUGH:
            chance *= self._doubt
            more += 1
        return more

    def _shuffle(self, count: int) -> None:
        pool = self._pool
        for place in range(count - 1, 0, -1):
            other = self._below(place + 1)
            pool[place], pool[other] = pool[other], pool[place]
