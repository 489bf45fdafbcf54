"""What `gajah train` cannot do is said in one sentence, before anything is trained or written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from gajah.train.__main__ import main
from gajah.train.checkpoint import NET, REPLAY, WEIGHTS, read, write
from gajah.train.run import Trainer
from gajah.train.settings import tiny_run

DAMAGES = ("text", "list", "no shape", "half a shape", "no weights", "other weights", "not numbers")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a run has saved."""
    folder = tmp_path_factory.mktemp("run")
    Trainer(tiny_run(), folder).save(60.0)
    weights: dict[str, Any] = read(folder / WEIGHTS)
    return weights


def _damage(file: Path, good: dict[str, Any], how: str) -> None:
    average = dict(good["average"])
    if how == "text":
        file.write_text("this is not a checkpoint")
        return
    if how == "list":
        write(file, [1, 2, 3])
        return
    damaged = {**good, "average": average}
    if how == "no shape":
        del damaged["shape"]
    elif how == "half a shape":
        damaged["shape"] = {"blocks": 2}
    elif how == "no weights":
        del average["stem.weight"]
    elif how == "other weights":
        average["stem.weight"] = torch.zeros(3, 3)
    elif how == "not numbers":
        average["stem.weight"] = torch.full_like(average["stem.weight"], torch.nan)
    write(file, damaged)


def _is_one_sentence(error: str) -> bool:
    return error.startswith("gajah train: ") and error.count("\n") == 1


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_checkpoint_is_refused_wherever_one_is_read(
    how: str, good: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "damaged.pt", tmp_path / "out"
    _damage(file, good, how)
    run = ["run", "--tiny", "--minutes", "0", "--out", str(out)]
    for command in (
        ["slim", str(file), str(out)],
        ["grow", str(file), str(out), "--shape", "4x64"],
        ["export", str(file), str(tmp_path / "out.npz")],
        ["match", str(file), "random"],
        [*run, "--resume", str(file)],
        [*run, "--pupil", str(file)],
        [*run, "--against", str(file)],
    ):
        assert main(command) == 1, command
        assert _is_one_sentence(capsys.readouterr().err), command
    assert not (out / WEIGHTS).exists()
    assert not out.is_file()


@pytest.mark.parametrize(
    "odd",
    [
        ["--shape", "0x0"],
        ["--shape", "1x1"],
        ["--shape", "100000x8"],
        ["--plan", "nan"],
        ["--simulations", "nan:8"],
        ["--simulations", "0:-5"],
        ["--simulations", "0:1e30"],
        ["--setup-share", "0:7"],
        ["--rate-share", "0:-1"],
        ["--set", "learning.warm_up_steps=0"],
        ["--set", "learning.batch=0"],
        ["--set", "targets.discount=nan"],
        ["--set", "search.candidates=3", "--set", "search.candidates.x=3"],
        ["--against", "nosuch"],
        ["--pupil", "nosuch.pt"],
        ["--pupil", "0x64"],
        ["--pupil", "2x16", "--pupil-rate-share", "0:-1"],
        ["--pupil", "2x16", "--pupil-rate-share", "0:1", "--pupil-rate-share", "0:2"],
        ["--rest"],
    ],
)
def test_an_odd_value_is_refused_before_anything_is_trained(
    odd: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["run", "--minutes", "0", "--games", "4", "--out", str(out), *odd]) == 1
    assert _is_one_sentence(capsys.readouterr().err)
    assert not out.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["run", "--out", "x", "--minutes", "1", "--games", "0"],
        ["run", "--out", "x", "--minutes", "1", "--seed", "-1"],
        ["run", "--out", "x", "--minutes", "1", "--snapshots", "0"],
        ["run", "--out", "x", "--minutes", "1", "--keep-samples", "-1"],
        ["learn", "x", "--out", "y", "--steps", "-3"],
        ["match", "a.npz", "random", "--games", "0"],
        ["match", "a.npz", "random", "--setups", "bogus"],
    ],
)
def test_a_number_that_makes_no_sense_is_a_mistake_in_the_command(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2


def test_samples_that_are_none_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / REPLAY, {"words": torch.zeros(3)})
    out = str(tmp_path / "out")
    assert main(["learn", str(tmp_path), "--tiny", "--steps", "1", "--out", out]) == 1
    assert "holds no samples" in capsys.readouterr().err


def test_a_file_takes_its_place_whole_and_nothing_else_is_replaced(
    good: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, kept, link, folder = (tmp_path / x for x in (WEIGHTS, "kept.pt", "link.pt", "folder"))
    write(weights, good)
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    assert main(["slim", str(weights), str(link)]) == 0
    assert link.is_symlink()
    assert read(kept)["steps"] == good["steps"]
    folder.mkdir()
    assert main(["slim", str(weights), str(folder)]) == 1
    assert "no plain file" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {WEIGHTS, "kept.pt", "link.pt", "folder"}


def test_a_training_goes_on_when_nobody_reads_its_table_any_more(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "gajah.train", "run", "--tiny", "--games", "4"]
    command += ["--simulations", "0:1", "--minutes", "0.02", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        complaints = run.stderr.read()
    assert (run.returncode, complaints) == (0, b"")
    assert (out / NET).exists()


def test_a_plan_is_checked_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "out"
    for content, complaint in (
        ('against = "plian"\nminutes = 1\n[variants.plain]\n', "plian"),
        ('against = "random"\nminutes = 1\n[variants]\n', "needs a variant"),
        ('against = "random"\nminutes = 1\n[variants."../evil"]\n', "cannot be called"),
        ('against = "random"\nminutes = 1\n[variants.samples]\n', "cannot be called"),
        ("minutes =", "plan.toml"),
    ):
        plan.write_text(content)
        assert main(["compare", str(plan), "--out", str(out)]) == 1
        error = capsys.readouterr().err
        assert complaint in error
        assert _is_one_sentence(error)
    assert not out.exists()


def test_a_changed_byte_never_gives_other_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.pt"
    weights = torch.arange(600, dtype=torch.float32)
    write(path, {"weights": weights, "steps": 7})
    whole = path.read_bytes()
    loaded = 0
    for place in range(0, len(whole), 5):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        try:
            content = read(path)
        except ValueError:
            continue
        loaded += 1
        assert torch.equal(content["weights"], weights), place
        assert content["steps"] == 7, place
    # Some bytes say nothing; but what holds the weights is most of the file.
    assert loaded < len(whole) / 5 / 2
