from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from gajah._core import Position
from gajah.train import apart
from gajah.train.__main__ import main
from gajah.train.checkpoint import REPLAY, WEIGHTS, read, write
from gajah.train.learn import Learner
from gajah.train.progress import PROGRESS
from gajah.train.pupils import Source
from gajah.train.replay import Replay
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape, Ramp, Run, Search, tiny_run
from gajah.train.starts import positions


def short_run() -> Run:
    """Seconds instead of a minute: enough for some steps of learning."""
    run = tiny_run()
    return replace(
        run,
        games=32,
        search=Search(simulations=Ramp(((0.0, 2),)), candidates=2, max_turns=12),
        learning=replace(
            run.learning, first_samples=200, first_samples_resumed=200, batch=32, buffer=5_000
        ),
    )


def train_some(trainer: Trainer, steps: int, *, alone: bool = False) -> None:
    goal = trainer.learner.steps + steps
    minutes = 5.0
    trainer.go(minutes, lambda: trainer.learner.steps >= goal, alone_minutes=alone * minutes)


def test_a_run_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    first = Trainer(short_run(), tmp_path, samples=tmp_path / "samples")
    train_some(first, 5)
    second = Trainer(short_run(), tmp_path, resume=tmp_path, samples=tmp_path / "samples")
    assert second.learner.steps == first.learner.steps
    assert second.replay.total == first.replay.total
    assert second.replay.learned == first.replay.learned
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


def test_a_pupil_learns_from_the_games_of_a_larger_network(tmp_path: Path) -> None:
    small, large, out = (tmp_path / name for name in ("small.pt", "large.pt", "run"))
    Trainer(short_run(), tmp_path / "first").save(60.0)
    assert main(["slim", str(tmp_path / "first" / WEIGHTS), str(small)]) == 0
    assert main(["grow", str(small), str(large), "--shape", "3x24"]) == 0
    run = replace(short_run(), shape=NetworkShape.parse("3x24"))
    trainer = Trainer(run, out, resume=large, pupils=[small])
    train_some(trainer, 5)
    learned = read(out / "pupil" / WEIGHTS)
    assert learned["steps"] == trainer.learner.steps
    assert learned["shape"] == read(small)["shape"]
    assert learned["seconds"] > 60.0
    before, after = read(small)["average"]["stem.weight"], learned["average"]["stem.weight"]
    assert not torch.allclose(before.float(), after, rtol=1e-3)

    # Later the pupil of the run goes on, not the one that it was, and without being asked.
    for folder in (out, tmp_path / "new"):
        again = Trainer(run, folder, resume=out)
        assert [pupil.steps for pupil in again.pupils.learners] == [learned["steps"]]
    with pytest.raises(ValueError, match="has a pupil"):
        Trainer(run, out, resume=out, pupils=[small])


def test_several_pupils_learn_and_go_on_each_with_its_own_rate(tmp_path: Path) -> None:
    run, out = short_run(), tmp_path / "run"
    Trainer(run, tmp_path / "first").save(60.0)
    rates = [Ramp(((0.0, 0.5),)), Ramp(((0.0, 1.0),)), Ramp(((0.0, 0.0),))]
    shapes = ["2x16", "1x24", "1x8"]
    sources: list[Source] = [tmp_path / "first", *map(NetworkShape.parse, shapes[1:])]
    trainer = Trainer(run, out, pupils=sources, pupil_rates=rates)
    before = [pupil.network.stem.weight.clone() for pupil in trainer.pupils.learners]
    train_some(trainer, 4)
    folders = [out / name for name in ("pupil", "pupil-2", "pupil-3")]
    saved = [read(folder / WEIGHTS) for folder in folders]
    assert [str(NetworkShape(**weights["shape"])) for weights in saved] == shapes
    assert {weights["steps"] for weights in saved} == {trainer.learner.steps}
    stood_still = [
        torch.equal(old, weights["network"]["stem.weight"])
        for old, weights in zip(before, saved, strict=True)
    ]
    assert stood_still == [False, False, True], "a rate of 0 teaches nothing"
    reports = [json.loads(line) for line in (out / PROGRESS).read_text().splitlines()]
    assert [pupil["shape"] for pupil in reports[-1]["pupils"]] == shapes

    again = Trainer(run, out, resume=out, pupil_rates=rates)
    train_some(again, 2)
    later = [read(folder / WEIGHTS) for folder in folders]
    assert [weights["steps"] for weights in later] == [again.learner.steps] * 3
    assert torch.equal(before[2], later[2]["network"]["stem.weight"])
    assert not torch.equal(saved[1]["network"]["stem.weight"], later[1]["network"]["stem.weight"])
    with pytest.raises(ValueError, match="3 pupils have a schedule each"):
        Trainer(run, out, resume=out, pupil_rates=rates[:2])


