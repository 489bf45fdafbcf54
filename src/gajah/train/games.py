"""Self-play as a run sees it: the compiled games and the network that answers them, in groups."""

from __future__ import annotations

import time

import torch

from gajah._core import Position, SelfPlay
from gajah.engine.evaluator import Evaluator
from gajah.engine.folded import Layer
from gajah.train.progress import Moment
from gajah.train.replay import Replay
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
    ) -> None:
        self._run = run
        self.evaluator = Evaluator(
            layers, rows=run.games // GROUPS, groups=GROUPS, device=device, graphs=graphs
        )
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

    def drain(self, replay: Replay) -> None:
        """Moves the samples of finished games into the buffer."""
        replay.drain(self._games, self._run.targets.core())

    def moment(self, seconds: float) -> Moment:
        """What has been played so far, ``seconds`` after the start."""
        return Moment(seconds, self._games.stats())

    def times(self) -> tuple[float, float]:
        """Seconds spent waiting for the network and advancing games since this was last asked."""
        spent = self._waiting_s, self._playing_s
        self._waiting_s = self._playing_s = 0.0
        return spent
