"""The network that learns: a residual tower with a policy and a value."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from gajah.engine.folded import INPUT_PLANES, Layer
from gajah.train.settings import NetworkShape

#: The scale of a block's contribution at the start: small, so that deep towers learn at once.
_FIRST_BLOCK_SCALE = 0.2


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

    def __init__(self, shape: NetworkShape) -> None:
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
