"""A network in whole numbers, for the compiled kernels: docs/inference.md says what and why."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from gajah.engine.folded import Layer
from gajah.engine.network_file import MAGIC, VERSION
from gajah.train.settings import NetworkShape

#: The largest activations, in steps, and the largest weights: core/network/kernel.h.
_COARSE_LIMIT = 255
_FINE_LIMIT = 4095
_NARROW_WEIGHT = 127
_WIDE_WEIGHT = 2047
#: No sum of a row's weights may be larger: sums have 32 bits. A little is left for rounding.
_LARGEST_ROW = 2**31 / _FINE_LIMIT * 0.99
#: A channel's steps follow its own largest value by this power, the largest of all channels by
#: the rest. 0 wastes the steps of quiet channels, 1 makes the weights of loud ones too coarse.
_CHANNEL_POWER = 0.5
#: A quiet channel's largest value counts as at least this share of the loudest one's.
_QUIETEST = 0.02
#: Added to the curvature, relative to its mean, so that channels that never speak do no harm.
_DAMPING = 0.01
_CHUNK = 100


def quantized(
    layers: list[Layer], shape: NetworkShape, planes: Tensor, *, fine_blocks: int
) -> bytes:
    """The network's file. Steps and weights are fitted to ``planes``, positions as they occur;
    the last ``fine_blocks`` blocks work with fine activations, which costs time."""
    return _Quantizer(layers, shape, planes, fine_blocks).file()


class _Quantizer:
    @torch.no_grad()
    def __init__(
        self, layers: list[Layer], shape: NetworkShape, planes: Tensor, fine_blocks: int
    ) -> None:
        *self._tower, self._policy, self._hidden, self._scalars = layers
        self._shape = shape
        self._fine_blocks = fine_blocks
        self._heads = len(self._tower) - 1
        self._steps = self._fit_steps(planes)
        self._planes = planes

    def _limit(self, layer: int) -> int:
        """The largest activation that a layer of the tower takes; the heads follow it."""
        first_fine = 1 + 2 * (self._shape.blocks - self._fine_blocks)
        return _FINE_LIMIT if layer >= first_fine else _COARSE_LIMIT

    def _convolve(self, layer: int, x: Tensor) -> Tensor:
        weight, bias = self._tower[layer]
        return functional.conv2d(x, weight, bias, padding=weight.shape[2] // 2)

    def _fit_steps(self, planes: Tensor) -> list[Tensor]:
        """The size of a step for every channel of what each layer takes; the stem takes planes."""
        largest = [torch.zeros(weight.shape[1]) for weight, _ in self._tower]
        largest.append(torch.zeros(self._shape.channels))

        def note(layer: int, x: Tensor) -> Tensor:
            largest[layer] = torch.maximum(largest[layer], x.amax((0, 2, 3)))
            return x

        for part in planes.split(_CHUNK):
            x = functional.relu(self._convolve(0, part))
            for i in range(1, self._heads, 2):
                y = functional.relu(self._convolve(i, note(i, x)))
                x = functional.relu(x + self._convolve(i + 1, note(i + 1, y)))
            x = functional.relu(self._convolve(self._heads, note(self._heads, x)))
            note(self._heads + 1, x)
        return [_step_sizes(most, self._limit(i)) for i, most in enumerate(largest)]

    def _rounded(self, layer: int, x: Tensor) -> Tensor:
        """What a layer takes, in whole steps."""
        steps = self._steps[layer][None, :, None, None]
        return (x / steps + 0.5).floor().clamp(0, self._limit(layer))

    @torch.no_grad()
    def file(self) -> bytes:
        """Header, checksum and every layer in its order."""
        shape = self._shape
        parts = [
            struct.pack(
                "<5I",
                shape.blocks,
                shape.channels,
                shape.value_channels,
                shape.value_hidden,
                self._fine_blocks,
            ),
            *self._stem(),
            *self._blocks(),
            *self._head_layers(),
        ]
        body = b"".join(parts)
        return MAGIC + struct.pack("<2I", VERSION, zlib.crc32(body)) + body

    def _stem(self) -> list[bytes]:
        weight, bias = self._tower[0]
        return [_floats(weight.permute(1, 2, 3, 0)), _floats(bias), _floats(1.0 / self._steps[1])]

    def _blocks(self) -> list[bytes]:
        parts = []
        stream = functional.relu(self._convolve(0, self._planes))
        for i in range(1, self._heads, 2):
            weights, row_steps, out = self._narrow(i, stream)
            bias, steps = self._tower[i][1], self._steps[i + 1]
            parts += [weights, _floats(row_steps / steps), _floats(bias / steps)]
            weights, row_steps, out = self._narrow(i + 1, functional.relu(out))
            parts += [weights, _floats(row_steps), _floats(self._tower[i + 1][1])]
            parts.append(_floats(1.0 / self._steps[i + 2]))
            stream = functional.relu(stream + out)
        return parts

    def _narrow(self, layer: int, x: Tensor) -> tuple[bytes, Tensor, Tensor]:
        """A convolution's weights in 8 bits, what one is worth in each row, and the output."""
        weight, bias = self._tower[layer]
        steps = self._steps[layer][None, :, None, None]
        scaled = weight * steps
        row_steps = scaled.flatten(1).abs().amax(1).clamp(min=1e-12) / _NARROW_WEIGHT
        taken = self._rounded(layer, x)
        whole = _fit_rows(scaled.flatten(1) / row_steps[:, None], _curvature(taken))
        whole = whole.view_as(weight)
        worth = row_steps[:, None, None, None]
        out = functional.conv2d(taken, whole * worth, bias, padding=1)
        in_order = whole.permute(0, 2, 3, 1).contiguous().numpy().astype(np.int8)
        return in_order.tobytes(), row_steps, out

    def _head_layers(self) -> list[bytes]:
        split = self._shape.channels - self._shape.value_channels
        taken, between = self._steps[self._heads], self._steps[self._heads + 1]
        weight, bias = self._tower[self._heads]
        parts = _wide(weight.flatten(1) * taken, bias, between)
        weight, bias = self._policy
        parts += _wide(weight.flatten(1) * between[:split], bias, torch.ones(()))
        weight, bias = self._hidden
        parts += _wide(weight * between[split:].repeat(64), bias, torch.ones(()))
        weight, bias = self._scalars
        wanted = [0, 2]  # the value, and the end of the turn; the other one only helps learning
        return [*parts, _floats(weight[wanted]), _floats(bias[wanted])]


