"""Teach the learner for Fifty Fifty what moves are worth, and write the bots' nets.json.

    python scripts/fit_learner.py --players 2

Approximate policy iteration. In every round a seat plays thousands of deals among `greedy` ones, in
the first round as the reckoner, then as the learner of the round before. At its decisions every
move is tried in the kernel: the cards that nobody holds are shuffled, and the game is played on by
the same players: in the first round to its end, later for some rounds of the table, and then the
network of the round before says how good the chances are. That is quicker, and above all it leaves
out the luck of what is yet to come. The network learns the chance after each move, and above all
which move of a decision has a better one than the others: the luck that they share cancels out.

Every deal has a seed that begins with `fit/`; results are reported on others. The same command on
the same machine gives the same network. At the end, each round's network has played the same deals
that no round learned from, and the best of them is written. `--go-on 5` adds rounds to the network
in the file, as if it had learned for five.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from cardsolver.core.shuffle import generator_state
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty.bots import net as nets
from cardsolver.games.fifty_fifty.bots.policy import TO_THE_END
from cardsolver.games.fifty_fifty.bots.sight import STEPS
from cardsolver.games.fifty_fifty.bots.weights import fit_for
from scripts.fit_fifty_fifty import deals_of, share_of_wins

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

FILE = Path(nets.__file__).with_name(nets.FILE)
RECKONER = 1
SHARE = 1.0  # of the decisions, that is tried
TRIALS = 1  # of each move: another decision teaches more than another trial
MOST = 400  # moves of a game, all tries counted
PART = 1_500  # games at a time
OUTRIGHT = 0.2  # how much the chance itself counts, against differences between moves
BATCH = 250  # decisions
EPOCHS = 4
RATE = 3e-3  # of the first round; less later
LATER = 0.8  # of the rate before, in each round


class Examples(NamedTuple):
    """Moves that were tried, those of a decision one after another."""

    inputs: NDArray[np.int16]
    won: Array
    starts: NDArray[np.int64]  # of each decision
    ends: NDArray[np.int64]


def gather(
    players: int, mind: int, fit: kernel.Fit, name: str, games: int, turns: int
) -> list[Examples]:
    """Examples from new deals, those with the same starter together."""
    found = []
    for part in range(0, games, PART):
        named = f"{name}/{part}"
        for first, deals in enumerate(deals_of(players, named, min(PART, games - part))):
            tried = kernel.practise(
                *(deals.moment, deals.worlds, 0, mind, fit),
                share=SHARE,
                trials=TRIALS,
                turns=turns,
                seed=generator_state(f"fit/{named}/{players}/{first}"),
                most=MOST * deals.count,
            )
            rows = tried.rows
            inputs = np.frombuffer(memoryview(tried.inputs), np.int16)[: rows * kernel.INPUTS]
            decisions = np.frombuffer(memoryview(tried.decisions), np.int32)[:rows]
            starts = np.flatnonzero(np.r_[True, decisions[1:] != decisions[:-1]])
            found.append(
                Examples(
                    inputs.reshape(rows, kernel.INPUTS).copy(),
                    np.frombuffer(memoryview(tried.won), np.float32)[:rows].copy(),
                    starts,
                    np.r_[starts[1:], rows],
                )
            )
    return found


def joined(parts: list[Examples]) -> Examples:
    """Several sets of examples as one."""
    offsets = np.cumsum([0, *(len(each.won) for each in parts[:-1])])
    return Examples(
        np.concatenate([each.inputs for each in parts]),
        np.concatenate([each.won for each in parts]),
        np.concatenate([each.starts + at for each, at in zip(parts, offsets, strict=True)]),
        np.concatenate([each.ends + at for each, at in zip(parts, offsets, strict=True)]),
    )


class Learning:
    """The weights of one network, and how they follow the examples (Adam)."""

    def __init__(self, seed: int) -> None:
        """Small random weights."""
        self._rng = np.random.default_rng(seed)
        inputs, hidden = kernel.INPUTS, kernel.HIDDEN
        self.weights: list[Array] = [
            self._rng.normal(0, 20**-0.5, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            self._rng.normal(0, hidden**-0.5, hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    def go_on(self, net: nets.Net) -> None:
        """Take the weights of a network that has learned before."""
        numbers = np.array(net.numbers(), np.float32) * np.float32(nets.STEP)
        ends = np.cumsum([each.size for each in self.weights])
        for place, part in enumerate(np.split(numbers, ends[:-1])):
            self.weights[place] = part.reshape(self.weights[place].shape).copy()

    def learn(self, examples: Examples, rate: float) -> None:
        """Some passes over the examples, in ever smaller steps."""
        count = len(examples.starts)
        steps = EPOCHS * (count // BATCH)
        means = [np.zeros_like(each) for each in self.weights]
        squares = [np.zeros_like(each) for each in self.weights]
        step = 0
        for _ in range(EPOCHS):
            order = self._rng.permutation(count)
            for at in range(0, count - BATCH + 1, BATCH):
                step += 1
                slopes = self._slopes(examples, order[at : at + BATCH])
                pace = rate * (1 - step / (steps + 1)) * min(1.0, step / 100)
                for place, slope in enumerate(slopes):
                    means[place] += 0.1 * (slope - means[place])
                    squares[place] += 0.001 * (slope * slope - squares[place])
                    mean = means[place] / (1 - 0.9**step)
                    square = squares[place] / (1 - 0.999**step)
                    self.weights[place] -= (pace * mean / (np.sqrt(square) + 1e-8)).astype(
                        np.float32
                    )

    def _slopes(self, examples: Examples, chosen: NDArray[np.int64]) -> list[Array]:
        """How the error on some decisions changes with each weight."""
        first, bias, second, last = self.weights
        starts = examples.starts[chosen]
        lengths = examples.ends[chosen] - starts
        offsets = np.cumsum(lengths) - lengths
        rows = np.repeat(starts - offsets, lengths) + np.arange(lengths.sum())
        inputs = examples.inputs[rows].astype(np.float32) / STEPS
        sums = inputs @ first + bias
        units = np.maximum(sums, 0)
        chances = 1 / (1 + np.exp(-(units @ second + last)))
        errors = chances - examples.won[rows]
        shared = np.repeat(np.add.reduceat(errors, offsets) / lengths, lengths)
        slopes = (errors - shared + OUTRIGHT * errors) * chances * (1 - chances) / len(chosen)
        slopes = slopes.astype(np.float32)
        back = np.outer(slopes, second) * (sums > 0)
        return [inputs.T @ back, back.sum(0), units.T @ slopes, slopes.sum(keepdims=True)]

    def net(self) -> nets.Net:
        """The network as it will be read from the file."""
        numbers = np.concatenate([each.ravel() for each in self.weights]) / nets.STEP
        whole = np.clip(np.rint(numbers), -nets.LARGEST, nets.LARGEST)
        return nets.net_of([int(number) for number in whole])


def main() -> None:
    """Teach the learner for one number of players and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, required=True, choices=range(2, 6))
    parser.add_argument("--rounds", type=int, default=4, help="default 4")
    parser.add_argument("--games", type=int, default=40_000, help="half in the first two rounds")
    parser.add_argument("--check", type=int, default=40_000, help="deals that decide")
    parser.add_argument("--rounds-on", type=int, default=5, help="for which a trial is played on")
    parser.add_argument("--go-on", type=int, default=0, help="after so many rounds of the file")
    parser.add_argument("--file", type=Path, default=FILE, help="where the network is written")
    options = parser.parse_args()
    players = options.players
    fitted = fit_for(players)
    learning = Learning(players)
    deals = deals_of(players, "check", options.check)
    best: tuple[float, nets.Net] | None = None
    fit = kernel.Fit([fitted.policy.weights], fitted.outlook.by_draw)
    before = share_of_wins(deals, fit, RECKONER, kernel.GREEDY)
    print(f"{players} players: the reckoner wins {100 * before:.2f} %", flush=True)
    last: list[Examples] = []
    start = 0
    if options.go_on:
        net = nets.net_from_text(json.loads(options.file.read_text())[f"{players} players"])
        learning.go_on(net)
        start = options.go_on
        fit = kernel.Fit([fitted.policy.weights], fitted.outlook.by_draw, net.numbers())
        best = share_of_wins(deals, fit, kernel.LEARNER, kernel.GREEDY), net
    for number in range(start, start + options.rounds):
        mind = kernel.LEARNER if number else RECKONER
        games = options.games if number > 1 else options.games // 2
        turns = options.rounds_on * players if number else TO_THE_END
        new = gather(players, mind, fit, name=f"{number}/practice", games=games, turns=turns)
        examples = joined([*last, *new] if number > max(1, start) else new)  # those of a learner
        last = new
        learning.learn(examples, RATE * LATER**number)
        net = learning.net()
        fit = kernel.Fit([fitted.policy.weights], fitted.outlook.by_draw, net.numbers())
        won = share_of_wins(deals, fit, kernel.LEARNER, kernel.GREEDY)
        if best is None or won > best[0]:
            best = won, net
        print(
            f"round {number + 1} of {start + options.rounds}: {len(examples.starts):,} decisions,"
            f" {100 * won:.2f} %, {process_time():.0f} s",
            flush=True,
        )
    if best is not None:
        known = json.loads(options.file.read_text()) if options.file.exists() else {}
        known[f"{players} players"] = nets.net_to_text(best[1])
        options.file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
