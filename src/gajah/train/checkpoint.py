"""Saving a run so that it goes on after a kill at any moment.

A checkpoint is a folder:

    weights.pt     network, averaged weights, steps, seconds trained, settings
    optimizer.pt   the optimizer's memory
    net.npz        the averaged weights as the engine uses them

and, if samples are kept at all, ``replay.pt`` in a folder of its own: it is large, and worth
carrying only where the disk is.

Each file is written beside itself and then renamed, so each is always whole. Weights and
optimizer may be a save apart after a kill; the optimizer's memory ages well enough for that.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

WEIGHTS = "weights.pt"
OPTIMIZER = "optimizer.pt"
REPLAY = "replay.pt"
NET = "net.npz"


def write(path: Path, content: object, *, durable: bool = True) -> None:
    """Saves with torch, whole or not at all; durable: also if the machine loses power."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        torch.save(content, file)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    beside.replace(path)


def read(path: Path) -> Any:
    """What ``write`` saved, or None if there is no such file."""
    if not path.exists():
        return None
    return torch.load(path, map_location="cpu", weights_only=True)
