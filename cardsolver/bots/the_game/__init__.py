"""Bots for The Game that see only their View."""

from cardsolver.bots.the_game.greedy import GreedyBot, room_lost
from cardsolver.bots.the_game.hint import explain
from cardsolver.bots.the_game.lookahead import LookaheadBot
from cardsolver.bots.the_game.planner import FAST, PlannerBot
from cardsolver.bots.the_game.talker import TalkerBot
from cardsolver.bots.the_game.turns import Breadth

__all__ = [
    "FAST",
    "Breadth",
    "GreedyBot",
    "LookaheadBot",
    "PlannerBot",
    "TalkerBot",
    "explain",
    "room_lost",
]
