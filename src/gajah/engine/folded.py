"""A network for asking only: its layers in plain numbers, by PyTorch."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

#: Weights and bias.
Layer = tuple[Tensor, Tensor]
#: 16 planes of pieces and marks, 4 for the steps left, 4 that are always the same.
INPUT_PLANES = 24
_MARK_PLANES = 16
_STEPS_PLANES = 4
_TRAPS = (18, 21, 42, 45)


class Unpacker:
    """Turns packed positions (17 words each) into planes, on the device where they lie."""

    def __init__(self, device: torch.device) -> None:
        self._squares = torch.arange(64, device=device, dtype=torch.int64)
        self._counts = torch.arange(1, _STEPS_PLANES + 1, device=device, dtype=torch.int64)
        squares = torch.arange(64)
        fixed = torch.zeros(64, 4)
        fixed[list(_TRAPS), 0] = 1.0
        fixed[:, 1] = (squares // 8) / 7.0  # how far up the board
        fixed[:, 2] = ((squares % 8) - 3.5).abs() / 3.5  # how near a side edge
        fixed[:, 3] = 1.0
        self._fixed = fixed.to(device)

    def __call__(self, words: Tensor, dtype: torch.dtype) -> Tensor:
        """(n, 17) int64 to (n, 24, 8, 8); row 0 is the mover's back row. Channels lie last."""
        n = words.shape[0]
        marks = (words[:, None, :_MARK_PLANES] >> self._squares[None, :, None]) & 1
        steps = words[:, _MARK_PLANES:] == self._counts[None, :]
        planes = torch.cat(
            [
                marks.to(dtype),
                steps.to(dtype)[:, None, :].expand(n, 64, _STEPS_PLANES),
                self._fixed.to(dtype)[None].expand(n, 64, 4),
            ],
            2,
        )
        return planes.view(n, 8, 8, INPUT_PLANES).permute(0, 3, 1, 2)


class FoldedNetwork:
    """A network for asking only. Its tensors stay where they are when it gets new weights, so a
    captured CUDA graph goes on using them."""

    def __init__(self, layers: list[Layer], device: torch.device, dtype: torch.dtype) -> None:
        self._layers = []
        for weight, bias in layers:
            w = weight.detach().to(device, dtype, copy=True)
            if w.dim() == 4:
                w = w.contiguous(memory_format=torch.channels_last)
            self._layers.append((w, bias.detach().to(device, dtype, copy=True)))
        self._split = layers[-3][0].shape[1]
        self.dtype = dtype
        #: cuDNN's convolution with bias, addition and ReLU in one go.
        self.fused = False

    @torch.no_grad()
    def update(self, layers: list[Layer]) -> None:
        """Takes new weights of the same shape."""
        for (weight, bias), (new_weight, new_bias) in zip(self._layers, layers, strict=True):
            weight.copy_(new_weight)
            bias.copy_(new_bias)

    def _conv(self, x: Tensor, layer: Layer, around: Tensor | None = None) -> Tensor:
        weight, bias = layer
        pad = weight.shape[2] // 2
        if self.fused and around is not None:
            return torch.cudnn_convolution_add_relu(
                x, weight, around, 1.0, bias, (1, 1), (pad, pad), (1, 1), 1
            )
        if self.fused:
            return torch.cudnn_convolution_relu(x, weight, bias, (1, 1), (pad, pad), (1, 1), 1)
        y = functional.conv2d(x, weight, bias, padding=pad)
        return functional.relu(y if around is None else y + around)

    @torch.no_grad()
    def __call__(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (n, 257) and values (n,) from -1 to 1."""
        *tower, policy, hidden, scalars = self._layers
        x = self._conv(planes, tower[0])
        for first, second in zip(tower[1:-1:2], tower[2:-1:2], strict=True):
            x = self._conv(self._conv(x, first), second, around=x)
        x = self._conv(x, tower[-1])
        n = x.shape[0]
        squares = x.permute(0, 2, 3, 1).reshape(n, 64, -1)
        weight, bias = policy
        steps = functional.linear(squares[:, :, : self._split], weight.view(4, -1), bias).reshape(
            n, 256
        )
        value = functional.relu(
            functional.linear(squares[:, :, self._split :].reshape(n, -1), *hidden)
        )
        out = functional.linear(value, *scalars)
        return torch.cat([steps, out[:, 2:]], 1), torch.tanh(out[:, 0].float() * 0.5)
