"""The buffer of samples to learn from, on the device that learns."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from gajah._core import ACTIONS, FATE_COLUMNS, FEATURE_WORDS, SelfPlay, TargetSettings
from gajah.train.targets import Batch

#: Samples that one draining can bring. A second of self-play on a large GPU makes 40,000.
_STAGE_ROWS = 200_000
#: A game comes whole or not at all: 2,000 turns of four steps and their end.
_LONGEST_GAME_ROWS = 10_000


class Stage:
    """Host memory into which finished games are drained, on their way to the buffer."""

    def __init__(self, rows: int, *, pinned: bool) -> None:
        self.words = torch.zeros(rows, FEATURE_WORDS, dtype=torch.int64, pin_memory=pinned)
        self.policy = torch.zeros(rows, ACTIONS, dtype=torch.int16, pin_memory=pinned)
        self.result = torch.zeros(rows, pin_memory=pinned)
        self.td = torch.zeros(rows, pin_memory=pinned)
        self.policy_weight = torch.zeros(rows, dtype=torch.uint8, pin_memory=pinned)
        self.fates = torch.zeros(rows, FATE_COLUMNS, dtype=torch.uint8, pin_memory=pinned)

    def fill(self, games: SelfPlay, targets: TargetSettings) -> int:
        """Drains what is finished; the number of rows."""
        return games.drain(
            targets,
            self.words.numpy().view(np.uint64),
            self.policy.numpy(),
            self.result.numpy(),
            self.td.numpy(),
            self.policy_weight.numpy(),
            self.fates.numpy(),
        )


class Replay:
    """A ring of samples. Batches are drawn evenly from its newest part."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        if capacity < 1:
            raise ValueError("a buffer holds 1 sample or more")
        self.capacity = capacity
        self._words = torch.zeros(capacity, FEATURE_WORDS, dtype=torch.int64, device=device)
        self._policy = torch.zeros(capacity, ACTIONS, dtype=torch.int16, device=device)
        self._values = torch.zeros(capacity, 2, device=device)
        self._weight = torch.zeros(capacity, device=device)
        self._fates = torch.zeros(capacity, FATE_COLUMNS, dtype=torch.uint8, device=device)
        # On the device, because a captured graph reads them anew each time it runs.
        self._start = torch.zeros((), dtype=torch.float64, device=device)
        self._window = torch.ones((), dtype=torch.float64, device=device)
        rows = max(_LONGEST_GAME_ROWS, min(_STAGE_ROWS, capacity))
        self._stage = Stage(rows, pinned=device.type == "cuda")
        self._next = 0
        self._held = 0
        #: Samples ever added, and how often one has been learned from.
        self.total = 0
        self.learned = 0

    def drain(self, games: SelfPlay, targets: TargetSettings) -> int:
        """Takes over the samples of finished games; how many there were."""
        n = self._stage.fill(games, targets)
        done = 0
        while done < n:
            rows = min(n - done, self.capacity - self._next)
            here = slice(self._next, self._next + rows)
            there = slice(done, done + rows)
            self._words[here].copy_(self._stage.words[there])
            self._policy[here].copy_(self._stage.policy[there])
            self._values[here, 0].copy_(self._stage.result[there])
            self._values[here, 1].copy_(self._stage.td[there])
            self._weight[here].copy_(self._stage.policy_weight[there])
            self._fates[here].copy_(self._stage.fates[there])
            self._next = (self._next + rows) % self.capacity
            done += rows
        self.total += n
        self._held = min(self._held + n, self.capacity)
        return n

    def set_window(self, size: int) -> None:
        """From now on only the newest ``size`` samples are drawn."""
        size = max(1, min(size, self._held))
        self._window.fill_(size)
        self._start.fill_((self._next - size) % self.capacity)

    def draw(self, n: int) -> Batch:
        """A batch, drawn on the device."""
        chance = torch.rand(n, device=self._words.device, dtype=torch.float64)
        rows = (self._start + torch.floor(chance * self._window)).long() % self.capacity
        return Batch(
            self._words[rows],
            self._policy[rows],
            self._values[rows],
            self._weight[rows],
            self._fates[rows],
        )

    def _newest(self, n: int) -> Tensor:
        return (torch.arange(self._next - n, self._next) % self.capacity).to(self._words.device)

    def state(self, limit: int) -> dict[str, Any]:
        """The newest samples, at most ``limit``, for saving."""
        rows = self._newest(min(limit, self._held))
        return {
            "words": self._words[rows].cpu(),
            "policy": self._policy[rows].cpu(),
            "values": self._values[rows].cpu(),
            "weight": self._weight[rows].cpu(),
            "fates": self._fates[rows].cpu(),
            "total": self.total,
            "learned": self.learned,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Fills an empty buffer with saved samples; all of them are drawn from."""
        n = min(len(state["words"]), self.capacity)
        for mine, name in (
            (self._words, "words"),
            (self._policy, "policy"),
            (self._values, "values"),
            (self._weight, "weight"),
            (self._fates, "fates"),
        ):
            mine[:n].copy_(state[name][-n:])
        self._next = n % self.capacity
        self._held = n
        self.total = int(state["total"])
        self.learned = int(state["learned"])
        self.set_window(n)
