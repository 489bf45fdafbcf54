"""Where the samples of a run come from and where its weights go: one seam for one machine or many.

A run (``gajah.train.run``) knows this interface alone. ``LocalSupply`` plays in the same process;
``gajah.train.mailbox`` has the other, which actors of a cluster write to.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import torch

from gajah._core import Position
from gajah.engine.folded import Layer
from gajah.train import checkpoint
from gajah.train.games import Games
from gajah.train.progress import Content, SelfPlayed
from gajah.train.replay import Replay
from gajah.train.settings import Run


class Supply(Protocol):
    """Self-play as a run sees it."""

    #: Whether games go on while a processor learns; else they wait until it has caught up.
    plays_beside: bool

    def restore(self, replay: Replay) -> None:
        """Fill an empty buffer with the samples that are kept."""

    def open(self, layers: list[Layer], *, progress: float, seed: int) -> list[str]:
        """Make ready to play with these weights; remarks to show."""

    def start(self) -> None:
        """Begin to play."""

    def stop(self) -> None:
        """Play no more."""

    def turn(self, group: int) -> None:
        """Give a group of games its turn, or wait a moment for those elsewhere."""

    def publish(self, layers: list[Layer]) -> None:
        """Play with new weights from now on."""

    def set_progress(self, progress: float) -> None:
        """Play with the settings of that point of the run."""

    def drain(self, replay: Replay) -> None:
        """Move the samples of finished games into the buffer."""

    def keep(self, replay: Replay) -> None:
        """Make samples last beyond this process: a checkpoint has just been written."""

    def played(self) -> SelfPlayed:
        """What has been played so far."""

    def report(self, seconds: float) -> Content:
        """What to report of the ``seconds`` since this was last asked."""


class LocalSupply:
    """Games in this process; their newest samples are kept in a folder, if one is given."""

    plays_beside = False

    def __init__(
        self,
        run: Run,
        device: torch.device,
        starts: list[Position],
        samples: Path | None,
        keep_samples: int,
        *,
        graphs: bool,
        kernels: bool,
    ) -> None:
        self._run, self._device, self._starts = run, device, starts
        self._graphs, self._kernels = graphs, kernels
        self._samples, self._keep_samples = samples, keep_samples
        if samples is not None:
            samples.mkdir(parents=True, exist_ok=True)

    def restore(self, replay: Replay) -> None:
        """Take up the samples of the folder."""
        kept = checkpoint.read_samples(self._samples) if self._samples is not None else None
        if kept is not None:
            replay.load(kept)

    def open(self, layers: list[Layer], *, progress: float, seed: int) -> list[str]:
        """Set up the games."""
        self._games = Games(
            self._run,
            layers,
            device=self._device,
            starts=self._starts,
            progress=progress,
            seed=seed,
            graphs=self._graphs,
            kernels=self._kernels,
        )
        return [*self._games.evaluator.notes]

    def start(self) -> None:
        """Ask the first questions of all groups."""
        self._games.start()

    def stop(self) -> None:
        """Nothing: games that get no turn stand still."""

    def turn(self, group: int) -> None:
        """Advance a group."""
        self._games.turn(group)

    def publish(self, layers: list[Layer]) -> None:
        """Answer with new weights."""
        self._games.evaluator.update(layers)

    def set_progress(self, progress: float) -> None:
        """From the next search on."""
        self._games.set_progress(progress)

    def drain(self, replay: Replay) -> None:
        """Move the samples of finished games into the buffer."""
        replay.add(self._games.take())

    def keep(self, replay: Replay) -> None:
        """Write the newest samples."""
        if self._samples is not None:
            state = replay.state(self._keep_samples)
            checkpoint.write(self._samples / checkpoint.REPLAY, state, durable=False)

    def played(self) -> SelfPlayed:
        """What the compiled games have counted."""
        return self._games.played()

    def report(self, seconds: float) -> Content:
        """The shares of the time that the cores waited for the network, and played."""
        waiting, playing = self._games.times()
        return {"waiting": round(waiting / seconds, 2), "playing": round(playing / seconds, 2)}
