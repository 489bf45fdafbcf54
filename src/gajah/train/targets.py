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
    """Samples as they come out of the buffer; core/selfplay/selfplay.h names the columns."""

    features: Tensor  # (n, 17) int64
    policy: Tensor  # (n, 257) int16: shares, ILLEGAL where not legal
    result: Tensor  # (n,) float: the discounted result
    td: Tensor  # (n,) float: TD(lambda)
    policy_weight: Tensor  # (n,) uint8: how much the policy counts; 0: not at all


def mirror_planes(planes: Tensor) -> Tensor:
    """Left and right exchanged."""
    return planes.flip(3)


def mirror_policy(policy: Tensor, directions: Tensor) -> Tensor:
    """The same for policy rows; ``directions`` is ``mirrored_directions`` on their device."""
    n = policy.shape[0]
    steps = policy[:, :256].view(n, 8, 8, 4).flip(2)[:, :, :, directions].reshape(n, 256)
    return torch.cat([steps, policy[:, 256:]], 1)


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
    weight = batch.policy_weight.float()
    policy_loss = (of_policy * weight).sum() / weight.sum().clamp(min=1.0)
    entropy = -(target * torch.log(target.clamp(min=1e-6))).sum(1).mean()

    mixed = settings.result_share * batch.result + (1.0 - settings.result_share) * batch.td
    wins = torch.stack([mixed, batch.td], 1) * 0.5 + 0.5
    of_values = functional.binary_cross_entropy_with_logits(
        values.float(), wins, reduction="none"
    ).mean(0)
    guess = torch.tanh(values[:, 0].float() * 0.5)
    error = ((guess - batch.result) ** 2).mean()
    total = policy_loss + settings.value_weight * of_values[0] + settings.td_weight * of_values[1]
    parts = torch.stack([policy_loss, entropy, of_values[0], error]).detach()
    return Loss(total, parts)