@pytest.mark.parametrize("alone_minutes", [0.0, 1.0, 5.0])
def test_only_pupils_learn_while_the_network_that_plays_rests(
    alone_minutes: float, tmp_path: Path
) -> None:
    first = Trainer(short_run(), tmp_path, samples=tmp_path / "samples")
    train_some(first, 2)
    pupils = [NetworkShape.parse("1x8"), NetworkShape.parse("2x16")]
    trainer = Trainer(
        short_run(),
        tmp_path,
        resume=tmp_path,
        samples=tmp_path / "samples",
        pupils=pupils,
        rests=True,
    )
    one, other = trainer.pupils.learners
    trainer.go(5.0, lambda: min(one.steps, other.steps) >= 3, alone_minutes=alone_minutes)
    assert trainer.learner.steps == first.learner.steps
    kept, played = read(tmp_path / WEIGHTS)["network"], first.learner.network.state_dict()
    assert all(torch.equal(kept[name], played[name]) for name in played)
    assert min(one.steps, other.steps) >= 3


def test_a_pupil_that_is_not_there_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["run", "--tiny", "--minutes", "0", "--out", str(tmp_path / "run")]
    assert main([*command, "--pupil", str(tmp_path / "typo.pt")]) == 1
    assert "there is no checkpoint" in capsys.readouterr().err


def test_a_run_of_another_shape_is_not_resumed(tmp_path: Path) -> None:
    Trainer(short_run(), tmp_path).save(0.0)
    other = replace(short_run(), shape=replace(short_run().shape, blocks=3))
    with pytest.raises(ValueError, match="another shape"):
        Trainer(other, tmp_path, resume=tmp_path)


def test_a_ramp_is_a_line_or_a_stair() -> None:
    ramp = Ramp(((0.0, 1.0), (0.5, 3.0)))
    assert [ramp.at(p) for p in (0.0, 0.25, 0.5, 2.0)] == [1.0, 2.0, 3.0, 3.0]
    assert [ramp.stair(p) for p in (0.0, 0.25, 0.5, 2.0)] == [1.0, 1.0, 3.0, 3.0]


def test_a_ramp_is_written_in_minutes_and_begins_with_its_first_value() -> None:
    ramp = Ramp.parse("10:64,20:96", planned_minutes=40.0)
    assert [ramp.at(p) for p in (0.0, 0.25, 0.375, 0.9)] == [64.0, 64.0, 80.0, 96.0]
    assert [ramp.stair(p) for p in (0.0, 0.4, 0.5)] == [64.0, 64.0, 96.0]


@pytest.mark.parametrize("text", ["64", "a:b", "5:1,", "5:1,5:2", "5:1,4:2"])
def test_a_ramp_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="schedule"):
        Ramp.parse(text, planned_minutes=10.0)


def test_schedules_of_the_command_are_those_of_the_run(tmp_path: Path) -> None:
    schedules = ["--rate-share", "0:0.5", "--simulations", "0:2", "--setup-share", "0:1"]
    arguments = ["run", "--tiny", "--out", str(tmp_path), "--minutes", "0", "--games", "4"]
    assert main([*arguments, *schedules]) == 0
    settings = read(tmp_path / WEIGHTS)["settings"]
    assert settings["learning"]["rate_share"]["points"] == ((0.0, 0.5),)
    assert settings["search"]["simulations"]["points"] == ((0.0, 2.0),)
    assert settings["search"]["setup_share"]["points"] == ((0.0, 1.0),)


