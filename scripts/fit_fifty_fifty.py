"""Fit the reckoner's weights for Fifty Fifty, and write the bots' weights.json.

    python scripts/fit_fifty_fifty.py --players 2

Each round plays the game with the weights so far. First it learns the outlook: by logistic
regression, who wins from a moment with known penalties, hands and row. Then it learns costs: at
moments of more games every move is tried on guesses of the hidden cards, played on for some turns
and judged by the outlook, and the weights are regressed on these judgements. The weights move half
of the way. Every deal has a seed that begins with `fit/`; results are reported on others. The same
command, started from the same weights, gives the same weights. They are kept only if they win at
least their fair share, alone among the weights they started from, on deals that the fitting did
not use.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots import weights as fitted
from cardsolver.games.fifty_fifty.bots.fast import NOBODY, FastGame, bits, fast_game, numbers_of
from cardsolver.games.fifty_fifty.bots.outlook import KNOTS, Outlook, Standing
from cardsolver.games.fifty_fifty.bots.policy import (
    ALL,
    DECIDED,
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
TURNS_ON = 4  # turns of each player for which a try is played on
EXPLORE = 0.1  # the share of moves that are made at random, so that odd moments are met too
GUESSES = 3  # for each moment
RIDGE = 20.0  # how strongly weights are held back, in samples
# The moments that count for each knot of the outlook, by cards to draw.
AROUND = ((0, 0), (1, 8), (6, 18), (18, 34), (34, 56), (56, 120))
NEAR_THE_END = 18  # cards to draw, from which on every moment is used


# Where a fit starts: weights for two players from prototypes, which played deals of their own.
START = Weights(
    CardWeights(
        now=0.69,
        harm=1.11,
        jump=0.72,
        jump_safe=-0.16,
        stuck=2.82,
        stuck_row=-1.03,
        replaced=2.27,
        height=-0.59,
        trapped=-0.8,
        trapped_row=0.62,
        choice=-0.37,
        row=0.13,
        passed=1.97,
        pass_fits=-0.03,
        pass_stuck=-1.8,
        pass_trapped=0.64,
        stranded=0.0,
        low=0.0,
    ),
    CardWeights(
        now=0.11,
        harm=1.15,
        jump=0.81,
        jump_safe=-0.39,
        stuck=-3.18,
        stuck_row=0.26,
        replaced=1.65,
        height=-0.14,
        trapped=0.2,
        trapped_row=0.13,
        choice=-0.12,
        row=-0.19,
        passed=-1.63,
        pass_fits=1.01,
        pass_stuck=-1.59,
        pass_trapped=0.71,
        stranded=17.29,
        low=1.27,
    ),
    JumpWeights(
        jump=-2.61,
        jump_pot=-0.74,
        jump_safe=0.11,
        jump_safe_pot=-0.44,
        jump_layer=0.21,
        jump_layer_pot=0.8,
        jump_height=2.96,
        answer=3.29,
        answer_pot=-1.41,
        answer_held=0.15,
        answer_held_pot=0.73,
        answer_more=-5.43,
    ),
    JumpWeights(
        jump=0.03,
        jump_pot=-0.91,
        jump_safe=-3.79,
        jump_safe_pot=-0.06,
        jump_layer=2.01,
        jump_layer_pot=0.27,
        jump_height=4.46,
        answer=-0.63,
        answer_pot=-1.72,
        answer_held=-0.53,
        answer_held_pot=2.17,
        answer_more=-9.13,
    ),
)


def _unit(length: int, place: int) -> list[float]:
    return [float(each == place) for each in range(length)]


# A cost is linear in its weights: with a single weight of 1, the cost is that weight's feature.
CARD_PROBES = [
    Policy(START._replace(early=CardWeights(*unit), late=CardWeights(*unit)))
    for unit in (_unit(len(CardWeights._fields), k) for k in range(len(CardWeights._fields)))
]
JUMP_PROBES = [
    Policy(START._replace(early_jump=JumpWeights(*unit), late_jump=JumpWeights(*unit)))
    for unit in (_unit(len(JumpWeights._fields), k) for k in range(len(JumpWeights._fields)))
]
STANDING_PROBES = [
    Outlook([Standing(*_unit(len(Standing._fields), k))] * len(KNOTS), players=2)
    for k in range(len(Standing._fields))
]


def new_game(players: int, name: str, number: int) -> FastGame:
    """A fresh game on one of the fitting's own deals; the starter changes from deal to deal."""
    rules = f"players={players} first={number % players + 1}"
    return fast_game(ff.start(deal_seed(ff.NAME, f"fit/{name}/{number}", rules=rules)))


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


