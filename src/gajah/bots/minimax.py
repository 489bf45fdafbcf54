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
from gajah.bots.base import UNLIMITED, Budget
from gajah.bots.evaluation import WON, tuned_weights, value
from gajah.bots.setups import choose_setup
from gajah.game import Game

INFINITY = WON + 1


def minimax(
    position: Position,
    depth: int,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    *,
    is_stopped: Callable[[], bool] = lambda: False,
) -> int:
    """The value of a position for the side to move, ``depth`` turns ahead.

    Exact between ``alpha`` and ``beta``; outside of them a bound on that side, as the opponent
    would not let it come to this. Once stopped, the value means nothing.
    """
    if depth == 0 or position.verdict():
        return value(position)
    if depth == 1:
        # The last level is a loop over some ten thousand evaluations: core runs it.
        return tuned_weights().best_turn_value(position, beta)
    best = -INFINITY
    for turn, _ in ordered_turns(position):
        after = position.play(turn)
        reply = minimax(after, depth - 1, -beta, -max(alpha, best), is_stopped=is_stopped)
        best = max(best, -reply)
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

    def choose(self, game: Game, budget: Budget = UNLIMITED) -> Setup | Turn:  # noqa: ARG002
        """The best turn within the depth, however long that takes, unless it is stopped."""
        self._stopped.clear()
        if game.needs_setup:
            return choose_setup(game, self._random)
        return self._random.choice(self.best_turns(game))

    def best_turns(self, game: Game) -> list[Turn]:
        """All turns that share the best value; once stopped, among those looked at so far."""
        position = game.position
        banned = set(game.banned_positions())
        best, turns = -INFINITY, list[Turn]()
        for turn, first_sight in ordered_turns(position):
            after = position.play(turn)
            if after in banned:
                continue
            # A turn no better than the best is refuted; one equal to it must be told apart.
            score = first_sight
            if self.depth and abs(first_sight) < WON:
                score = -minimax(
                    after, self.depth, -INFINITY, -best + 1, is_stopped=self._stopped.is_set
                )
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
