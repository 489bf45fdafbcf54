"""A learner's checkpoint folder: what ``gajah.train.checkpoint`` describes, written and read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gajah.train import checkpoint
from gajah.train.export import export
from gajah.train.learn import Learner
from gajah.train.settings import Run, Shape


def save(folder: Path, learner: Learner, run: Run, seconds: float) -> None:
    """Writes weights, optimizer and network after ``seconds`` of training in all."""
    settings = run.as_dict()
    weights = learner.weights()
    weights |= {"seconds": seconds, "shape": settings["shape"], "settings": settings}
    checkpoint.write(folder / checkpoint.WEIGHTS, weights)
    if learner.steps:
        checkpoint.write(folder / checkpoint.OPTIMIZER, learner.optimizer_state())
    export(learner.layers(), run.shape, folder / checkpoint.NET)


def load(source: Path, learner: Learner, run: Run, note: Callable[[str], None]) -> float:
    """Goes on from a folder or a slim file: the seconds trained so far."""
    weights = checkpoint.read_weights(source)
    if (shape := Shape(**weights["shape"])) != run.shape:
        raise ValueError(f"the network in {source} has another shape: give --shape {shape}")
    optimizer = (
        None if checkpoint.is_slim(source) else checkpoint.read(source / checkpoint.OPTIMIZER)
    )
    learner.load(weights, optimizer)
    if optimizer is None:
        file = checkpoint.weights_file(source)
        note(f"goes on from {file} with a fresh optimizer: its rate warms up anew")
    return float(weights["seconds"])
