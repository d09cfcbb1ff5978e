"""The lookahead: tries its moves on guesses of the hidden cards, and plays each of them on.

All moves are tried on the same guesses, and poor ones are given up early. The reckoner's own move
is left only for one that is clearly better. What counts is the chance to win, estimated after some
turns; near the end of the game every guess is played to its end.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cardsolver.core.racing import Finish, RaceRules, race
from cardsolver.core.shuffle import generator_state
from cardsolver.games.fifty_fifty.bots.beliefs import Beliefs
from cardsolver.games.fifty_fifty.bots.fast import apply_move
from cardsolver.games.fifty_fifty.bots.guesses import Guesses
from cardsolver.games.fifty_fifty.bots.policy import TO_THE_END, play_on
from cardsolver.games.fifty_fifty.bots.reckoner import ranked
from cardsolver.games.fifty_fifty.bots.weights import fit_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Move, View

SAMPLES = 120
# Turns for which a guess is played on, by number of players. With more of them, chance and our
# picture of the others decide; the more others there are, the sooner that picture is wrong.
TURNS = {2: 6, 3: 9, 4: 6, 5: 6}
RULES = RaceRules(clear=0.5, drop=1.5, first_look=8)
_MOST_SAMPLES = 1_000_000  # with a clock, the clock decides


class LookaheadBot:
    """Slower and stronger than the reckoner: up to `samples` guesses for each move.

    The guesses follow from the seed and from what was seen: the same game gives the same moves.
    Given `ms` it guesses for that many milliseconds instead, and a faster machine plays better.
    """

    def __init__(self, seed: str, *, samples: int = SAMPLES, turns: int = 0, ms: int = 0) -> None:
        """`turns` is for how many turns a guess is played on; 0: what was found to be best."""
        self._seed = seed
        self._samples = _MOST_SAMPLES if ms else samples
        self._turns = turns
        self._seconds = ms / 1000
        self._beliefs = Beliefs()

    def saw(self, seat: Seat, move: str) -> None:
        """Draw conclusions from what a seat did."""
        self._beliefs.saw(seat, move)

    def choose(self, view: View) -> Move:
        """The move that does best on the guesses."""
        factors = self._beliefs.factors(view)
        moves = ranked(view)
        return moves[0] if len(moves) == 1 else self._race(view, moves, factors).winner.candidate

    def compare(self, view: View) -> Finish[Move] | None:
        """How all moves did on the guesses; None if there is only one."""
        factors = self._beliefs.factors(view)
        moves = ranked(view)
        return None if len(moves) == 1 else self._race(view, moves, factors)

    def _race(self, view: View, moves: Sequence[Move], factors: list[list[float]]) -> Finish[Move]:
        start = perf_counter()
        seat = view.seat
        players = len(view.hand_sizes)
        fit = fit_for(players)
        policies = [fit.policy] * players
        chance = fit.outlook.chance
        turns = self._turns or TURNS[players]
        if view.draw_size <= turns:
            turns = TO_THE_END
        guesses = Guesses(view, factors, generator_state(f"{self._seed}/{_name(view)}"))

        def play(_sample: int, alive: Sequence[Move]) -> list[float]:
            guess = guesses.next()
            chances = []
            for move in alive:
                game = guess.copy()
                apply_move(game, move)
                play_on(game, policies, turns)
                chances.append(chance(game, seat))
            return chances

        def is_over() -> bool:
            return bool(self._seconds) and perf_counter() - start >= self._seconds

        return race(moves, play, samples=self._samples, rules=RULES, is_over=is_over)


def _name(view: View) -> str:
    """A text that tells this decision from the others of a game."""
    return (
        f"{view.seat}/{view.offer}/{view.jump}/{view.row}/{view.passes}/{view.played}/{view.hand}"
    )
