"""Fit what the bots of Level 8 weigh, by playing. Seeds here are used for nothing else.

`worth`: what levels are worth, into worth.json.
`weights`: the quick policy's weights, into weights.json.
`patient`: the weights of one seat among others with the quick policy, into patient.json.
`draws`: expected draws until a level can be laid out, into draws.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.core.shuffle import generator_state, shuffle
from cardsolver.games.level_8 import fast
from cardsolver.games.level_8.fast.codes import JOKER_CODE, SKIP_CODE, WHOLE_DECK
from cardsolver.games.level_8.fast.play import play_fast
from cardsolver.games.level_8.fast.policy import POLICY, Policy
from cardsolver.games.level_8.fast.reach import FILE as DRAWS
from cardsolver.games.level_8.fast.reach import OTHER, Reach
from cardsolver.games.level_8.fast.weights import FILE as WEIGHTS
from cardsolver.games.level_8.fast.weights import PATIENT_FILE, Weights
from cardsolver.games.level_8.fast.worth import FILE as WORTH
from cardsolver.games.level_8.kernel import play_game
from cardsolver.games.level_8.levels import LEVELS, LISTS
from cardsolver.games.level_8.state import HAND
from cardsolver.games.level_8.variant import parse_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.level_8.variant import Rules

FOLDER = Path(fast.__file__).parent


def fit_worth(games: int) -> None:
    """Strengths by level: the most likely ones, given who won from where."""
    table = {}
    for name in ("one-star",):  # other lists count like it
        for players in range(2, 7):
            rules = parse_rules(f"players={players} levels={name}")
            seen: Counter[tuple[int, ...]] = Counter()
            for game in range(games):
                winner, history = _game(rules, [POLICY] * players, f"fit worth {name} {game}")
                for levels in history:
                    others = levels[:winner] + levels[winner + 1 :]
                    seen[levels[winner], *sorted(others)] += 1
            table[f"{name} {players}"] = _strengths(seen)
            print(name, players, table[f"{name} {players}"], flush=True)
    _write(WORTH, table)


def _game(rules: Rules, policies: Sequence[Policy], seed: str) -> tuple[int, list[tuple[int, ...]]]:
    """One game, in the kernel where there is one: a thousand times as many are a better fit."""
    compiled = [each for policy in policies if (each := policy.compiled(rules)) is not None]
    if len(compiled) < len(policies):
        return play_fast(rules, policies, seed)
    return play_game(compiled, (rules.first - 1) % rules.players, generator_state(seed))


def _strengths(seen: Counter[tuple[int, ...]]) -> list[float]:
    """Logarithms of strengths, level 1 at 0, by Newton's method.

    Each row of `seen` is the winner's level and then those of the others.
    """
    levels = np.array(list(seen)) - 1
    counts = np.array(list(seen.values()), dtype=float)
    counts /= counts.sum()
    odds = np.linspace(0, 2.5, LEVELS)
    for _ in range(50):
        strength = np.exp(odds[levels])
        shares = strength / strength.sum(axis=1, keepdims=True)
        gradient = np.zeros(LEVELS)
        np.add.at(gradient, levels[:, 0], counts)
        np.add.at(gradient, levels, -shares * counts[:, None])
        # Only ratios of strengths count, so one direction is flat: the small term holds it.
        curvature = 1e-6 * np.eye(LEVELS)
        np.add.at(curvature, (levels, levels), shares * counts[:, None])
        products = shares[:, :, None] * shares[:, None, :] * counts[:, None, None]
        np.add.at(curvature, (levels[:, :, None], levels[:, None, :]), -products)
        odds += np.linalg.solve(curvature, gradient)
        odds -= odds[0]
    return [round(float(each), 3) for each in odds]


def fit_draws(hands: int) -> None:
    """Draws until a level can be laid out, by distance: one hand alone, drawing and discarding."""
    table = {}
    every = []
    for level in [level for levels in LISTS.values() for level in levels]:
        reach = Reach(level)
        points = []
        for number in range(hands):
            deck, _ = shuffle(WHOLE_DECK, generator_state(f"fit draws {number}"))
            points += _collect(reach, list(deck))
        every += points
        table[str(level)] = _knots(points)
        print(level, table[str(level)], flush=True)
    _write(DRAWS, {**table, OTHER: _knots(every)})


def _collect(reach: Reach, deck: list[int]) -> list[tuple[float, int]]:
    """The distance after each turn of one hand, with the draws that were still to come."""
    hand = [deck.pop() for _ in range(HAND)]
    distances = [reach.distance(reach.key(hand))]
    while deck:
        hand.append(deck.pop())
        key = reach.key(hand)
        if reach.lacking(key) <= 0:
            break
        loss = {code: reach.distance(key - reach.units[code]) for code in hand}
        if JOKER_CODE in loss and len(loss) > 1:
            del loss[JOKER_CODE]
        hand.remove(min(loss, key=lambda code: (code != SKIP_CODE, loss[code])))
        distances.append(reach.distance(reach.key(hand)))
    return [(distance, len(distances) - turn) for turn, distance in enumerate(distances)]


def _knots(points: list[tuple[float, int]], knots: int = 10) -> list[list[float]]:
    """Mean distances and mean draws of equal shares of the points, in ascending order."""
    points.sort()
    bounds = [len(points) * part // knots for part in range(knots + 1)]
    groups = [points[low:high] for low, high in pairwise(bounds)]
    rows = [
        (sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group), 1)
        for group in groups
    ]
    rising: list[tuple[float, float, int]] = []
    for row in rows:
        rising.append(row)
        # More distance never means fewer draws: neighbours that say so are put together.
        while len(rising) > 1 and rising[-2][1] >= rising[-1][1] - 0.01:
            (a, b, m), (c, d, n) = rising.pop(), rising.pop()
            rising.append(((a * m + c * n) / (m + n), (b * m + d * n) / (m + n), m + n))
    return [[round(x, 3), round(y, 3)] for x, y, _ in rising]


STEPS = {
    "take": 0.4,
    "take_skip": 0.8,
    "fit": 0.6,
    "dead": 0.1,
    "hold_skip": 0.4,
    "threat": 1.0,
    "skip_laid": 1.0,
    "skip_cards": 0.1,
    "shed_skip": 0.6,
}
TABLES = (2, 4)  # numbers of players that weights are fitted for


def fit_weights(games: int) -> None:
    """One weight after the other, up and down: kept if it wins more than the start, alone."""
    start = best = Weights()
    for name, step in STEPS.items():
        for change in (step, -step):
            trial = replace(best, **{name: getattr(best, name) + change})
            gain, error = _gain(trial, best, f"fit weights {name}", games)
            print(f"{name} {getattr(trial, name):.2f}: {gain:+.3f} ± {error:.3f}", flush=True)
            if gain > error:
                best = trial
                break
    gain, error = _gain(best, start, "check weights", 3 * games)
    print(f"check: {gain:+.3f} ± {error:.3f}", flush=True)
    _write(WEIGHTS, (best if gain > 0 else start).to_json())


PATIENT = Weights(take=1.2, take_nearer=0.8, wait_left=1.0, wait_cards=2.0)
PATIENT_STEPS = {
    "wait_cards": 1.0,
    **{name: step for name, step in STEPS.items() if name not in ("skip_cards", "take_skip")},
    "take_nearer": 0.4,
}


def fit_patient(games: int) -> None:
    """One weight after the other, up and down: kept if one seat wins more with it.

    A step is kept for a gain of one standard error; the start is, unless all steps together win
    more on deals of their own.
    """
    best = PATIENT
    for name, step in PATIENT_STEPS.items():
        for change in (step, -step):
            trial = replace(best, **{name: getattr(best, name) + change})
            gain, error = _gain_alone(trial, best, f"fit/patient/{name}", games)
            print(f"{name} {getattr(trial, name):.2f}: {gain:+.4f} ± {error:.4f}", flush=True)
            if gain > error:
                best = trial
                break
    gain, error = _gain_alone(best, PATIENT, "fit/patient/check", 2 * games)
    print(f"check: {gain:+.4f} ± {error:.4f}", flush=True)
    _write(PATIENT_FILE, (best if gain > 0 else PATIENT).to_json())


def _gain_alone(trial: Weights, base: Weights, seed: str, games: int) -> tuple[float, float]:
    """How much more often one seat among quick ones wins, in fair shares, on the same deals."""
    seats = [Policy(trial), Policy(base)]
    gains = []
    for players in range(2, 7):
        rules = parse_rules(f"players={players}")
        for deal in range(games // (5 * players)):
            more = 0  # wins on this deal; its games are not independent
            for own in range(players):
                won = []
                for alone in seats:
                    policies = [POLICY] * players
                    policies[own] = alone
                    won.append(_game(rules, policies, f"{seed}/{deal}")[0] == own)
                more += won[0] - won[1]
            gains.append(float(more))  # of `players` games, times `players` for fair shares
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean, float(np.sqrt(spread / len(gains)))


def _gain(trial: Weights, base: Weights, seed: str, games: int) -> tuple[float, float]:
    """By how much a seat with the trial weights beats its fair share, and the standard error."""
    one, other = Policy(trial), Policy(base)
    shares = []
    for players in TABLES:
        rules = parse_rules(f"players={players}")
        for deal in range(games // (len(TABLES) * players)):
            seats = [
                [one if seat == own else other for seat in range(players)] for own in range(players)
            ]
            won = [_game(rules, each, f"{seed} {deal}")[0] == own for own, each in enumerate(seats)]
            shares.append(sum(won) - 1.0)
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return mean, float(np.sqrt(spread / len(shares)))


def _write(name: str, table: object) -> None:
    (FOLDER / name).write_text(json.dumps(table, indent=1) + "\n")


FITS = {"draws": fit_draws, "weights": fit_weights, "patient": fit_patient, "worth": fit_worth}


def main() -> None:
    """Fit one part."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=FITS)
    parser.add_argument("--games", type=int, default=1500, help="games, or hands for draws")
    options = parser.parse_args()
    FITS[options.part](options.games)


if __name__ == "__main__":
    main()
