"""The loss: what the network is taught by a batch of samples."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from gajah.train.replay import Samples
from gajah.train.settings import Targets

#: What stands in a policy row where an action is not legal.
ILLEGAL = -1
_MIRRORED_DIRECTIONS = (0, 3, 2, 1)  # north, west, south, east
_NEVER = -1e4


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


def loss(
    logits: Tensor, values: Tensor, batch: Samples, settings: Targets
) -> tuple[Tensor, Tensor]:
    """Cross-entropies of policy and values against their targets: the sum to minimise, and
    detached the policy's loss, the entropy of its target, the value's loss and the mean square
    error of the result."""
    shares = batch["policy"].float()
    legal = shares > ILLEGAL
    shares = shares.clamp(min=0.0)
    target = shares / shares.sum(1, keepdim=True).clamp(min=1.0)
    log_policy = torch.log_softmax(logits.float().masked_fill(~legal, _NEVER), 1)
    of_policy = -(target * log_policy).sum(1)
    weight = batch["policy_weight"].float().clamp(min=settings.quick_weight)
    policy_loss = (of_policy * weight).sum() / weight.sum().clamp(min=1.0)
    entropy = -(target * torch.log(target.clamp(min=1e-6))).sum(1).mean()

    result, td = batch["result"], batch["td"]
    mixed = settings.result_share * result + (1.0 - settings.result_share) * td
    wins = torch.stack([mixed, td], 1) * 0.5 + 0.5
    of_values = functional.binary_cross_entropy_with_logits(
        values.float(), wins, reduction="none"
    ).mean(0)
    guess = torch.tanh(values[:, 0].float() * 0.5)
    error = ((guess - result) ** 2).mean()
    total = policy_loss + settings.value_weight * of_values[0] + settings.td_weight * of_values[1]
    return total, torch.stack([policy_loss, entropy, of_values[0], error]).detach()
