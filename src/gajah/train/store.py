"""A learner's checkpoint folder: what ``gajah.train.checkpoint`` describes, written and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from gajah.train import checkpoint
from gajah.train.export import export
from gajah.train.learn import Learner
from gajah.train.settings import NetworkShape


def save(folder: Path, learner: Learner, seconds: float) -> None:
    """Writes weights, optimizer and network, ``seconds`` after the learner was taken up."""
    settings = asdict(learner.run)
    seconds += learner.seconds_before
    about = {"seconds": seconds, "shape": settings["shape"], "settings": settings}
    checkpoint.write(folder / checkpoint.WEIGHTS, learner.weights() | about)
    if learner.steps:
        checkpoint.write(folder / checkpoint.OPTIMIZER, learner.optimizer_state())
    export(learner.layers(), learner.run.shape, folder / checkpoint.NET)


def load(source: Path, learner: Learner, note: Callable[[str], None]) -> None:
    """Goes on from a folder or a slim file."""
    weights = checkpoint.read_weights(source)
    if (shape := NetworkShape(**weights["shape"])) != learner.run.shape:
        raise ValueError(f"the network in {source} has another shape: give --shape {shape}")
    optimizer = (
        None if checkpoint.is_slim(source) else checkpoint.read(source / checkpoint.OPTIMIZER)
    )
    learner.load(weights, optimizer)
    learner.seconds_before = float(weights["seconds"])
    if optimizer is None:
        file = checkpoint.weights_file(source)
        note(f"goes on from {file} with a fresh optimizer: its rate warms up anew")
