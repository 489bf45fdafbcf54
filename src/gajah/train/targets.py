"""The loss: what the network is taught by a batch of samples."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from gajah.train.settings import Targets

#: What stands in a policy row where an action is not legal.
ILLEGAL = -1
_MIRRORED_DIRECTIONS = (0, 3, 2, 1)  # north, west, south, east
_NEVER = -1e4


@dataclass(frozen=True)
class Batch:
    """Samples as they come out of the buffer."""

    words: Tensor  # (n, 17) int64
    policy: Tensor  # (n, 257) int16: shares, ILLEGAL where not legal
    values: Tensor  # (n, 2): discounted result, TD(lambda)
    weight: Tensor  # (n,): how much the policy counts; 0: not at all
    #: (n, 128) uint8, for each square whether its piece is captured, then whether it moves: 0 for
    #: no piece, 1 for never to 255 for at once.
    fates: Tensor


def mirror_planes(planes: Tensor) -> Tensor:
    """Left and right exchanged."""
    return planes.flip(3)


def mirror_policy(policy: Tensor, directions: Tensor) -> Tensor:
    """The same for policy rows; ``directions`` is ``mirrored_directions`` on their device."""
    n = policy.shape[0]
    steps = policy[:, :256].view(n, 8, 8, 4).flip(2)[:, :, :, directions].reshape(n, 256)
    return torch.cat([steps, policy[:, 256:]], 1)


def mirror_squares(squares: Tensor) -> Tensor:
    """The same for rows with one or more numbers for each square."""
    return squares.view(squares.shape[0], -1, 8, 8).flip(3).flatten(1)


def mirrored_directions(device: torch.device) -> Tensor:
    """Which direction each direction becomes in a mirror."""
    return torch.tensor(_MIRRORED_DIRECTIONS, device=device)


@dataclass(frozen=True)
class Loss:
    """The sum to minimise and what it is made of, detached."""

    total: Tensor
    #: Policy loss, entropy of its target, value loss, mean square error of the result.
    parts: Tensor


def loss(logits: Tensor, values: Tensor, batch: Batch, settings: Targets) -> Loss:
    """Cross-entropies of policy and values against their targets."""
    shares = batch.policy.float()
    legal = shares > ILLEGAL
    shares = shares.clamp(min=0.0)
    target = shares / shares.sum(1, keepdim=True).clamp(min=1.0)
    log_policy = torch.log_softmax(logits.float().masked_fill(~legal, _NEVER), 1)
    of_policy = -(target * log_policy).sum(1)
    policy_loss = (of_policy * batch.weight).sum() / batch.weight.sum().clamp(min=1.0)
    entropy = -(target * torch.log(target.clamp(min=1e-6))).sum(1).mean()

    result, td = batch.values[:, 0], batch.values[:, 1]
    mixed = settings.result_share * result + (1.0 - settings.result_share) * td
    wins = torch.stack([mixed, td], 1) * 0.5 + 0.5
    of_values = functional.binary_cross_entropy_with_logits(
        values.float(), wins, reduction="none"
    ).mean(0)
    guess = torch.tanh(values[:, 0].float() * 0.5)
    error = ((guess - result) ** 2).mean()
    total = policy_loss + settings.value_weight * of_values[0] + settings.td_weight * of_values[1]
    parts = torch.stack([policy_loss, entropy, of_values[0], error]).detach()
    return Loss(total, parts)


def fate_loss(logits: Tensor, fates: Tensor) -> Tensor:
    """Cross-entropy of one of the pieces' fates, empty squares left out."""
    pieces = (fates > 0).float()
    soon = (fates.float() - 1.0).clamp(min=0.0) / 254.0
    of_squares = functional.binary_cross_entropy_with_logits(logits.float(), soon, reduction="none")
    return (of_squares * pieces).sum() / pieces.sum().clamp(min=1.0)
