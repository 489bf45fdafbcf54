"""What every player that is a program has in common."""

from __future__ import annotations

from typing import Protocol

from gajah._core import Setup, Turn
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game


class Bot(Protocol):
    """A program that can choose a turn. One object plays one game at a time."""

    @property
    def name(self) -> str:
        """Its name in tables and records, such as ``minimax:depth=1``."""

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """Return a legal setup or turn for the side to move; the game is not over.

        Once ``limits.is_stopped``, the best found so far is wanted at once.
        """

    def new_game(self) -> None:
        """Forget the game before."""
