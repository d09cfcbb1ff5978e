"""Bots for The Game that see only their View."""

from cardsolver.bots.the_game.greedy import GreedyBot, room_lost
from cardsolver.bots.the_game.planner import PlannerBot

__all__ = ["GreedyBot", "PlannerBot", "room_lost"]
