"""The network answering batches of questions: one batch for each group of games."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gajah._core import ACTIONS, FEATURE_WORDS, AskingSearch
from gajah.engine.folded import INPUT_PLANES, FoldedNetwork, Layer, Unpacker

_WARM_UPS = 3
_MEASURED = 50


class Exchange:
    """Host memory shared with the compiled games: their questions and the answers."""

    def __init__(self, rows: int, *, pinned: bool) -> None:
        self.words = torch.zeros(rows, FEATURE_WORDS, dtype=torch.int64, pin_memory=pinned)
        self.logits = torch.zeros(rows, ACTIONS, dtype=torch.bfloat16, pin_memory=pinned)
        self.values = torch.zeros(rows, pin_memory=pinned)
        self.questions: NDArray[np.uint64] = self.words.numpy().view(np.uint64)
        self.answers: NDArray[np.uint16] = self.logits.view(torch.int16).numpy().view(np.uint16)
        self.answer_values: NDArray[np.float32] = self.values.numpy()


class Evaluator:
    """Answers one question row after another on a device; ``ask`` returns at once on a GPU."""

    def __init__(
        self,
        layers: list[Layer],
        *,
        rows: int,
        groups: int,
        device: torch.device,
        graphs: bool = True,
    ) -> None:
        self.device = device
        on_gpu = device.type == "cuda"
        dtype = torch.bfloat16 if on_gpu else torch.float32
        self.network = FoldedNetwork(layers, device, dtype)
        self._unpack = Unpacker(device)
        self.exchanges = [Exchange(rows, pinned=on_gpu) for _ in range(groups)]
        self.notes: list[str] = []
        if on_gpu:
            self._try_fused()
            self._prepare(rows, groups, graphs=graphs)

    def answer(self, words: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values for packed positions on the device."""
        return self.network(self._unpack(words, self.network.dtype))

    def ask(self, group: int, *, rows: int | None = None) -> None:
        """Starts on a group's questions; a CPU answers only the first ``rows`` of them."""
        exchange = self.exchanges[group]
        if self.device.type != "cuda":
            logits, values = self.answer(exchange.words[:rows])
            exchange.logits[:rows].copy_(logits)
            exchange.values[:rows].copy_(values)
            return
        with torch.cuda.stream(self._streams[group]):
            self._words[group].copy_(exchange.words, non_blocking=True)
            logits, values = self._answer_group(group)
            exchange.logits.copy_(logits, non_blocking=True)
            exchange.values.copy_(values, non_blocking=True)
            self._events[group].record()

    def _answer_group(self, group: int) -> tuple[Tensor, Tensor]:
        if not self._graphs:
            return self.answer(self._words[group])
        self._graphs[group].replay()
        return self._outputs[group]

    def wait(self, group: int) -> None:
        """Returns when the group's answers are there."""
        if self.device.type == "cuda":
            self._events[group].synchronize()

    def serve(self, searches: Sequence[AskingSearch]) -> None:
        """Runs searches to their ends, the network asked for all of them together."""
        exchange = self.exchanges[0]
        row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
        while True:
            asking: list[AskingSearch] = []
            for search in searches:
                if search.run(row):
                    exchange.questions[len(asking)] = row
                    asking.append(search)
            if not asking:
                return
            self.ask(0, rows=len(asking))
            self.wait(0)
            for i, search in enumerate(asking):
                search.supply(exchange.answers[i], float(exchange.answer_values[i]))
            searches = asking

    def update(self, layers: list[Layer]) -> None:
        """New weights, between two questions."""
        synchronize(self.device)
        self.network.update(layers)
        synchronize(self.device)

    def _try_fused(self) -> None:
        """Uses the fused convolutions if this build has them and they give the same."""
        planes = torch.rand(256, INPUT_PLANES, 8, 8, device=self.device).to(self.network.dtype)
        planes = planes.contiguous(memory_format=torch.channels_last)
        plain, _ = self.network(planes)
        try:
            self.network.fused = True
            fused, _ = self.network(planes)
            torch.cuda.synchronize()
            error = (fused - plain).abs().max().item()
            scale = plain.abs().max().item()
            self.network.fused = error <= 0.05 * scale + 1e-3
            self.notes.append(f"fused convolutions differ by {error:.4f} of {scale:.3f}")
        except (RuntimeError, AttributeError) as refusal:
            self.network.fused = False
            self.notes.append(f"no fused convolutions: {refusal}")

    def _prepare(self, rows: int, groups: int, *, graphs: bool) -> None:
        def words() -> Tensor:
            return torch.zeros(rows, FEATURE_WORDS, dtype=torch.int64, device=self.device)

        self._words = [words() for _ in range(groups)]
        self._streams = [torch.cuda.Stream() for _ in range(groups)]
        self._events = [torch.cuda.Event() for _ in range(groups)]
        self._graphs: list[torch.cuda.CUDAGraph] = []
        self._outputs: list[tuple[Tensor, Tensor]] = []
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for _ in range(_WARM_UPS):
                for w in self._words:
                    self.answer(w)
        torch.cuda.synchronize()
        for w in self._words if graphs else ():
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=side):
                outputs = self.answer(w)
            self._graphs.append(graph)
            self._outputs.append(outputs)
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(_MEASURED):
            self._answer_group(0)
        torch.cuda.synchronize()
        rate = _MEASURED * rows / (time.perf_counter() - start)
        self.notes.append(f"answers {rate:,.0f} questions/s when alone, {rows} at a time")


def synchronize(device: torch.device) -> None:
    """Waits for everything a GPU has been given to do."""
    if device.type == "cuda":
        torch.cuda.synchronize()
