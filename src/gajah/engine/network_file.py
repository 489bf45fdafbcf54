"""A network's file, read back into plain numbers. core/network/file.h has the format."""

from __future__ import annotations

import math
import struct

import numpy as np
import torch
from torch import Tensor

from gajah.engine.folded import INPUT_PLANES, Layer

MAGIC = b"GAJAHNET"
VERSION = 1


def layers_of(file: bytes) -> list[Layer]:
    """A file's network in plain numbers again, as ``network.fold`` gives it: what the compiled
    kernels compute but for the rounding of activations.

    Between two layers numbers may be counted in steps instead of ones: nothing but a ReLU comes
    in between.
    """
    return _Reader(file).layers()


class _Reader:
    """Reads a file that core has accepted: it is not checked again."""

    def __init__(self, file: bytes) -> None:
        head = len(MAGIC) + struct.calcsize("<2I")
        self._shape = struct.unpack_from("<5I", file, head)
        self._file = file
        self._place = head + struct.calcsize("<5I")

    def layers(self) -> list[Layer]:
        """Weights and biases in the order of use."""
        blocks, channels, value, hidden, _ = self._shape
        stem = self._floats(INPUT_PLANES, 3, 3, channels).permute(3, 0, 1, 2)
        layers = [(stem, self._floats(channels))]
        steps_in_one = self._floats(channels)
        for _ in range(blocks):
            first, bias = self._whole("<i1", channels, 3, 3, channels)
            layers.append((first.permute(0, 3, 1, 2) * steps_in_one[None, :, None, None], bias))
            second, bias = self._whole("<i1", channels, 3, 3, channels)
            layers.append((second.permute(0, 3, 1, 2), bias))
            steps_in_one = self._floats(channels)
        heads, bias = self._whole("<i2", channels, channels)
        layers.append(((heads * steps_in_one)[:, :, None, None], bias))
        policy, bias = self._whole("<i2", 4, channels - value)
        layers.append((policy[:, :, None, None], bias))
        layers.append(self._whole("<i2", hidden, 64 * value))
        weights, bias = self._floats(2, hidden), self._floats(2)
        ours = [0, 1, 1]  # the one that only helps learning is not in the file
        layers.append((weights[ours], bias[ours]))
        return layers

    def _take(self, kind: str, shape: tuple[int, ...]) -> Tensor:
        numbers = np.frombuffer(self._file, kind, math.prod(shape), self._place)
        self._place += numbers.nbytes
        return torch.from_numpy(numbers.astype(np.float32)).view(shape)

    def _floats(self, *shape: int) -> Tensor:
        return self._take("<f4", shape)

    def _whole(self, kind: str, *shape: int) -> Layer:
        weights = self._take(kind, shape)
        scale, bias = self._floats(shape[0]), self._floats(shape[0])
        return weights * scale.view(-1, *[1] * (len(shape) - 1)), bias
