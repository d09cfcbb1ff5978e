"""Bots for Fifty Fifty that see only their View."""

from __future__ import annotations

from cardsolver.core.seats import BotSpec, Setting
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.learner import LearnerBot
from cardsolver.games.fifty_fifty.bots.lookahead import ROUNDS, SAMPLES, LookaheadBot
from cardsolver.games.fifty_fifty.bots.reckoner import ReckonerBot

_GUESSES = {
    "samples": Setting(
        SAMPLES, 1, 1_000_000, "moves tried on guesses in a decision, in whole blocks of 64 guesses"
    ),
    "rounds": Setting(ROUNDS, 0, 10_000, "rounds of the table for which a guess is played on"),
    "ms": Setting(0, 0, 600_000, "milliseconds per move, instead of samples; 0: unused"),
}
BOTS = {
    "greedy": BotSpec(lambda _seed: GreedyBot(), "plays the move that costs the least"),
    "reckoner": BotSpec(
        lambda _seed: ReckonerBot(),
        "plays the move that costs the least by fitted weights",
        strength="wins 56 % against greedy with two players",
    ),
    "learner": BotSpec(
        lambda _seed: LearnerBot(),
        "plays the move that a small network judges best",
        strength="wins 71 % against greedy with two players",
    ),
    "lookahead": BotSpec(
        LookaheadBot,
        "tries its moves on guesses of the hidden cards",
        _GUESSES,
        strength="wins 83 % against greedy with two players",
    ),
}
LEVELS = {"easy": "greedy", "medium": "learner", "hard": "lookahead"}
