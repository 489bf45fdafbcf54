"""The network on a graphics card: used where PyTorch finds one, never needed."""

from __future__ import annotations

import ctypes
import logging
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from gajah._core import Network

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    Answer = Callable[[NDArray[np.uint64], NDArray[np.float32], NDArray[np.float32]], None]

NO_GPU = "there is no graphics card that PyTorch can use"
#: Positions answered together. With more the card is not faster, only later (lab/inference.md).
BATCH = 64
#: Batches that may be under way at once, of all engines together; others wait.
_GROUPS = 8

_log = logging.getLogger(__name__)
# One for each network, because CUDA cannot get ready in one thread while another one asks.
_made: dict[bytes, Answer] = {}
_making = threading.Lock()


def find_gpu() -> torch.device | None:
    """The graphics card that PyTorch would use, or ``None``."""
    # PyTorch takes seconds to load. Without the driver it would find nothing.
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        import torch
    except (ImportError, OSError):
        return None
    return torch.device("cuda") if torch.cuda.is_available() else None


def answers_of_a_gpu(file: bytes) -> Answer | None:
    """A function that answers questions with the network of a file, for any number of threads and
    engines; ``None`` where there is no graphics card that can."""
    with _making:
        if file not in _made:
            device = find_gpu()
            if device is None:
                return None
            try:
                _made[file] = answers_on(device, file)
            except RuntimeError as failure:
                _log.warning("the graphics card cannot be used: %s", failure)
                return None
        return _made[file]


def answers_on(device: torch.device, file: bytes) -> Answer:
    """The same on a device of PyTorch's. Should it fail, the processor answers from then on."""
    import torch

    from gajah.engine.evaluator import Evaluator
    from gajah.engine.network_file import layers_of

    evaluator = Evaluator(layers_of(file), rows=BATCH, groups=_GROUPS, device=device)
    spare = Network.parse(file)
    has_failed = threading.Event()
    free: SimpleQueue[int] = SimpleQueue()
    for group in range(_GROUPS):
        free.put(group)

    def ask(
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

    def answer(
        features: NDArray[np.uint64], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        if not has_failed.is_set():
            try:
                ask(features, logits, values)
            except RuntimeError as failure:
                _log.warning("the graphics card has failed: %s", failure)
                has_failed.set()
        if has_failed.is_set():
            logits[:], values[:] = spare.answer(features)

    return answer
