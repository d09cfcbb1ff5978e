"""Fit the planner's weights by playing, and write cardsolver/games/the_game/bots/weights.json.

    python scripts/fit_planner.py --players 1
    python scripts/fit_planner.py --players 3 --talk --start "3 players, minimum 2"
    python scripts/fit_planner.py --players 2 --minimum 3 --generations 100 --games 5000

CMA-ES (Hansen's evolution strategy): each generation draws weights around the best so far, plays
all of them on the same new deals with the compiled planner, and learns from the better half where
to look next. Every deal here has a seed that begins with `fit/`; results are reported on the seeds
0, 1, 2 …, which no fitting has seen. A fit is kept only if it beats the weights it started from on
deals that the fitting did not use. The same command gives the same weights.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.core.shuffle import generator_state, next_number, shuffle
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots import weights as fitted
from cardsolver.games.the_game.bots.planner import FAST
from cardsolver.games.the_game.bots.value import TurnWeights
from cardsolver.games.the_game.bots.weights import Fit, Hearing, Phases, set_name, soft
from cardsolver.games.the_game.kernel.planner import Table, World
from cardsolver.games.the_game.rules import CARDS, full_hand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

FILE = Path(fitted.__file__).with_name(fitted.FILE)
BASES = (1, 1, 100, 100)
# How far the first generation strays, in the order of the fields; at both ends of a game.
SPREAD = [0.15, 0.15, 1.0, 0.2, 1.5, 0.5, 0.1, 0.4, 0.2, 0.4, 0.4, 1.0]
HEARING_SPREAD = [2.0, 0.5, 0.3]
FIRST_STEP, LONGEST_STEP = 0.5, 1.0
SOFT = [soft(left) for left in range(CARDS + 1)]


class Noise:
    """Normal numbers from the project's own generator, so that a fit can be reproduced."""

    def __init__(self, seed: str) -> None:
        self._state = generator_state(seed)

    def _uniform(self) -> float:
        number, self._state = next_number(self._state)
        return ((number >> 11) + 1) / (1 << 53)

    def _normal(self) -> float:
        """Mean 0, spread 1 (Box and Muller)."""
        return math.sqrt(-2 * math.log(self._uniform())) * math.cos(math.tau * self._uniform())

    def normal(self, rows: int, columns: int) -> Numbers:
        """A table of them."""
        return np.array([[self._normal() for _ in range(columns)] for _ in range(rows)])


class Evolution:
    """CMA-ES for a function that is to be made large, in steps of about one in every direction."""

    def __init__(self, size: int, noise: Noise) -> None:
        self.mean = np.zeros(size)
        self.step = FIRST_STEP
        self.population = 10 + int(3 * math.log(size))
        self._noise = noise
        self._size = size
        parents = self.population // 2
        shares = math.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
        self._shares = shares / shares.sum()
        weight = 1 / (self._shares**2).sum()  # parents that count
        self._weight = weight
        self._path_rate = (4 + weight / size) / (size + 4 + 2 * weight / size)
        self._step_rate = (weight + 2) / (size + weight + 5)
        self._one = 2 / ((size + 1.3) ** 2 + weight)
        self._many = min(1 - self._one, 2 * (weight - 2 + 1 / weight) / ((size + 2) ** 2 + weight))
        self._damping = 1 + 2 * max(0.0, math.sqrt((weight - 1) / (size + 1)) - 1) + self._step_rate
        self._usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self._shape = np.eye(size)
        self._path, self._step_path = np.zeros(size), np.zeros(size)
        self._generation = 0

    def ask(self) -> Numbers:
        """A generation, one candidate per row."""
        spreads, self._turn = np.linalg.eigh(self._shape)
        self._spreads = np.sqrt(np.maximum(spreads, 1e-12))
        drawn = self._noise.normal(self.population, self._size)
        self._moves = (drawn * self._spreads) @ self._turn.T
        candidates: Numbers = self.mean + self.step * self._moves
        return candidates

    def tell(self, scores: list[float]) -> None:
        """How the candidates did."""
        self._generation += 1
        best = self._moves[np.argsort(-np.array(scores), kind="stable")[: len(self._shares)]]
        move = self._shares @ best
        self.mean = self.mean + self.step * move
        rate = self._step_rate
        straight = self._turn @ ((self._turn.T @ move) / self._spreads)
        self._step_path *= 1 - rate
        self._step_path += math.sqrt(rate * (2 - rate) * self._weight) * straight
        length = float(np.linalg.norm(self._step_path)) / self._usual
        settled = math.sqrt(1 - (1 - rate) ** (2 * self._generation))
        calm = length / settled < 1.4 + 2 / (self._size + 1)
        rate = self._path_rate
        self._path *= 1 - rate
        if calm:
            self._path += math.sqrt(rate * (2 - rate) * self._weight) * move
        kept = 1 - self._one - self._many + (0 if calm else self._one * rate * (2 - rate))
        self._shape = kept * self._shape + self._one * np.outer(self._path, self._path)
        self._shape += self._many * (best.T * self._shares) @ best
        self.step *= math.exp((self._step_rate / self._damping) * (length - 1))
        self.step = min(self.step, LONGEST_STEP)


