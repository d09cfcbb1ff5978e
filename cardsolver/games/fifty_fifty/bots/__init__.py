"""Bots for Fifty Fifty that see only their View."""

from __future__ import annotations

from cardsolver.core.seats import BotSpec
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot

BOTS = {"greedy": BotSpec(lambda _seed: GreedyBot(), "plays the move that costs least")}
LEVELS = {"easy": "greedy", "medium": "greedy", "hard": "greedy"}
