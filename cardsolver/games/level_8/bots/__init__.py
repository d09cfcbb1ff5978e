"""Bots for Level 8 that see only their View."""

from __future__ import annotations

from cardsolver.core.seats import BotSpec
from cardsolver.games.level_8.bots.greedy import GreedyBot

BOTS = {"greedy": BotSpec(lambda _seed: GreedyBot(), "works towards its nearest lay-out")}
LEVELS = {"easy": "greedy", "medium": "greedy", "hard": "greedy"}
