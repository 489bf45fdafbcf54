"""gajah itself, as a player and as a library: two engines that answer the same questions."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn

from gajah._core import (
    DEEPEST,
    WIN_BOUND,
    WIN_SCORE,
    AlphaBetaEngine,
    NetworkEngine,
    NetworkEngineSettings,
    Position,
    SearchReport,
    Setup,
    Turn,
    Weights,
    win_probability,
)
from gajah.bots.base import UNLIMITED, Budget
from gajah.bots.evaluation import tuned_step_weights, tuned_weights
from gajah.bots.levels import CARELESS, FULL_STRENGTH, SETUP_TEMPERATURE, find_level
from gajah.bots.setups import choose_setup
from gajah.errors import quoted
from gajah.game import Game
from gajah.nets.gpu import BATCH, NO_GPU, answers_of_a_gpu
from gajah.nets.shipped import network_file, shipped_network

_NO_NODE_LIMIT = 2**63
_SEED_BITS = 63
# What is played at a glance is not searched: nothing is kept.
_GLANCE_HASH_MB = 1
# Questions asked at once. With two the network's 10 MB of weights are read half as often, which
# matters where they do not fit into a processor's last cache.
_CPU_BATCH = 2
# Of the network's search for each of the eight pieces placed: some 30 ms for a setup.
_SETUP_SIMULATIONS = 16


class SearchKind(Enum):
    """How gajah thinks: docs/engine.md."""

    ALPHABETA = "alphabeta"
    NET = "net"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        _refuse(cls, "search", value)


class Device(Enum):
    """Where the network answers: docs/inference.md."""

    AUTO = "auto"  # a graphics card if PyTorch finds one
    CPU = "cpu"
    GPU = "gpu"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        _refuse(cls, "device", value)


def _refuse(kind: type[Enum], what: str, value: object) -> NoReturn:
    known = " or ".join(member.value for member in kind)
    raise ValueError(f"a {what} is {known}, found {quoted(str(value))}")


DEFAULT_SEARCH = SearchKind.NET
# A tree grows as it is thought about; 1024 MB hold some 400,000 positions, two minutes on one core.
DEFAULT_HASH_MB = {SearchKind.ALPHABETA: 64, SearchKind.NET: 1024}
# A graphics card fills that in a few seconds.
_DEFAULT_GPU_HASH_MB = 2048
_NO_NETWORK = "the alpha-beta search has no network that a graphics card could run"


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
    """What a search knows so far; ``lines`` begins with the turn to play."""

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

    One engine does one thing at a time; asked for a second, it raises ``RuntimeError``.

    >>> engine = Engine(hash_mb=8)
    >>> goal = Position({"a7": "R", "e7": "r", "h8": "e"})
    >>> str(engine.search(goal, time=1.0).lines[0].turn)
    'Ra7n'
    """

    def __init__(
        self,
        *,
        search: SearchKind | str = DEFAULT_SEARCH,
        hash_mb: int | None = None,
        threads: int = 1,
        weights: Weights | None = None,
        temperature: float = 0.0,
        device: Device | str = Device.CPU,
    ) -> None:
        search, device = SearchKind(search), Device(device)
        check_settings(search, device, hash_mb, threads)
        answers = None
        if search is SearchKind.NET and device is not Device.CPU:
            answers = answers_of_a_gpu(network_file())
        if device is Device.GPU and answers is None:
            raise ValueError(NO_GPU)
        if hash_mb is None:
            hash_mb = _DEFAULT_GPU_HASH_MB if answers else DEFAULT_HASH_MB[search]
        self._busy = threading.Lock()
        self._core: AlphaBetaEngine | NetworkEngine
        if search is SearchKind.NET:
            settings = NetworkEngineSettings()
            settings.temperature = temperature
            settings.batch = BATCH if answers else _CPU_BATCH
            self._core = NetworkEngine(hash_mb, threads, answers or shipped_network(), settings)
        else:
            self._core = AlphaBetaEngine(
                hash_mb, threads, weights or tuned_weights(), tuned_step_weights()
            )

    def search(
        self,
        position: Position,
        *,
        time: float | Budget | None = None,
        nodes: int | None = None,
        depth: int = DEEPEST,
        lines: int = 1,
        history: Sequence[Position] = (),
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Think about a position, also in the middle of a turn.

        ``time`` is seconds or a ``Budget``, ``nodes`` counts positions looked at and ``depth``
        steps (docs/engine.md says what that means for each search), ``history`` are the positions
        between turns so far (for the repetition rule), ``on_progress`` is called now and then with
        what is known. Other threads run meanwhile; ``stop`` ends it within milliseconds. There may
        be fewer lines than asked for, but never none: a position without a legal turn raises
        ``ValueError``.
        """
        budget = _budget(time)
        check_limits(nodes, depth, lines)
        if position.at_turn_start and position.verdict():
            raise ValueError("the position is decided: there is nothing to search")
        with self._alone():
            report = self._core.search(
                position,
                [past.key for past in history],
                budget.soft_s,
                budget.hard_s,
                _NO_NODE_LIMIT if nodes is None else min(nodes, _NO_NODE_LIMIT),
                depth,
                lines,
                None if on_progress is None else lambda r: on_progress(Analysis.of(r)),
            )
        if not report.lines:
            raise ValueError("there is no legal turn: there is nothing to search")
        return Analysis.of(report)

    def set_up(
        self,
        game: Game,
        *,
        time: float | Budget | None = None,
        variety: random.Random | None = None,
        temperature: float = SETUP_TEMPERATURE,
    ) -> Setup:
        """A good setup for the side to move, silver's in answer to gold's; the same one each time
        unless ``variety`` is given, and the more varied the higher the ``temperature``.

        The network chooses it, piece by piece. Named setups (``bots.setups``) stand in where it
        cannot: the alpha-beta engine has no network, and a network that has never seen a board
        with pieces missing knows nothing of handicaps.
        """
        if not game.needs_setup:
            raise ValueError("both sides have set up")
        core = self._core
        if (
            not isinstance(core, NetworkEngine)
            or game.handicap
            or not core.can_set_up(game.position)
        ):
            return choose_setup(game, variety)
        with self._alone():
            placements = core.set_up(
                game.position,
                _SETUP_SIMULATIONS,
                temperature if variety else 0.0,
                variety.getrandbits(_SEED_BITS) if variety else 0,
                _budget(time).hard_s,
            )
        return Setup(placements)

    def stop(self) -> None:
        """End the search or setup under way, from any thread."""
        self._core.stop()

    def seed(self, seed: int) -> None:
        """Let what is drawn by lot depend on this alone from now on."""
        if isinstance(self._core, NetworkEngine):
            with self._alone():
                self._core.seed(seed)

    def clear(self) -> None:
        """Forget all positions seen before."""
        with self._alone():
            self._core.clear()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two searches at once would grow the same tree, and each would see the other's."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("the engine is thinking already: it does one thing at a time")
        try:
            yield
        finally:
            self._busy.release()


def _budget(time: float | Budget | None) -> Budget:
    if time is None:
        return UNLIMITED
    return time if isinstance(time, Budget) else Budget.exactly(time)


def check_settings(search: SearchKind, device: Device, hash_mb: int | None, threads: int) -> None:
    """Raise ValueError for an engine that cannot be made."""
    if search is not SearchKind.NET and device is Device.GPU:
        raise ValueError(_NO_NETWORK)
    if hash_mb is not None and not 1 <= hash_mb <= 65536:
        raise ValueError("the hash table takes 1 to 65536 MB")
    if not 1 <= threads <= 256:
        raise ValueError("an engine has 1 to 256 threads")


def check_limits(nodes: int | None, depth: int, lines: int = 1) -> None:
    """Raise ValueError for limits that no search can keep."""
    if nodes is not None and nodes < 0:
        raise ValueError("a search takes 0 nodes or more")
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"a depth is 1 to {DEEPEST} steps")
    if lines < 1:
        raise ValueError("a search has 1 line or more")


class GajahBot:
    """The engine as a player. ``search`` is gajah's own choice unless it is given."""

    def __init__(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int = DEEPEST,
        hash_mb: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        weights: Weights | None = None,
        search: SearchKind | None = None,
        device: Device = Device.AUTO,
        level: int = FULL_STRENGTH,
        name: str | None = None,
    ) -> None:
        check_limits(nodes, depth)
        self.name = name or ("gajah" if level == FULL_STRENGTH else f"gajah:level={level}")
        strength = find_level(level, by_network=search is not SearchKind.ALPHABETA)
        search = search or (SearchKind.NET if level != FULL_STRENGTH else DEFAULT_SEARCH)
        self._nodes = strength.nodes if nodes is None else nodes
        if device is Device.AUTO and (self._nodes is not None or depth < DEEPEST):
            # Whoever does not think by the clock plays the same turns everywhere.
            device = Device.CPU
        self._engine = Engine(
            search=search,
            hash_mb=hash_mb,
            threads=threads,
            weights=weights,
            device=device,
        )
        self._lapses = strength.lapses
        self._glance = (
            Engine(hash_mb=_GLANCE_HASH_MB, temperature=CARELESS) if strength.lapses else None
        )
        self._time = time
        self._depth = depth
        self._setup_temperature = strength.setup_temperature
        self.reseed(seed)
        #: What it thought of its last turn; ``None`` after a setup.
        self.last_score: Score | None = None

    def choose(self, game: Game, budget: Budget = UNLIMITED) -> Setup | Turn:
        """The best turn found within the budget, or within this player's own time or nodes."""
        self.last_score = None
        own = Budget.exactly(self._time) if self._time else budget
        if own is UNLIMITED and self._nodes is None and self._depth == DEEPEST:
            own = Budget.exactly(1.0)
        limit = own if own.hard_s <= budget.hard_s else budget
        if game.needs_setup:
            return self._engine.set_up(
                game, time=limit, variety=self._random, temperature=self._setup_temperature
            )
        if self._glance and self._random.random() < self._lapses:
            analysis = self._glance.search(game.position, nodes=0, history=game.positions)
        else:
            analysis = self._engine.search(
                game.position,
                time=limit,
                nodes=self._nodes,
                depth=self._depth,
                history=game.positions,
            )
        self.last_score = analysis.lines[0].score
        return analysis.lines[0].turn

    def stop(self) -> None:
        """Answer now."""
        self._engine.stop()

    def new_game(self) -> None:
        """Forget what was searched."""
        self._engine.clear()
        if self._glance:
            self._glance.clear()

    def reseed(self, seed: int | None) -> None:
        """Draw lots from now on as a new player with that seed would."""
        self._random = random.Random(seed)
        self._engine.seed(self._random.getrandbits(_SEED_BITS))
        if self._glance:
            self._glance.seed(self._random.getrandbits(_SEED_BITS))