# Costs ---------------------------------------------------------------------------------------


@dataclass
class Tries:
    """Features and judged costs, while cards can be drawn (0) and after that (1)."""

    cards: tuple[list[tuple[Array, Array]], ...] = field(default_factory=lambda: ([], []))
    answers: tuple[list[tuple[list[float], float]], ...] = field(default_factory=lambda: ([], []))

    @property
    def count(self) -> int:
        """How many moments there are."""
        return sum(map(len, self.cards)) + sum(map(len, self.answers))


class Trial:
    """Judges the moves of moments by guesses that are played on."""

    def __init__(self, policy: Policy, outlook: Outlook, players: int, seed: str) -> None:
        """`seed` makes the guesses and the odd moves."""
        self.policy = policy
        self.outlook = outlook
        self.players = players
        self.rng = Random(seed)
        self.tries = Tries()

    def play(self, game: FastGame) -> None:
        """One whole game; many of its moments are tried."""
        while not game.is_over:
            late = not game.draw
            odd = self.rng.random() < EXPLORE
            if game.asked != NOBODY:
                self._try_jump(game, late=late)
                game.answer(jumps=self.rng.random() < 0.5 if odd else self.policy.jumps(game))
            elif game.jump:
                if game.pass_counts[game.turn] and not late:  # later on, its cost is known
                    self._try_answer(game, late=late)
                game.play(self.policy.choose(game))
            else:
                costs = self.policy.costs(game)
                open_moves = [move for cost, move in costs if abs(cost) < DECIDED / 2]
                if len(open_moves) > 1 and self.rng.random() < (0.8 if late else 0.3):
                    self._try_cards(game, open_moves, late=late)
                game.play(self.rng.choice(costs)[1] if odd else min(costs)[1])

    def _try_cards(self, game: FastGame, moves: list[int], *, late: bool) -> None:
        features = np.array(
            [[cost for cost, move in probe.costs(game) if move in moves] for probe in CARD_PROBES]
        ).T
        costs = np.zeros(len(moves))
        for _ in range(GUESSES):
            guess = self._guess(game, game.turn)
            for place, move in enumerate(moves):
                tried = guess.copy()
                tried.play(move)
                costs[place] += self._judge(tried, game, game.turn) / GUESSES
        self.tries.cards[late].append((features, costs))

    def _try_jump(self, game: FastGame, *, late: bool) -> None:
        cost = 0.0
        for _ in range(GUESSES):
            jumped = self._guess(game, game.asked)
            declined = jumped.copy()
            jumped.answer(jumps=True)
            declined.answer(jumps=False)
            cost += self._judge(jumped, game, game.asked) - self._judge(declined, game, game.asked)
        features = [probe.cost_of_jump(game) for probe in JUMP_PROBES]
        self.tries.answers[late].append((features, cost / GUESSES))

    def _try_answer(self, game: FastGame, *, late: bool) -> None:
        cost = 0.0
        for _ in range(GUESSES):
            passed = self._guess(game, game.turn)
            taken = passed.copy()
            passed.play_pass()
            taken.take()
            cost += self._judge(passed, game, game.turn) - self._judge(taken, game, game.turn)
        features = [probe.cost_of_answer(game) for probe in JUMP_PROBES]
        self.tries.answers[late].append((features, cost / GUESSES))

    def _judge(self, tried: FastGame, start: FastGame, seat: int) -> float:
        """What a try cost, in penalty cards of the moment that it started from."""
        turns = TURNS_ON * self.players
        play_on(
            tried,
            [self.policy] * self.players,
            turns if len(tried.draw) > turns else TO_THE_END,
        )
        worth = self.outlook.card_worth(len(start.draw))
        return -self.outlook.chance(tried, seat) / worth

    def _guess(self, game: FastGame, seat: int) -> FastGame:
        """The cards that a seat does not see, dealt anew."""
        pool = numbers_of(ALL & ~(game.played | game.hands[seat]))
        pool += [0] * (ff.PASSES - game.passes_played - game.pass_counts[seat])
        self.rng.shuffle(pool)
        guess = game.copy()
        for other, size in enumerate(game.sizes):
            if other != seat:
                hand, pool = pool[:size], pool[size:]
                guess.hands[other] = bits(card for card in hand if card)
                guess.pass_counts[other] = hand.count(0)
        guess.draw = pool[: len(game.draw)]
        return guess


