"""Fit the planner's weights by playing, and write cardsolver/games/the_game/bots/weights.json.

    python scripts/fit_planner.py --players 2 --minimum 2
    python scripts/fit_planner.py --players 2 --minimum 2 --hearing     # after the weights
    python scripts/fit_planner.py --players 2 --minimum 3               # starts from minimum 2

The cross-entropy method: each generation draws weights around the best so far, plays them all on
the same deals, and moves to the mean of the best fifth. The start below comes from prototypes
that played deals of their own. Every deal here has a seed that begins with `fit/`; results are
reported on the seeds 0, 1, 2 …, which no fitting has seen. The same command gives the same weights.
A fit is kept only if it beats the weights it started from on deals that the fitting did not use.
Then games played with these weights show what chances their worths stand for, as lookahead needs.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import astuple, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from cardsolver.core.shuffle import generator_state, next_number, shuffle
from cardsolver.games.the_game.bits import CARD
from cardsolver.games.the_game.bots import weights as fitted
from cardsolver.games.the_game.bots.planner import FAST
from cardsolver.games.the_game.bots.playout import PlayoutGame, play_on
from cardsolver.games.the_game.bots.value import TurnWeights
from cardsolver.games.the_game.bots.weights import CARDS, KNOT, Fit, Hearing, Phases, set_name, soft
from cardsolver.games.the_game.rules import full_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    Note: TypeAlias = Callable[[list[tuple[int, float]], int], None]

FILE = Path(fitted.__file__).with_name(fitted.FILE)
START = Fit(
    TurnWeights(
        room=0.87,
        second_room=0.46,
        log_room=4.1,
        one_pile=-0.8,
        lost=-5.9,
        trick=1.3,
        trick_room=0.06,
        chain=-0.4,
        laid=0.27,
    ),
    TurnWeights(
        room=0.41,
        second_room=0.09,
        log_room=2.8,
        one_pile=-0.26,
        lost=0.4,
        trick=0.55,
        trick_room=0.05,
        chain=0.4,
        laid=0.5,
    ),
    Hearing(keep=8.0, keep_room=1.0, gentle_room=0.5),
)
# How far the first generation strays, in the order of the fields.
SPREAD = [0.15, 0.15, 1.0, 0.2, 1.5, 0.5, 0.1, 0.4, 0.2] * 2
HEARING_SPREAD = [3.0, 0.5, 0.3]
CHECKS = 300  # deals that decide whether a fit is kept


class Noise:
    """Normal numbers from the project's own generator, so that a fit can be reproduced."""

    def __init__(self, seed: str) -> None:
        self._state = generator_state(seed)

    def _uniform(self) -> float:
        number, self._state = next_number(self._state)
        return ((number >> 11) + 1) / (1 << 53)

    def normal(self) -> float:
        """Mean 0, spread 1 (Box and Muller)."""
        return math.sqrt(-2 * math.log(self._uniform())) * math.cos(math.tau * self._uniform())


def play(
    phases: Phases,
    seed: str,
    players: int,
    minimum: int,
    *,
    talk: bool,
    note: Note | None = None,
) -> int:
    """The cards left when planners with these weights play a deal.

    `note` is called with the cards left and best worth of each turn, and the cards left at the end.
    """
    deck, _ = shuffle(range(2, 100), generator_state(seed))
    dealt = players * full_hand(players)
    hands = [sum(CARD[card] for card in deck[seat:dealt:players]) for seat in range(players)]
    table = PlayoutGame((1, 1, 100, 100), hands, deck[dealt:], mover=0, minimum=minimum)
    if players > 1:
        table.mover = max(range(players), key=lambda seat: _start_worth(table, phases, seat))
    seen = []
    while table.unlaid:
        before = table.unlaid.bit_count()
        worth = play_on(table, phases, FAST, talk=talk, turns=1)
        if worth is None:
            break
        seen.append((before, worth))
    if note is not None:
        note(seen, table.unlaid.bit_count())
    return table.unlaid.bit_count()


def _start_worth(table: PlayoutGame, phases: Phases, seat: int) -> float:
    """What the bidding finds out."""
    table.mover = seat
    return max((e[0] for e in table.choices(phases, FAST, talk=False)), default=-math.inf)


def numbers(fit: Fit, *, hearing: bool) -> list[float]:
    """The part of a fit that is being fitted."""
    if hearing:
        return list(astuple(fit.hearing))
    return [*astuple(fit.late), *astuple(fit.slope)]


def with_numbers(fit: Fit, values: list[float], *, hearing: bool) -> Fit:
    """The inverse of `numbers`."""
    if hearing:
        return replace(fit, hearing=Hearing(*values))
    half = len(values) // 2
    return replace(fit, late=TurnWeights(*values[:half]), slope=TurnWeights(*values[half:]))


