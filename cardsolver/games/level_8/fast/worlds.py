"""Guesses of the hidden cards that agree with a View and with what was seen.

Known cards stay where they are. The rest is dealt at random, and then wanders: a card of a hand is
exchanged with one of the draw pile, and the new hand stays if it explains better what its seat has
done, or now and then if it does not (the Metropolis rule). So a hand comes up as often as it would
if others played like the quick policy, but for slips: it would have discarded what they discarded,
would not have taken what they left lying, is not a complete level, and has nothing left that fitted
on the table. A card that it has taken back says nothing: it would then be counted twice. Each guess
goes on from the one before.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from cardsolver.core.shuffle import next_number
from cardsolver.games.level_8.fast.beliefs import Beliefs, SeatBeliefs
from cardsolver.games.level_8.fast.codes import (
    CODE,
    COLOUR_BIT,
    JOKER_CODE,
    NUMBER_BIT,
    NUMBER_OF,
)
from cardsolver.games.level_8.fast.play import play_out
from cardsolver.games.level_8.fast.round import Round, round_of
from cardsolver.games.level_8.fast.watch import unseen
from cardsolver.games.level_8.kernel import CompiledWorlds

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.reach import Reach
    from cardsolver.games.level_8.fast.round import FastMove
    from cardsolver.games.level_8.fast.watch import Watch
    from cardsolver.games.level_8.fast.worth import Worth
    from cardsolver.games.level_8.view import View

_FIRST_STEPS = 200  # exchanges for each hand before the first guess
_STEPS = 8  # and between guesses
# How much it surprises that a hand (in units of minus its logarithm; kernel/worlds.c has the same)
_COMPLETE = 8.0  # could be laid out
_MISPLAYED = 3.0  # had a cheaper discard than the one that was made,
_TAKEN = 3.0  # did not need a card that was taken from a pile,
_PER_DRAW = 3.0  # for each draw that either is off
_DECLINED = 3.0  # could use a card that was left lying
_KEPT_BACK = 5.0  # has a card that could have been added
_FADING = 0.85  # for each turn since, because the hand was another one
_USED_UP = 1 << 28  # what is left of a random number then is too small to choose fairly


class Worlds:
    """Guesses for one View."""

    def __init__(
        self,
        view: View,
        watch: Watch,
        policy: Policy,
        own: Policy | None = None,
        *,
        believes: bool = True,
        in_c: bool = True,
    ) -> None:
        """Without `believes` every deal that agrees with the View is equally likely.

        Others are believed to play by `policy`, and play on by it; the seat itself plays on by
        `own`, or like them. With `in_c` the kernel guesses and plays, where there is one.
        """
        self._policy = policy
        self._own = own or policy
        self._seat = view.seat
        self._sizes = view.hand_sizes
        self._beliefs = _beliefs(view, watch, unseen(view), believes=believes)
        self._start = round_of(view, [[] for _ in view.hand_sizes], [], 0)
        self._start.hands[view.seat] = [CODE[card] for card in view.hand]
        self._chain: Round | None = None
        self._compiled: CompiledWorlds | None = None
        compiled = policy.compiled(view.rules) if in_c else None
        compiled_own = self._own.compiled(view.rules) if in_c else None
        if compiled is not None and compiled_own is not None:
            self._compiled = CompiledWorlds(
                compiled, compiled_own, self._start, view.draw_size, self._sizes, self._beliefs
            )
        self._is_started = False

    def play(
        self, moves: Sequence[FastMove], samples: int, state: int, worth: Worth
    ) -> tuple[list[list[float]], int]:
        """Try moves on guesses: the seat's chance to win the game, by sample and move."""
        if self._compiled is not None:
            state = self._start_once(state)
            return self._compiled.play(moves, samples, state, worth.strength)
        rows = []
        policies = [self._policy] * len(self._sizes)
        policies[self._seat] = self._own
        for _ in range(samples):
            world, state = self.guess(state)
            row = []
            for move in moves:
                table = world.copy()
                table.play(move)
                play_out(table, policies, self._policy)
                row.append(worth.chance(table.levels_after(), self._seat))
            rows.append(row)
        return rows, state

    def guess(self, state: int) -> tuple[Round, int]:
        """A round with all cards dealt, and the generator's state after it."""
        if self._compiled is not None:
            return self._compiled.guess(self._start_once(state))
        if self._chain is None:
            self._chain, state = self._first_deal(state)
        chain = self._chain
        if self._beliefs.believes:
            state = self._wander(chain, state, _STEPS)
        else:
            state = self._deal(chain, state)
        world = chain.copy()
        state = quick_shuffle(world.draw, state)
        world.generator = state
        world.share_out()
        return world, state

    def _start_once(self, state: int) -> int:
        if self._compiled is None or self._is_started:
            return state
        self._is_started = True
        return self._compiled.start(state)

    def _first_deal(self, state: int) -> tuple[Round, int]:
        chain = self._start.copy()
        state = self._deal(chain, state)
        if self._beliefs.believes:
            state = self._wander(chain, state, _FIRST_STEPS)
        return chain, state

    def _deal(self, chain: Round, state: int) -> int:
        """Deal the hidden cards, every deal equally likely; the generator's state after it."""
        pool = list(self._beliefs.hidden)
        state = quick_shuffle(pool, state)
        for seat, believed in enumerate(self._beliefs.seats):
            if seat != self._seat:
                missing = self._sizes[seat] - len(believed.known)
                chain.hands[seat] = [*believed.known, *pool[:missing]]
                del pool[:missing]
        chain.draw = pool
        return state

    def _wander(self, chain: Round, state: int, steps: int) -> int:
        """Exchange cards with the draw pile; the generator's state after it."""
        draw = chain.draw
        for seat, believed in enumerate(self._beliefs.seats):
            hand = chain.hands[seat]
            known = len(believed.known)
            missing = len(hand) - known
            if seat == self._seat or not missing or not draw:
                continue
            now = self.surprise(chain, seat)
            for _ in range(steps):
                number, state = next_number(state)
                number, own = divmod(number, missing)
                own += known
                other = number % len(draw)
                hand[own], draw[other] = draw[other], hand[own]
                then = self.surprise(chain, seat)
                luck, state = next_number(state)
                if then <= now or (luck >> 11) * 2.0**-53 < exp(now - then):
                    now = then
                else:
                    hand[own], draw[other] = draw[other], hand[own]
        return state

    def surprise(self, table: Round, seat: Seat) -> float:
        """How much a hand would surprise, given what its seat has done."""
        hand = table.hands[seat]
        believed = self._beliefs.seats[seat]
        if table.table[seat]:
            numbers, colours = believed.fitted
            return sum(
                _KEPT_BACK
                for code in hand
                if NUMBER_BIT[code] & numbers or COLOUR_BIT[code] & colours
            )
        if not believed.turns:
            return 0.0
        reach = self._policy.reach(table.rules.levels[table.levels[seat] - 1])
        key = reach.key(hand)
        surprise = _COMPLETE if reach.lacking(key) <= 0 else 0.0
        weight = 1.0
        for turn in believed.turns:
            if turn.discarded < JOKER_CODE and turn.discarded not in hand:
                surprise += weight * self._misplayed(table, reach, hand, key, turn.discarded)
            if turn.taken is not None and turn.taken < JOKER_CODE and turn.taken in hand:
                surprise += weight * self._taken(reach, hand, key, turn.taken, turn.discarded)
            for code in turn.declined:
                if code < JOKER_CODE and code not in hand and self._wants(reach, hand, key, code):
                    surprise += weight * _DECLINED
            weight *= _FADING
        return surprise

    def _misplayed(
        self, table: Round, reach: Reach, hand: list[int], key: int, discarded: int
    ) -> float:
        """Were there cheaper discards, or others that cost the same?"""
        dead = self._policy.weights.dead if reach.has_sets else 0.0
        before = key + reach.units[discarded]
        own = least = reach.draws(key) - dead * table.gone[NUMBER_OF[discarded]]
        alike = 1
        for code in hand:
            if code < JOKER_CODE:
                cost = reach.draws(before - reach.units[code]) - dead * table.gone[NUMBER_OF[code]]
                alike += cost <= own
                least = min(least, cost)
        return log(alike) + (_MISPLAYED + _PER_DRAW * (own - least) if own > least else 0.0)

    def _taken(self, reach: Reach, hand: list[int], key: int, taken: int, discarded: int) -> float:
        """Did a card from a pile, for the one that was discarded, bring too little?"""
        before = key - reach.units[taken]
        if discarded < JOKER_CODE and discarded not in hand:
            before += reach.units[discarded]
        short = self._policy.weights.take - (reach.draws(before) - reach.draws(key))
        return _TAKEN + _PER_DRAW * short if short >= 0.0 else 0.0

    def _wants(self, reach: Reach, hand: list[int], key: int, code: int) -> bool:
        """Would the policy take this card from a pile?"""
        take = self._policy.weights.take
        now, after = reach.draws(key), key + reach.units[code]
        if reach.lacking(after) <= 0:
            return True
        if now - reach.draws(after) <= take:
            return False
        rest = [reach.draws(after - reach.units[each]) for each in hand if each < JOKER_CODE]
        return now - min(rest, default=99.0) > take


def _beliefs(view: View, watch: Watch, hidden: Counter[int], *, believes: bool) -> Beliefs:
    """What was seen, but for what the View contradicts."""
    seats = []
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            seats.append(SeatBeliefs())
            continue
        seen = watch.beliefs(seat)
        known: list[int] = []
        for code in seen.known:
            if hidden[code] > 0 and len(known) < size:
                hidden[code] -= 1
                known.append(code)
        seats.append(SeatBeliefs(tuple(known), seen.turns, seen.fitted))
    return Beliefs(tuple(seats), tuple(hidden.elements()), believes)


def quick_shuffle(cards: list[int], state: int) -> int:
    """Shuffle in place; the generator's state after it.

    One 64-bit number serves several places, which favours none by more than one in a million.
    """
    number = 0
    for place in range(len(cards) - 1, 0, -1):
        if number < _USED_UP:
            number, state = next_number(state)
        number, other = divmod(number, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return state
