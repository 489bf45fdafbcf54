"""Self-play as a run sees it: the compiled games and the network that answers them, in groups."""

from __future__ import annotations

import time
from typing import Protocol

import torch

from gajah._core import Position, SelfPlay
from gajah.engine.evaluator import Evaluator, Exchange
from gajah.engine.folded import Layer
from gajah.train.kernels import KernelEvaluator
from gajah.train.progress import SelfPlayed
from gajah.train.replay import Samples, Stage
from gajah.train.settings import Run
from gajah.train.starts import setups

#: While the GPU answers one group, the cores advance the other.
GROUPS = 2
#: How often samples of finished games are taken over.
TEND_EVERY_S = 0.5


def choose_device() -> torch.device:
    """A GPU if there is one; PyTorch is set up for it."""
    if torch.cuda.is_available():
        torch.backends.cudnn.benchmark = True
        return torch.device("cuda")
    # The other cores belong to the games' threads; two kinds of threads on one core cost five
    # times what they bring.
    torch.set_num_threads(1)
    return torch.device("cpu")


class Answering(Protocol):
    """The network that answers groups of games, by whatever arithmetic."""

    exchanges: list[Exchange]
    notes: list[str]

    def ask(self, group: int) -> None:
        """Start on a group's questions."""

    def wait(self, group: int) -> None:
        """Return when the group's answers are there."""

    def update(self, layers: list[Layer]) -> None:
        """Take new weights, between two questions."""


class Games:
    """Thousands of games of a network against itself, advanced a group at a time."""

    def __init__(
        self,
        run: Run,
        layers: list[Layer],
        *,
        device: torch.device,
        starts: list[Position],
        progress: float,
        seed: int,
        graphs: bool = True,
        kernels: bool = False,
    ) -> None:
        """``kernels``: on a processor the compiled ones answer, not PyTorch."""
        self._run = run
        rows, on_gpu = run.games // GROUPS, device.type == "cuda"
        self.evaluator: Answering = (
            KernelEvaluator(layers, run.shape, rows=rows, groups=GROUPS, threads=run.threads)
            if kernels and not on_gpu
            else Evaluator(layers, rows=rows, groups=GROUPS, device=device, graphs=graphs)
        )
        self._stage = Stage(run.learning.buffer, pinned=on_gpu)
        self._games = SelfPlay(
            games=run.games,
            groups=GROUPS,
            threads=run.threads,
            settings=run.search.core(progress),
            setups=setups(),
            positions=starts,
            seed=seed,
        )
        self._waiting_s = self._playing_s = 0.0

    def start(self) -> None:
        """Asks the first questions of all groups."""
        for group in range(GROUPS):
            self._advance(group)

    def turn(self, group: int) -> None:
        """Takes a group's answers and asks its next questions."""
        a = time.monotonic()
        self.evaluator.wait(group)
        b = time.monotonic()
        self._advance(group)
        self._waiting_s += b - a
        self._playing_s += time.monotonic() - b

    def _advance(self, group: int) -> None:
        exchange = self.evaluator.exchanges[group]
        self._games.step(group, exchange.answers, exchange.answer_values, exchange.questions)
        self.evaluator.ask(group)

    def set_progress(self, progress: float) -> None:
        """The settings of that point of the run, from the next search on."""
        self._games.set(self._run.search.core(progress))

    def take(self) -> Samples:
        """The samples of games that have finished since; they stay until the next call."""
        return self._stage.take(self._games, self._run.targets.core())

    def played(self) -> SelfPlayed:
        """What has been played so far."""
        return SelfPlayed.of(self._games.stats())

    def times(self) -> tuple[float, float]:
        """Seconds spent waiting for the network and advancing games since this was last asked."""
        spent = self._waiting_s, self._playing_s
        self._waiting_s = self._playing_s = 0.0
        return spent
