"""The engine as a player, at any of its levels."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

from gajah._core import (
    CARELESS_DRAWS,
    DEEPEST,
    LevelChance,
    Position,
    Setup,
    Turn,
    Weights,
)
from gajah.bots.levels import FULL_STRENGTH, find_level
from gajah.engine.analysis import Analysis
from gajah.engine.engine import DEFAULT_SEARCH, Device, Engine, SearchKind
from gajah.engine.limits import UNLIMITED, Limits
from gajah.engine.score import Score
from gajah.game import Game
from gajah.setups import SEED_BITS

# A careless turn is not searched: nothing is kept.
_CARELESS_HASH_MB = 1
# Thinking time of a player without limits of its own where no clock says more.
_USUAL_S = 1.0


class GajahBot:
    """The engine as a player. ``search`` is gajah's own choice unless it is given."""

    def __init__(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        net: str | os.PathLike[str] | None = None,
        hash_mb: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        weights: Weights | None = None,
        search: SearchKind | None = None,
        device: Device = Device.AUTO,
        level: int = FULL_STRENGTH,
        name: str | None = None,
    ) -> None:
        self.name = name or ("gajah" if level == FULL_STRENGTH else f"gajah:level={level}")
        strength = find_level(level, by_network=search is not SearchKind.ALPHABETA)
        search = search or (SearchKind.NET if level != FULL_STRENGTH else DEFAULT_SEARCH)
        nodes = strength.nodes if nodes is None else nodes
        self._own = Limits.exactly(time, nodes=nodes, depth=depth)
        if device is Device.AUTO and (nodes is not None or self._own.depth < DEEPEST):
            # A player that does not think by the clock plays the same turns everywhere.
            device = Device.CPU
        self._engine = Engine(
            search=search,
            net=net,
            hash_mb=hash_mb,
            threads=threads,
            weights=weights,
            device=device,
            sees_goals_in_two=strength.nodes is None,
        )
        self._level = strength
        self._careless = (
            Engine(
                net=net,
                hash_mb=_CARELESS_HASH_MB,
                draws=CARELESS_DRAWS,
                sees_goals_in_two=False,
            )
            if strength.lapses
            else None
        )
        self.reseed(seed)
        #: What it thought of its last turn; ``None`` after a setup.
        self.last_score: Score | None = None

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """The best turn found within the limits and this player's own."""
        self.last_score = None
        limits = self._own & limits
        if limits == UNLIMITED:
            limits &= Limits.exactly(_USUAL_S)
        if game.needs_setup:
            return self.set_up(game, limits)
        analysis = self.think(game, limits)
        self.last_score = analysis.score
        return analysis.turn

    def set_up(self, game: Game, limits: Limits, *, varies: bool = True) -> Setup:
        """A setup of its level, or its favourite one unless it varies."""
        return self._engine.set_up(
            game,
            limits,
            variety=self._chance if varies else None,
            temperature=self._level.setup_temperature,
        )

    def think(
        self,
        game: Game,
        limits: Limits,
        *,
        draft: Position | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Find the turn of its level, or the rest of one that has come as far as ``draft``."""
        if self._careless and self._chance.slips(self._level):
            return self._careless.search(game, nodes=0, draft=draft, on_progress=on_progress)
        limits &= self._own
        return self._engine.search(game, limits, draft=draft, on_progress=on_progress)

    def new_game(self) -> None:
        """Forget what was searched."""
        self._engine.clear()
        if self._careless:
            self._careless.clear()

    def reseed(self, seed: int | None) -> None:
        """Make random choices from now on as a new player with that seed would."""
        if seed is None:
            seed = random.getrandbits(SEED_BITS)
        self._chance = LevelChance(seed % 2**SEED_BITS)
        self._engine.seed(self._chance.getrandbits(SEED_BITS))
        if self._careless:
            self._careless.seed(self._chance.getrandbits(SEED_BITS))
