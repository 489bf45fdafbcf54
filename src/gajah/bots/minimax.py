"""Full-width minimax with alpha-beta, written to be read.

A node is a position between two turns. ``depth`` is how many turns are looked at beyond the one
being chosen: depth 0 is the heuristic player, depth 1 sees the opponent's best reply to every
turn, depth 2 one's own answer to that.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

from gajah._core import Position, Setup, Turn
from gajah.engine.evaluation import WON, tuned_weights, value
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game
from gajah.setups import choose_setup

INFINITY = WON + 1
# With 2 a turn takes 2.7 times as long, with 24 the same.
_MOST_KILLERS = 8


class Killers:
    """The replies that were best of late: one often refutes the next turn as well."""

    def __init__(self) -> None:
        self.replies: list[Turn] = []

    def add(self, reply: Turn) -> None:
        """Try this reply before all others from now on."""
        if reply in self.replies:
            self.replies.remove(reply)
        self.replies.insert(0, reply)
        del self.replies[_MOST_KILLERS:]


def minimax(
    position: Position,
    depth: int,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    *,
    killers: Killers | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> int:
    """The value of a position for the side to move, ``depth`` turns ahead.

    Exact between ``alpha`` and ``beta``; outside of them a bound on that side, as the opponent
    would not let it come to this. Once stopped, the value means nothing.
    """
    if depth == 0 or position.verdict():
        return value(position)
    killers = killers or Killers()
    if depth == 1:
        # The last level is a loop over some ten thousand evaluations: core runs it.
        reply, best = tuned_weights().best_turn(position, beta, first=killers.replies)
        killers.add(reply)
        return best
    best = -INFINITY
    for turn, _ in ordered_turns(position):
        after = position.play(turn)
        window = (-beta, -max(alpha, best))
        score = -minimax(after, depth - 1, *window, killers=killers, is_stopped=is_stopped)
        best = max(best, score)
        if best >= beta or is_stopped():
            break
    return best


def ordered_turns(position: Position) -> list[tuple[Turn, int]]:
    """Every turn with its value at first sight, best first: alpha-beta cuts more that way."""
    scored = tuned_weights().evaluate_turns(position)
    return sorted(scored, key=lambda pair: -pair[1])


class MinimaxBot:
    """Plays the turn with the best minimax value; equally good ones are drawn by lot."""

    def __init__(self, depth: int = 1, seed: int | None = None) -> None:
        if depth < 0:
            raise ValueError("minimax needs a depth of 0 or more turns")
        self.depth = depth
        self.name = f"minimax:depth={depth}"
        self._random = random.Random(seed)
        self._stopped = threading.Event()

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:  # noqa: ARG002
        """The best turn within the depth, however long that takes, unless it is stopped."""
        self._stopped.clear()
        if game.needs_setup:
            return choose_setup(game, self._random)
        return self._random.choice(self.best_turns(game))

    def best_turns(self, game: Game) -> list[Turn]:
        """All turns that share the best value; once stopped, among those looked at so far."""
        position = game.position
        banned = set(game.banned_positions())
        best, turns, killers = -INFINITY, list[Turn](), Killers()
        for turn, first_sight in ordered_turns(position):
            after = position.play(turn)
            if after in banned:
                continue
            # A turn no better than the best is refuted; one equal to it must be told apart.
            score = first_sight
            if self.depth and abs(first_sight) < WON:
                window = (-INFINITY, -best + 1)
                stopped = self._stopped.is_set
                score = -minimax(after, self.depth, *window, killers=killers, is_stopped=stopped)
            if self._stopped.is_set():
                return turns or [turn]
            if score > best:
                best, turns = score, []
            if score == best:
                turns.append(turn)
        return turns

    def stop(self) -> None:
        """Answer now, with the best of the turns looked at."""
        self._stopped.set()

    def new_game(self) -> None:
        """It remembers nothing."""