class Fitting:
    """One rule set, and what is being fitted of it."""

    def __init__(self, players: int, minimum: int, *, hearing: bool) -> None:
        self.players, self.minimum, self.hearing = players, minimum, hearing
        self.name = set_name(players, minimum)
        self.label = f"fit/{players}/{minimum}/{'hearing' if hearing else 'weights'}"

    def games(self, fit: Fit, part: str, count: int, note: Note | None = None) -> list[int]:
        """The cards left in each game of a series."""
        phases = Phases(fit)
        seeds = [f"{self.label}/{part}/{game}" for game in range(count)]
        return [
            play(phases, seed, self.players, self.minimum, talk=self.hearing, note=note)
            for seed in seeds
        ]

    def score(self, fit: Fit, part: str, count: int) -> float:
        """How well a series goes; a win counts 1."""
        return sum(soft(left) for left in self.games(fit, part, count)) / count

    def search(self, start: Fit, generations: int, population: int, games: int) -> Fit:
        """The cross-entropy method from these weights."""
        noise = Noise(self.label)
        centre = numbers(start, hearing=self.hearing)
        spread = HEARING_SPREAD if self.hearing else SPREAD
        for generation in range(generations):
            tried = [centre]
            while len(tried) < population:
                steps = [width * noise.normal() for width in spread]
                tried.append([value + step for value, step in zip(centre, steps, strict=True)])
            scores = [
                self.score(
                    with_numbers(start, values, hearing=self.hearing), str(generation), games
                )
                for values in tried
            ]
            ranked = sorted(zip(scores, tried, strict=True), reverse=True)
            best = [values for _, values in ranked[: max(4, population // 4)]]
            columns = list(zip(*best, strict=True))
            means = [sum(column) / len(best) for column in columns]
            spread = [
                0.5 * width + 0.5 * math.dist(column, [mean] * len(column)) / math.sqrt(len(column))
                for width, mean, column in zip(spread, means, columns, strict=True)
            ]
            centre = [0.4 * old + 0.6 * new for old, new in zip(centre, means, strict=True)]
            print(f"{self.label} generation {generation}: best {ranked[0][0]:.4f}", flush=True)
        return with_numbers(start, centre, hearing=self.hearing)

    def chances(self, fit: Fit, games: int) -> Fit:
        """The same weights with the chances that their worths stand for."""
        notes: list[tuple[int, float, float]] = []

        def note(seen: list[tuple[int, float]], left: int) -> None:
            notes.extend((cards, worth, soft(left)) for cards, worth in seen)

        self.games(fit, "chances", games, note)
        knots = range(0, CARDS + 1, KNOT)
        return replace(fit, chances=tuple(logistic(notes, knot) for knot in knots))


def logistic(notes: list[tuple[int, float, float]], knot: int) -> tuple[float, float]:
    """Log odds of a good end by worth, from the moments with about `knot` cards left."""
    near = np.array([each for each in notes if abs(each[0] - knot) <= KNOT // 2 + 1])
    worths, ends = near[:, 1], near[:, 2]
    mean, width = worths.mean(), worths.std() + 1e-9
    # The cards left are a third column: worth grows with them, and must not stand for them.
    columns = np.stack([np.ones_like(worths), (worths - mean) / width, near[:, 0] - knot], axis=1)
    found = np.zeros(3)
    for _ in range(12):  # Newton's method; the small extra keeps a clear-cut knot finite
        chances = 1 / (1 + np.exp(-np.clip(columns @ found, -30, 30)))
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + 0.5 * np.eye(3)
        found += np.linalg.solve(bend, columns.T @ (ends - chances) - 0.01 * found)
    odds, by_worth = found[0], found[1] / width
    return float(odds - by_worth * mean), float(by_worth)


def main() -> None:
    """Fit one rule set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--minimum", type=int, default=2)
    parser.add_argument(
        "--hearing", action="store_true", help="fit how much words count, with talk"
    )
    parser.add_argument("--generations", type=int, default=5, help="0: only the chances")
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=80, help="per candidate and generation")
    options = parser.parse_args()
    fitting = Fitting(options.players, options.minimum, hearing=options.hearing)
    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    known = fitting.name in stored
    start = Fit.from_json(stored[fitting.name]) if known and options.hearing else START
    if options.minimum > 2 and not options.hearing:
        start = Fit.from_json(stored[set_name(options.players, 2)])
    fit = start
    if options.generations:
        found = fitting.search(start, options.generations, options.population, options.games)
        before, after = (fitting.score(each, "check", CHECKS) for each in (start, found))
        print(f"{fitting.label} check: {before:.4f} -> {after:.4f}", flush=True)
        fit = found if after > before else start
    if not options.hearing:
        fit = fitting.chances(fit, CHECKS)
    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    stored[fitting.name] = fit.to_json()
    FILE.write_text(json.dumps(dict(sorted(stored.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
