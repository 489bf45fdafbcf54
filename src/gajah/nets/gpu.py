"""The network on a graphics card: used where PyTorch finds one, never needed."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    Answer = Callable[[NDArray[np.uint64], NDArray[np.float32], NDArray[np.float32]], None]

NO_GPU = "there is no graphics card that PyTorch can use"
#: Positions answered together. With more the card is not faster, only later (docs/inference.md).
BATCH = 64
#: Batches that may be under way at once, of all engines together; others wait.
_GROUPS = 8

_making = threading.Lock()
_made: dict[tuple[torch.device, bytes], Answer] = {}


def find_gpu() -> torch.device | None:
    """The graphics card that PyTorch would use, or ``None``."""
    # PyTorch takes seconds to load. Without the driver it would find nothing.
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return None
    try:
        import numpy  # noqa: F401
        import torch
    except ImportError:
        return None
    return torch.device("cuda") if torch.cuda.is_available() else None


def answers_on(device: torch.device, file: bytes) -> Answer:
    """A function that answers questions with the network of a file, for any number of threads.

    All engines of a process share it: CUDA cannot get ready for new questions in one thread while
    another one asks.
    """
    with _making:
        key = (device, file)
        if key not in _made:
            _made[key] = _make_answer(device, file)
        return _made[key]


def _make_answer(device: torch.device, file: bytes) -> Answer:
    import torch

    from gajah.nets.evaluator import Evaluator
    from gajah.nets.file import layers_of

    evaluator = Evaluator(layers_of(file), rows=BATCH, groups=_GROUPS, device=device)
    free: SimpleQueue[int] = SimpleQueue()
    for group in range(_GROUPS):
        free.put(group)

    def answer(
        features: NDArray[np.uint64], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        n = len(features)
        group = free.get()
        try:
            exchange = evaluator.exchanges[group]
            exchange.questions[:n] = features
            evaluator.ask(group, rows=n)
            evaluator.wait(group)
            torch.from_numpy(logits).copy_(exchange.logits[:n])
            values[:] = exchange.answer_values[:n]
        finally:
            free.put(group)

    return answer
