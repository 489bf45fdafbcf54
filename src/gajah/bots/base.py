"""What every player that is a program has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gajah._core import Setup, Turn
from gajah.game import Game

_FOREVER_S = 1e9


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one turn.

    ``soft_s`` is what the turn is worth, ``hard_s`` what it must never exceed.
    """

    soft_s: float = _FOREVER_S
    hard_s: float = _FOREVER_S

    def __post_init__(self) -> None:
        if not 0 < self.soft_s <= self.hard_s:
            raise ValueError(f"a budget needs 0 < soft <= hard, found {self}")

    @classmethod
    def exactly(cls, seconds: float) -> Budget:
        """The same time for every turn, however clear the choice is."""
        return cls(seconds, seconds)


UNLIMITED = Budget()


class Bot(Protocol):
    """Who can choose a turn. One object plays one game at a time."""

    @property
    def name(self) -> str:
        """How tables and records call it, such as ``minimax:depth=1``."""

    def choose(self, game: Game, budget: Budget = UNLIMITED) -> Setup | Turn:
        """A legal setup or turn for the side to move; the game is not over."""

    def stop(self) -> None:
        """Called from another thread: answer at once with the best found so far."""

    def new_game(self) -> None:
        """Forget the game before."""
