"""What the lookahead's decisions in Fifty Fifty gain, and what any decision could gain.

    python scripts/measure_decisions.py --players 4

A lookahead sits among `greedy` ones. At some of its decisions, the chance to win after each move is
measured twice, apart: on thousands of guesses from many chains, which are believed more than the
lookahead believes its own, and played on by the learner for eight rounds of the table. What a move
gains is its chance in the second measurement, less that of the move that the learner would make.

The gains of a game add up to what the player wins more than the learner does (the performance
difference lemma), so they are reported as points of wins a game:

- the lookahead's own move;
- the best move on some guesses of the first measurement, played on for so many rounds: what a
  lookahead would gain that guesses as often;
- the best move of both measurements together. Luck counts for it, so it is too much; but in
  positions such as these, nobody who sees no more than a View can gain more.

The deals are on no results page.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.fast import code_of, seen_game
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.learner import ranked
from cardsolver.games.fifty_fifty.bots.lookahead import RULES, LookaheadBot
from cardsolver.games.fifty_fifty.bots.memory import Memory
from cardsolver.games.fifty_fifty.bots.weights import compiled_fit_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cardsolver.core.seats import AnyBot

    Array = NDArray[np.float64]

SHARE = 0.12  # of the decisions
CHAINS, CHAIN = 8, 1_024  # of a measurement: chains, and guesses of each
DOUBT, WARM_UP = 0.0003, 600
ROUNDS_ON = 8  # of the table, for which a measurement plays on
WAYS = ((1, 2_048), (3, 512), (3, 2_048), (3, 8_192), (5, 2_048), (5, 8_192), (8, 8_192))
PHASES = ((0, "none to draw"), (15, "1 to 15"), (39, "16 to 39"), (ff.CARDS, "40 or more"))
BOT, MOST = "the lookahead's", "best of both"


class Decision:
    """What a seat sees when it has to decide, ready for the kernel. The learner's move is first."""

    def __init__(self, view: ff.View, memory: Memory) -> None:
        """The memory has followed the game."""
        self.codes = [code_of(move) for move in ranked(view)]
        self._seat = view.seat
        self._players = len(view.hand_sizes)
        self._moment = kernel.Moment(seen_game(view))
        self._events = [kernel.packed_event(event) for event in memory.events(view)]

    def guesses(self, rng: Random) -> list[kernel.Packed]:
        """The guesses of several chains."""
        return [
            kernel.guess(
                *(self._moment, self._seat, self._events),
                doubt=DOUBT,
                warm_up=WARM_UP,
                seed=rng.getrandbits(64),
                count=CHAIN,
            )
            for _ in range(CHAINS)
        ]

    def chances(self, worlds: Sequence[kernel.Packed], rounds: int) -> Array:
        """The chance to win on each guess after each move."""
        minds = [kernel.GREEDY] * self._players
        minds[self._seat] = kernel.LEARNER
        fit = compiled_fit_for(self._players)
        turns = rounds * self._players
        return np.concatenate(
            [
                kernel.play(
                    *(self._moment, some, [minds] * CHAIN, self._seat, self.codes, fit),
                    turns=turns,
                    by_net=True,
                )
                for some in worlds
            ]
        )


def choice(chances: Array) -> int:
    """The move that does best on some guesses; the learner's, unless another is clearly better."""
    gains = chances - chances[:, :1]
    means, errors = gains.mean(0), gains.std(0) / sqrt(len(gains))
    clear = [place for place in range(1, len(means)) if means[place] > RULES.clear * errors[place]]
    return max(clear, key=lambda place: float(means[place]), default=0)


class Watched:
    """A lookahead; at some of its decisions everything is measured."""

    def __init__(self, seed: int) -> None:
        """It is at the table from the first move on."""
        self.decisions = 0
        self.phases: list[str] = []
        self.gains: dict[str, list[float]] = defaultdict(list)
        self._bot = LookaheadBot(f"{seed}")
        self._memory = Memory()
        self._rng = Random(seed)

    def saw(self, seat: int, move: str) -> None:
        """Remember what a seat did."""
        self._bot.saw(seat, move)
        self._memory.saw(seat, move)

    def choose(self, view: ff.View) -> ff.Move:
        """The lookahead's move."""
        chosen = self._bot.choose(view)
        if len(ranked(view)) > 1:
            self.decisions += 1
            if self._rng.random() < SHARE:
                self._measure(view, code_of(chosen))
        return chosen

    def _measure(self, view: ff.View, chosen: int) -> None:
        decision = Decision(view, self._memory)
        worlds = decision.guesses(self._rng)
        first = {rounds: decision.chances(worlds, rounds) for rounds in {way[0] for way in WAYS}}
        second = decision.chances(decision.guesses(self._rng), ROUNDS_ON).mean(0)
        self.phases.append(next(name for most, name in PHASES if view.draw_size <= most))
        self.gains[BOT].append(second[decision.codes.index(chosen)] - second[0])
        for rounds, count in WAYS:
            # Some of every chain.
            some = first[rounds].reshape(CHAINS, CHAIN, -1)[:, : count // CHAINS]
            best = choice(some.reshape(count, -1))
            self.gains[f"{count:,} guesses, {rounds} rounds"].append(second[best] - second[0])
        both = (first[ROUNDS_ON].mean(0) + second) / 2
        self.gains[MOST].append(both.max() - both[0])


def play(number: int, players: int) -> Watched:
    """One game; what was measured in it."""
    deal = deal_seed(ff.NAME, f"decisions/{number}", rules=f"players={players}")
    watched = Watched(number)
    bots: list[AnyBot] = [GreedyBot() for _ in range(players)]
    bots[number % players] = watched
    match = play_match(deal, bots, names=["bot"] * players)
    if match.fault is not None:
        raise RuntimeError(f"deal {number}: {match.fault}")
    return watched


def report(games: Sequence[Watched]) -> str:
    """The table as Markdown: points of wins a game, in all, against the bot, and by phase."""
    names = [name for _, name in PHASES]
    lines = [f"| move | gain | against the lookahead's | {' | '.join(names)} |"]
    lines.append("| --- |" + " ---: |" * (len(names) + 2))
    per_game = 100 * sum(each.decisions for each in games) / len(games)
    phases = np.array([phase for each in games for phase in each.phases])
    gains = {
        way: per_game * np.array([gain for each in games for gain in each.gains[way]])
        for way in dict.fromkeys(way for each in games for way in each.gains)
    }
    for way, values in gains.items():
        means = [
            f"{each.mean():+.1f} ± {each.std() / sqrt(len(each)):.1f}"
            for each in (values, values - gains[BOT])
        ]
        shares = [f"{values[phases == name].sum() / len(values):+.1f}" for name in names]
        lines.append(f"| {' | '.join([way, *means, *shares])} |")
    lines.append(f"\n{len(phases):,} decisions in {len(games):,} games.")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    games: list[Watched] = []
    for number in range(options.games):
        games.append(play(number, options.players))
        if (number + 1) % 10 == 0:
            print(f"{number + 1} of {options.games} games", file=sys.stderr, flush=True)
    print(report(games))


if __name__ == "__main__":
    main()
