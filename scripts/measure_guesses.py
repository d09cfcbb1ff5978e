"""How much the guesses of the lookahead for Fifty Fifty know.

    python scripts/measure_guesses.py --players 4
    python scripts/measure_guesses.py --players 3 --settings 1:0,0.002:200

A learner sits among `greedy` ones. At some of its decisions, chains with different settings, each a
DOUBT and how many sweeps they warm up, guess the hidden cards. A DOUBT of 1 believes nothing.

How often is a number that is guessed in a hand truly in that hand? And how often is it in the same
hand of a guess of another chain? If both are equal, the guesses claim as much as they know. The
deals are on no results page.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.fast import bits, seen_game
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.guesses import DOUBT, WARM_UP
from cardsolver.games.fifty_fifty.bots.learner import ranked
from cardsolver.games.fifty_fifty.bots.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import AnyBot

SHARE = 0.3  # of the decisions
PHASES = ((0, "none to draw"), (15, "1 to 15"), (39, "16 to 39"), (ff.CARDS, "40 or more"))
GUESSES = 64  # of each of two chains


class Setting(NamedTuple):
    """How a chain guesses."""

    doubt: float
    warm_up: int


class Watched:
    """A learner that guesses at some of its decisions. It is shown each state."""

    def __init__(self, state: ff.State, settings: Sequence[Setting], seed: int) -> None:
        """It is at the table from the first state on."""
        self.state = state
        self.found: dict[tuple[Setting, str], list[tuple[float, float]]] = defaultdict(list)
        self._settings = settings
        self._memory = Memory()
        self._rng = Random(seed)

    def saw(self, seat: int, move: str) -> None:
        """Remember what a seat did."""
        self._memory.saw(seat, move)

    def choose(self, view: ff.View) -> ff.Move:
        """The learner's move."""
        moves = ranked(view)
        if len(moves) > 1 and self._rng.random() < SHARE:
            self._measure(view)
        return moves[0]

    def _measure(self, view: ff.View) -> None:
        phase = next(name for most, name in PHASES if view.draw_size <= most)
        truth = [bits(hand.numbers) for hand in self.state.hands]
        for setting in self._settings:
            one, other = self._guess(view, setting), self._guess(view, setting)
            right = _shared([*one, *other], [truth] * 2 * GUESSES, view.seat)
            self.found[setting, phase].append((right, _shared(one, other, view.seat)))

    def _guess(self, view: ff.View, setting: Setting) -> list[list[int]]:
        """The numbers in each seat's hand, in the guesses of one chain."""
        game = seen_game(view)
        events = [kernel.packed_event(event) for event in self._memory.events(view)]
        worlds = kernel.guess(
            *(kernel.Moment(game), view.seat, events),
            doubt=setting.doubt,
            warm_up=setting.warm_up,
            seed=self._rng.getrandbits(64),
            count=GUESSES,
        )
        return [world.hands for world in kernel.unpacked(worlds, game)]


def _shared(guesses: Sequence[list[int]], others: Sequence[list[int]], own: int) -> float:
    """How many of the numbers in hands are in the same hands of the others."""
    shared = guessed = 0
    for guess, other in zip(guesses, others, strict=True):
        for seat, hand in enumerate(guess):
            if seat != own:
                shared += (hand & other[seat]).bit_count()
                guessed += hand.bit_count()
    return shared / max(1, guessed)


def play(number: int, players: int, settings: Sequence[Setting]) -> Watched:
    """One game; what was measured in it."""
    deal = deal_seed(ff.NAME, f"guesses/{number}", rules=f"players={players}")
    seat = number % players
    watched = Watched(ff.start(deal), settings, number)
    bots: list[AnyBot] = [GreedyBot() for _ in range(players)]
    bots[seat] = watched

    def show(state: ff.State, _seat: int, _move: ff.Move) -> None:
        watched.state = state

    match = play_match(deal, bots, names=["bot"] * players, on_move=show)
    if match.fault is not None:
        raise RuntimeError(f"deal {number}: {match.fault}")
    return watched


def report(games: Sequence[Watched], settings: Sequence[Setting]) -> str:
    """The table as Markdown: truly there, and in the same hand of another guess."""
    names = [name for _, name in PHASES]
    lines = [f"| doubt | sweeps | {' | '.join(names)} |", "|" + " ---: |" * (len(names) + 2)]
    for setting in settings:
        cells = [f"{setting.doubt:g}", f"{setting.warm_up}"]
        for name in names:
            shares = [share for each in games for share in each.found[setting, name]]
            right, same = 100 * np.mean(shares or [(0.0, 0.0)], axis=0)
            cells.append(f"{right:.1f} / {same:.1f} %" if shares else "")
        lines.append("| " + " | ".join(cells) + " |")
    measured = sum(len(each) for game in games for each in game.found.values()) // len(settings)
    lines.append(f"\n{measured:,} decisions in {len(games):,} games.")
    return "\n".join(lines)


def setting(text: str) -> Setting:
    """A setting from its text."""
    doubt, _, warm_up = text.partition(":")
    return Setting(float(doubt), int(warm_up))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--settings", default=f"1:0,0.02:40,{DOUBT}:{WARM_UP},0.0005:1000")
    options = parser.parse_args()
    settings = [setting(text) for text in options.settings.split(",")]
    games: list[Watched] = []
    for number in range(options.games):
        games.append(play(number, options.players, settings))
        if (number + 1) % 20 == 0:
            print(f"{number + 1} of {options.games} games", file=sys.stderr, flush=True)
    print(report(games, settings))


if __name__ == "__main__":
    main()
