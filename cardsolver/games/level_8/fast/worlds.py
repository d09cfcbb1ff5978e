"""Guesses of the hidden cards that agree with a View and with what was seen.

Known cards stay where they are. The rest is dealt at random; then beliefs come in. A seat that had
turns in this round and has not laid out could not, so its hand is never a complete level; and it
has been collecting, so of several random hands it gets the one that is nearest to its level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.shuffle import next_number
from cardsolver.games.level_8.fast.codes import CODE
from cardsolver.games.level_8.fast.round import Round, round_of
from cardsolver.games.level_8.fast.watch import unseen
from cardsolver.games.level_8.kernel import CompiledWorlds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.round import FastMove
    from cardsolver.games.level_8.fast.watch import Watch
    from cardsolver.games.level_8.fast.worth import Worth
    from cardsolver.games.level_8.view import View

_MOST_TRIED = 8  # random hands for one seat
_USED_UP = 1 << 28  # what is left of a random number then is too small to choose fairly


class Worlds:
    """Guesses for one View."""

    def __init__(
        self,
        view: View,
        watch: Watch,
        policy: Policy,
        *,
        believes: bool = True,
        in_c: bool = True,
    ) -> None:
        """Without `believes` every deal that agrees with the View is equally likely.

        With `in_c` moves are tried by the kernel, where there is one.
        """
        self._policy = policy
        self._believes = believes
        compiled = policy.compiled(view.rules) if in_c else None
        hidden = unseen(view)
        self._known: list[list[int]] = []
        for seat, size in enumerate(view.hand_sizes):
            known: list[int] = []
            for code in watch.known(seat) if seat != view.seat else ():
                # What a View contradicts is not believed.
                if hidden[code] > 0 and len(known) < size:
                    hidden[code] -= 1
                    known.append(code)
            self._known.append(known)
        self._hidden = list(hidden.elements())
        self._turns = watch.turns
        self._seat = view.seat
        self._sizes = view.hand_sizes
        self._start = round_of(view, [[] for _ in view.hand_sizes], [], 0)
        self._start.hands[view.seat] = [CODE[card] for card in view.hand]
        self._compiled: CompiledWorlds | None = None
        if compiled is not None:
            self._compiled = CompiledWorlds(
                compiled,
                self._start,
                self._known,
                self._hidden,
                self._turns,
                self._sizes,
                believes=believes,
            )

    def play(
        self, moves: Sequence[FastMove], samples: int, state: int, worth: Worth
    ) -> tuple[list[list[float]], int]:
        """Try moves on guesses: the seat's chance to win the game, by sample and move."""
        if self._compiled is not None:
            return self._compiled.play(moves, samples, state, worth.strength)
        rows = []
        for _ in range(samples):
            world, state = self.guess(state)
            row = []
            for move in moves:
                table = world.copy()
                table.play(move)
                self._policy.play_out(table)
                row.append(worth.chance(table.levels_after(), self._seat))
            rows.append(row)
        return rows, state

    def guess(self, state: int) -> tuple[Round, int]:
        """A round with all cards dealt, and the generator's state after it."""
        pool = self._hidden.copy()
        state = quick_shuffle(pool, state)
        world = self._start.copy()
        for seat, known in enumerate(self._known):
            if seat == self._seat:
                continue
            missing = self._sizes[seat] - len(known)
            hand = [*known, *pool[:missing]]
            del pool[:missing]
            if self._believes and missing and not world.table[seat]:
                hand = self._nearest(world, seat, hand, pool)
            world.hands[seat] = hand
        world.draw = pool
        world.generator = state
        return world, state

    def _nearest(self, world: Round, seat: Seat, hand: list[int], pool: list[int]) -> list[int]:
        """Of several hands the nearest that is not complete; the others' cards stay in the pool."""
        turns = self._turns[seat]
        if not turns:
            return hand
        reach = self._policy.reach(world.rules.levels[world.levels[seat] - 1])
        known = self._known[seat]
        missing = len(hand) - len(known)
        best = hand[len(known) :]
        key = reach.key(hand)
        least = reach.distance(key) if reach.lacking(key) > 0 else 99.0
        base = reach.key(known)
        at = -1
        for trial in range(min(_MOST_TRIED, 2 * turns)):
            start = trial * missing
            other = pool[start : start + missing]
            if len(other) < missing:
                break
            key = base + reach.key(other)
            if reach.lacking(key) > 0 and reach.distance(key) < least:
                least, at = reach.distance(key), start
        if at >= 0:
            chosen = pool[at : at + missing]
            pool[at : at + missing] = best
            best = chosen
        return [*known, *best]


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
