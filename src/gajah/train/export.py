"""A trained network as a small file: 16-bit weights that numpy can read."""

from __future__ import annotations

import io
from dataclasses import asdict
from pathlib import Path
from typing import IO
from zipfile import BadZipFile

import numpy as np
import torch

from gajah.engine.folded import Layer
from gajah.files import whole_file
from gajah.train import checkpoint
from gajah.train.network import Network as _Network
from gajah.train.network import fold
from gajah.train.settings import NetworkShape

#: What ships must not be larger.
MOST_BYTES = 5_000_000
_SHAPE = "shape"


def export(layers: list[Layer], shape: NetworkShape, path: Path) -> int:
    """Writes folded layers as fp16 and returns the file's size in bytes."""
    return write_file(packed(layers, shape), path)


def packed(layers: list[Layer], shape: NetworkShape) -> bytes:
    """Folded layers as the bytes of a .npz file with 16-bit numbers."""
    arrays = {_SHAPE: np.array(list(asdict(shape).values()), dtype=np.int32)}
    for i, (weight, bias) in enumerate(layers):
        arrays[f"weight{i}"] = weight.detach().cpu().numpy().astype(np.float16)
        arrays[f"bias{i}"] = bias.detach().cpu().numpy().astype(np.float16)
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def write_file(content: bytes, path: Path) -> int:
    """Writes a whole file or, if killed, nothing; returns its size in bytes."""
    with whole_file(path) as part:
        part.write_bytes(content)
    return len(content)


def load(path: Path) -> tuple[list[Layer], NetworkShape]:
    """Reads an exported network, or the averaged weights of a checkpoint, a folder or a file."""
    if path.suffix == ".pt" or path.is_dir():
        return _load_checkpoint(path)
    try:
        with path.open("rb") as file:
            return unpacked(file)
    except (KeyError, ValueError, EOFError, BadZipFile):
        raise ValueError(f"{path} is not a network, or only a part of one") from None


def _load_checkpoint(path: Path) -> tuple[list[Layer], NetworkShape]:
    saved = checkpoint.read_weights(path)
    shape = NetworkShape(**saved["shape"])
    network = _Network(shape)
    network.load_state_dict(saved["average"])
    return fold(network), shape


def unpacked(file: IO[bytes]) -> tuple[list[Layer], NetworkShape]:
    """What ``packed`` made bytes of."""
    with np.load(file) as arrays:
        shape = NetworkShape(*(int(x) for x in arrays[_SHAPE]))
        count = sum(name.startswith("weight") for name in arrays.files)
        layers = [
            (
                torch.from_numpy(arrays[f"weight{i}"].astype(np.float32)),
                torch.from_numpy(arrays[f"bias{i}"].astype(np.float32)),
            )
            for i in range(count)
        ]
    return layers, shape
