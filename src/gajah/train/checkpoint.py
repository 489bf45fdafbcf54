"""Saving a run so that it goes on after a kill at any moment.

A checkpoint is a folder:

    weights.pt     network, averaged weights, steps, seconds trained, settings
    optimizer.pt   the optimizer's memory
    net.npz        the averaged weights as the engine uses them

and, if samples are kept at all, ``replay.pt`` in a folder of its own: it is large, and worth
carrying only where the disk is.

A slim checkpoint is one file, small enough for a repository: the averaged weights alone, as 16-bit
numbers, with what ``weights.pt`` says about them. A run that goes on from it begins with a fresh
optimizer.

Each file is written beside itself and then renamed, so each is always whole. Weights and
optimizer may be a save apart after a kill; the optimizer's memory ages well enough for that.
"""

from __future__ import annotations

import os
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

WEIGHTS = "weights.pt"
OPTIMIZER = "optimizer.pt"
REPLAY = "replay.pt"
NET = "net.npz"


def write(path: Path, content: object, *, durable: bool = True) -> None:
    """Saves with torch, whole or not at all; durable: also if the machine loses power."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        torch.save(content, file)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    beside.replace(path)


def read(path: Path) -> Any:
    """What ``write`` saved, or None if there is no such file; ``ValueError`` for other files."""
    if not path.exists():
        return None
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, UnpicklingError):
        raise ValueError(f"{path} is not a checkpoint, or only a part of one") from None


def is_slim(source: Path) -> bool:
    """Whether a path is that of a slim checkpoint, not of a folder."""
    return source.suffix == ".pt"


def weights_file(source: Path) -> Path:
    """Where a checkpoint's weights are; raises ``ValueError`` if there is none."""
    file = source if is_slim(source) else source / WEIGHTS
    if not file.exists():
        raise ValueError(f"there is no checkpoint {source}")
    return file


def slim(weights: dict[str, Any]) -> dict[str, Any]:
    """The content of ``weights.pt`` without the raw weights, the averaged ones as 16-bit numbers.

    Vectors stay as they are: they are few, and variances may leave the 16-bit range.
    """
    average = {
        name: value.half() if value.is_floating_point() and value.dim() > 1 else value
        for name, value in weights["average"].items()
    }
    return {**{k: v for k, v in weights.items() if k != "network"}, "average": average}
