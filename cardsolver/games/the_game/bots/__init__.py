"""Bots for The Game that see only their View."""

from __future__ import annotations

from cardsolver.core.seats import BotSpec, Setting
from cardsolver.games.the_game.bots.greedy import GreedyBot
from cardsolver.games.the_game.bots.lookahead import SAMPLES, WIDTH, LookaheadBot
from cardsolver.games.the_game.bots.planner import FAST, PlannerBot
from cardsolver.games.the_game.bots.talker import TalkerBot
from cardsolver.games.the_game.bots.turns import Breadth

_BREADTH = {
    "near": Setting(FAST.near, 0, 99, "unseen cards skipped beyond the nearest card"),
    "extra": Setting(FAST.extra, 0, 99, "unseen cards skipped beyond the minimum"),
    "kept": Setting(FAST.kept, 1, 1_000, "turns that are tried with one more lay"),
}
_GUESSES = {
    "samples": Setting(SAMPLES, 1, 10_000, "guesses of the hidden cards per turn, at most"),
    "width": Setting(WIDTH, 1, 100, "turns that are compared"),
    "ms": Setting(0, 0, 600_000, "milliseconds per turn, instead of samples; 0: unused"),
}
BOTS = {
    "greedy": BotSpec(
        lambda _seed: GreedyBot(),
        "lays the card that loses the least room",
        strength="wins 1 % alone, 1 to 4 % in a team",
    ),
    "planner": BotSpec(
        lambda _seed, **numbers: PlannerBot(breadth=Breadth(**numbers)),
        "plans whole turns by fitted weights",
        _BREADTH,
        strength="wins 30, 72, 52, 72, 75 % with 1 to 5 players",
    ),
    "talker": BotSpec(
        lambda _seed, **numbers: TalkerBot(breadth=Breadth(**numbers)),
        "a planner that speaks and listens",
        _BREADTH,
        strength="wins 78, 63, 77, 80 % with 2 to 5 players",
    ),
    "lookahead": BotSpec(
        LookaheadBot,
        "tries its best turns on guesses of the hidden cards",
        _GUESSES,
        strength="wins 45, 84, 74, 93, 97 % with 1 to 5 players, without talk",
    ),
}
LEVELS = {"easy": "greedy", "medium": "talker", "hard": "lookahead"}
