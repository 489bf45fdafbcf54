from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gajah.train.__main__ import main
from gajah.train.curves import curves, save_curves
from gajah.train.export import export
from gajah.train.network import Network, fold
from gajah.train.progress import PROGRESS, Content, Reporter, read_reports
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape
from gajah.train.yardstick import MatchError, Yardstick
from tests.train.test_run import short_run

SHAPE = NetworkShape.parse("1x16")


def report(minutes: float, *, goal: float = 0.75) -> Content:
    return {
        "minutes": minutes,
        "evaluations_per_s": 1_500_000,
        "games_per_min": 5000,
        "turns_per_game": 80.5,
        "gold_share": 0.5,
        "ends": {
            "goal": goal,
            "elimination": 0.0,
            "immobilization": 0.0,
            "proven": 0.05,
            "cap": 0.2,
        },
        "games": 12_345,
        "steps": 100,
        "rate": 0.001,
        "policy": 1.2 - minutes / 100,
        "entropy": 0.9,
        "value": 0.55,
    }


def small_net(path: Path) -> Path:
    export(fold(Network(SHAPE).eval()), SHAPE, path)
    return path


def test_reports_are_a_table_for_people_and_json_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = Reporter(tmp_path / PROGRESS)
    for minute in range(25):
        written.write(report(minute))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 27, "a heading above every twenty rows"
    assert lines[0].split()[:3] == ["minute", "evals/s", "games/min"]
    assert lines[1].split()[:4] == ["0.00", "1,500,000", "5,000", "12,345"]
    assert len({len(line) for line in lines}) == 1
    assert read_reports(tmp_path / PROGRESS)[24]["minutes"] == 24


def test_curves_show_every_number_and_matches_with_error_bars() -> None:
    content = [report(minute, goal=minute / 20) for minute in range(1, 11)]
    plain = curves(content, "a run").svg()
    for title in ("games a minute", "turns a game", "how games end", "policy loss", "value loss"):
        assert title in plain
    assert "Elo" not in plain
    match = {"against": "old.npz", "elo": 50.0, "low": 10.0, "high": None}
    with_match = curves([*content, {"minutes": 5.0, "match": match}], "a run").svg()
    assert "Elo against old.npz" in with_match
    assert with_match.count("<polyline") > plain.count("<polyline")


def test_matches_alone_have_a_picture() -> None:
    match = {"against": "old.npz", "elo": 50.0, "low": 10.0, "high": 90.0}
    picture = curves([{"minutes": minute, "match": match} for minute in (5.0, 9.0)], "a run").svg()
    assert "Elo against old.npz" in picture
    assert "policy loss" not in picture


def test_a_run_that_has_just_begun_has_a_picture_too(tmp_path: Path) -> None:
    (tmp_path / PROGRESS).write_text(json.dumps({**report(0.1), "policy": 0.0}) + "\n")
    save_curves([tmp_path / PROGRESS], tmp_path / "one.svg")
    assert "</svg>" in (tmp_path / "one.svg").read_text()


def test_runs_that_went_on_are_drawn_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, minutes in (("a", (1, 2)), ("b", (30, 40))):
        (tmp_path / name).mkdir()
        for minute in minutes:
            Reporter(tmp_path / name / PROGRESS).write(report(minute))
    picture = tmp_path / "curves.svg"
    runs = [str(tmp_path / name) for name in "ab"]
    assert main(["plot", *runs, "--out", str(picture)]) == 0
    assert ">40<" in picture.read_text()
    capsys.readouterr()
    assert main(["plot", str(tmp_path / "none"), "--out", str(picture)]) == 1
    assert capsys.readouterr().err.endswith("progress.jsonl: No such file or directory\n")


def test_a_snapshot_is_measured_beside_the_run(tmp_path: Path) -> None:
    net = small_net(tmp_path / "net.npz")
    yardstick = Yardstick(str(net), games=2, simulations=1, max_turns=1)
    assert yardstick.result(wait=True) is None
    yardstick.measure(net, 3.0)
    found = yardstick.result(wait=True)
    assert found is not None
    minutes, score = found
    assert minutes == 3.0
    assert (score["games"], score["score"]) == (2, 0.5)
    assert yardstick.result(wait=True) is None, "each result is told once"


def test_a_match_that_cannot_be_played_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = small_net(tmp_path / "net.npz")
    yardstick = Yardstick(str(tmp_path / "missing.npz"), games=2)
    yardstick.measure(net, 1.0)
    with pytest.raises(MatchError, match="missing"):
        yardstick.result(wait=True)
    yardstick.measure(net, 1.0)
    trainer = Trainer(short_run(), tmp_path / "run", yardstick=yardstick)
    trainer.go(minutes=5.0, stop=lambda: "no match against" in capsys.readouterr().out)


def test_a_match_that_a_run_does_not_wait_for_is_ended_with_it(tmp_path: Path) -> None:
    net = small_net(tmp_path / "net.npz")
    yardstick = Yardstick(str(net), games=200, simulations=64)
    run = short_run()
    trainer = Trainer(replace(run, games=4), tmp_path, yardstick=yardstick, snapshot_every_min=0.0)
    trainer.go(minutes=0.02)
    assert list(tmp_path.glob("net-*.npz"))
    assert yardstick.result(wait=True) is None
    assert (tmp_path / "progress.svg").exists()
