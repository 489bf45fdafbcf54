from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from gajah._core import ACTIONS, CAPTURE_COLUMNS, FEATURE_WORDS
from gajah.train.learn import Learner
from gajah.train.replay import Replay
from gajah.train.settings import Run, tiny_run

CPU = torch.device("cpu")
SAMPLES = 64


def small_run(*, capture_weight: float = 0.0) -> Run:
    run = tiny_run()
    return replace(
        run,
        targets=replace(run.targets, capture_weight=capture_weight),
        learning=replace(run.learning, batch=SAMPLES),
    )


def one_lesson() -> Replay:
    """A rabbit on a2 that will be captured at once and one on e2 that never will."""
    replay = Replay(SAMPLES, CPU)
    captures = torch.zeros(SAMPLES, CAPTURE_COLUMNS, dtype=torch.uint8)
    captures[:, 8] = 255
    captures[:, 12] = 1
    words = torch.zeros(SAMPLES, FEATURE_WORDS, dtype=torch.int64)
    words[:, 0] = 1 << 8 | 1 << 12
    policy = torch.full((SAMPLES, ACTIONS), -1, dtype=torch.int16)
    policy[:, 4 * 12] = 32767
    replay.load(
        {
            "words": words,
            "policy": policy,
            "values": torch.zeros(SAMPLES, 2),
            "weight": torch.ones(SAMPLES),
            "captures": captures,
            "total": SAMPLES,
            "learned": 0,
        }
    )
    return replay


def learn(learner: Learner, steps: int) -> float:
    """Takes so many steps; the loss of captures since the learner began."""
    for _ in range(steps):
        learner.set_progress(0.0)
        learner.step()
    return learner.losses()[4]


def test_captures_are_learned_if_they_are_asked_about() -> None:
    asked = Learner(small_run(capture_weight=1.0), one_lesson(), CPU)
    first = learn(asked, 1)
    assert learn(asked, 40) < 0.8 * first, "the mean of all steps so far"
    silent = Learner(small_run(), one_lesson(), CPU)
    assert learn(silent, 1) == 0.0


@pytest.mark.parametrize(("before", "after"), [(0.0, 0.5), (0.5, 0.0), (0.5, 0.5)])
def test_the_question_about_captures_may_come_and_go(before: float, after: float) -> None:
    first = Learner(small_run(capture_weight=before), one_lesson(), CPU)
    learn(first, 2)
    second = Learner(small_run(capture_weight=after), one_lesson(), CPU)
    second.load(first.weights(), first.optimizer_state())
    network = len(list(first.network.parameters()))
    pairs = zip(first.optimizer_state(), second.optimizer_state(), strict=before == after)
    for mine, theirs in list(pairs)[:network]:
        assert all(torch.equal(mine[name], theirs[name]) for name in mine)
    learn(second, 1)


def test_a_warm_up_goes_on_after_an_interruption() -> None:
    run = small_run()
    first = Learner(run, one_lesson(), CPU)
    first.load({**first.weights(), "steps": 1000}, None)
    learn(first, 3)
    second = Learner(run, one_lesson(), CPU)
    second.load(first.weights(), first.optimizer_state())
    warm = 4 / run.learning.warm_up_steps
    assert second.set_progress(0.0) == pytest.approx(warm * run.learning.rate)
