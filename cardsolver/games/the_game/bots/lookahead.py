"""The lookahead: tries its best turns on guesses of the hidden cards, and plays each on.

A guess puts every unseen card somewhere the view allows. All turns are tried on the same guesses,
and the poorer half of them is dropped twice on the way, so that most guesses go to the close ones.
"""

from __future__ import annotations

from operator import itemgetter
from time import perf_counter
from typing import TYPE_CHECKING

from cardsolver.core.shuffle import generator_state, shuffle
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots.endgame import known_moment, solve
from cardsolver.games.the_game.bots.planner import FAST, key_of, this_turn
from cardsolver.games.the_game.bots.playout import PlayoutGame, outlook
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.bots.talker import TalkerBot
from cardsolver.games.the_game.bots.turns import Breadth, lays_of, longest

if TYPE_CHECKING:
    from cardsolver.games.the_game.bots.turns import Ending
    from cardsolver.games.the_game.rules import View

ROOT = Breadth(near=3, extra=2, kept=12)
ENDGAME_LIMIT = 20_000  # moments; a tenth of a second
# The planner's own opinion counts as this many guesses: it keeps a few unlucky ones from deciding.
_PRIOR = 6
TRIES = 4  # hands dealt to a speaker until one would say what was said
_ROUNDS = (4, 2, 1)  # a round ends when one in this many of all guesses has been made

_worth = itemgetter(0)


class LookaheadBot(TalkerBot):
    """Slower and stronger than the planner: `samples` guesses per turn, played on `turns` turns.

    The guesses follow from the seed and the view: the same view gives the same move. Given `ms` it
    guesses for that many milliseconds per turn instead, and a faster machine plays better.
    """

    def __init__(
        self, seed: str, *, samples: int = 12, turns: int = 0, width: int = 6, ms: int = 0
    ) -> None:
        """`width` is how many of the planner's best turns are tried."""
        super().__init__(breadth=ROOT, endgame_limit=ENDGAME_LIMIT)
        self._seed = seed
        self._samples = samples
        self._turns = turns
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
        return lays_of(ranked[0][1][2])

    def ranked(self, view: View) -> list[tuple[float, Ending]]:
        """The turns that were tried on most guesses, best first, with their mean outlook."""
        found = sorted(self.considered(view), key=_worth, reverse=True)[: self._width]
        if len(found) < 2:
            return [(0.0, ending) for ending in found]
        left = len(view.unseen) + len(view.hand)
        totals = [(_PRIOR * self.phases(view).chance(left, ending[0]), ending) for ending in found]
        state = generator_state(
            f"{self._seed}/{view.seat}/{view.tops}/{view.hand}/{view.laid_cards}/{view.laid}"
        )
        start = perf_counter()
        count = 0
        for part in _ROUNDS:
            before = count
            while count == before or self._goes_on(part, count, start):
                count += 1
                hands, draw, state = guess(view, state)
                totals = [
                    (total + self._try(view, hands, draw, ending), ending)
                    for total, ending in totals
                ]
            totals.sort(key=_worth, reverse=True)
            if part > 1:
                del totals[max(2, len(totals) // 2) :]
        return [(total / (count + _PRIOR), ending) for total, ending in totals]

    def _goes_on(self, part: int, count: int, start: float) -> bool:
        """Does this round want another guess?"""
        if self._seconds:
            return perf_counter() - start < self._seconds / part
        return count < self._samples // part

    def _try(self, view: View, hands: list[int], draw: list[int], ending: Ending) -> float:
        """The outlook of one turn on one guess."""
        rules = view.rules
        table = PlayoutGame(
            view.tops, hands, draw, mover=view.seat, minimum=rules.minimum, laid=view.laid
        )
        table.end_turn(ending[1])
        return outlook(table, self.phases(view), FAST, talk=rules.has_talk, turns=self._turns)


def guess(view: View, state: int) -> tuple[list[int], list[int], int]:
    """Hands as bits, the draw pile, and the generator's next state, as the view allows them.

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
        hand = 0
        signals = view.said[seat] if view.said and not view.laid else None
        for _ in range(TRIES if signals is not None else 1):
            pool, state = shuffle(pool, state)
            hand = bits(pool[:size])
            if speak(view.tops, hand, unlaid & ~hand) == signals:
                break
        hands[seat] = hand
        pool = pool[size:]
    draw, state = shuffle(pool, state)
    return hands, list(draw), state