def _step_sizes(largest: Tensor, limit: int) -> Tensor:
    loudest = largest.max().clamp(min=1e-6)
    relative = (largest / loudest).clamp(min=_QUIETEST)
    return loudest * relative**_CHANNEL_POWER / limit


def _curvature(taken: Tensor) -> Tensor:
    """How much the squared error of a 3x3 convolution grows with errors of two of its weights."""
    inputs = taken.shape[1] * 9
    total = torch.zeros(inputs, inputs)
    for part in taken.split(_CHUNK):
        columns = functional.unfold(part, 3, padding=1).transpose(1, 2).reshape(-1, inputs)
        total += columns.T @ columns
    return total


def _fit_rows(weights: Tensor, curvature: Tensor) -> Tensor:
    """Whole numbers near the weights. One input after the other is rounded, and the inputs still
    to come make up for the error as well as they can (optimal brain quantisation)."""
    inputs = weights.shape[1]
    damping = _DAMPING * curvature.diagonal().mean().clamp(min=1e-6)
    order = torch.argsort(curvature.diagonal(), descending=True)
    ordered = (curvature + damping * torch.eye(inputs))[order][:, order].double()
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(ordered))
    share = torch.linalg.cholesky(inverse, upper=True).float()
    left = weights[:, order].clone()
    whole = torch.zeros_like(weights)
    for i in range(inputs):
        rounded = left[:, i].round().clamp(-_NARROW_WEIGHT, _NARROW_WEIGHT)
        whole[:, order[i]] = rounded
        error = (left[:, i] - rounded) / share[i, i]
        left[:, i + 1 :] -= error[:, None] * share[i, i + 1 :]
    return whole


def _wide(weights: Tensor, bias: Tensor, out_steps: Tensor) -> list[bytes]:
    """A layer of the heads: weights in 16 bits, as large as sums of 32 bits allow."""
    sizes = weights.abs()
    row_steps = torch.maximum(sizes.amax(1) / _WIDE_WEIGHT, sizes.sum(1) / _LARGEST_ROW)
    row_steps = row_steps.clamp(min=1e-12)
    whole = (weights / row_steps[:, None]).round().numpy().astype("<i2")
    return [whole.tobytes(), _floats(row_steps / out_steps), _floats(bias / out_steps)]


def _floats(numbers: Tensor) -> bytes:
    return numbers.detach().contiguous().numpy().astype("<f4").tobytes()
