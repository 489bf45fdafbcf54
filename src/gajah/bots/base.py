"""What every player that is a program has in common."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Protocol

from gajah._core import Setup, Turn
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game

_STOP_AGAIN_S = 0.002


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

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """A legal setup or turn for the side to move; the game is not over."""

    def stop(self) -> None:
        """Called from another thread: answer at once with the best found so far."""

    def new_game(self) -> None:
        """Forget the game before."""
