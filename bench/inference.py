"""How fast and how exact the network's kernels are: the tables of lab/inference.md.

    python bench/inference.py speed [NET.npz]      # evaluations a second, all kernels
    python bench/inference.py agreement CHECKPOINT # against PyTorch, on positions of real games

With a network of ``python -m gajah.train export`` (.npz), ``speed`` measures ONNX Runtime and
OpenVINO too where they are installed (``pip install onnx onnxruntime openvino``). Everything runs
on one core; candidates take turns, and each one's best round counts, in processor time.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from gajah._core import ACTIONS, Network, Position, Side, kernel_names, pack_features, parse_steps
from tests.samples import sample_games

BATCHES = (1, 8, 32)
_ROUNDS = 15
#: Evaluations of one candidate before the next one's turn.
_EVALUATIONS = 64

Features = NDArray[np.uint64]
Candidate = Callable[[Features], object]


def positions() -> Iterator[Position]:
    """Every position of the sample games, those within turns included, game by game."""
    for game in sample_games():
        for position, text in game.positions():
            yield position
            for step in parse_steps(text)[:-1]:
                position = position.after(step)
                yield position


def shipped() -> bytes:
    """The file of the network that ships."""
    return resources.files("gajah").joinpath("engine", "gajah.net").read_bytes()


def measure(candidates: dict[str, Candidate], features: Features) -> dict[str, dict[int, float]]:
    """Evaluations a second of each candidate for each batch size."""
    best: dict[str, dict[int, float]] = {name: dict.fromkeys(BATCHES, 0.0) for name in candidates}
    for _ in range(_ROUNDS):
        for name, ask in candidates.items():
            for batch in BATCHES:
                begin = time.process_time()
                for first in range(0, _EVALUATIONS, batch):
                    ask(features[first : first + batch])
                rate = _EVALUATIONS / (time.process_time() - begin)
                best[name][batch] = max(best[name][batch], rate)
    return best


def speed(weights: Path | None) -> None:
    """Prints a table, and what it was measured on."""
    every = [p for p, _ in zip(positions(), range(200 * _EVALUATIONS), strict=False)]
    features = pack_features(every[:: len(every) // _EVALUATIONS][:_EVALUATIONS])
    candidates: dict[str, Candidate] = {
        kernel: Network.parse(shipped(), kernel).answer for kernel in kernel_names()
    }
    if weights is not None and importlib.util.find_spec("onnx"):
        from runtimes import runtimes

        candidates.update(runtimes(weights, features))
    rates = measure(candidates, features)
    print("| evaluations/s, one core | " + " | ".join(f"batch {b}" for b in BATCHES) + " |")
    print("| --- |" + " ---: |" * len(BATCHES))
    for name, row in rates.items():
        print(f"| {name} | " + " | ".join(f"{row[b]:,.0f}" for b in BATCHES) + " |")
    print(json.dumps({"python": platform.python_version(), "machine": platform.machine()}))


def legal_actions(position: Position) -> list[int]:
    """The numbers of the legal actions, as in core/network/action.h."""
    actions = [ACTIONS - 1] if position.why_not_end() is None else []
    for step in position.steps():
        square, direction = step.square.index, "nesw".index(str(step)[3])
        if position.side is Side.SILVER:
            square ^= 56
            direction = direction ^ 2 if direction % 2 == 0 else direction
        actions.append(square * 4 + direction)
    return actions


def agreement(checkpoint: Path, count: int) -> None:
    """Prints how often the shipped network's choice is that of the exact one."""
    import torch

    from gajah.engine.folded import FoldedNetwork, Unpacker
    from gajah.train.export import load

    every = [p for p in positions() if len(legal_actions(p)) > 1]
    chosen = [every[i] for i in np.random.default_rng(1).choice(len(every), count, replace=False)]
    network = Network.parse(shipped())
    layers, _ = load(checkpoint)
    cpu = torch.device("cpu")
    exact, unpack = FoldedNetwork(layers, cpu, torch.float32), Unpacker(cpu)
    same, errors, squares = 0, [], []
    for begin, end in pairwise([*range(0, count, 250), count]):
        part = chosen[begin:end]
        features = pack_features(part)
        logits, values = network.answer(features)
        planes = unpack(torch.from_numpy(features.view(np.int64)), torch.float32)
        exact_logits, exact_values = (x.numpy() for x in exact(planes))
        errors += list(np.abs(values - exact_values))
        for position, row, exact_row in zip(part, logits, exact_logits, strict=True):
            actions = legal_actions(position)
            same += int(np.argmax(row[actions]) == np.argmax(exact_row[actions]))
            squares.append(np.mean((row[actions] - exact_row[actions]) ** 2))
    print(f"{count} positions: the same choice in {100 * same / count:.2f}%,")
    print(f"value off by {np.mean(errors):.4f} on average and {np.max(errors):.3f} at most,")
    print(f"logits of legal actions off by {np.sqrt(np.mean(squares)):.4f} (root mean square)")


def main() -> None:
    """Runs one of the two measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("speed").add_argument("weights", type=Path, nargs="?")
    compared = commands.add_parser("agreement")
    compared.add_argument("checkpoint", type=Path)
    compared.add_argument("--positions", type=int, default=6000)
    options = parser.parse_args()
    if options.command == "speed":
        speed(options.weights)
    else:
        agreement(options.checkpoint, options.positions)


if __name__ == "__main__":
    main()
