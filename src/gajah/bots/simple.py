"""The players that need no search: random and heuristic."""

from __future__ import annotations

import random

from gajah._core import Setup, Turn
from gajah.engine.evaluation import tuned_weights
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

    def stop(self) -> None:
        """It never thinks."""

    def new_game(self) -> None:
        """It remembers nothing."""


class HeuristicBot:
    """Plays the turn whose position evaluates best, without looking at any reply."""

    name = "heuristic"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:  # noqa: ARG002
        """The best-looking turn; equally good ones are drawn by lot."""
        if game.needs_setup:
            return choose_setup(game, self._random)
        scored = tuned_weights().evaluate_turns(game.position, game.banned_positions())
        best = max(score for _, score in scored)
        return self._random.choice([turn for turn, score in scored if score == best])

    def stop(self) -> None:
        """It never thinks long."""

    def new_game(self) -> None:
        """It remembers nothing."""
