"""A training run: self-play and learning take turns on one machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import torch

from gajah._core import Position, SelfPlay
from gajah.train import checkpoint
from gajah.train.evaluator import Evaluator, synchronize
from gajah.train.export import export
from gajah.train.learn import Learner
from gajah.train.network import count_weights
from gajah.train.progress import Moment, Report, between
from gajah.train.replay import Replay
from gajah.train.settings import Run

#: While the GPU answers one group, the cores advance the other.
GROUPS = 2
_TEND_EVERY_S = 0.5
_REPORT_EVERY_S = 15.0
_SAVE_EVERY_S = 60.0
#: Snapshots kept beside the newest network, for matches between stages of a run.
_SNAPSHOTS_KEPT = 3
#: The window is never smaller than so many times the samples that learning starts with.
_WINDOW_FLOOR = 4


def setups() -> list[str]:
    """Setups of real games, sixteen letters each: first row, then second row."""
    return resources.files("gajah.train").joinpath("setups.txt").read_text().split()


def positions(path: Path) -> list[Position]:
    """Start positions from a file of short forms, one a line."""
    return [Position.parse(line) for line in path.read_text().splitlines() if line.strip()]


class Trainer:
    """Everything a run consists of. ``go`` trains; ``save`` may be called at any time."""

    def __init__(
        self,
        run: Run,
        out: Path,
        *,
        resume: Path | None = None,
        starts: list[Position] | None = None,
        samples: Path | None = None,
        keep_samples: int = 1_000_000,
        snapshot_every_min: float = 3.0,
        device: torch.device | None = None,
        graphs: bool = True,
    ) -> None:
        self._run = run
        self._out = out
        out.mkdir(parents=True, exist_ok=True)
        self._report = Report(out / "progress.jsonl")
        self._device = device or torch.device("cuda" if torch.cuda.is_available() else "cpu")
        if self._device.type == "cuda":
            torch.backends.cudnn.benchmark = True
        else:
            # The other cores belong to the games' threads; two kinds of threads on one core
            # cost five times what they bring.
            torch.set_num_threads(1)
        self._samples = samples
        if samples is not None:
            samples.mkdir(parents=True, exist_ok=True)
        self._keep_samples = keep_samples
        self._snapshot_every_s = snapshot_every_min * 60.0

        self.replay = Replay(run.learning.buffer, self._device)
        self.learner = Learner(run, self.replay, self._device, graphs=graphs)
        self._seconds_before = 0.0
        self._resumed = False
        if resume is not None:
            self._load(resume)
        self._evaluator = Evaluator(
            self.learner.layers(),
            rows=run.games // GROUPS,
            groups=GROUPS,
            device=self._device,
            graphs=graphs,
        )
        # A resumed run must not play its first games again.
        seed = run.seed + int(self._seconds_before * 1000)
        self._games = SelfPlay(
            games=run.games,
            groups=GROUPS,
            threads=run.threads,
            settings=run.search.core(self.progress(0.0)),
            setups=setups(),
            positions=starts or [],
            seed=seed,
        )
        self._started_with = self.replay.total
        self._learned = 0
        self._published = self.learner.steps
        self._rate = 0.0
        self._waiting_s = self._playing_s = 0.0
        self._greet()

    def _greet(self) -> None:
        for note in (*self._evaluator.notes, *self.learner.notes):
            self._report.note(note)
        shape = self._run.shape
        self._report.note(
            f"{shape.blocks}x{shape.channels}, {count_weights(self.learner.network):,} weights, "
            f"{self._run.games} games on {self._device}, "
            f"{self._seconds_before / 60:.1f} minutes trained, {self.learner.steps} steps"
        )

    def progress(self, seconds: float) -> float:
        """How much of the planned run is behind us after so many seconds of this one."""
        return (self._seconds_before + seconds) / (60.0 * self._run.planned_minutes)

    def go(self, minutes: float, stop: Callable[[], bool] = lambda: False) -> None:
        """Trains for that long, or until told to stop; saves every minute and at the end."""
        start = time.monotonic()
        last_tend = last_report = last_save = last_snapshot = 0.0
        before = Moment.now(0.0, self._games.stats())
        for group in range(GROUPS):
            self._advance(group)
        now = 0.0
        while now < minutes * 60.0 and not stop():
            for group in range(GROUPS):
                self._evaluator_turn(group)
                self._learn()
            now = time.monotonic() - start
            if now - last_tend >= _TEND_EVERY_S:
                self._tend(now)
                last_tend = now
            if now - last_report >= _REPORT_EVERY_S:
                after = Moment.now(now, self._games.stats())
                self._write_report(before, after)
                before, last_report = after, now
            if now - last_save >= _SAVE_EVERY_S:
                self.save(now)
                last_save = now
            if now - last_snapshot >= self._snapshot_every_s:
                self._snapshot(now)
                last_snapshot = now
        self._write_report(before, Moment.now(now, self._games.stats()))
        self.save(now)

    def _advance(self, group: int) -> None:
        exchange = self._evaluator.exchanges[group]
        self._games.step(group, exchange.answers, exchange.answer_values, exchange.questions)
        self._evaluator.ask(group)

    def _evaluator_turn(self, group: int) -> None:
        a = time.monotonic()
        self._evaluator.wait(group)
        b = time.monotonic()
        self._advance(group)
        self._waiting_s += b - a
        self._playing_s += time.monotonic() - b

    def _is_due(self) -> bool:
        settings = self._run.learning
        fresh = self.replay.total - self._started_with
        resumed_empty = self._resumed and self._started_with == 0
        needed = settings.first_samples_resumed if resumed_empty else settings.first_samples
        return self.replay.total >= needed and self._learned < settings.reuse * fresh

    def _learn(self) -> None:
        """Catches up with self-play: a GPU takes one step at a time, a CPU all that are due."""
        while self._is_due() and self.learner.step():
            self._learned += self._run.learning.batch
            if self.learner.steps - self._published >= self._run.learning.publish_every:
                self._evaluator.update(self.learner.layers())
                self._published = self.learner.steps
            if self._device.type == "cuda":
                return

    def _tend(self, now: float) -> None:
        settings = self._run.learning
        progress = self.progress(now)
        synchronize(self._device)
        self.replay.drain(self._games, self._run.targets.core())
        self.replay.set_window(
            max(
                _WINDOW_FLOOR * settings.first_samples,
                int(settings.window_share * self.replay.total),
            )
        )
        synchronize(self._device)
        self._rate = self.learner.set_progress(progress)
        self._games.set(self._run.search.core(progress))

    def _write_report(self, before: Moment, after: Moment) -> None:
        seconds = max(1e-9, after.seconds - before.seconds)
        policy, entropy, value, error = self.learner.losses()
        self._report.write(
            {
                "minutes": round((self._seconds_before + after.seconds) / 60.0, 2),
                **between(before, after),
                "games": sum(after.ends),
                "samples": self.replay.total,
                "steps": self.learner.steps,
                "rate": round(self._rate, 6),
                "policy": round(policy, 3),
                "entropy": round(entropy, 3),
                "value": round(value, 4),
                "error": round(error, 3),
                "waiting": round(self._waiting_s / seconds, 2),
                "playing": round(self._playing_s / seconds, 2),
            }
        )
        self._waiting_s = self._playing_s = 0.0

    def save(self, now: float) -> None:
        """Writes a checkpoint; see ``gajah.train.checkpoint``."""
        weights = self.learner.weights()
        weights["seconds"] = self._seconds_before + now
        settings = self._run.as_dict()
        weights["shape"] = settings["shape"]
        weights["settings"] = settings
        checkpoint.write(self._out / checkpoint.WEIGHTS, weights)
        if self.learner.steps:
            checkpoint.write(self._out / checkpoint.OPTIMIZER, self.learner.optimizer_state())
        if self._samples is not None:
            state = self.replay.state(self._keep_samples)
            checkpoint.write(self._samples / checkpoint.REPLAY, state, durable=False)
        export(self.learner.layers(), self._run.shape, self._out / checkpoint.NET)

    def _snapshot(self, now: float) -> None:
        minutes = (self._seconds_before + now) / 60.0
        name = f"net-{minutes:06.1f}.npz"
        export(self.learner.layers(), self._run.shape, self._out / name)
        for old in sorted(self._out.glob("net-*.npz"))[:-_SNAPSHOTS_KEPT]:
            old.unlink()

    def _load(self, source: Path) -> None:
        is_slim = source.suffix == ".pt"
        file = source if is_slim else source / checkpoint.WEIGHTS
        weights = checkpoint.read(file)
        if weights is None and is_slim:
            raise ValueError(f"there is no checkpoint {source}")
        if weights is None:
            self._report.note(f"nothing to resume in {source}: a new run begins")
            return
        if weights["shape"] != self._run.as_dict()["shape"]:
            raise ValueError(f"the network in {source} has another shape: {weights['shape']}")
        optimizer = None if is_slim else checkpoint.read(source / checkpoint.OPTIMIZER)
        self.learner.load(weights, optimizer)
        if optimizer is None:
            self._report.note(f"goes on from {file} with a fresh optimizer: its rate warms up anew")
        self._seconds_before = float(weights["seconds"])
        self._resumed = True
        if self._samples is not None:
            samples = checkpoint.read(self._samples / checkpoint.REPLAY)
            if samples is not None:
                self.replay.load(samples)
                self.replay.set_window(len(samples["words"]))
