"""What every player that is a program has in common."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Protocol

from gajah._core import Setup, Turn
from gajah.game import Game

_FOREVER_S = 1e9
_STOP_AGAIN_S = 0.002


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


def stop_until(done: threading.Event, stop: Callable[[], None], patience_s: float = inf) -> bool:
    """Have somebody stop until it is done; was it, in time?

    Once is not enough: whoever is just about to begin forgets what was said before.
    """
    end_s = monotonic() + patience_s
    while not done.is_set() and monotonic() < end_s:
        stop()
        done.wait(_STOP_AGAIN_S)
    return done.is_set()


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
