from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from gajah._core import ACTIONS, FATE_COLUMNS, FEATURE_WORDS
from gajah.train.learn import Learner
from gajah.train.replay import Replay
from gajah.train.settings import Run, tiny_run

CPU = torch.device("cpu")
SAMPLES = 64


def small_run(**weights: float) -> Run:
    """With these weights of what is taught aside."""
    run = tiny_run()
    return replace(
        run,
        targets=replace(run.targets, **weights),
        learning=replace(run.learning, batch=SAMPLES),
    )


def one_lesson() -> Replay:
    """A rabbit on a2 that will be captured at once and one on e2 that never will, but moves."""
    replay = Replay(SAMPLES, CPU)
    fates = torch.zeros(SAMPLES, FATE_COLUMNS, dtype=torch.uint8)
    fates[:, [8, 64 + 12]] = 255
    fates[:, [12, 64 + 8]] = 1
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
            "fates": fates,
            "total": SAMPLES,
            "learned": 0,
        }
    )
    return replay


def learn(learner: Learner, steps: int) -> dict[str, float]:
    """Takes so many steps; the losses of what is taught aside since the learner began."""
    for _ in range(steps):
        learner.set_progress(0.0)
        learner.step()
    return dict(zip(("captures", "moves"), learner.losses()[4:], strict=True))


@pytest.mark.parametrize(
    ("weight", "asked", "other"),
    [("capture_weight", "captures", "moves"), ("move_weight", "moves", "captures")],
)
def test_what_becomes_of_pieces_is_learned_if_it_is_asked_about(
    weight: str, asked: str, other: str
) -> None:
    learner = Learner(small_run(**{weight: 1.0}), one_lesson(), CPU)
    first = learn(learner, 1)
    assert first[other] == 0.0
    assert learn(learner, 40)[asked] < 0.8 * first[asked], "the mean of all steps so far"


CAPTURES, MOVES = {"capture_weight": 0.5}, {"move_weight": 0.5}


@pytest.mark.parametrize(
    ("before", "after"),
    [({}, CAPTURES), (CAPTURES, {}), (CAPTURES, CAPTURES), (CAPTURES, MOVES), ({}, MOVES)],
)
def test_the_questions_about_pieces_may_come_and_go(
    before: dict[str, float], after: dict[str, float]
) -> None:
    first = Learner(small_run(**before), one_lesson(), CPU)
    learn(first, 2)
    second = Learner(small_run(**after), one_lesson(), CPU)
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
