"""The network: a residual tower with a policy and a value, and a fast form for self-play."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from gajah.train.settings import Shape

#: 16 planes of pieces and marks, 4 for the steps left, 4 that are always the same.
INPUT_PLANES = 24
_MARK_PLANES = 16
_STEPS_PLANES = 4
_TRAPS = (18, 21, 42, 45)
#: The scale of a block's contribution at the start: small, so that deep towers learn at once.
_FIRST_BLOCK_SCALE = 0.2


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


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.constant_(self.second_norm.weight, _FIRST_BLOCK_SCALE)

    def forward(self, x: Tensor) -> Tensor:
        """The block's output, as large as its input."""
        y = functional.relu(self.first_norm(self.first(x)))
        return functional.relu(x + self.second_norm(self.second(y)))


class Network(nn.Module):
    """Planes to 257 logits and two value logits: the value, and TD(lambda) alone."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        channels, value = shape.channels, shape.value_channels
        self.stem = nn.Conv2d(INPUT_PLANES, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList([Block(channels) for _ in range(shape.blocks)])
        self.heads = nn.Conv2d(channels, channels, 1, bias=False)
        self.heads_norm = nn.BatchNorm2d(channels)
        self.policy = nn.Conv2d(channels - value, 4, 1)
        self.hidden = nn.Linear(value * 64, shape.value_hidden)
        #: The value, TD(lambda), and the logit of ending the turn, which no square owns.
        self.scalars = nn.Linear(shape.value_hidden, 3)
        nn.init.zeros_(self.scalars.weight)
        nn.init.zeros_(self.scalars.bias)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (n, 257) and value logits (n, 2)."""
        return self.answer(self.tower(planes))

    def tower(self, planes: Tensor) -> Tensor:
        """What all questions share: (n, channels, 8, 8)."""
        x: Tensor = functional.relu(self.stem_norm(self.stem(planes)))
        for block in self.blocks:
            x = block(x)
        return x

    def answer(self, tower: Tensor) -> tuple[Tensor, Tensor]:
        """Policy and values from what the tower made of the planes."""
        x = functional.relu(self.heads_norm(self.heads(tower)))
        split = self.shape.channels - self.shape.value_channels
        steps = self.policy(x[:, :split]).permute(0, 2, 3, 1).reshape(-1, 256)
        flat = x[:, split:].permute(0, 2, 3, 1).reshape(x.shape[0], -1)
        scalars = self.scalars(functional.relu(self.hidden(flat)))
        return torch.cat([steps, scalars[:, 2:]], 1), scalars[:, :2]


def count_weights(network: Network) -> int:
    """How many numbers the network learns."""
    return sum(p.numel() for p in network.parameters())


Layer = tuple[Tensor, Tensor]


@torch.no_grad()
def fold(network: Network) -> list[Layer]:
    """Weights and biases in the order of use, each batch norm melted into its convolution."""

    def melt(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> Layer:
        assert norm.running_var is not None
        assert norm.running_mean is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return conv.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale

    layers = [melt(network.stem, network.stem_norm)]
    for block in network.blocks:
        assert isinstance(block, Block)
        layers.append(melt(block.first, block.first_norm))
        layers.append(melt(block.second, block.second_norm))
    layers.append(melt(network.heads, network.heads_norm))
    assert network.policy.bias is not None
    layers.append((network.policy.weight, network.policy.bias))
    layers.append((network.hidden.weight, network.hidden.bias))
    layers.append((network.scalars.weight, network.scalars.bias))
    return layers


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
