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

from bisect import bisect_left
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

DOUBT = 0.002
WARM_UP = 200  # sweeps before the first guess of a chain
_WINDOW = 16  # draws of a seat that are followed back
_LARGEST = 8  # what a seat with a larger hand did is not used
_DATES = 8  # times in a sweep that each seat may date a play anew
_NEVER = 1 << 20  # a draw after all others
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
        self.seen: list[_Seen] = []
        self.misfits: list[bool] = []  # what was seen that it would not have done
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

    def origin(self, place: int) -> int:
        """With which draw the card at a place came; nothing is known of a large hand."""
        slot = place - self.first
        return self.origins[slot] if slot < self.size else _NEVER

    def span(self, since: int, until: int) -> slice:
        """What was seen of it from one draw to before another."""
        first, last = (
            bisect_left(self.seen, draw, key=lambda seen: seen.draws) for draw in (since, until)
        )
        return slice(first, last)

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
        self,
        view: View,
        events: Sequence[Event],
        seed: int,
        *,
        doubt: float = DOUBT,
        warm_up: int = WARM_UP,
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
            holder.misfits = [not self._fits(seat, holder, seen) for seen in holder.seen]
        for _ in range(warm_up):
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
        mine, theirs = self._owners[place], self._owners[other]
        # A card that comes to a hand, or leaves it, changes what its owner held since that draw.
        changes = [(mine, self._holders[mine].origin(place), _NEVER)]
        if theirs == mine:  # it is as if they had come at another time
            holder = self._holders[mine]
            since, until = sorted((holder.origin(place), holder.origin(other)))
            changes = [(mine, since, until)]
        elif theirs != NOBODY:
            changes.append((theirs, self._holders[theirs].origin(other), _NEVER))
        allowance = self._allowance()
        pool[place], pool[other] = pool[other], pool[place]
        if not self._accept(changes, allowance):
            pool[place], pool[other] = pool[other], pool[place]

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
        allowance = self._allowance()
        holder.play_origins[play], theirs[place] = after, before
        if not self._accept([(seat, min(before, after), max(before, after))], allowance):
            holder.play_origins[play], theirs[place] = before, after

    def _accept(self, changes: Sequence[tuple[Seat, int, int]], allowance: int) -> bool:
        """Is a change accepted that may bring so many more misfits? If so, they are noted.

        For each seat: from which draw on and before which draw its hand is another one now.
        """
        spans = [
            (seat, self._holders[seat], self._holders[seat].span(since, until))
            for seat, since, until in changes
        ]
        left = allowance + sum(sum(holder.misfits[span]) for _, holder, span in spans)
        found = []
        for seat, holder, span in spans:
            misfits = []
            for seen in holder.seen[span]:
                misfits.append(not self._fits(seat, holder, seen))
                left -= misfits[-1]
                if left < 0:
                    return False
            found.append(misfits)
        for (_, holder, span), misfits in zip(spans, found, strict=True):
            holder.misfits[span] = misfits
        return True

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
