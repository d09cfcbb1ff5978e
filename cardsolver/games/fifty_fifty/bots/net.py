"""The network of the `learner`: how good what a seat sees after a move is, in logits.

One layer of hidden units, which count only above nought, and their weighted sum. All numbers are
whole: weights are so many times 1/4096, from -4 to 4, and inputs so many times 1/256. So it does
not matter in which order they are added up, and the kernel has the same results.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.bots.fast import (
    DECLINE_JUMP,
    JUMP_NOW,
    NOBODY,
    PLAY_PASS,
    PLAY_TAKE,
    numbers_of,
)
from cardsolver.games.fifty_fifty.bots.sight import INPUTS, STEPS, sight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolver.games.fifty_fifty.bots.fast import FastGame

FILE = "nets.json"
HIDDEN = 128
SIZE = INPUTS * HIDDEN + 2 * HIDDEN + 1
STEP = 1 / 4096  # of weights
LARGEST = 16_384  # weight, in steps
_STEEPEST = 50.0  # exp must not overflow
_ONE = STEPS / STEP**2  # of what is added up in the end
_OF_LAST = round(_ONE * STEP)  # the last weight counts like the others
SURE = 1_000.0  # more than any judgement of the network; even chances are 0


@dataclass(frozen=True, slots=True)
class Net:
    """The network for one number of players; it plays the move that it judges best."""

    first: tuple[tuple[int, ...], ...]  # of each input, to each hidden unit
    bias: tuple[int, ...]
    second: tuple[int, ...]
    last: int

    def judge(self, inputs: Sequence[int]) -> float:
        """The chance to win, in logits."""
        sums = [weight * STEPS for weight in self.bias]
        for value, weights in zip(inputs, self.first, strict=True):
            if value:
                sums = [each + value * weight for each, weight in zip(sums, weights, strict=True)]
        result = self.last * _OF_LAST
        for each, weight in zip(sums, self.second, strict=True):
            if each > 0:
                result += each * weight
        return result / _ONE

    def worth(self, game: FastGame, move: int) -> float:
        """How good a move is for whoever has to decide."""
        seen = sight(game, move)
        if isinstance(seen, float):  # the game is over
            return SURE if seen == 1 else -SURE if seen == 0 else 0.0
        return self.judge(seen)

    def move(self, game: FastGame) -> int:
        """The best move of whoever has to decide; the first of equals."""
        moves = choices(game)
        return moves[0] if len(moves) == 1 else max(moves, key=lambda each: self.worth(game, each))

    def prospect(self, game: FastGame) -> float:
        """The chance of whoever has to decide to win, with its best move."""
        worth = max(self.worth(game, each) for each in choices(game))
        return 1 / (1 + exp(min(_STEEPEST, -worth)))

    def numbers(self) -> list[int]:
        """All weights in the order in which the kernel and the file have them."""
        return [*(each for row in self.first for each in row), *self.bias, *self.second, self.last]


def choices(game: FastGame) -> list[int]:
    """The moves of whoever has to decide, the numbers ascending; nobody keeps a gift."""
    if game.asked != NOBODY:
        return [JUMP_NOW, DECLINE_JUMP]
    moves = [PLAY_TAKE] if game.jump else numbers_of(game.hands[game.turn])
    if game.pass_counts[game.turn]:
        moves.append(PLAY_PASS)
    return moves


def net_of(numbers: Sequence[int]) -> Net:
    """The inverse of `numbers`."""
    if len(numbers) != SIZE:
        raise ValueError(f"{len(numbers)} weights of a network; expected {SIZE}")
    rows = [tuple(numbers[at : at + HIDDEN]) for at in range(0, SIZE - 1, HIDDEN)]
    return Net(tuple(rows[:-2]), rows[-2], rows[-1], numbers[-1])


def net_to_text(net: Net) -> str:
    """Its weights as text."""
    return b64encode(struct.pack(f"<{SIZE}h", *net.numbers())).decode()


def net_from_text(text: str) -> Net:
    """The inverse of `net_to_text`."""
    return net_of(struct.unpack(f"<{SIZE}h", b64decode(text)))


@cache
def _texts() -> Mapping[str, str]:
    loaded: Mapping[str, str] = json.loads(files(__package__).joinpath(FILE).read_text())
    return loaded


@cache
def net_for(players: int) -> Net:
    """The network for a number of players."""
    return net_from_text(_texts()[f"{players} players"])
