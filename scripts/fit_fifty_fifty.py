"""Fit the reckoner's weights for Fifty Fifty, and write the bots' weights.json.

    python scripts/fit_fifty_fifty.py --players 2

Every round draws some sets of weights around the best so far and lets each of them play the same
deals in the kernel: alone among `greedy` ones, and alone among reckoners with the weights that the
fit started from. The quarter that wins most moves the centre (the cross-entropy method). Then it
learns the outlook: by logistic regression, who wins from a moment with known penalties, hands and
row. Every deal has a seed that begins with `fit/`; results are reported on others. The same
command, started from the same weights, gives the same weights. They are kept only if they win more
than those they started from, on deals that the fitting did not use.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots import weights as fitted
from cardsolver.games.fifty_fifty.bots.fast import FastGame, fast_game
from cardsolver.games.fifty_fifty.bots.outlook import KNOTS, Outlook, Standing
from cardsolver.games.fifty_fifty.bots.policy import (
    TO_THE_END,
    CardWeights,
    JumpWeights,
    Policy,
    Weights,
    play_on,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

FILE = Path(fitted.__file__).with_name(fitted.FILE)
# The moments that count for each knot of the outlook, by cards to draw.
AROUND = ((0, 0), (1, 8), (6, 18), (18, 34), (34, 56), (56, 120))
NEAR_THE_END = 18  # cards to draw, from which on every moment is used
SETS = 40  # of weights in a round
ELITE = 10  # of them, which move the centre
STEP = 0.5  # how far it moves
AMONG_GREEDY = 0.8  # how much winning among `greedy` ones counts, against among reckoners
NARROWEST = 0.03  # how far weights are always tried


def _unit(length: int, place: int) -> list[float]:
    return [float(each == place) for each in range(length)]


STANDING_PROBES = [
    Outlook([Standing(*_unit(len(Standing._fields), k))] * len(KNOTS), players=2)
    for k in range(len(Standing._fields))
]


def new_game(players: int, name: str, number: int) -> FastGame:
    """A fresh game on one of the fitting's own deals; the starter changes from deal to deal."""
    rules = f"players={players} first={number % players + 1}"
    return fast_game(ff.start(deal_seed(ff.NAME, f"fit/{name}/{number}", rules=rules)))


# The reckoner --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deals:
    """Deals with the same starter; seat 0 is the one that counts, whoever starts."""

    moment: kernel.Moment
    worlds: bytes
    count: int


def deals_of(players: int, name: str, games: int) -> list[Deals]:
    """Each seat starts in as many of them."""
    found = []
    for first in range(players):
        numbers = range(first, games, players)
        moments = [kernel.Moment(new_game(players, name, number)) for number in numbers]
        found.append(Deals(moments[0], kernel.packed(moments), len(moments)))
    return found


def share_of_wins(deals: Sequence[Deals], fit: kernel.Fit, mind: int, others: int) -> float:
    """How often a mind wins, alone among others."""
    won = 0.0
    for each in deals:
        minds = [[mind] + [others] * (each.moment.players - 1)] * each.count
        chances = kernel.play(
            each.moment, each.worlds, minds, 0, [kernel.AS_IT_IS], fit, turns=TO_THE_END
        )
        won += sum(chance for (chance,) in chances)
    return won / sum(each.count for each in deals)


class Search:
    """The cross-entropy method for one number of players."""

    def __init__(self, start: Weights, players: int) -> None:
        """The weights that it starts from stay the opponent."""
        self.players = players
        self.start = np.array([number for part in start for number in part])
        self.centre = self.start.copy()
        self.spread = 0.15 * np.abs(self.centre) + 0.1
        self._rng = np.random.default_rng(players)
        # The outlook is not asked: every game is played to its end.
        self._outlook = [Standing(*[0.0] * len(Standing._fields))] * 121

    def round(self, deals: Sequence[Deals]) -> float:
        """Move on; the mean score of this round's weights."""
        tried = self.centre + self.spread * self._rng.standard_normal((SETS, len(self.centre)))
        scores = np.array([self.score(each, deals) for each in tried])
        elite = tried[np.argsort(-scores)[:ELITE]]
        self.centre += STEP * (elite.mean(0) - self.centre)
        self.spread = np.maximum(0.6 * self.spread + 0.44 * elite.std(0), NARROWEST)
        return float(scores.mean())

    def score(self, weights: Array, deals: Sequence[Deals]) -> float:
        """Wins among `greedy` ones, and among reckoners that play as at the start."""
        fit = kernel.Fit([[list(weights)], [list(self.start)]], self._outlook)
        among_greedy = share_of_wins(deals, fit, 1, kernel.GREEDY)
        return AMONG_GREEDY * among_greedy + (1 - AMONG_GREEDY) * share_of_wins(deals, fit, 1, 2)


