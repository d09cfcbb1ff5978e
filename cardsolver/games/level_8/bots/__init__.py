"""Bots for Level 8 that see only their View."""

from __future__ import annotations

from cardsolver.core.seats import BotSpec, Setting
from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.bots.lookahead import LookaheadBot
from cardsolver.games.level_8.bots.patient import PatientBot

_GUESSES = {
    "samples": Setting(800, 1, 100_000, "guesses of the hidden cards per move"),
    "width": Setting(12, 2, 100, "moves that are compared"),
    "ms": Setting(0, 0, 600_000, "milliseconds per move, instead of samples; 0: unused"),
}
BOTS = {
    "greedy": BotSpec(lambda _seed: GreedyBot(), "works towards its nearest lay-out"),
    "patient": BotSpec(
        lambda _seed: PatientBot(),
        "holds its level back until it can go out with it",
        strength="wins 1.2 to 1.5 times its share among greedy bots",
    ),
    "lookahead": BotSpec(
        LookaheadBot,
        "tries its moves on guesses of the hidden cards",
        _GUESSES,
        strength="wins 1.7 to 1.9 times its share among greedy bots",
    ),
}
LEVELS = {"easy": "greedy", "medium": "patient", "hard": "lookahead"}
