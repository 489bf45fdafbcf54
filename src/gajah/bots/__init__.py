"""Who can choose a turn: random, heuristic, minimax, and the engine."""

from gajah.bots.base import Bot
from gajah.bots.engine import GajahBot
from gajah.bots.minimax import MinimaxBot
from gajah.bots.names import make_bot
from gajah.bots.simple import HeuristicBot, RandomBot

__all__ = ["Bot", "GajahBot", "HeuristicBot", "MinimaxBot", "RandomBot", "make_bot"]
