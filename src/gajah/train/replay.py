"""The buffer of samples to learn from, on the device that learns."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from gajah._core import ACTIONS, FEATURE_WORDS, SelfPlay, TargetSettings

#: Samples that one draining can bring. A second of self-play on a large GPU makes 40,000.
_STAGE_ROWS = 200_000
#: A game comes whole or not at all: 2,000 turns of four steps and their end.
_LONGEST_GAME_ROWS = 10_000

#: A sample's columns in the order in which self-play drains them, core/selfplay/selfplay.h says
#: what they are: numbers in a row, and their type.
COLUMNS: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
    "features": ((FEATURE_WORDS,), torch.int64),
    "policy": ((ACTIONS,), torch.int16),
    "result": ((), torch.float32),
    "td": ((), torch.float32),
    "policy_weight": ((), torch.uint8),
}

#: Samples by these columns, a row for each.
Samples = dict[str, Tensor]


def _columns(rows: int, **options: Any) -> Samples:
    return {
        name: torch.zeros(rows, *width, dtype=dtype, **options)
        for name, (width, dtype) in COLUMNS.items()
    }


class Stage:
    """Host memory into which the samples of finished games are drained."""

    def __init__(self, capacity: int, *, pinned: bool) -> None:
        rows = max(_LONGEST_GAME_ROWS, min(_STAGE_ROWS, capacity))
        self._columns = _columns(rows, pin_memory=pinned)

    def take(self, games: SelfPlay, targets: TargetSettings) -> Samples:
        """The samples of games that have finished since; they stay until the next call."""
        features, *others = (column.numpy() for column in self._columns.values())
        n = games.drain(targets, features.view(np.uint64), *others)
        return {name: column[:n] for name, column in self._columns.items()}


class Replay:
    """A ring of samples. Batches are drawn evenly from its newest part."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        if capacity < 1:
            raise ValueError("a buffer holds 1 sample or more")
        self.capacity = capacity
        self._samples = _columns(capacity, device=device)
        # On the device, because a captured graph reads them anew each time it runs.
        self._start = torch.zeros((), dtype=torch.float64, device=device)
        self._window = torch.ones((), dtype=torch.float64, device=device)
        self._next = 0
        self._held = 0
        #: Samples ever added, and how often one has been learned from.
        self.total = 0
        self.learned = 0

    def add(self, samples: Samples) -> None:
        """Takes over samples; the oldest make room for them."""
        n = len(samples["features"])
        done = 0
        while done < n:
            rows = min(n - done, self.capacity - self._next)
            here = slice(self._next, self._next + rows)
            there = slice(done, done + rows)
            for name, column in self._samples.items():
                column[here].copy_(samples[name][there])
            self._next = (self._next + rows) % self.capacity
            done += rows
        self.total += n
        self._held = min(self._held + n, self.capacity)

    def set_window(self, size: int) -> None:
        """From now on only the newest ``size`` samples are drawn."""
        size = max(1, min(size, self._held))
        self._window.fill_(size)
        self._start.fill_((self._next - size) % self.capacity)

    def draw(self, n: int) -> Samples:
        """A batch, drawn on the device."""
        chance = torch.rand(n, device=self._start.device, dtype=torch.float64)
        rows = (self._start + torch.floor(chance * self._window)).long() % self.capacity
        return {name: column[rows] for name, column in self._samples.items()}

    def _newest(self, n: int) -> Tensor:
        return (torch.arange(self._next - n, self._next) % self.capacity).to(self._start.device)

    def state(self, limit: int) -> dict[str, Any]:
        """The newest samples, at most ``limit``, for saving."""
        rows = self._newest(min(limit, self._held))
        kept = {name: column[rows].cpu() for name, column in self._samples.items()}
        return {**kept, "total": self.total, "learned": self.learned}

    def load(self, state: dict[str, Any]) -> None:
        """Fills an empty buffer with saved samples; all of them are drawn from."""
        n = min(len(state["features"]), self.capacity)
        for name, column in self._samples.items():
            column[:n].copy_(state[name][-n:])
        self._next = n % self.capacity
        self._held = n
        self.total = int(state["total"])
        self.learned = int(state["learned"])
        self.set_window(n)
