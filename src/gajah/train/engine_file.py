"""The file that the engine plays with: a network in whole numbers, fitted to its own games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gajah._core import SelfPlay, SelfPlaySettings
from gajah.engine.evaluator import Evaluator
from gajah.engine.folded import Layer, Unpacker
from gajah.train.export import write_file
from gajah.train.quantize import quantized
from gajah.train.settings import NetworkShape
from gajah.train.starts import setups

#: How many of the last blocks work with fine activations. With one, more than 99% of the choices
#: are those of the exact network (lab/inference.md), for a tenth more time.
FINE_BLOCKS = 1
#: Positions to fit whole numbers to.
FITTED = 4800
#: Games at once, and the least steps of each, from which they are drawn. A game lasts about
#: 350 steps, and a new one follows it: every stage comes up.
_GAMES = 12
_STEPS = 500


def export_for_engine(
    layers: list[Layer], shape: NetworkShape, path: Path, *, fine_blocks: int, fitted: int
) -> int:
    """Writes the file that the compiled kernels read and returns its size in bytes."""
    if not 0 <= fine_blocks <= shape.blocks:
        raise ValueError(f"of {shape.blocks} blocks, {fine_blocks} cannot be fine")
    if fitted < 1:
        raise ValueError("whole numbers are fitted to 1 position or more")
    # A dozen positions at a time: several threads would only wait for each other.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    planes = self_play_planes(layers, fitted)
    torch.set_num_threads(threads)
    return write_file(quantized(layers, shape, planes, fine_blocks=fine_blocks), path)


def self_play_planes(layers: list[Layer], count: int, *, seed: int = 1) -> Tensor:
    """``count`` positions of games whose steps are drawn from the bare policy, as planes."""
    settings = SelfPlaySettings()
    settings.simulations = 0
    games = SelfPlay(_GAMES, 1, 1, settings, setups(), seed=seed)
    cpu = torch.device("cpu")
    evaluator = Evaluator(layers, rows=_GAMES, groups=1, device=cpu)
    exchange = evaluator.exchanges[0]
    seen: dict[bytes, NDArray[np.uint64]] = {}
    steps = 0
    while steps < _STEPS or len(seen) < count:
        games.step(0, exchange.answers, exchange.answer_values, exchange.questions)
        evaluator.ask(0)
        seen.update((row.tobytes(), row) for row in exchange.questions.copy())
        steps += 1
    rows = np.stack(list(seen.values()))
    chosen = np.random.default_rng(seed).choice(len(rows), count, replace=False)
    words = torch.from_numpy(rows[chosen].view(np.int64))
    return Unpacker(cpu)(words, torch.float32)
