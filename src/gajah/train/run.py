"""A training run: learning from the samples of self-play, which plays here or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

from gajah._core import Position
from gajah.engine.evaluator import synchronize
from gajah.train import store
from gajah.train.curves import save_curves
from gajah.train.export import export
from gajah.train.games import GROUPS, TEND_EVERY_S, choose_device
from gajah.train.learn import Learner
from gajah.train.network import count_weights
from gajah.train.progress import PROGRESS, REPORT_EVERY_S, Moment, Reporter, between, losses_of
from gajah.train.pupils import Pupils, Source, choose_sources
from gajah.train.replay import Replay
from gajah.train.settings import Ramp, Run
from gajah.train.supply import LocalSupply, Supply
from gajah.train.yardstick import MatchError, Yardstick

#: In a run's folder: its reports as a picture.
_CURVES = "progress.svg"
_SAVE_EVERY_S = 60.0
#: Snapshots kept beside the newest network, for matches between stages of a run.
_SNAPSHOTS_KEPT = 3
#: The least window, in multiples of the samples that learning starts with.
_WINDOW_FLOOR = 4
#: Steps tried between two looks at the clock while no games are played.
_STEPS_ALONE = 20


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
        pupils: Sequence[Source] = (),
        pupil_rates: Sequence[Ramp] = (),
        rests: bool = False,
        snapshot_every_min: float = 3.0,
        report_every_s: float = REPORT_EVERY_S,
        yardstick: Yardstick | None = None,
        graphs: bool = True,
        kernels: bool = False,
        supply: Supply | None = None,
        show: Callable[[str], None] | None = None,
    ) -> None:
        """``supply`` brings samples and takes weights; without one, games are played here."""
        self.pupils = Pupils(choose_sources(resume, pupils), pupil_rates)
        if rests and not self.pupils:
            raise ValueError("a network that rests needs a pupil: nothing would be learned")
        self._rests = rests
        self._run = run
        self._out = out
        out.mkdir(parents=True, exist_ok=True)
        self._report = Reporter(out / PROGRESS, show)
        self._yardstick = yardstick
        self._device = choose_device()
        self._snapshot_every_s = snapshot_every_min * 60.0
        self._report_every_s = report_every_s

        self.replay = Replay(run.learning.buffer, self._device)
        self.learner = Learner(run, self.replay, self._device, graphs=graphs)
        self._supply = supply or LocalSupply(
            run,
            self._device,
            starts or [],
            samples,
            keep_samples,
            graphs=graphs,
            kernels=kernels,
        )
        if resume is not None:
            store.load(resume, self.learner, self._report.note)
            self._supply.restore(self.replay)
        self.pupils.take_up(
            lambda its: Learner(its, self.replay, self._device, graphs=graphs),
            run,
            self._report.note,
        )
        notes = self._supply.open(
            self.learner.layers(),
            progress=self.progress(0.0),
            # A resumed run must not play its first games again.
            seed=run.seed + int(self.learner.seconds_before * 1000),
        )
        self._is_hungry = resume is not None and self.replay.total == 0
        self._published = self.learner.steps
        self._rate = 0.0
        self._greet([*notes, *self.learner.notes])

    def _greet(self, notes: list[str]) -> None:
        for note in notes:
            self._report.note(note)
        shape = self._run.shape
        self._report.note(
            f"{shape}, {count_weights(self.learner.network):,} weights, "
            f"{self._run.games} games on {self._device}, "
            f"{self.learner.seconds_before / 60:.1f} minutes trained, {self.learner.steps} steps"
        )

    def progress(self, seconds: float) -> float:
        """The share of the planned run that is done ``seconds`` into this one."""
        return self._minutes(seconds) / self._run.planned_minutes

    def _minutes(self, seconds: float) -> float:
        """Minutes of training in all, ``seconds`` into this run."""
        return (self.learner.seconds_before + seconds) / 60.0

    def go(
        self,
        minutes: float,
        stop: Callable[[], bool] = lambda: False,
        *,
        alone_minutes: float = 0.0,
    ) -> None:
        """Trains for that long, or until told to stop; saves every minute and at the end.

        In the last ``alone_minutes`` no games are played: the whole machine learns from the
        samples of those before. So do the pupils, which until then wait, unless the network that
        plays rests: then they learn all the time, and it never does.
        """
        try:
            self._train(minutes, alone_minutes, stop)
        finally:
            if self._yardstick is not None:
                self._yardstick.close()

    def _train(self, minutes: float, alone_minutes: float, stop: Callable[[], bool]) -> None:
        start = time.monotonic()
        play_until = (minutes - alone_minutes) * 60.0
        last_save = last_snapshot = 0.0
        last_tend = -TEND_EVERY_S
        before = self._moment(0.0)
        if play_until > 0.0:
            self._supply.start()
        now = 0.0
        while now < minutes * 60.0 and not stop():
            # First, so that new samples have been learned from before the next report.
            if now - last_tend >= TEND_EVERY_S:
                self._tend(now)
                self._note_match()
                last_tend = now
            if now < play_until:
                for group in range(GROUPS):
                    self._supply.turn(group)
                    self._learn(with_pupils=not alone_minutes)
            else:
                self._learn_alone()
            now = time.monotonic() - start
            if now - before.seconds >= self._report_every_s:
                after = self._moment(now)
                self._write_report(before, after)
                before = after
            if now - last_save >= _SAVE_EVERY_S:
                self.save(now)
                last_save = now
            if now - last_snapshot >= self._snapshot_every_s:
                self._snapshot(now)
                last_snapshot = now
        if now > before.seconds:
            self._write_report(before, self._moment(now))
        self.save(now)

    def _moment(self, seconds: float) -> Moment:
        return Moment(seconds, self._supply.played())

    def _is_due(self) -> bool:
        settings = self._run.learning
        needed = settings.first_samples_resumed if self._is_hungry else settings.first_samples
        total = self.replay.total
        return total >= needed and self.replay.learned < settings.reuse * total

    def _learners(self, *, with_pupils: bool) -> list[Learner]:
        """Those that learn now; the first one sets the pace beside self-play."""
        if self._rests:
            return self.pupils.learners
        return [self.learner, *(self.pupils.learners if with_pupils else [])]

    def _learn(self, *, with_pupils: bool) -> None:
        """Catches up with self-play: a GPU takes one step at a time, a CPU all that are due, or, if
        games go on meanwhile, those of a moment."""
        until = time.monotonic() + TEND_EVERY_S if self._supply.plays_beside else inf
        first, *others = self._learners(with_pupils=with_pupils)
        while self._is_due() and first.step():
            self.replay.learned += self._run.learning.batch
            for other in others:
                other.step()
            if self.learner.steps - self._published >= self._run.learning.publish_every:
                self._supply.publish(self.learner.layers())
                self._published = self.learner.steps
            if self._device.type == "cuda" or time.monotonic() >= until:
                return

    def _learn_alone(self) -> None:
        """Takes steps as fast as the device does, from the samples there are."""
        self._supply.stop()
        learners = self._learners(with_pupils=True)
        for _ in range(_STEPS_ALONE):
            for learner in learners:
                learner.step()

    def _tend(self, now: float) -> None:
        settings = self._run.learning
        progress = self.progress(now)
        synchronize(self._device)
        self._supply.drain(self.replay)
        self.replay.set_window(
            max(
                _WINDOW_FLOOR * settings.first_samples,
                int(settings.window_share * self.replay.total),
            )
        )
        synchronize(self._device)
        self._rate = self.learner.set_progress(progress)
        self.pupils.set_progress(progress)
        self._supply.set_progress(progress)

    def _write_report(self, before: Moment, after: Moment) -> None:
        seconds = max(1e-9, after.seconds - before.seconds)
        self._report.write(
            {
                "minutes": round(self._minutes(after.seconds), 2),
                **between(before, after),
                "samples": self.replay.total,
                "rate": round(self._rate, 6),
                **losses_of(self.learner),
                **({"pupils": self.pupils.reports()} if self.pupils else {}),
                **self._supply.report(seconds),
            }
        )

    def save(self, now: float) -> None:
        """Writes a checkpoint; see ``gajah.train.checkpoint``."""
        # The pupils first: where weights are, a run goes on with all of its pupils.
        self.pupils.save(self._out, now)
        store.save(self._out, self.learner, now)
        self._supply.keep(self.replay)
        if (self._out / PROGRESS).exists():
            save_curves([self._out / PROGRESS], self._out / _CURVES)

    def _note_match(self) -> None:
        if self._yardstick is None:
            return
        try:
            found = self._yardstick.result()
        except MatchError as error:
            self._report.note(f"no match against {self._yardstick.opponent}: {error}")
            return
        if found is not None:
            minutes, score = found
            self._report.write_match(minutes, self._yardstick.opponent, score)

    def _snapshot(self, now: float) -> None:
        minutes = self._minutes(now)
        name = f"net-{minutes:06.1f}.npz"
        export(self.learner.layers(), self._run.shape, self._out / name)
        if self._yardstick is not None:
            self._yardstick.measure(self._out / name, minutes)
        for old in sorted(self._out.glob("net-*.npz"))[:-_SNAPSHOTS_KEPT]:
            old.unlink()
