"""A learner's checkpoint folder: what ``gajah.train.checkpoint`` describes, written and read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gajah.train import checkpoint
from gajah.train.export import export
from gajah.train.learn import Learner
from gajah.train.settings import Run


def save(folder: Path, learner: Learner, run: Run, seconds: float) -> None:
    """Writes weights, optimizer and network after so many seconds of training in all."""
    settings = run.as_dict()
    weights = learner.weights()
    weights |= {"seconds": seconds, "shape": settings["shape"], "settings": settings}
    checkpoint.write(folder / checkpoint.WEIGHTS, weights)
    if learner.steps:
        checkpoint.write(folder / checkpoint.OPTIMIZER, learner.optimizer_state())
    export(learner.layers(), run.shape, folder / checkpoint.NET)


def load(source: Path, learner: Learner, run: Run, note: Callable[[str], None]) -> float | None:
    """Goes on from a folder or a slim file: the seconds trained so far, or None if there is none.

    A folder without a checkpoint is where a new run begins; a missing file is a mistake.
    """
    is_slim = checkpoint.is_slim(source)
    file = checkpoint.weights_file(source)
    weights = checkpoint.read(file)
    if weights is None and is_slim:
        raise ValueError(f"there is no checkpoint {source}")
    if weights is None:
        note(f"nothing to resume in {source}: a new run begins")
        return None
    if weights["shape"] != run.as_dict()["shape"]:
        raise ValueError(f"the network in {source} has another shape: {weights['shape']}")
    optimizer = None if is_slim else checkpoint.read(source / checkpoint.OPTIMIZER)
    learner.load(weights, optimizer)
    if optimizer is None:
        note(f"goes on from {file} with a fresh optimizer: its rate warms up anew")
    return float(weights["seconds"])