@dataclass(frozen=True)
class Fitting:
    """One rule set."""

    players: int
    minimum: int
    talk: bool

    @property
    def name(self) -> str:
        """In the file of weights."""
        return set_name(self.players, self.minimum, talk=self.talk)

    def worlds(self, part: str, count: int) -> list[World]:
        """Deals that no result is reported on."""
        dealt = self.players * full_hand(self.players)
        worlds = []
        for number in range(count):
            deck, _ = shuffle(range(2, 100), generator_state(f"fit/{self.name}/{part}/{number}"))
            hands = [bits(deck[seat : dealt : self.players]) for seat in range(self.players)]
            worlds.append(World(hands, deck[dealt:]))
        return worlds

    def left(self, fit: Fit, worlds: list[World]) -> list[int]:
        """The cards left in each game; the seat that likes its hand best starts."""
        compiled = Phases(fit).compiled
        if compiled is None:
            raise SystemExit("fit_planner: the kernel is not built; a C compiler is needed")
        mover = None if self.players > 1 else 0
        played = compiled.play(FAST, Table(BASES, mover, self.minimum, talk=self.talk), worlds)
        return [row[0] for row in played or ()]

    def score(self, fit: Fit, worlds: list[World]) -> float:
        """How well the games go; a win counts 1."""
        return sum(SOFT[left] for left in self.left(fit, worlds)) / len(worlds)

    def search(self, start: Fit, generations: int, games: int) -> Fit:
        """The best weights found, from these."""
        spread = np.array(SPREAD * 2 + (HEARING_SPREAD if self.talk else []))
        centre = np.array(numbers(start, talk=self.talk))
        evolution = Evolution(len(spread), Noise(f"fit/{self.name}"))
        for generation in range(generations):
            worlds = self.worlds(str(generation), games)
            tried = [
                with_numbers(start, [*(centre + spread * candidate)], talk=self.talk)
                for candidate in evolution.ask()
            ]
            scores = [self.score(fit, worlds) for fit in tried]
            evolution.tell(scores)
            print(
                f"{self.name}: generation {generation}, mean {np.mean(scores):.4f},"
                f" step {evolution.step:.2f}",
                flush=True,
            )
        return with_numbers(start, [*(centre + spread * evolution.mean)], talk=self.talk)


def numbers(fit: Fit, *, talk: bool) -> list[float]:
    """The part of a fit that is being fitted."""
    return [*astuple(fit.late), *astuple(fit.slope), *(astuple(fit.hearing) if talk else ())]


def with_numbers(fit: Fit, values: list[float], *, talk: bool) -> Fit:
    """The inverse of `numbers`."""
    size = len(SPREAD)
    late, slope = TurnWeights(*values[:size]), TurnWeights(*values[size : 2 * size])
    return Fit(late, slope, Hearing(*values[2 * size :]) if talk else fit.hearing)


def main() -> None:
    """Fit one rule set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--minimum", type=int, default=2)
    parser.add_argument("--talk", action="store_true", help="with talk, and how much words count")
    parser.add_argument("--start", help="the rule set to start from; else the one to be fitted")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=1000, help="per candidate and generation")
    parser.add_argument("--checks", type=int, default=10_000, help="deals that decide")
    parser.add_argument("--file", type=Path, default=FILE, help="the file of weights")
    options = parser.parse_args()
    fitting = Fitting(options.players, options.minimum, options.talk)
    stored = json.loads(options.file.read_text())
    start = Fit.from_json(stored[options.start or fitting.name])
    fit = fitting.search(start, options.generations, options.games)
    worlds = fitting.worlds("check", options.checks)
    before, after = fitting.score(start, worlds), fitting.score(fit, worlds)
    wins = sum(not left for left in fitting.left(fit, worlds)) / len(worlds)
    print(f"{fitting.name}: check {before:.4f} -> {after:.4f}, won {wins:.4f}", flush=True)
    stored = json.loads(options.file.read_text())
    stored[fitting.name] = (fit if after > before else start).to_json()
    options.file.write_text(json.dumps(dict(sorted(stored.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
