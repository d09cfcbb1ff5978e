"""The lookahead: tries its moves on guesses of the hidden cards, and plays each round on.

All moves are tried on the same guesses. The patient policy plays the own seat to the end of the
round, and the quick one all others; neither looks at hidden cards, so a guess tells nobody more
than a seat could know. What counts is the chance to win the game from the levels that the round
ends with. Without guesses the move would be the patient policy's.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cardsolver.core.racing import Finish, RaceRules, race_in_blocks
from cardsolver.core.shuffle import generator_state
from cardsolver.games.level_8.bots.greedy import GreedyBot, seen_round
from cardsolver.games.level_8.fast.candidates import candidates
from cardsolver.games.level_8.fast.policy import POLICY, patient
from cardsolver.games.level_8.fast.texts import from_fast
from cardsolver.games.level_8.fast.watch import Watch
from cardsolver.games.level_8.fast.worlds import Worlds
from cardsolver.games.level_8.fast.worth import worth_of
from cardsolver.games.level_8.rules import Move, Phase, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.round import FastMove

# Early looks are noisy: only what is far behind is dropped, or a lucky move would win too soon.
RULES = RaceRules(clear=0.5, drop=2.5, first_look=50)
_UNLIMITED = 1_000_000  # guesses, where a clock ends the race


class LookaheadBot:
    """Slower and stronger than greedy: up to `samples` guesses per move.

    The guesses follow from the seed, the view and what was seen: the same game gives the same
    moves. Given `ms` it guesses for that many milliseconds per move instead.
    """

    def __init__(
        self,
        seed: str,
        *,
        samples: int = 800,
        ms: int = 0,
        width: int = 12,
        own: Policy | None = None,
        rules: RaceRules = RULES,
    ) -> None:
        """`width` is how many moves are compared at most.

        Scripts try other `rules` of the race, and other policies than the patient one.
        """
        self._seed = seed
        self._samples = samples
        self._seconds = ms / 1000
        self._width = width
        self._rules = rules
        self._own = own or patient()
        self._greedy = GreedyBot(self._own)
        self._watch = Watch()

    def saw(self, seat: Seat, move: str) -> None:
        """Follow a move of any seat."""
        self._watch.saw(seat, move)

    def choose(self, view: View) -> Move:
        """The move for a view."""
        if view.phase is Phase.KEEP:
            return self._greedy.choose(view)
        finish = self.compare(view)
        return from_fast(finish.winner, seen_round(view))

    def compare(self, view: View) -> Finish[FastMove]:
        """The race of the moves that are worth trying; the patient policy's is the favourite."""
        self._watch.look(view)
        moves = candidates(seen_round(view), self._own, self._width)
        if len(moves) == 1:
            return race_in_blocks(moves, lambda samples, _moves: [[0.0]] * samples, samples=1)
        worlds = Worlds(view, self._watch, POLICY, self._own)
        worth = worth_of(view.rules)
        state = generator_state(
            f"{self._seed}/{view.round}/{view.hand}/{view.piles}/{view.draw_size}"
        )

        def play(samples: int, moves: Sequence[FastMove]) -> list[list[float]]:
            nonlocal state
            rows, state = worlds.play(moves, samples, state, worth)
            return rows

        start = perf_counter()
        return race_in_blocks(
            moves,
            play,
            samples=_UNLIMITED if self._seconds else self._samples,
            rules=self._rules,
            is_over=lambda: bool(self._seconds) and perf_counter() - start > self._seconds,
        )
