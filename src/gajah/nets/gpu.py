"""The network on a graphics card: used where PyTorch finds one, never needed."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    Answer = Callable[[NDArray[np.uint64], NDArray[np.float32], NDArray[np.float32]], None]

NO_GPU = "there is no graphics card that PyTorch can use"
#: Positions answered together. More would wait longer for each other than the card saves.
BATCH = 128
#: Threads that search while the card answers others.
THREADS = 3


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


def answers_on(device: torch.device, file: bytes, *, threads: int) -> Callable[[], Answer]:
    """Makes up to ``threads`` functions, each of which answers one thread's questions with the
    network of a file."""
    import torch

    from gajah.nets.evaluator import Evaluator
    from gajah.nets.file import layers_of

    evaluator = Evaluator(layers_of(file), rows=BATCH, groups=threads, device=device)
    groups = iter(range(threads))

    def make_answer() -> Answer:
        group = next(groups)
        exchange = evaluator.exchanges[group]

        def answer(
            features: NDArray[np.uint64], logits: NDArray[np.float32], values: NDArray[np.float32]
        ) -> None:
            n = len(features)
            exchange.questions[:n] = features
            evaluator.ask(group, rows=n)
            evaluator.wait(group)
            torch.from_numpy(logits).copy_(exchange.logits[:n])
            values[:] = exchange.answer_values[:n]

        return answer

    return make_answer
