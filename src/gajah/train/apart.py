"""The halves of a run on their own: self-play that keeps samples, and learning from those."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from gajah._core import Position
from gajah.train import checkpoint, store
from gajah.train.export import load
from gajah.train.games import GROUPS, TEND_EVERY_S, Games, choose_device
from gajah.train.learn import Learner
from gajah.train.progress import PROGRESS, REPORT_EVERY_S, Moment, Reporter, between, losses_of
from gajah.train.replay import Replay
from gajah.train.settings import Run


def play(
    net: Path,
    out: Path,
    run: Run,
    *,
    minutes: float,
    keep: int,
    starts: list[Position],
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Games of a network that does not change, with the settings of a run's end. Their newest
    samples are kept in a folder; how many there were."""
    layers, _ = load(net)
    device = choose_device()
    games = Games(run, layers, device=device, starts=starts, progress=1.0, seed=run.seed)
    replay = Replay(min(keep, run.learning.buffer), device)
    out.mkdir(parents=True, exist_ok=True)
    report = Reporter(out / PROGRESS)
    start = time.monotonic()
    before = Moment(0.0, games.played())
    games.start()
    now = last_tend = 0.0
    while now < minutes * 60.0 and not stop():
        for group in range(GROUPS):
            games.turn(group)
        now = time.monotonic() - start
        if now - last_tend >= TEND_EVERY_S:
            replay.add(games.take())
            last_tend = now
        if now - before.seconds >= REPORT_EVERY_S:
            after = Moment(now, games.played())
            report.write(_playing(before, after, replay))
            before = after
    replay.add(games.take())
    report.write(_playing(before, Moment(now, games.played()), replay))
    checkpoint.write(out / checkpoint.REPLAY, replay.state(keep))
    return replay.total


def _playing(before: Moment, after: Moment, replay: Replay) -> dict[str, object]:
    return {
        "minutes": round(after.seconds / 60.0, 2),
        **between(before, after),
        "samples": replay.total,
    }


def learn(
    samples: Path,
    out: Path,
    run: Run,
    *,
    steps: int,
    resume: Path | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Learner:
    """Learns ``steps`` steps from a folder's samples, the rate falling as over a whole run."""
    state = checkpoint.read_samples(samples)
    if state is None or not len(state["features"]):
        raise ValueError(f"there are no samples in {samples}")
    device = choose_device()
    replay = Replay(len(state["features"]), device)
    replay.load(state)
    learner = Learner(run, replay, device)
    out.mkdir(parents=True, exist_ok=True)
    report = Reporter(out / PROGRESS)
    if resume is not None:
        store.load(resume, learner, report.note)
    start = time.monotonic()
    done = 0
    while done < steps and not stop():
        learner.set_progress(done / steps)
        done += learner.step()
    seconds = time.monotonic() - start
    minutes = (learner.seconds_before + seconds) / 60.0
    report.write({"minutes": round(minutes, 2), **losses_of(learner)})
    store.save(out, learner, seconds)
    return learner
