"""Every number of a training run, in one place, with the reason beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, isfinite, isinf

import numpy as np

from gajah import _core

# What core/network/file.cpp reads; and the value and the policy need a channel each.
_MOST_BLOCKS, _LEAST_CHANNELS, _MOST_CHANNELS = 64, 2, 512
#: Of one step or piece: far more than is useful.
_MOST_SIMULATIONS = 100_000
MOST_SEED = 2**63 - 1
# What the compiled games do unless they are told otherwise. Their numbers have 32 bits.
_GAMES, _TARGETS = _core.SelfPlaySettings(), _core.TargetSettings()
_DIGITS = 6


def _check(name: str, value: float, least: float, most: float = inf) -> None:
    """A number in its place, or ``ValueError``."""
    if not (isfinite(value) and least <= value <= most):
        limits = f"at least {least:g}" if isinf(most) else f"{least:g} to {most:g}"
        raise ValueError(f"{name} is {limits}, not {value:g}")


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network."""

    blocks: int = 8
    channels: int = 96
    #: Channels that the value head sees, the others go to the policy; and its hidden layer.
    value_channels: int = 32
    value_hidden: int = 128

    @classmethod
    def parse(cls, text: str) -> NetworkShape:
        """From ``8x96``: blocks and channels, not more than a network's file can say."""
        found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
        if not found:
            raise ValueError(f"a network's size is written like 8x96, not {text!r}")
        blocks, width = int(found[1]), int(found[2])
        if not (1 <= blocks <= _MOST_BLOCKS and _LEAST_CHANNELS <= width <= _MOST_CHANNELS):
            raise ValueError(
                f"a network has 1 to {_MOST_BLOCKS} blocks of {_LEAST_CHANNELS} to "
                f"{_MOST_CHANNELS} channels, not {text}"
            )
        return cls(blocks, width, min(32, width // 2), 128 if width >= 32 else 32)

    def __str__(self) -> str:
        return f"{self.blocks}x{self.channels}"


@dataclass(frozen=True)
class Ramp:
    """A number that changes over a run: points of (progress from 0 to 1, value)."""

    points: tuple[tuple[float, float], ...]

    @classmethod
    def parse(cls, text: str, planned_minutes: float) -> Ramp:
        """From ``0:24,20:64``: minutes of training and values. The first holds before, too."""
        try:
            parts = [part.split(":") for part in text.split(",")]
            points = [(float(minute) / planned_minutes, float(value)) for minute, value in parts]
        except ValueError:
            raise ValueError(f"a schedule is written like 0:24,20:64, not {text!r}") from None
        if not all(isfinite(number) for point in points for number in point):
            raise ValueError(f"a schedule has numbers only: {text!r}")
        if any(a[0] >= b[0] for a, b in pairwise(points)):
            raise ValueError(f"the minutes of a schedule must increase: {text!r}")
        if points[0][0] > 0.0:
            points.insert(0, (0.0, points[0][1]))
        return cls(tuple(points))

    def check(self, name: str, least: float, most: float) -> None:
        """Raises ``ValueError`` if a value lies outside."""
        for _, value in self.points:
            _check(name, value, least, most)

    def at(self, progress: float) -> float:
        """The value at that progress, on the straight line between two points."""
        starts, values = np.transpose(self.points)
        return float(np.interp(progress, starts, values))

    def stair(self, progress: float) -> float:
        """The value of the last point passed."""
        return [v for start, v in self.points if progress >= start][-1]


_SHARES_OF_SEARCH = (
    "full_share",
    "cap_score",
    "opening_share",
    "played_noise",
    "position_share",
    "setup_alone_share",
)
#: What else the compiled games have under the same name.
_COPIED = ("quick_simulations", "quick_noise", "max_turns", "opening_turns")


@dataclass(frozen=True)
class Search:
    """How self-play searches and plays."""

    #: Few at first, while the value knows nothing and games are what is wanted; more later.
    simulations: Ramp = Ramp(((0.0, 24), (0.2, 32), (0.5, 48), (0.75, 64)))
    candidates: int = _GAMES.search.candidates
    value_scale: float = _GAMES.search.weight.value_scale
    noise: float = _GAMES.search.noise
    #: Below the root: 0, visits follow the improved policy; else PUCT, as in play, which has 0.3.
    exploration: float = 0.0
    #: Below 1, the other steps are searched with ``quick_simulations`` and teach only the value.
    full_share: float = round(_GAMES.full_share, _DIGITS)
    quick_simulations: int = _GAMES.quick_simulations
    #: The noise of those steps. With 1, steps are drawn as the policy has them, all game long.
    quick_noise: float = round(_GAMES.quick_noise, _DIGITS)
    #: Of ``noise``, what decides which step is played after a full search. With less than 1 games
    #: are played better, and the targets of the policy stay as varied.
    played_noise: float = round(_GAMES.played_noise, _DIGITS)
    #: Real games last about 70 turns of both sides together; few pass 120.
    max_turns: int = _GAMES.max_turns
    #: A stopped game is worth little, so that the side that is ahead must win it. Not nothing:
    #: while goals are still accidents, material is all there is to learn from.
    cap_score: float = round(_GAMES.cap_score, _DIGITS)
    opening_share: float = round(_GAMES.opening_share, _DIGITS)
    opening_turns: int = _GAMES.opening_turns
    #: Of games that begin in the middle, where start positions are given: fights near goal come
    #: up at once, long before self-play reaches them by itself.
    position_share: float = round(_GAMES.position_share, _DIGITS)
    #: Of games whose setups the network makes itself. Never all: play must not depend on what is
    #: fashionable among its setups while those are still poor.
    setup_share: Ramp = Ramp(((0.0, 0.25), (0.5, 0.5)))
    #: Of those games, the ones in which only one of the sides sets up itself and the other has a
    #: setup of people: against its own fashion alone a network never learns what that is worth.
    setup_alone_share: float = round(_GAMES.setup_alone_share, _DIGITS)
    #: For each piece placed. At first they are drawn, until the value knows what a setup is worth.
    setup_simulations: Ramp = Ramp(((0.0, 0), (0.1, 24), (0.2, 32), (0.5, 48), (0.75, 64)))

    def __post_init__(self) -> None:
        for name in ("candidates", "quick_simulations", "max_turns"):
            if getattr(self, name) < 1:
                raise ValueError(f"search.{name} must be at least 1")
        self.simulations.check("search.simulations", 0, _MOST_SIMULATIONS)
        self.setup_simulations.check("search.setup_simulations", 0, _MOST_SIMULATIONS)
        self.setup_share.check("search.setup_share", 0, 1)
        for name in _SHARES_OF_SEARCH:
            _check(f"search.{name}", getattr(self, name), 0, 1)
        for name in ("value_scale", "noise", "quick_noise", "exploration", "opening_turns"):
            _check(f"search.{name}", getattr(self, name), 0)

    def core(self, progress: float) -> _core.SelfPlaySettings:
        """The same for the compiled games, at that point of the run."""
        settings = _core.SelfPlaySettings()
        settings.search = search_settings(
            self.candidates, self.value_scale, self.noise, self.exploration
        )
        settings.simulations = int(self.simulations.stair(progress))
        settings.setup_share = self.setup_share.at(progress)
        for name in (*_COPIED, *_SHARES_OF_SEARCH):
            setattr(settings, name, getattr(self, name))
        settings.setup_simulations = int(self.setup_simulations.stair(progress))
        return settings


@dataclass(frozen=True)
class Targets:
    """What the network is asked to predict."""

    #: A win a turn later is worth half a percent less: gets games finished.
    discount: float = round(_TARGETS.discount, _DIGITS)
    td_lambda: float = round(_TARGETS.td_lambda, _DIGITS)
    #: The value's target: this share of the result, the rest TD(lambda), which is less noisy.
    result_share: float = 0.5
    #: The policy's loss is the unit.
    value_weight: float = 1.5
    #: A second value output learns TD(lambda) alone.
    td_weight: float = 0.5
    #: Of the policy of a quick search, one of a full search having 1. It is little better than
    #: what the network that plays knows by itself, but there are more of them: for new pupils.
    quick_weight: float = 0.0

    def __post_init__(self) -> None:
        for name in ("discount", "td_lambda", "result_share"):
            _check(f"targets.{name}", getattr(self, name), 0, 1)
        for name in ("value_weight", "td_weight", "quick_weight"):
            _check(f"targets.{name}", getattr(self, name), 0)

    def core(self) -> _core.TargetSettings:
        """The part that finished games are turned into samples with."""
        settings = _core.TargetSettings()
        settings.discount = self.discount
        settings.td_lambda = self.td_lambda
        return settings


@dataclass(frozen=True)
class Learning:
    """How the network learns."""

    batch: int = 2048
    rate: float = 1.5e-3
    #: Of ``rate``, over the planned run.
    rate_share: Ramp = Ramp(((0.0, 1.0), (0.35, 0.7), (0.7, 0.3), (1.0, 0.08)))
    warm_up_steps: int = 300
    weight_decay: float = 0.02
    beta2: float = 0.98
    #: Each sample is learned from so often, on average. Games keep the processor busy all the time
    #: and the GPU only partly, so this costs none of them.
    reuse: float = 4.0
    #: Samples needed before learning starts.
    first_samples: int = 150_000
    #: More of them when a trained network goes on with an empty buffer: the first games to end
    #: are the short ones, and it has much to lose from a one-sided diet.
    first_samples_resumed: int = 600_000
    #: The newest share of all samples is what is learned from, within the buffer.
    window_share: float = 0.5
    buffer: int = 6_000_000
    #: Self-play uses an average of the weights over about 1 / (1 - this) steps.
    average: float = 0.995
    #: Steps between two hand-overs of the averaged weights to self-play.
    publish_every: int = 100

    def __post_init__(self) -> None:
        self.rate_share.check("learning.rate_share", 0, inf)
        for name in ("rate", "weight_decay", "reuse", "first_samples", "first_samples_resumed"):
            _check(f"learning.{name}", getattr(self, name), 0)
        for name in ("warm_up_steps", "buffer", "publish_every"):
            _check(f"learning.{name}", getattr(self, name), 1)
        _check("learning.batch", self.batch, 2)  # half of it is shown in a mirror
        for name in ("beta2", "window_share", "average"):
            _check(f"learning.{name}", getattr(self, name), 0, 1)


@dataclass(frozen=True)
class Run:
    """A whole run on one machine."""

    shape: NetworkShape = field(default_factory=NetworkShape)
    games: int = 8192
    threads: int = 16
    #: Minutes of training over which schedules stretch, resumed runs counted together.
    planned_minutes: float = 25.0
    seed: int = 1
    search: Search = field(default_factory=Search)
    targets: Targets = field(default_factory=Targets)
    learning: Learning = field(default_factory=Learning)

    def __post_init__(self) -> None:
        if not 0.0 < self.planned_minutes < inf:
            raise ValueError("a run is planned for more than no minutes")
        _check("games", self.games, 2)
        _check("threads", self.threads, 1)
        _check("seed", self.seed, 0, MOST_SEED)


def search_settings(
    candidates: int = _GAMES.search.candidates,
    value_scale: float = _GAMES.search.weight.value_scale,
    noise: float = 0.0,
    exploration: float = 0.0,
) -> _core.GumbelSettings:
    """Settings of a single search; without noise, as for playing, it is not random at all."""
    settings = _core.GumbelSettings()
    settings.candidates = candidates
    weight = _core.ValueWeight()
    weight.value_scale = value_scale
    settings.weight = weight
    settings.noise = noise
    settings.exploration = exploration
    return settings


def tiny_run() -> Run:
    """A run small enough for a minute on one CPU core, for tests and rehearsals."""
    return Run(
        shape=NetworkShape.parse("2x16"),
        games=128,
        threads=1,
        planned_minutes=2.0,
        search=Search(simulations=Ramp(((0.0, 8),)), candidates=4, max_turns=60),
        learning=Learning(
            batch=256,
            rate=3e-3,
            warm_up_steps=50,
            first_samples=4_000,
            first_samples_resumed=8_000,
            buffer=100_000,
            reuse=2.0,
            average=0.98,
            publish_every=20,
        ),
    )
