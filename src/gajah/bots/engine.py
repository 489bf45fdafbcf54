"""gajah itself: the alpha-beta engine as a player and as a library."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gajah._core import (
    WIN_BOUND,
    WIN_SCORE,
    CoreEngine,
    Position,
    SearchReport,
    Setup,
    Turn,
    Weights,
    win_probability,
)
from gajah.bots.base import UNLIMITED, Budget
from gajah.bots.evaluation import tuned_weights
from gajah.bots.levels import FULL_STRENGTH, choose_roughly, find_level
from gajah.bots.setups import choose_setup
from gajah.game import Game

_NO_NODE_LIMIT = 2**63


@dataclass(frozen=True, order=True)
class Score:
    """What the engine thinks of a position for the side to move."""

    raw: int

    @classmethod
    def centirabbits(cls, value: int) -> Score:
        """An advantage that is not decisive."""
        return cls(value)

    @classmethod
    def win_in(cls, steps: int) -> Score:
        """A proven win within that many steps, both sides' counted."""
        return cls(WIN_SCORE - steps)

    @property
    def is_win(self) -> bool:
        """Is it proven that the side to move wins?"""
        return self.raw >= WIN_BOUND

    @property
    def is_loss(self) -> bool:
        """Is it proven that the side to move loses?"""
        return self.raw <= -WIN_BOUND

    @property
    def win_probability(self) -> float:
        """0 to 1, fitted on games of the engine against itself."""
        return win_probability(self.raw)

    def __str__(self) -> str:
        if self.is_win:
            return f"win in {WIN_SCORE - self.raw}"
        if self.is_loss:
            return f"loss in {WIN_SCORE + self.raw}"
        return f"{self.raw / 100:+.2f}"


@dataclass(frozen=True)
class AnalysisLine:
    """A turn, its score, and the turns expected to follow."""

    turn: Turn
    score: Score
    continuation: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """What a search knows so far; ``lines`` has the best first."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[AnalysisLine, ...] = field(default=())

    @classmethod
    def of(cls, report: SearchReport) -> Analysis:
        """The same as values that outlive the engine."""
        lines = tuple(
            AnalysisLine(line.turn, Score(line.score), tuple(line.continuation))
            for line in report.lines
        )
        return cls(report.depth, report.nodes, report.seconds, lines)


class Engine:
    """A search with its own table: two of them do not disturb each other.

    >>> engine = Engine(hash_mb=8)
    >>> goal = Position({"a7": "R", "e7": "r", "h8": "e"})
    >>> str(engine.search(goal, time=1.0).lines[0].turn)
    'Ra7n'
    """

    def __init__(
        self, *, hash_mb: int = 64, threads: int = 1, weights: Weights | None = None
    ) -> None:
        if not 1 <= hash_mb <= 65536:
            raise ValueError("the hash table takes 1 to 65536 MB")
        if not 1 <= threads <= 256:
            raise ValueError("an engine has 1 to 256 threads")
        self._core = CoreEngine(hash_mb, threads, weights or tuned_weights())

    def search(
        self,
        position: Position,
        *,
        time: float | Budget | None = None,
        nodes: int | None = None,
        depth: int = 64,
        lines: int = 1,
        history: Sequence[Position] = (),
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Think about a position, also in the middle of a turn.

        ``time`` is seconds or a ``Budget``, ``depth`` counts steps, ``history`` the positions
        between turns so far (for the repetition rule), ``on_progress`` is called after every
        deeper look. Other threads run meanwhile; ``stop`` ends it within milliseconds.
        """
        if time is None:
            budget = UNLIMITED
        else:
            budget = time if isinstance(time, Budget) else Budget.exactly(time)
        if position.at_turn_start and position.verdict():
            raise ValueError("the position is decided: there is nothing to search")
        report = self._core.search(
            position,
            [past.key for past in history],
            budget.soft_s,
            budget.hard_s,
            _NO_NODE_LIMIT if nodes is None else nodes,
            depth,
            lines,
            None if on_progress is None else lambda r: on_progress(Analysis.of(r)),
        )
        return Analysis.of(report)

    def stop(self) -> None:
        """End the search under way, from any thread."""
        self._core.stop()

    def clear(self) -> None:
        """Forget all positions seen before."""
        self._core.clear()


class GajahBot:
    """The engine as a player."""

    def __init__(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int = 64,
        hash_mb: int = 64,
        threads: int = 1,
        seed: int | None = None,
        weights: Weights | None = None,
        level: int = FULL_STRENGTH,
        name: str | None = None,
    ) -> None:
        self.name = name or ("gajah" if level == FULL_STRENGTH else f"gajah:level={level}")
        self._level = find_level(level)
        self._engine = Engine(hash_mb=hash_mb, threads=threads, weights=weights)
        self._time = time
        self._nodes = self._level.nodes if nodes is None else nodes
        self._depth = min(depth, self._level.depth)
        self._random = random.Random(seed)
        #: What it thought of its last turn; ``None`` after a setup.
        self.last_score: Score | None = None

    def choose(self, game: Game, budget: Budget = UNLIMITED) -> Setup | Turn:
        """The best turn found within the budget, or within this player's own time or nodes."""
        self.last_score = None
        if game.needs_setup:
            return choose_setup(game.position, self._random)
        if self._level.error_cr:
            return choose_roughly(game, self._level, self._random)
        own = Budget.exactly(self._time) if self._time else budget
        if own is UNLIMITED and self._nodes is None and self._depth == 64:
            own = Budget.exactly(1.0)
        limit = own if own.hard_s <= budget.hard_s else budget
        analysis = self._engine.search(
            game.position, time=limit, nodes=self._nodes, depth=self._depth, history=game.positions
        )
        self.last_score = analysis.lines[0].score
        return analysis.lines[0].turn

    def stop(self) -> None:
        """Answer now."""
        self._engine.stop()

    def new_game(self) -> None:
        """Forget what was searched."""
        self._engine.clear()

    def reseed(self, seed: int | None) -> None:
        """Draw lots from now on as a new player with that seed would."""
        self._random = random.Random(seed)