def test_games_can_begin_from_given_positions(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    start = Position({"a2": "R", "e4": "E", "h7": "r", "d5": "e"})
    file.write_text(f"{start.short}\n\n{start.swapped().short}\n")
    assert positions(file) == [start, start.swapped()]
    run = replace(short_run(), search=replace(short_run().search, position_share=1.0))
    trainer = Trainer(run, tmp_path, starts=positions(file))
    train_some(trainer, 2)
    rabbits = trainer.replay.draw(200)["features"][:, [0, 6]]
    assert all(int(word).bit_count() <= 1 for word in rabbits.flatten().tolist())


def test_a_slim_checkpoint_holds_the_averaged_weights_and_training_goes_on_from_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Trainer(short_run(), tmp_path / "first")
    train_some(first, 5)
    slim = tmp_path / "nets" / "slim.pt"
    assert main(["slim", str(tmp_path / "first" / WEIGHTS), str(slim)]) == 0
    assert slim.stat().st_size < 0.4 * (tmp_path / "first" / WEIGHTS).stat().st_size
    capsys.readouterr()

    second = Trainer(short_run(), tmp_path / "second", resume=slim)
    assert "fresh optimizer" in capsys.readouterr().out
    assert second.learner.steps == first.learner.steps
    assert second.progress(0.0) > 0.0
    for kept in (second.learner.network, second.learner.average):
        for name, value in first.learner.average.state_dict().items():
            # Half a unit of 16-bit numbers' last place, and the smallest step they can take.
            assert torch.allclose(kept.state_dict()[name], value, rtol=2**-11, atol=2**-24), name

    before = [p.detach().clone() for p in second.learner.network.parameters()]
    train_some(second, 1)
    after = list(second.learner.network.parameters())
    assert not any(torch.equal(x, y) for x, y in zip(before, after, strict=True))
    assert read(tmp_path / "second" / WEIGHTS)["steps"] == second.learner.steps


def test_a_fresh_optimizer_warms_up_again() -> None:
    run = tiny_run()
    replay = Replay(100, torch.device("cpu"))
    learner = Learner(run, replay, torch.device("cpu"))
    weights = {**learner.weights(), "steps": 1000}
    learner.load(weights, None)
    assert learner.steps == 1000
    first = run.learning.rate / run.learning.warm_up_steps
    assert learner.set_progress(0.0) == pytest.approx(first)


def test_a_slim_checkpoint_that_is_not_there_is_not_a_new_run(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no checkpoint"):
        Trainer(short_run(), tmp_path, resume=tmp_path / "missing.pt")


@pytest.mark.parametrize("name", ["broken.pt", "optimizer.pt", "broken.npz", "missing.pt"])
def test_a_file_that_is_no_network_is_refused_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "optimizer.pt", [])
    for broken in ("broken.pt", "broken.npz"):
        (tmp_path / broken).write_bytes(b"PK\x03\x04 and no more")
    assert main(["export", str(tmp_path / name), str(tmp_path / "out.npz")]) == 1
    error = capsys.readouterr().err
    assert error.startswith("gajah train: ")
    assert name in error
    assert error.count("\n") == 1


def test_a_run_must_be_planned_for_some_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", "--tiny", "--out", str(tmp_path), "--minutes", "0", "--plan", "0"]
    assert main([*arguments, "--simulations", "0:2"]) == 1
    assert "planned" in capsys.readouterr().err


def test_self_play_and_learning_can_be_done_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Trainer(tiny_run(), tmp_path / "first").save(0.0)
    net, samples, out = (str(tmp_path / name) for name in ("first/net.npz", "samples", "out"))
    play = ["selfplay", net, "--out", samples, "--tiny", "--games", "16", "--simulations", "0:1"]
    assert main([*play, "--minutes", "0"]) == 0
    assert read(tmp_path / "samples" / REPLAY)["total"] == 0

    run = short_run()
    blitz = replace(run, search=replace(run.search, max_turns=2))
    apart.play(Path(net), Path(samples), blitz, minutes=0.05, keep=500, starts=[])
    held = read(tmp_path / "samples" / REPLAY)
    assert 0 < len(held["features"]) == min(500, held["total"])
    learn = ["learn", samples, "--out", out, "--tiny", "--steps"]
    assert main([*learn, "3"]) == 0
    assert main([*learn, "2", "--resume"]) == 0
    assert read(tmp_path / "out" / WEIGHTS)["steps"] == 5
    capsys.readouterr()
    assert main(["learn", str(tmp_path / "none"), *learn[2:], "1", "--resume"]) == 1
    assert "there are no samples" in capsys.readouterr().err


def test_a_run_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = tmp_path / "first"
    Trainer(tiny_run(), first).save(42.0)
    Trainer(tiny_run(), tmp_path / "other").save(0.0)
    again = ["run", "--tiny", "--minutes", "0", "--out", str(first)]
    assert main(again) == 1
    assert main([*again, "--resume", str(tmp_path / "other")]) == 1
    assert capsys.readouterr().err.count("first holds a run") == 2
    assert read(first / WEIGHTS)["seconds"] == 42.0


def test_a_checkpoint_that_is_not_there_is_not_begun_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = ["run", "--tiny", "--minutes", "0", "--out", str(tmp_path / "new")]
    assert main([*new, "--resume", str(tmp_path / "typo")]) == 1
    assert "there is no checkpoint" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("minutes", ["-1", "nan", "soon"])
def test_a_run_lasts_some_minutes(tmp_path: Path, minutes: str) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--tiny", "--out", str(tmp_path / "new"), "--minutes", minutes])
    assert not (tmp_path / "new").exists()


def test_a_network_is_exported_under_a_name_that_says_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Trainer(tiny_run(), tmp_path).save(0.0)
    assert main(["export", str(tmp_path / WEIGHTS), str(tmp_path / "net.foo")]) == 1
    assert ".net or NAME.npz" in capsys.readouterr().err
    assert not (tmp_path / "net.foo").exists()


def test_the_pupil_learns_when_no_games_are_played_any_more(tmp_path: Path) -> None:
    first = Trainer(short_run(), tmp_path / "teacher")
    train_some(first, 2)
    trainer = Trainer(short_run(), tmp_path / "run", pupils=[tmp_path / "teacher" / WEIGHTS])
    (pupil,) = trainer.pupils.learners
    before = pupil.steps
    train_some(trainer, 3)
    while_playing = pupil.steps
    # Games that ended while the last steps were taken are still taken over.
    train_some(trainer, 3, alone=True)
    played = trainer.replay.total
    train_some(trainer, 3, alone=True)
    assert while_playing > before
    assert pupil.steps >= while_playing + 3
    assert trainer.replay.total == played
