"""The learner: network, averaged weights and optimizer, one step at a time."""

from __future__ import annotations

import copy
import time
from typing import Any

import torch
from torch import Tensor, nn

from gajah.engine.evaluator import synchronize
from gajah.engine.folded import Layer, Unpacker
from gajah.train.network import Network, fold
from gajah.train.replay import Replay, Samples
from gajah.train.settings import Run
from gajah.train.targets import loss, mirror_planes, mirror_policy, mirrored_directions

_WARM_UPS = 3
_MEASURED = 20
#: Of CUDA streams, the lowest number goes first; self-play has 0.
_PRIORITY = -1
#: Losses are shown as a moving average over about a hundred steps.
_LOSS_MEMORY = 0.99
#: Policy, target entropy, value, square error of the result.
_LOSSES = 4


class Learner:
    """Learns from a buffer. On a GPU a step is one captured graph that runs beside self-play."""

    def __init__(
        self, run: Run, replay: Replay, device: torch.device, *, graphs: bool = True
    ) -> None:
        self.run = run
        self._replay = replay
        self._device = device
        self._on_gpu = device.type == "cuda"
        torch.manual_seed(run.seed)
        self.network = Network(run.shape).to(device)
        if self._on_gpu:
            self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network)
        self._pairs = _matching_tensors(self.average, self.network)
        self._unpack = Unpacker(device)
        self._directions = mirrored_directions(device)
        self._optimizer = self._make_optimizer()
        self._losses = torch.zeros(_LOSSES, device=device)
        #: Steps taken in the whole run, and seconds trained before this learner took them up.
        self.steps = 0
        self.seconds_before = 0.0
        #: When the optimizer's memory was empty: from there the learning rate warms up.
        self._empty_at = 0
        self._loss_steps = 0
        self.notes: list[str] = []
        if self._on_gpu:
            self._prepare(graphs=graphs)

    def _make_optimizer(self) -> torch.optim.AdamW:
        settings = self.run.learning
        matrices = [p for p in self.network.parameters() if p.dim() > 1]
        others = [p for p in self.network.parameters() if p.dim() <= 1]
        groups = [
            {"params": matrices, "weight_decay": settings.weight_decay},
            {"params": others, "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(
            groups,
            lr=torch.tensor(settings.rate, device=self._device) if self._on_gpu else settings.rate,
            betas=(0.9, settings.beta2),
            capturable=self._on_gpu,
            fused=self._on_gpu,
        )

    def set_progress(self, progress: float) -> float:
        """Sets the learning rate for this point of the run and returns it."""
        settings = self.run.learning
        warm = min(1.0, (self.steps - self._empty_at + 1) / settings.warm_up_steps)
        rate = settings.rate * settings.rate_share.at(progress) * warm
        for group in self._optimizer.param_groups:
            if self._on_gpu:
                group["lr"].fill_(rate)  # the captured graph reads this tensor
            else:
                group["lr"] = rate
        return rate

    def step(self) -> bool:
        """Takes one step, unless a GPU is still busy with the last one."""
        if not self._on_gpu:
            self._learn()
        elif self._idle.query():
            with torch.cuda.stream(self._stream):
                self._learn_on_gpu()
                self._idle.record()
        else:
            return False
        self.steps += 1
        self._loss_steps += 1
        return True

    def layers(self) -> list[Layer]:
        """The averaged weights, folded, for self-play."""
        synchronize(self._device)
        return fold(self.average)

    def losses(self) -> list[float]:
        """Recent losses: policy, entropy of its target, value, square error of the result."""
        seen = 1.0 - _LOSS_MEMORY ** max(1, self._loss_steps)
        return [x / seen for x in self._losses.tolist()]

    def _learn(self) -> None:
        planes, batch = self._draw()
        total, parts = self._loss(planes, batch)
        total.backward()
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=False)
        with torch.no_grad():
            mine, theirs = self._pairs
            torch._foreach_lerp_(mine, theirs, 1.0 - self.run.learning.average)
            self._losses.mul_(_LOSS_MEMORY).add_(parts, alpha=1.0 - _LOSS_MEMORY)

    def _draw(self) -> tuple[Tensor, Samples]:
        """Planes and what they should teach."""
        batch = self._replay.draw(self.run.learning.batch)
        dtype = torch.bfloat16 if self._on_gpu else torch.float32
        planes = self._unpack(batch["features"], dtype)
        # Arimaa is the same in a mirror: half of each batch is shown that way.
        half = planes.shape[0] // 2
        planes = torch.cat([mirror_planes(planes[:half]), planes[half:]])
        policy = batch["policy"]
        mirrored = mirror_policy(policy[:half], self._directions)
        planes = planes.contiguous(memory_format=torch.channels_last)
        return planes, {**batch, "policy": torch.cat([mirrored, policy[half:]])}

    def _loss(self, planes: Tensor, batch: Samples) -> tuple[Tensor, Tensor]:
        # The cache of casted weights would be filled outside a captured graph.
        with torch.autocast(
            self._device.type, torch.bfloat16, enabled=self._on_gpu, cache_enabled=False
        ):
            logits, values = self.network(planes)
        return loss(logits, values, batch, self.run.targets)

    def _learn_on_gpu(self) -> None:
        if self._graph is None:
            self._learn()
        else:
            self._graph.replay()

    def _prepare(self, *, graphs: bool) -> None:
        """Records a step as a graph, then undoes the steps that took."""
        before = copy.deepcopy(self.network.state_dict())
        # Above self-play, which fills a GPU: learning would only get what that leaves.
        self._stream = torch.cuda.Stream(priority=_PRIORITY)
        self._idle = torch.cuda.Event()
        synchronize(self._device)
        with torch.cuda.stream(self._stream):
            for _ in range(_WARM_UPS):
                self._learn()
        synchronize(self._device)
        self._graph: torch.cuda.CUDAGraph | None = None
        if graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=self._stream):
                self._learn()
            self._graph = graph
        synchronize(self._device)
        self.notes = [self._measure()]
        self.network.load_state_dict(before)
        self.average.load_state_dict(before)
        self._losses.zero_()
        for state in self._optimizer.state.values():
            for value in state.values():
                value.zero_()
        self._idle.record()

    def _measure(self) -> str:
        start = time.perf_counter()
        with torch.cuda.stream(self._stream):
            for _ in range(_MEASURED):
                self._learn_on_gpu()
        synchronize(self._device)
        rate = _MEASURED * self.run.learning.batch / (time.perf_counter() - start)
        return f"learns from {rate:,.0f} samples/s when alone"

    def weights(self) -> dict[str, Any]:
        """Both sets of weights, for saving."""
        synchronize(self._device)
        return {
            "network": _to_cpu(self.network.state_dict()),
            "average": _to_cpu(self.average.state_dict()),
            "steps": self.steps,
            "optimizer_empty_at": self._empty_at,
        }

    def optimizer_state(self) -> list[dict[str, Tensor]]:
        """The optimizer's memory, one entry for each parameter in their order."""
        synchronize(self._device)
        order = [p for g in self._optimizer.param_groups for p in g["params"]]
        return [_to_cpu(self._optimizer.state[p]) for p in order]

    def load(self, weights: dict[str, Any], optimizer: list[dict[str, Tensor]] | None) -> None:
        """Takes up saved weights and, if there is one, the optimizer's memory.

        A slim checkpoint has only averaged weights; learning goes on from those.
        """
        self.network.load_state_dict(weights.get("network", weights["average"]))
        self.average.load_state_dict(weights["average"])
        self.steps = int(weights["steps"])
        if not optimizer:
            self._empty_at = self.steps
            return
        self._empty_at = int(weights.get("optimizer_empty_at", 0))
        order = [p for g in self._optimizer.param_groups for p in g["params"]]
        # An older run's memory may end with that of outputs that are no longer taught.
        for parameter, saved in zip(order, optimizer, strict=False):
            state = self._optimizer.state[parameter]
            for name, value in saved.items():
                if name in state:
                    state[name].copy_(value)
                else:
                    state[name] = value.to(parameter.device if value.dim() else "cpu").clone()


def _matching_tensors(a: nn.Module, b: nn.Module) -> tuple[list[Tensor], list[Tensor]]:
    """What an average is taken of: parameters and the running statistics."""

    def tensors(module: nn.Module) -> list[Tensor]:
        buffers = [x for x in module.buffers() if x.is_floating_point()]
        return [*(p.detach() for p in module.parameters()), *buffers]

    return tensors(a), tensors(b)


def _to_cpu(state: dict[str, Any]) -> dict[str, Tensor]:
    return {name: value.detach().cpu().clone() for name, value in state.items()}
