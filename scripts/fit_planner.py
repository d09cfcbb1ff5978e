"""Fit the planner's weights by playing, and write cardsolver/bots/the_game/weights.json.

    python scripts/fit_planner.py --players 2 --minimum 2
    python scripts/fit_planner.py --players 2 --minimum 2 --hearing

The cross-entropy method: each generation draws weights around the best so far, plays them all on
the same deals, and moves to the mean of the best fifth. The start below comes from prototypes
that played deals of their own. Every deal here has a seed that begins with `fit/`; results are
reported on the seeds 0, 1, 2 …, which no fitting has seen. The same command gives the same weights.
A fit is kept only if it beats the weights it started from on deals that the fitting did not use.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import astuple
from pathlib import Path

from cardsolver.bots.the_game import weights as fitted
from cardsolver.bots.the_game.planner import FAST
from cardsolver.bots.the_game.playout import Table, play_on
from cardsolver.bots.the_game.value import CARD, Weights
from cardsolver.bots.the_game.weights import Fit, Hearing, Phases, set_name
from cardsolver.games.the_game import full_hand
from cardsolver.shuffle import generator_state, next_number, shuffle

FILE = Path(fitted.__file__).with_name(fitted.FILE)
START = Fit(
    Weights(
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
    Weights(
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
    Hearing(keep=4.0, keep_room=0.5, gentle=0.0, gentle_room=0.5),
)
# How far the first generation strays, in the order of the fields.
SPREAD = [0.15, 0.15, 1.0, 0.2, 1.5, 0.5, 0.1, 0.4, 0.2] * 2
HEARING_SPREAD = [2.5, 0.5, 0.5, 0.4]
SOFTNESS = 6.0  # a game with this many cards left counts 1/e of a win: smoother than wins alone
CHECKS = 600  # deals that decide whether a fit is kept


class Noise:
    """Normal numbers from the project's own generator, so that a fit can be had again."""

    def __init__(self, seed: str) -> None:
        self._state = generator_state(seed)

    def _uniform(self) -> float:
        number, self._state = next_number(self._state)
        return ((number >> 11) + 1) / (1 << 53)

    def normal(self) -> float:
        """Mean 0, spread 1 (Box and Muller)."""
        return math.sqrt(-2 * math.log(self._uniform())) * math.cos(math.tau * self._uniform())


def play(phases: Phases, seed: str, players: int, minimum: int, *, talk: bool) -> int:
    """The cards left when planners with these weights play a deal."""
    deck, _ = shuffle(range(2, 100), generator_state(seed))
    dealt = players * full_hand(players)
    hands = [sum(CARD[card] for card in deck[seat:dealt:players]) for seat in range(players)]
    table = Table((1, 1, 100, 100), hands, deck[dealt:], mover=0, minimum=minimum)
    if players > 1:
        table.mover = max(range(players), key=lambda seat: _start_worth(table, phases, seat))
    play_on(table, phases, FAST, talk=talk)
    return table.unlaid.bit_count()


def _start_worth(table: Table, phases: Phases, seat: int) -> float:
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
        return Fit(fit.late, fit.slope, Hearing(*values))
    half = len(values) // 2
    return Fit(Weights(*values[:half]), Weights(*values[half:]), fit.hearing)


def main() -> None:
    """Fit one rule set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--minimum", type=int, default=2)
    parser.add_argument("--hearing", action="store_true", help="fit what words count, with talk")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--population", type=int, default=20)
    parser.add_argument("--games", type=int, default=120)
    options = parser.parse_args()
    players, minimum, hearing = options.players, options.minimum, options.hearing
    name = set_name(players, minimum)
    label = f"fit/{players}/{minimum}/{'hearing' if hearing else 'weights'}"
    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    start = Fit.from_json(stored[name]) if hearing else START

    def score(fit: Fit, part: str, games: int) -> tuple[float, int]:
        phases = Phases(fit)
        left = [
            play(phases, f"{label}/{part}/{game}", players, minimum, talk=hearing)
            for game in range(games)
        ]
        return sum(math.exp(-cards / SOFTNESS) for cards in left) / games, left.count(0)

    noise = Noise(label)
    centre = numbers(start, hearing=hearing)
    spread = HEARING_SPREAD if hearing else SPREAD
    for generation in range(options.generations):
        tried = [centre] + [
            [value + width * noise.normal() for value, width in zip(centre, spread, strict=True)]
            for _ in range(options.population - 1)
        ]
        scores = [
            score(with_numbers(start, values, hearing=hearing), str(generation), options.games)
            for values in tried
        ]
        scored = sorted(zip(scores, tried, strict=True), reverse=True)
        best = [values for _, values in scored[: max(4, options.population // 4)]]
        means = [sum(column) / len(best) for column in zip(*best, strict=True)]
        spread = [
            0.5 * width + 0.5 * math.sqrt(sum((v - mean) ** 2 for v in column) / len(best))
            for width, mean, column in zip(spread, means, zip(*best, strict=True), strict=True)
        ]
        centre = [0.4 * old + 0.6 * new for old, new in zip(centre, means, strict=True)]
        print(f"{label} generation {generation}: best {scored[0][0][0]:.4f}", flush=True)
    fit = with_numbers(start, centre, hearing=hearing)
    before, after = score(start, "check", CHECKS), score(fit, "check", CHECKS)
    print(f"{label} check: {before[0]:.4f} ({before[1]} won) -> {after[0]:.4f} ({after[1]} won)")
    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    stored[name] = (fit if after[0] > before[0] else start).to_json()
    FILE.write_text(json.dumps(dict(sorted(stored.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
