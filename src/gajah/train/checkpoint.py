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

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import torch

from gajah.files import whole_file
from gajah.train.network import Network
from gajah.train.replay import COLUMNS
from gajah.train.settings import NetworkShape

WEIGHTS = "weights.pt"
OPTIMIZER = "optimizer.pt"
REPLAY = "replay.pt"
NET = "net.npz"


def write(path: Path, content: object, *, durable: bool = True) -> None:
    """Saves with torch, whole or not at all; durable: also if the machine loses power."""
    try:
        with whole_file(path, durable=durable) as part, part.open("wb") as file:
            torch.save(content, file)
    except RuntimeError:
        # What torch says where a disk is full.
        raise ValueError(f"{path} could not be written") from None


def read(path: Path) -> Any:
    """What ``write`` saved, or None if there is no such file; ``ValueError`` for other files."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        try:
            if (damaged := ZipFile(file).testzip()) is not None:  # torch ignores the checksums
                raise ValueError(damaged)
            file.seek(0)
            return torch.load(file, map_location="cpu", weights_only=True)
        except Exception:
            # Nearly anything may be raised for a file that is something else.
            raise ValueError(_no_checkpoint(path)) from None


def read_weights(source: Path) -> dict[str, Any]:
    """The weights of a folder or a slim file, whole and fitting together, or ``ValueError``."""
    file = weights_file(source)
    weights = read(file)
    try:
        shape = NetworkShape(**weights["shape"])
        with torch.device("meta"):  # sizes alone: no random numbers, no memory
            expected = Network(shape).state_dict()
        kept = weights["average"]
        fits = expected.keys() == kept.keys() and all(
            kept[name].shape == value.shape for name, value in expected.items()
        )
        is_whole = fits and int(weights["steps"]) >= 0 and float(weights["seconds"]) >= 0
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        is_whole = False
    if not is_whole:
        raise ValueError(_no_checkpoint(file))
    if not all(bool(torch.isfinite(value).all()) for value in kept.values()):
        raise ValueError(f"{file} holds weights that are not finite: its training diverged")
    content: dict[str, Any] = weights
    return content


def read_samples(folder: Path) -> dict[str, Any] | None:
    """What a replay buffer kept there; None if nothing is."""
    file = folder / REPLAY
    state = read(file)
    known = {*COLUMNS, "total", "learned"}
    if state is not None and not (isinstance(state, dict) and known <= state.keys()):
        raise ValueError(f"{file} holds no samples")
    return state


def _no_checkpoint(file: Path) -> str:
    return f"{file} is not a checkpoint, or only a part of one"


def is_slim(source: Path) -> bool:
    """Whether a path is that of a slim checkpoint, not of a folder."""
    return source.suffix == ".pt"


def weights_file(source: Path) -> Path:
    """Where a checkpoint's weights are; raises ``ValueError`` if there is none."""
    file = source if is_slim(source) else source / WEIGHTS
    if source.is_file() and not is_slim(source):
        raise ValueError(f"{source} is not a checkpoint: those are run's folders and .pt files")
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
