"""The lookahead: tries its best turns on guesses of the hidden cards, and plays each to the end.

A guess puts every unseen card somewhere the view allows. All turns are tried on the same guesses,
and the poorer half of them is dropped twice on the way, so that most guesses go to the close ones.
The planner's own turn is left only for one that does clearly better on the same guesses.
"""

from __future__ import annotations

from math import sqrt
from operator import itemgetter
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cardsolver.core.shuffle import generator_state, shuffle
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots.endgame import known_moment, solve
from cardsolver.games.the_game.bots.planner import FAST, key_of, this_turn
from cardsolver.games.the_game.bots.planning import cards_left, words
from cardsolver.games.the_game.bots.talker import TalkerBot
from cardsolver.games.the_game.bots.turns import Breadth, lays_of, longest
from cardsolver.games.the_game.bots.weights import soft
from cardsolver.games.the_game.kernel.planner import Table, World
from cardsolver.games.the_game.rules import CARDS

if TYPE_CHECKING:
    from cardsolver.games.the_game.bots.turns import Ending
    from cardsolver.games.the_game.rules import View

ROOT = Breadth(near=3, extra=2, kept=12)
ENDGAME_LIMIT = 200_000  # moments; some hundredths of a second where the kernel is built
TRIES = 4  # hands dealt to a speaker until one would say what was said
# Another turn than the planner's must be better by so many standard errors of the difference.
CLEAR = 1.5
_BATCH = 8  # guesses between two looks at the clock
_ROUNDS = (4, 2, 1)  # a round ends when one in this many of all guesses has been made
_VALUE = [soft(left) for left in range(CARDS + 1)]

_worth = itemgetter(0)


class Tried(NamedTuple):
    """A turn, and how the game ended on each guess, from 0 to 1 (a win)."""

    ending: Ending
    ends: list[float]

    @property
    def mean(self) -> float:
        """How well it did."""
        return sum(self.ends) / len(self.ends) if self.ends else 0.0

    def lead(self, other: Tried) -> tuple[float, float]:
        """The mean gain over another turn on the same guesses, and its standard error."""
        gains = [mine - theirs for mine, theirs in zip(self.ends, other.ends, strict=False)]
        count = len(gains)
        mean = sum(gains) / count
        spread = sum((gain - mean) ** 2 for gain in gains)
        return mean, sqrt(spread / max(1, count - 1) / count)


class LookaheadBot(TalkerBot):
    """Slower and stronger than the planner: `samples` guesses per turn, each played to the end.

    The guesses follow from the seed and the view: the same view gives the same move. Given `ms` it
    guesses for that many milliseconds per turn instead, and a faster machine plays better.
    """

    def __init__(self, seed: str, *, samples: int = 64, width: int = 8, ms: int = 0) -> None:
        """`width` is how many of the planner's best turns are tried."""
        super().__init__(breadth=ROOT, endgame_limit=ENDGAME_LIMIT)
        self._seed = seed
        self._samples = samples
        self._width = width
        self._seconds = ms / 1000

    def turn(self, view: View) -> list[tuple[int, int]]:
        """The lays of the rest of this turn, last first."""
        # Playouts know nothing of fire, so there the planner decides.
        if view.rules.on_fire:
            return super().turn(view)
        known = known_moment(view)
        solved = solve(known, limit=ENDGAME_LIMIT) if known is not None else None
        if solved is not None:
            return this_turn(solved[1])
        ranked = self.ranked(view)
        if not ranked:
            return longest(key_of(view), view.minimum - view.laid)
        return lays_of(ranked[0].ending[2])

    def ranked(self, view: View) -> list[Tried]:
        """The turn to play, then the others that were tried on most guesses, best first."""
        found = sorted(self.considered(view), key=_worth, reverse=True)[: self._width]
        tried = [Tried(ending, []) for ending in found]
        if len(tried) < 2:
            return tried
        own = tried[0]
        state = generator_state(
            f"{self._seed}/{view.seat}/{view.tops}/{view.hand}/{view.laid_cards}/{view.laid}"
        )
        start = perf_counter()
        for part in _ROUNDS:
            while (size := self._next_batch(part, len(own.ends), start)) > 0:
                worlds = []
                for _ in range(size):
                    world, state = guess(view, state)
                    worlds.append(world)
                self._try(view, tried, worlds)
            tried.sort(key=lambda each: each.mean, reverse=True)
            if part > 1:
                kept = tried[: max(2, len(tried) // 2)]
                tried = kept if own in kept else [*kept, own]
        for each in tried:
            if each is own:
                break
            gain, error = each.lead(own)
            if gain > CLEAR * error:
                return [each, *(other for other in tried if other is not each)]
        return [own, *(other for other in tried if other is not own)]

    def _next_batch(self, part: int, count: int, start: float) -> int:
        """How many guesses this round wants next."""
        if self._seconds:
            spent = perf_counter() - start
            return _BATCH if spent < self._seconds / part or not count else 0
        return max(1, self._samples // part) - count

    def _try(self, view: View, tried: list[Tried], worlds: list[World]) -> None:
        """Play every turn on, on the same guesses."""
        rules = view.rules
        table = Table(view.tops, view.seat, rules.minimum, view.laid, rules.has_talk)
        keys = [each.ending[1] for each in tried]
        for row in cards_left(self.phases(view), FAST, table, worlds, keys):
            for each, left in zip(tried, row, strict=True):
                each.ends.append(_VALUE[left])


def guess(view: View, state: int) -> tuple[World, int]:
    """Hands and draw pile as the view allows them, and the generator's next state.

    Words count, softly: each speaker's hand is dealt again, a few times at most, until that hand
    would say the same. The last one stays in any case, so no word ever places a card for certain.
    """
    hands = [0] * len(view.hand_sizes)
    hands[view.seat] = key_of(view)[4]
    pool = view.unseen
    unlaid = bits(pool) | hands[view.seat]
    for seat, size in enumerate(view.hand_sizes):
        if not size or seat == view.seat:
            continue
        signals = view.said[seat] if view.said and not view.laid else None
        hand = 0
        for _ in range(TRIES if signals is not None else 1):
            pool, state = shuffle(pool, state)
            hand = bits(pool[:size])
            if signals is None or words(view.tops, hand, unlaid & ~hand) == signals:
                break
        hands[seat] = hand
        pool = pool[size:]
    draw, state = shuffle(pool, state)
    return World(hands, draw), state