def weights_of(numbers: Sequence[float]) -> Weights:
    """The numbers in their order, by name."""
    cards, jumps = len(CardWeights._fields), len(JumpWeights._fields)
    late, jump = 2 * cards, 2 * cards + jumps
    return Weights(
        CardWeights(*numbers[:cards]),
        CardWeights(*numbers[cards:late]),
        JumpWeights(*numbers[late:jump]),
        JumpWeights(*numbers[jump:]),
    )


def fit_weights(start: Weights, players: int, rounds: int, games: int, check: int) -> Weights:
    """Better weights, or the old ones if none were found."""
    search = Search(start, players)
    for number in range(rounds):
        score = search.round(deals_of(players, f"{number}/costs", games))
        print(f"round {number + 1} of {rounds}: {100 * score:.1f} % on average", flush=True)
    deals = deals_of(players, "check", check)
    before, after = search.score(search.start, deals), search.score(search.centre, deals)
    print(f"{players} players: {100 * before:.2f} % before, {100 * after:.2f} % after")
    if after <= before:
        print("the old weights stay; only the outlook is fitted to them")
        return start
    return weights_of([float(number) for number in search.centre])


# The outlook ---------------------------------------------------------------------------------


def fit_outlook(policy: Policy, players: int, games: int, name: str) -> list[Standing]:
    """Who wins from a moment of games between equals."""
    moments: list[tuple[int, list[list[float]], list[float]]] = []
    for number in range(games):
        game = new_game(players, name, number)
        seen = []
        turn = number
        while not game.is_over:
            turn += 1
            if len(game.draw) <= NEAR_THE_END or turn % 4 == 0:
                seen.append((len(game.draw), [probe.burdens(game) for probe in STANDING_PROBES]))
            play_on(game, [policy] * players, 1)
        winners = game.winners
        wins = [(seat in winners) / len(winners) for seat in range(players)]
        moments += [(size, features, wins) for size, features in seen]
    standings = []
    for low, high in AROUND:
        near = [moment for moment in moments if low <= moment[0] <= high]
        burdens = np.array([each[1] for each in near], float).transpose(0, 2, 1)
        won = np.array([each[2] for each in near], float)
        standings.append(Standing(*map(float, _logistic(burdens, won))))
    return standings


def _logistic(features: Array, wins: Array, ridge: float = 3.0) -> Array:
    """The weights under which the winners are likeliest, by Newton's method."""
    weights = np.zeros(features.shape[2])
    for _ in range(12):
        logits = -features @ weights
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slope = np.einsum("mn,mnp->p", wins - chances, features) + ridge * weights
        spread = features - np.einsum("mn,mnp->mp", chances, features)[:, None, :]
        curve = np.einsum("mn,mnp,mnq->pq", chances, spread, spread)
        weights = weights - np.linalg.solve(curve + ridge * np.eye(len(weights)), slope)
    return weights


def main() -> None:
    """Fit one number of players and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True, choices=range(2, 6))
    parser.add_argument("--rounds", type=int, default=20, help="default 20; 0: only the outlook")
    parser.add_argument("--deals", type=int, default=2_400, help="in a round (default 2400)")
    parser.add_argument("--check", type=int, default=12_000, help="deals that decide")
    parser.add_argument("--games", type=int, default=1_000, help="for the outlook; 0: leave it")
    options = parser.parse_args()
    players, name = options.players, f"{options.players} players"
    weights, standings = fitted.weights_from_json(json.loads(FILE.read_text())[name])
    if options.rounds:
        weights = fit_weights(weights, players, options.rounds, options.deals, options.check)
    if options.games:
        standings = fit_outlook(Policy(weights), players, options.games, "outlook")
    known = json.loads(FILE.read_text())  # others may have written
    known[name] = fitted.weights_to_json(weights, standings)
    FILE.write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
