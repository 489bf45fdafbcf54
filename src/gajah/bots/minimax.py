"""Full-width minimax with alpha-beta, written to be read: docs/students.md explains it.

A node is a position between two turns. ``depth`` is how many turns are looked at beyond the one
being chosen: depth 0 is the heuristic player, depth 1 sees the opponent's best reply to every
turn, depth 2 one's own answer to that.
"""

from __future__ import annotations

import random

from gajah._core import Position, Setup, Turn, Weights
from gajah.bots.evaluation import (
    INFINITY,
    WON,
    Deadline,
    Evaluate,
    EvaluationFunction,
    bot_name,
    evaluation_of,
)
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game
from gajah.setups import choose_setup

RatedTurns = list[tuple[Turn, float]]

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


class Minimax:
    """A search with its evaluation, its killers and the moment at which it has to end."""

    def __init__(self, evaluation: EvaluationFunction, deadline: Deadline) -> None:
        self.evaluation = evaluation
        self.deadline = deadline
        self._killers = Killers()

    def value(
        self, position: Position, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        """The value of a position for the side to move, ``depth`` turns ahead.

        Exact between ``alpha`` and ``beta``; outside of them a bound on that side, as the opponent
        would not let it come to this. After the deadline the value means nothing.
        """
        if depth == 0 or position.verdict():
            return self.evaluation.value(position)
        if depth == 1:
            # The last level is a loop over some ten thousand evaluations: core runs it.
            replies = self._killers.replies
            reply, best = self.evaluation.best_turn(position, beta, replies, self.deadline)
            self._killers.add(reply)
            return best
        best = -INFINITY
        for turn, _ in best_first(self.evaluation.rate_turns(position, self.deadline)):
            after = position.play(turn)
            best = max(best, -self.value(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta or self.deadline.is_over:
                break
        return best

    def rate_turns(self, position: Position, turns: RatedTurns, depth: int) -> RatedTurns:
        """The turns with their values ``depth`` turns ahead; at the deadline, those rated so far.

        A turn that is worse than the best has an upper bound of its value.
        """
        best: float = -INFINITY
        rated: RatedTurns = []
        for turn, known in turns:
            value = known
            if abs(known) < WON:
                # A turn no better than the best is refuted; one equal to it must be told apart.
                value = -self.value(position.play(turn), depth, -INFINITY, -best + 1)
            if self.deadline.is_over:
                break
            best = max(best, value)
            rated.append((turn, value))
        return rated


def best_first(turns: RatedTurns) -> RatedTurns:
    """Alpha-beta cuts more if good turns come first."""
    return sorted(turns, key=lambda rated: -rated[1])


class MinimaxBot:
    """Plays the turn with the best minimax value, at random among equal ones.

    ``evaluate`` is a function that tells how good a position is for gold, or ``Weights``.
    """

    def __init__(
        self,
        depth: int = 1,
        seed: int | None = None,
        *,
        evaluate: Evaluate | Weights | None = None,
    ) -> None:
        if depth < 0:
            raise ValueError("minimax needs a depth of 0 or more turns")
        self.depth = depth
        self.name = bot_name("minimax", evaluate, f"depth={depth}")
        self._random = random.Random(seed)
        self._evaluation = evaluation_of(evaluate)

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """The best turn within the depth, or as deep as there is time for."""
        if game.needs_setup:
            return choose_setup(game, self._random)
        return self._random.choice(self.best_turns(game, limits))

    def best_turns(self, game: Game, limits: Limits = UNLIMITED) -> list[Turn]:
        """All turns that share the best value, looking one turn further ahead again and again.

        When the time is over, the best of those that were looked at in the last round: it begins
        with the best of the round before.
        """
        search, position = Minimax(self._evaluation, Deadline(limits)), game.position
        banned = game.banned_positions()
        turns = best_first(self._evaluation.rate_turns(position, search.deadline, banned))
        for depth in range(1, self.depth + 1):
            if turns[0][1] >= WON:
                break
            turns = best_first(search.rate_turns(position, turns, depth)) or turns
            if search.deadline.is_over:
                break
        return [turn for turn, value in turns if value == turns[0][1]]

    def new_game(self) -> None:
        """Do nothing: it keeps nothing between turns."""
