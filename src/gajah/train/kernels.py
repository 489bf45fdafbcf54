"""Self-play on a processor by the compiled kernels, which are faster than PyTorch there."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray

from gajah._core import ACTIONS, FEATURE_WORDS, Network, SelfPlay, SelfPlaySettings
from gajah.engine.evaluator import Exchange
from gajah.engine.folded import Layer, Unpacker
from gajah.train.engine_file import FINE_BLOCKS
from gajah.train.quantize import quantized
from gajah.train.settings import NetworkShape
from gajah.train.starts import setups

#: Positions to fit whole numbers to, each time the weights change. The file that ships is fitted to
#: more, but these are of the very games that are played, and 8x96 takes 8 s with these.
_FITTED = 256
#: Where none have been played: games at once, and steps of each, all drawn by lot.
_FIRST_GAMES, _FIRST_STEPS = 64, 400
#: Questions of a group after which the first fit is replaced: then its games are under way.
_SETTLED = 200


class KernelEvaluator:
    """Answers as ``Evaluator`` does. New weights are rounded to whole numbers, which takes a while:
    0.1 s with 2x16, 8 s with 8x96."""

    def __init__(
        self, layers: list[Layer], shape: NetworkShape, *, rows: int, groups: int, threads: int
    ) -> None:
        self._shape = shape
        self._groups, self._threads = groups, threads
        self._pool = ThreadPoolExecutor(threads)
        self.exchanges = [Exchange(rows, pinned=False) for _ in range(groups)]
        self._cuts = [rows * i // threads for i in range(threads + 1)]
        self._asked = 0
        self.update(layers)
        self.notes = [f"plays on the processor: {self._network.kernel}"]

    def ask(self, group: int) -> None:
        """Answers a group's questions, all threads together."""
        exchange, network = self.exchanges[group], self._network

        def answer(part: slice) -> None:
            logits, values = network.answer(exchange.questions[part])
            exchange.logits[part].copy_(torch.from_numpy(logits))
            exchange.answer_values[part] = values

        list(self._pool.map(answer, self._parts()))
        self._asked += 1
        if self._asked == _SETTLED * self._groups:
            self.update(self._layers)

    def _parts(self) -> Iterator[slice]:
        return (slice(a, b) for a, b in pairwise(self._cuts) if a < b)

    def wait(self, group: int) -> None:
        """Nothing: answers are there when ``ask`` returns."""

    def update(self, layers: list[Layer]) -> None:
        """New weights, between two questions, fitted to the questions of now."""
        self._layers = [(weight.float(), bias.float()) for weight, bias in layers]
        words = self._positions()
        chosen = np.linspace(0, len(words) - 1, min(_FITTED, len(words))).astype(int)
        rows = torch.from_numpy(words[chosen].view(np.int64))
        planes = Unpacker(torch.device("cpu"))(rows, torch.float32)
        file = quantized(self._layers, self._shape, planes, fine_blocks=FINE_BLOCKS)
        self._network = Network.parse(file)

    def _positions(self) -> NDArray[np.uint64]:
        if not self._asked:
            return _random_positions()
        return np.concatenate([exchange.questions for exchange in self.exchanges])


def _random_positions() -> NDArray[np.uint64]:
    """Positions of games whose steps are drawn by lot: no network is asked."""
    settings = SelfPlaySettings()
    settings.simulations = 0
    games = SelfPlay(_FIRST_GAMES, 1, 1, settings, setups(), seed=1)
    logits = np.zeros((_FIRST_GAMES, ACTIONS), np.uint16)
    values = np.zeros(_FIRST_GAMES, np.float32)
    questions = np.zeros((_FIRST_GAMES, FEATURE_WORDS), np.uint64)
    seen = []
    for _ in range(_FIRST_STEPS):
        games.step(0, logits, values, questions)
        seen.append(questions.copy())
    return np.concatenate(seen)
