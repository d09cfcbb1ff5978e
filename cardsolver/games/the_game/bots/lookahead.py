"""The lookahead: tries its best turns on guesses of the hidden cards, and plays each to the end.

A guess puts every unseen card somewhere the view allows. All turns are tried on the same guesses.
After a few guesses those that are behind are dropped, so that most guesses go to the close ones;
the planner's own turn is left only for one that does clearly better on the same guesses.
"""

from __future__ import annotations

from math import exp
from operator import attrgetter, itemgetter
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cardsolver.core.racing import is_ahead
from cardsolver.core.shuffle import generator_state
from cardsolver.games.the_game.bots.endgame import known_moment, solve
from cardsolver.games.the_game.bots.guesses import guesses, knowledge
from cardsolver.games.the_game.bots.planner import FAST, key_of, this_turn
from cardsolver.games.the_game.bots.planning import cards_left
from cardsolver.games.the_game.bots.talker import TalkerBot
from cardsolver.games.the_game.bots.turns import Breadth, lays_of, longest
from cardsolver.games.the_game.kernel.planner import Table
from cardsolver.games.the_game.rules import CARDS

if TYPE_CHECKING:
    from cardsolver.games.the_game.bots.turns import Ending
    from cardsolver.games.the_game.rules import View

ROOT = Breadth(near=3, extra=2, kept=12)
ENDGAME_LIMIT = 200_000  # moments; some hundredths of a second where the kernel is built
SAMPLES = 256
WIDTH = 32
# The more cards there are to lay, the less the end of a game depends on one turn, and the longer it
# takes to play it. Above the first number guesses do not pay at all; above the second a quarter of
# the width is enough (docs/measurements.md has what each costs and gains).
EARLY, MIDDLE = 70, 50
# All in standard errors of the difference on the same guesses: the gain for which the planner's own
# turn is left, the lag behind the best turn at which another is dropped (so is whatever is not even
# ahead of the planner's own), and the gain at which the best turn needs no further guesses.
CLEAR = 1.0
BEHIND = 1.0
CERTAIN = 3.0
FIRST_LOOK = 16  # guesses before the first turns are dropped; the next look comes at twice as many
_BATCH = 4  # guesses between two looks at the clock
_SOFTNESS = 2.5  # of the ends; less than in the fitting, where wins are rarer
_VALUE = [exp(-left / _SOFTNESS) for left in range(CARDS + 1)]  # a win counts 1

_worth = itemgetter(0)
_mean = attrgetter("mean")


class Tried(NamedTuple):
    """A turn, and how the game ended on each guess, from 0 to 1 (a win)."""

    ending: Ending
    ends: list[float]

    @property
    def mean(self) -> float:
        """How well it did."""
        return sum(self.ends) / len(self.ends) if self.ends else 0.0


class LookaheadBot(TalkerBot):
    """Slower and stronger than the planner: `samples` guesses per turn, each played to the end.

    The guesses follow from the seed and the view: the same view gives the same move. Given `ms` it
    guesses for that many milliseconds per turn instead, and a faster machine plays better.
    """

    def __init__(
        self, seed: str, *, samples: int = SAMPLES, width: int = WIDTH, ms: int = 0
    ) -> None:
        """`width` is how many of the planner's best turns are tried."""
        super().__init__(breadth=ROOT, endgame_limit=ENDGAME_LIMIT)
        self.seed = seed
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
        if _cards_to_lay(view) > EARLY:
            return super().turn(view)
        ranked = self.ranked(view)
        if not ranked:
            return longest(key_of(view), view.minimum - view.laid)
        return lays_of(ranked[0].ending[2])

    def ranked(self, view: View) -> list[Tried]:
        """The turn to play, then the others that were tried, on more guesses first."""
        width = self._width if _cards_to_lay(view) <= MIDDLE else self._width // 4
        found = sorted(self.considered(view), key=_worth, reverse=True)[: max(1, width)]
        tried = [Tried(ending, []) for ending in found]
        if len(tried) < 2:
            return tried
        own, running = tried[0], tried[1:]
        until = perf_counter() + self._seconds
        guessed = _Guessed(self, view)
        look = FIRST_LOOK
        while running:
            limit = self._samples - len(own.ends)
            if self._seconds:
                limit = _BATCH if perf_counter() < until else 0
            if not limit:
                break
            guessed.play([own, *running], min(limit, look - len(own.ends)))
            if len(own.ends) == look:
                running = _still_running(running, own)
                look *= 2
                if len(running) == 1 and is_ahead(running[0].ends, own.ends, CERTAIN):
                    break
        best = max(running, key=_mean, default=own)
        # Before the first look all turns are still there, and one of so many is ahead by chance.
        errors = CLEAR if len(own.ends) >= FIRST_LOOK else CERTAIN
        chosen = best if is_ahead(best.ends, own.ends, errors) else own
        others = [each for each in tried if each is not chosen]
        return [chosen, *sorted(others, key=lambda each: (-len(each.ends), -each.mean))]


def _cards_to_lay(view: View) -> int:
    return CARDS - view.laid_cards.bit_count()


class _Guessed:
    """Guesses from a view, one after another, and games played on them."""

    def __init__(self, bot: LookaheadBot, view: View) -> None:
        rules = view.rules
        self._phases = bot.phases(view)
        self._table = Table(view.tops, view.seat, rules.minimum, view.laid, rules.has_talk)
        self._known = knowledge(view)
        self._state = generator_state(
            f"{bot.seed}/{view.seat}/{view.tops}/{view.hand}/{view.laid_cards}/{view.laid}"
        )

    def play(self, tried: list[Tried], count: int) -> None:
        """End so many games with each turn, on the same guesses."""
        worlds, self._state = guesses(self._table.tops, self._known, self._state, count)
        keys = [each.ending[1] for each in tried]
        rows = cards_left(self._phases, FAST, self._table, worlds, keys)
        for each, column in zip(tried, zip(*rows, strict=True), strict=True):
            each.ends.extend([_VALUE[left] for left in column])


def _still_running(running: list[Tried], own: Tried) -> list[Tried]:
    """The turns ahead of the planner's own that are not far behind the best."""
    best = max(running, key=_mean)
    return [
        each
        for each in running
        if each.mean > own.mean and (each is best or not is_ahead(best.ends, each.ends, BEHIND))
    ]
