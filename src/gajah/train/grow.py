"""A larger network that answers as a smaller one does, but for rounding: where its training begins.

New channels see everything and are seen by no old one, new blocks add nothing yet: their weights
out are zero, those in are not, so that learning finds them at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor, nn

from gajah.train.network import Block, Network
from gajah.train.settings import NetworkShape

#: Places of the old network's channels among those of the new one.
Places = Tensor


@torch.no_grad()
def grow(weights: dict[str, Any], shape: NetworkShape, seed: int = 1) -> dict[str, Any]:
    """A checkpoint's content with larger averaged weights, to go on from as from a slim one."""
    old_shape = NetworkShape(**weights["shape"])
    for name, size in asdict(shape).items():
        if size < weights["shape"][name]:
            raise ValueError(f"a network only grows: {name} was {weights['shape'][name]}")
    torch.manual_seed(seed)
    old, new = Network(old_shape), Network(shape)
    old.load_state_dict(weights["average"])
    _grow(old, new)
    kept = {name: weights[name] for name in ("steps", "seconds")}
    return {**kept, "average": new.state_dict(), "shape": asdict(shape)}


def _grow(old: Network, new: Network) -> None:
    tower = torch.arange(old.shape.channels)
    _place(old.stem, new.stem, into=tower)
    _place_norm(old.stem_norm, new.stem_norm, tower)
    old_blocks, new_blocks = _blocks(old), _blocks(new)
    for before, after in zip(old_blocks, new_blocks, strict=False):
        _place(before.first, after.first, into=tower, out_of=tower)
        _place_norm(before.first_norm, after.first_norm, tower)
        _place(before.second, after.second, into=tower, out_of=tower)
        _place_norm(before.second_norm, after.second_norm, tower)
    for added in new_blocks[len(old_blocks) :]:
        nn.init.zeros_(added.second_norm.weight)
    heads = _heads_places(old.shape, new.shape)
    _place(old.heads, new.heads, into=heads, out_of=tower)
    _place_norm(old.heads_norm, new.heads_norm, heads)
    _place(old.policy, new.policy, out_of=torch.arange(old.policy.in_channels))
    hidden = torch.arange(old.shape.value_hidden)
    _place(old.hidden, new.hidden, into=hidden, out_of=_value_places(old.shape, new.shape))
    _place(old.scalars, new.scalars, out_of=hidden)


def _blocks(network: Network) -> list[Block]:
    return [block for block in network.blocks if isinstance(block, Block)]


def _heads_places(old: NetworkShape, new: NetworkShape) -> Places:
    """The policy's channels come first, then the value's."""
    policy = torch.arange(old.channels - old.value_channels)
    value = new.channels - new.value_channels + torch.arange(old.value_channels)
    return torch.cat([policy, value])


def _value_places(old: NetworkShape, new: NetworkShape) -> Places:
    """What the hidden layer sees: for each square, the value's channels."""
    squares = torch.arange(64)[:, None] * new.value_channels
    return (squares + torch.arange(old.value_channels)[None]).flatten()


def _place(
    old: nn.Conv2d | nn.Linear,
    new: nn.Conv2d | nn.Linear,
    *,
    into: Places | None = None,
    out_of: Places | None = None,
) -> None:
    """Old outputs stay at their places and see only the old inputs."""
    into = torch.arange(old.weight.shape[0]) if into is None else into
    out_of = torch.arange(old.weight.shape[1]) if out_of is None else out_of
    new.weight[into] = 0.0
    new.weight[into[:, None], out_of[None]] = old.weight
    if old.bias is not None and new.bias is not None:
        new.bias[into] = old.bias


def _place_norm(old: nn.BatchNorm2d, new: nn.BatchNorm2d, places: Places) -> None:
    for before, after in zip(_numbers(old), _numbers(new), strict=True):
        after[places] = before


def _numbers(norm: nn.BatchNorm2d) -> Iterable[Tensor]:
    assert norm.running_mean is not None
    assert norm.running_var is not None
    return norm.weight, norm.bias, norm.running_mean, norm.running_var
