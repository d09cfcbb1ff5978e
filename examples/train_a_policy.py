"""Train a policy for The Game, solo, with NumPy alone, and let it play in a tournament.

The policy is linear and has three numbers to learn: how much it minds moving a pile on, how gladly
it ends its turn, and how that changes while the draw pile shrinks. The cross-entropy method draws
such triples, plays some games with each, and goes on around the best of them.
"""

import os
import sys
import tempfile
from pathlib import Path

import numpy as np

import cardsolver as cs
from cardsolver import rl

ENV = rl.env("the-game", players=1)
STEPS = ENV.coding.parts["steps"]  # how far each lay moves its pile on
DRAW_SIZE = ENV.coding.parts["draw_size"].start
LAYS = ENV.coding.action_parts["lay"]
END = ENV.coding.action_parts["end"].start


def layer(triple):
    """The policy as one layer: weights from every observed number to every action, and biases."""
    dislike, end, end_by_draw_size = triple
    weights = np.zeros((ENV.coding.actions, ENV.coding.size), np.float32)
    weights[range(LAYS.stop), range(STEPS.start, STEPS.stop)] = -10 * dislike
    weights[END, DRAW_SIZE] = end_by_draw_size / 10
    biases = np.zeros(ENV.coding.actions, np.float32)
    biases[END] = end
    return weights, biases


def play(policy, seed):
    """Play one game; the share of the cards that were laid."""
    weights, biases = policy
    ENV.reset(seed=seed)
    laid = 0.0
    for _seat in ENV.agent_iter():
        seen, reward, over, _, _ = ENV.last()
        laid += reward
        scores = weights @ seen["observation"] + biases
        ENV.step(None if over else np.argmax(np.where(seen["action_mask"], scores, -np.inf)))
    return laid


def train(generations=5, triples=12, best=4, games=4):
    rng = np.random.default_rng(0)
    middle, spread = np.zeros(3), np.ones(3)
    for generation in range(generations):
        drawn = rng.normal(middle, spread, (triples, 3))
        seeds = range(1000 + games * generation, 1000 + games * (generation + 1))
        results = [np.mean([play(layer(triple), seed) for seed in seeds]) for triple in drawn]
        chosen = drawn[np.argsort(results)[-best:]]
        middle, spread = chosen.mean(axis=0), chosen.std(axis=0) + 0.1
        print(f"generation {generation + 1}: {max(results):.0%} of the cards laid at best")
    return middle


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1] if len(sys.argv) > 1 else Path(folder, "policy.npz")).resolve()
        rl.save_policy(path, [layer(train())])
        os.environ["CARDSOLVER_POLICY"] = str(path)
        for bot in ("random", "cardsolver.rl:PolicyBot", "greedy"):
            matches = [cs.play(cs.deal("the-game", seed=seed), [bot]) for seed in range(20)]
            left = [match.transcript.result.scores[0] for match in matches]
            print(f"{bot}: {np.mean(left):.1f} cards left on average")


if __name__ == "__main__":
    main()
