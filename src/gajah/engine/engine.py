"""gajah as a library: two searches that answer the same questions."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import NoReturn

from gajah._core import (
    MOST_HASH_MB,
    MOST_THREADS,
    PROCESSOR_BATCH,
    SETUP_SIMULATIONS,
    SETUP_TEMPERATURE,
    USUAL_TABLE_MB,
    USUAL_TREE_MB,
    AlphaBetaEngine,
    NetworkEngine,
    NetworkEngineSettings,
    Position,
    Setup,
    Stop,
    Weights,
)
from gajah.engine.analysis import Analysis
from gajah.engine.gpu import BATCH, NO_GPU, answers_of_a_gpu
from gajah.engine.limits import UNLIMITED, Limits
from gajah.engine.networks import network_file, parse_network
from gajah.engine.weights import tuned_step_weights, tuned_weights
from gajah.errors import quoted
from gajah.game import Game
from gajah.setups import SEED_BITS, Variety, choose_setup

_NO_NODE_LIMIT = 2**63


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
DEFAULT_HASH_MB = {SearchKind.ALPHABETA: USUAL_TABLE_MB, SearchKind.NET: USUAL_TREE_MB}
# A graphics card fills the usual tree in a few seconds.
_DEFAULT_GPU_HASH_MB = 2048
_NO_NETWORK = "the alpha-beta search has no network"


def check_settings(
    search: SearchKind,
    device: Device,
    net: str | os.PathLike[str] | None,
    hash_mb: int | None,
    threads: int,
) -> None:
    """Raise ValueError for an engine that cannot be made."""
    if search is SearchKind.ALPHABETA and (device is Device.GPU or net is not None):
        raise ValueError(_NO_NETWORK)
    if hash_mb is not None and not 1 <= hash_mb <= MOST_HASH_MB:
        raise ValueError(f"the hash table takes 1 to {MOST_HASH_MB} MB")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"an engine has 1 to {MOST_THREADS} threads")


class Engine:
    """A search with its own table: two of them do not disturb each other.

    One engine does one thing at a time; asked for a second, it raises ``RuntimeError``. ``net`` is
    the file of a network to play with instead of the one that ships. Without ``sees_goals_in_two``
    the network's search does not prove goals in two turns, and overlooks what people overlook.
    With ``draws`` a limited search draws turns from the network's policy, that many, and plays the
    one that gives the most away.

    >>> engine = Engine(hash_mb=8)
    >>> goal = Position({"a7": "R", "e7": "r", "h8": "e"})
    >>> str(engine.search(goal, time=1.0).lines[0].turn)
    'Ra7n'
    """

    def __init__(
        self,
        *,
        search: SearchKind | str = DEFAULT_SEARCH,
        net: str | os.PathLike[str] | None = None,
        hash_mb: int | None = None,
        threads: int = 1,
        weights: Weights | None = None,
        draws: int = 0,
        device: Device | str = Device.CPU,
        sees_goals_in_two: bool = True,
    ) -> None:
        search, device = SearchKind(search), Device(device)
        check_settings(search, device, net, hash_mb, threads)
        answers = None
        if search is SearchKind.NET and device is not Device.CPU:
            answers = answers_of_a_gpu(network_file(net))
        if device is Device.GPU and answers is None:
            raise ValueError(NO_GPU)
        if hash_mb is None:
            hash_mb = _DEFAULT_GPU_HASH_MB if answers else DEFAULT_HASH_MB[search]
        self._busy = threading.Lock()
        self._core: AlphaBetaEngine | NetworkEngine
        if search is SearchKind.NET:
            settings = NetworkEngineSettings()
            settings.draws = draws
            if not sees_goals_in_two:
                settings.visits_before_goal_in_two = 0
            settings.batch = BATCH if answers else PROCESSOR_BATCH
            network = answers or parse_network(network_file(net))
            self._core = NetworkEngine(hash_mb, threads, network, settings)
        else:
            self._core = AlphaBetaEngine(
                hash_mb, threads, weights or tuned_weights(), tuned_step_weights()
            )

    def search(
        self,
        game: Game | Position,
        limits: Limits = UNLIMITED,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        draft: Position | None = None,
        stop: Stop | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Think about the turn to play in a game, or in a position, also in the middle of a turn.

        A game brings its history for the repetition rule; ``draft`` is the position after the
        first steps of its turn. ``time`` (in seconds), ``nodes``, ``depth`` and ``stop`` limit the
        search in addition to ``limits``. Other threads run meanwhile; one that sets ``stop`` ends
        the search within milliseconds, or before it begins. ``on_progress`` is called now and then
        with what is known. There may be fewer lines than asked for, but never none: a position
        that is decided or has no legal turn raises ``ValueError``.
        """
        limits &= Limits.exactly(time, nodes=nodes, depth=depth, stop=stop)
        if lines < 1:
            raise ValueError("a search has 1 line or more")
        position = draft or (game.position if isinstance(game, Game) else game)
        past = game.positions if isinstance(game, Game) else ()
        if isinstance(game, Game) and (game.result or game.needs_setup):
            state = "over" if game.result else "waiting for a setup"
            raise ValueError(f"the game is {state}: there is nothing to search")
        if position.at_turn_start and position.verdict():
            raise ValueError("the position is decided: there is nothing to search")
        with self._alone():
            report = self._core.search(
                position,
                [before.key for before in past],
                limits.soft_s,
                limits.hard_s,
                _NO_NODE_LIMIT if limits.nodes is None else min(limits.nodes, _NO_NODE_LIMIT),
                limits.depth,
                lines,
                None if on_progress is None else lambda r: on_progress(Analysis.of(r)),
                limits.stop,
            )
        if not report.lines:
            raise ValueError("there is no legal turn: there is nothing to search")
        return Analysis.of(report)

    def set_up(
        self,
        game: Game,
        limits: Limits = UNLIMITED,
        *,
        time: float | None = None,
        variety: Variety | None = None,
        temperature: float = SETUP_TEMPERATURE,
    ) -> Setup:
        """A good setup for the side to move, silver's in answer to gold's; the same one each time
        unless ``variety`` is given, and the more varied the higher the ``temperature``.

        The network chooses it, piece by piece. Named setups (``gajah.setups``) stand in where it
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
        limits &= Limits.exactly(time)
        with self._alone():
            placements = core.set_up(
                game.position,
                SETUP_SIMULATIONS,
                temperature if variety else 0.0,
                variety.getrandbits(SEED_BITS) if variety else 0,
                limits.hard_s,
                limits.stop,
            )
        return Setup(placements)

    def seed(self, seed: int) -> None:
        """Seed the random choices that follow."""
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
