"""The lookahead: tries its moves on guesses of the hidden cards, and plays each of them on.

All moves are tried on the same guesses, and poor ones are given up early, which leaves more guesses
for the others. The learner's own move is left only for one that is clearly better. What counts is
the chance to win, as the learner's network sees it some turns later; near the end of the game every
guess is played to its end.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cardsolver.core.racing import Finish, RaceRules, race
from cardsolver.core.shuffle import generator_state
from cardsolver.games.fifty_fifty.bots.fast import code_of
from cardsolver.games.fifty_fifty.bots.learner import ranked
from cardsolver.games.fifty_fifty.bots.memory import Memory
from cardsolver.games.fifty_fifty.bots.worlds import BLOCK, Worlds, worlds_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Move, View

SAMPLES = 12_000  # moves tried on guesses, all counted, at the most
ROUNDS = 3  # of the table for which a guess is played on; after that, chance decides most
RULES = RaceRules(clear=0.5, drop=3.0, first_look=BLOCK)
_MOST_SAMPLES = 1_000_000  # with a clock, the clock decides


class LookaheadBot:
    """Slower and stronger than the learner: its moves are tried up to `samples` times in all.

    The guesses follow from the seed and from what was seen: the same game gives the same moves.
    Given `ms` it guesses for that many milliseconds instead, and a faster machine plays better.
    """

    def __init__(
        self, seed: str, *, samples: int = SAMPLES, rounds: int = ROUNDS, ms: int = 0
    ) -> None:
        """`rounds` of the table is for how long a guess is played on."""
        self._seed = seed
        self._samples = _MOST_SAMPLES if ms else samples
        self._rounds = rounds
        self._seconds = ms / 1000
        self._memory = Memory()

    def saw(self, seat: Seat, move: str) -> None:
        """Remember what a seat did."""
        self._memory.saw(seat, move)

    def choose(self, view: View) -> Move:
        """The move that does best on the guesses."""
        finish = self.compare(view)
        return ranked(view)[0] if finish is None else finish.winner

    def compare(self, view: View) -> Finish[Move] | None:
        """How all moves did on the guesses; None if there is only one."""
        start = perf_counter()
        events = self._memory.events(view)
        moves = ranked(view)
        if len(moves) == 1:
            return None
        worlds = worlds_for(view, events, generator_state(f"{self._seed}/{_name(view)}"))
        trials = _Trials(worlds, self._rounds * len(view.hand_sizes))

        def is_over() -> bool:
            if self._seconds and perf_counter() - start >= self._seconds:
                return True
            return trials.games >= self._samples and trials.is_used_up

        return race(moves, trials.play, samples=_MOST_SAMPLES, rules=RULES, is_over=is_over)


class _Trials:
    """Moves tried on guesses, a block of them at a time."""

    def __init__(self, worlds: Worlds, turns: int) -> None:
        self._worlds = worlds
        self._turns = turns
        self._chances: list[dict[Move, float]] = []
        self.games = 0  # played so far
        self.is_used_up = False  # has every guess of the block been asked for?

    def play(self, sample: int, alive: Sequence[Move]) -> list[float]:
        """The chance to win after each move, on one guess."""
        block, place = divmod(sample, BLOCK)
        if not place:
            codes = [code_of(move) for move in alive]
            found = self._worlds.chances(block, codes, self._turns)
            self._chances = [dict(zip(alive, chances, strict=True)) for chances in found]
            self.games += len(found) * len(alive)
        self.is_used_up = place == BLOCK - 1
        return [self._chances[place][move] for move in alive]


def _name(view: View) -> str:
    """A text that tells this decision from the others of a game."""
    return (
        f"{view.seat}/{view.offer}/{view.jump}/{view.row}/{view.passes}/{view.played}/{view.hand}"
    )
