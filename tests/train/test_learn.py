from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from gajah._core import ACTIONS, FEATURE_WORDS
from gajah.train.learn import Learner
from gajah.train.replay import Replay
from gajah.train.settings import Run, tiny_run

CPU = torch.device("cpu")
SAMPLES = 64


def small_run() -> Run:
    run = tiny_run()
    return replace(run, learning=replace(run.learning, batch=SAMPLES))


def one_lesson(policy_weight: int = 1) -> Replay:
    """Of two rabbits on a2 and e2, the one on e2 goes north; the game is even."""
    replay = Replay(SAMPLES, CPU)
    features = torch.zeros(SAMPLES, FEATURE_WORDS, dtype=torch.int64)
    features[:, 0] = 1 << 8 | 1 << 12
    policy = torch.full((SAMPLES, ACTIONS), -1, dtype=torch.int16)
    policy[:, [4 * 8, 4 * 12]] = torch.tensor([0, 32767], dtype=torch.int16)
    replay.load(
        {
            "features": features,
            "policy": policy,
            "result": torch.zeros(SAMPLES),
            "td": torch.zeros(SAMPLES),
            "policy_weight": torch.full((SAMPLES,), policy_weight, dtype=torch.uint8),
            "total": SAMPLES,
            "learned": 0,
        }
    )
    return replay


def learn(learner: Learner, steps: int) -> None:
    for _ in range(steps):
        learner.set_progress(0.0)
        learner.step()


def test_the_policy_of_a_sample_is_learned() -> None:
    learner = Learner(small_run(), one_lesson(), CPU)
    learn(learner, 1)
    first = learner.losses()[0]
    learn(learner, 40)
    assert learner.losses()[0] < 0.8 * first, "the mean of all steps so far"


def test_the_policy_of_a_quick_search_is_learned_if_it_has_a_weight() -> None:
    def loss_after(quick_weight: float) -> float:
        run = small_run()
        lesson = one_lesson(policy_weight=0)
        targets = replace(run.targets, quick_weight=quick_weight)
        learner = Learner(replace(run, targets=targets), lesson, CPU)
        learn(learner, 40)
        return learner.losses()[0]

    assert loss_after(0.0) == 0.0, "it does not count"
    first = Learner(small_run(), one_lesson(), CPU)
    learn(first, 1)
    assert 0.0 < loss_after(0.25) < 0.8 * first.losses()[0]


def test_a_checkpoint_with_outputs_that_are_no_longer_taught_is_loaded() -> None:
    first = Learner(small_run(), one_lesson(), CPU)
    learn(first, 2)
    aside = {"captures.weight": torch.zeros(1, 16, 1, 1), "captures.bias": torch.zeros(1)}
    second = Learner(small_run(), one_lesson(), CPU)
    second.load(
        {**first.weights(), "aside": aside}, [*first.optimizer_state(), *({} for _ in aside)]
    )
    pairs = zip(first.optimizer_state(), second.optimizer_state(), strict=True)
    assert all(torch.equal(a[name], b[name]) for a, b in pairs for name in a)


def test_a_warm_up_goes_on_after_an_interruption() -> None:
    run = small_run()
    first = Learner(run, one_lesson(), CPU)
    first.load({**first.weights(), "steps": 1000}, None)
    learn(first, 3)
    second = Learner(run, one_lesson(), CPU)
    second.load(first.weights(), first.optimizer_state())
    warm = 4 / run.learning.warm_up_steps
    assert second.set_progress(0.0) == pytest.approx(warm * run.learning.rate)
