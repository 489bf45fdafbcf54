from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from gajah._core import Position
from gajah.train.checkpoint import NET, WEIGHTS, read
from gajah.train.match import NetPlayer, RandomPlayer, play_games
from gajah.train.run import Trainer, positions
from gajah.train.settings import Ramp, Run, Search, tiny_run


def short_run() -> Run:
    """Seconds instead of a minute: enough for some steps of learning."""
    run = tiny_run()
    return replace(
        run,
        games=32,
        search=Search(simulations=Ramp(((0.0, 2),)), candidates=2, max_turns=12),
        learning=replace(run.learning, first_samples=200, first_samples_resumed=200, batch=32),
    )


def train_some(trainer: Trainer, steps: int) -> None:
    goal = trainer.learner.steps + steps
    trainer.go(minutes=5.0, stop=lambda: trainer.learner.steps >= goal)


def test_a_run_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    first = Trainer(short_run(), tmp_path, samples=tmp_path / "samples")
    train_some(first, 5)
    second = Trainer(short_run(), tmp_path, resume=tmp_path, samples=tmp_path / "samples")
    assert second.learner.steps == first.learner.steps
    assert second.replay.total == first.replay.total
    assert second.progress(0.0) > 0.0
    for mine, theirs in zip(
        first.learner.network.parameters(), second.learner.network.parameters(), strict=True
    ):
        assert torch.equal(mine, theirs)
    for mine_state, theirs_state in zip(
        first.learner.optimizer_state(), second.learner.optimizer_state(), strict=True
    ):
        assert all(torch.equal(mine_state[name], theirs_state[name]) for name in mine_state)
    train_some(second, 5)
    assert read(tmp_path / WEIGHTS)["steps"] == second.learner.steps


def test_a_run_of_another_shape_is_not_resumed(tmp_path: Path) -> None:
    Trainer(short_run(), tmp_path).save(0.0)
    other = replace(short_run(), shape=replace(short_run().shape, blocks=3))
    with pytest.raises(ValueError, match="another shape"):
        Trainer(other, tmp_path, resume=tmp_path)


def test_a_ramp_is_a_line_or_a_stair() -> None:
    ramp = Ramp(((0.0, 1.0), (0.5, 3.0)))
    assert [ramp.at(p) for p in (0.0, 0.25, 0.5, 2.0)] == [1.0, 2.0, 3.0, 3.0]
    assert [ramp.stair(p) for p in (0.0, 0.25, 0.5, 2.0)] == [1.0, 1.0, 3.0, 3.0]


def test_games_can_begin_from_given_positions(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    start = Position({"a2": "R", "e4": "E", "h7": "r", "d5": "e"})
    file.write_text(f"{start.short}\n\n{start.swapped().short}\n")
    assert positions(file) == [start, start.swapped()]
    run = replace(short_run(), search=replace(short_run().search, position_share=1.0))
    trainer = Trainer(run, tmp_path, starts=positions(file))
    train_some(trainer, 2)
    rabbits = trainer.replay.draw(200).words[:, [0, 6]]
    assert all(int(word).bit_count() <= 1 for word in rabbits.flatten().tolist())


def test_a_tiny_network_learns_to_beat_random_play(tmp_path: Path) -> None:
    trainer = Trainer(tiny_run(), tmp_path)
    train_some(trainer, 120)
    player = NetPlayer(tmp_path / NET, simulations=16, rows=12, seed=1)
    score = play_games(player, RandomPlayer(1), games=12, seed=1, max_turns=100)
    assert score.wins >= 10
