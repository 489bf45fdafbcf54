"""Self-play as a run sees it: the compiled games and the network that answers them, in groups."""

from __future__ import annotations

import time

import numpy as np
import torch

from gajah._core import Position, SelfPlay, SelfPlayStats
from gajah.engine.evaluator import Evaluator
from gajah.engine.folded import Layer
from gajah.engine.weights import tuned_step_weights, tuned_weights
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


class Rivals:
    """An older network, which plays one of the sides in some of the games.

    It is asked everything, and its answers are used where it is its turn: simple, and on an H200 as
    dear as half of the games (lab/training-settings.md).
    """

    def __init__(
        self, evaluator: Evaluator, games: SelfPlay, layers: list[Layer], *, graphs: bool
    ) -> None:
        self._exchanges = evaluator.exchanges
        self._games = games
        self._young = _copied(layers)
        rows = games.group_size
        self.evaluator = Evaluator(
            layers, rows=rows, groups=GROUPS, device=evaluator.device, graphs=graphs
        )
        self._asked = np.zeros((GROUPS, rows), dtype=np.bool_)

    def ask(self, group: int) -> None:
        """Starts on the questions of a group."""
        self._games.mark_rivals(group, self._asked[group])
        self.evaluator.exchanges[group].questions[:] = self._exchanges[group].questions
        self.evaluator.ask(group)

    def answer(self, group: int) -> None:
        """Writes its answers over those of the network that learns, where they are wanted."""
        self.evaluator.wait(group)
        asked = self._asked[group]
        mine, theirs = self.evaluator.exchanges[group], self._exchanges[group]
        theirs.answers[asked] = mine.answers[asked]
        theirs.answer_values[asked] = mine.answer_values[asked]

    def age(self, layers: list[Layer]) -> None:
        """Plays from now on with what was young the last time; these weights are the next."""
        self.evaluator.update(self._young)
        self._young = _copied(layers)


def _copied(layers: list[Layer]) -> list[Layer]:
    """Some of a learner's layers are what it goes on learning with."""
    return [(weight.detach().clone(), bias.detach().clone()) for weight, bias in layers]


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
            engine=(tuned_weights(), tuned_step_weights())
            if run.search.engine_share > 0.0
            else None,
            seed=seed,
        )
        self.rivals = (
            Rivals(self.evaluator, self._games, layers, graphs=graphs)
            if run.search.rival_share > 0.0
            else None
        )
        self.notes = self.evaluator.notes
        self._waiting_s = self._playing_s = 0.0

    def start(self) -> None:
        """Asks the first questions of all groups."""
        for group in range(GROUPS):
            self._advance(group)

    def turn(self, group: int) -> None:
        """Takes a group's answers and asks its next questions."""
        a = time.monotonic()
        self.evaluator.wait(group)
        if self.rivals is not None:
            self.rivals.answer(group)
        b = time.monotonic()
        self._advance(group)
        self._waiting_s += b - a
        self._playing_s += time.monotonic() - b

    def _advance(self, group: int) -> None:
        exchange = self.evaluator.exchanges[group]
        self._games.step(group, exchange.answers, exchange.answer_values, exchange.questions)
        self.evaluator.ask(group)
        if self.rivals is not None:
            self.rivals.ask(group)

    def update(self, layers: list[Layer]) -> None:
        """New weights for the network."""
        self.evaluator.update(layers)

    def set_progress(self, progress: float) -> None:
        """The settings of that point of the run, from the next search on."""
        self._games.set(self._run.search.core(progress))

    def drain(self, replay: Replay) -> None:
        """Moves the samples of finished games into the buffer."""
        replay.drain(self._games, self._run.targets.core())

    def stats(self) -> SelfPlayStats:
        """What has been played so far."""
        return self._games.stats()

    def times(self) -> tuple[float, float]:
        """Seconds spent waiting for the network and advancing games since this was last asked."""
        spent = self._waiting_s, self._playing_s
        self._waiting_s = self._playing_s = 0.0
        return spent
