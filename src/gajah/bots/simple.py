"""The players that need no search: random and heuristic."""

from __future__ import annotations

import random

from gajah._core import Setup, Turn, Weights
from gajah.bots.evaluation import Deadline, Evaluate, bot_name, evaluation_of
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game
from gajah.random_game import random_setup
from gajah.setups import choose_setup


class RandomBot:
    """Plays a uniformly random legal turn."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:  # noqa: ARG002
        """Any legal turn, each distinct one as likely as the others."""
        if game.needs_setup:
            return random_setup(game.side, self._random, game.handicap.missing(game.side))
        turn = game.position.random_turn(self._random.randrange, game.banned_positions())
        assert turn is not None, "a game that is not over has a legal turn"
        return turn

    def new_game(self) -> None:
        """Do nothing: it keeps nothing between turns."""


class HeuristicBot:
    """Plays the turn whose position evaluates best, without looking at any reply.

    ``evaluate`` is a function that tells how good a position is for gold, or ``Weights``.
    """

    def __init__(
        self, seed: int | None = None, *, evaluate: Evaluate | Weights | None = None
    ) -> None:
        self.name = bot_name("heuristic", evaluate)
        self._random = random.Random(seed)
        self._evaluation = evaluation_of(evaluate)

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """The turn with the best evaluation, at random among equal ones."""
        if game.needs_setup:
            return choose_setup(game, self._random)
        rated = self._evaluation.rate_turns(
            game.position, Deadline(limits), game.banned_positions()
        )
        best = max(value for _, value in rated)
        return self._random.choice([turn for turn, value in rated if value == best])

    def new_game(self) -> None:
        """Do nothing: it keeps nothing between turns."""