def regress(tries: Tries, weights: Weights) -> Weights:
    """The weights that explain the tries best, not too far from those before."""
    cards = []
    for found, before in zip(tries.cards, (weights.early, weights.late), strict=True):
        features = np.concatenate([each - each.mean(0) for each, _ in found])
        costs = np.concatenate([each - each.mean() for _, each in found])
        cards.append(CardWeights(*_ridge(features, costs, before)))
    jumps = []
    for rows, prior in zip(tries.answers, (weights.early_jump, weights.late_jump), strict=True):
        features = np.array([each for each, _ in rows])
        costs = np.array([each for _, each in rows])
        jumps.append(JumpWeights(*_ridge(features, costs, prior)))
    return Weights(cards[0], cards[1], jumps[0], jumps[1])


def _ridge(features: Array, costs: Array, before: Sequence[float]) -> list[float]:
    start = np.array(before)
    left = features.T @ features + RIDGE * np.eye(len(start))
    return [float(each) for each in np.linalg.solve(left, features.T @ costs + RIDGE * start)]


def halfway(one: Weights, other: Weights) -> Weights:
    """The mean of two sets of weights."""
    parts: list[Any] = []
    for first, second in zip(one, other, strict=True):
        kind: Any = type(first)
        parts.append(kind(*((a + b) / 2 for a, b in zip(first, second, strict=True))))
    return Weights(*parts)


def share_of_wins(policy: Policy, others: Policy, players: int, games: int) -> float:
    """How often a policy wins, alone among others, on deals that no fitting used."""
    wins = 0.0
    for number in range(games):
        game = new_game(players, "check", number)
        seat = number // players % players
        policies = [others] * players
        policies[seat] = policy
        play_on(game, policies, TO_THE_END)
        winners = game.winners
        wins += (seat in winners) / len(winners)
    return wins / games


def main() -> None:
    """Fit one number of players and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True, choices=range(2, 6))
    parser.add_argument("--rounds", type=int, default=2, help="default 2")
    parser.add_argument("--moments", type=int, default=8_000, help="tried in a round")
    parser.add_argument("--games", type=int, default=500, help="for the outlook, in a round")
    parser.add_argument("--check", type=int, default=2_000, help="games that decide")
    options = parser.parse_args()
    players = options.players
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    name = f"{players} players"
    start = fitted.weights_from_json(known[name])[0] if name in known else START
    weights = start
    for number in range(options.rounds):
        policy = Policy(weights)
        standings = fit_outlook(policy, players, options.games, f"{number}/outlook")
        trial = Trial(policy, Outlook(standings, players), players, name)
        deal = 0
        while trial.tries.count < options.moments:
            trial.play(new_game(players, f"{number}/costs", deal))
            deal += 1
        weights = halfway(weights, regress(trial.tries, weights))
        print(f"round {number + 1} of {options.rounds}: {weights.early}", flush=True)
    share = share_of_wins(Policy(weights), Policy(start), players, options.check)
    fair = 1 / players
    print(f"{name}: wins {100 * share:.1f} % alone among the old weights, fair {100 * fair:.1f} %")
    if share < fair:
        print("the old weights stay; only the outlook is fitted to them")
        weights = start
    standings = fit_outlook(Policy(weights), players, 2 * options.games, "outlook")
    known = json.loads(FILE.read_text()) if FILE.exists() else {}  # others may have written
    known[name] = fitted.weights_to_json(weights, standings)
    FILE.write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
