from __future__ import annotations

import math
from pathlib import Path

import pytest

from gajah.train.__main__ import main
from gajah.train.changes import changed, read_changes
from gajah.train.checkpoint import WEIGHTS, read
from gajah.train.compare import Plan, compare
from gajah.train.run import Trainer
from gajah.train.settings import Run
from tests.train.test_run import short_run

#: A match that is soon over, and the settings of ``short_run`` by name.
SHORT = """
games = 4
simulations = 1
max_turns = 2
parts = 1
[settings]
shape = "2x16"
games = 16
threads = 1
planned_minutes = 2.0
search = { simulations = "0:2", candidates = 2, max_turns = 6, setup_share = "0:0" }
[settings.learning]
batch = 32
buffer = 5000
first_samples = 50
first_samples_resumed = 50
reuse = 0.2
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    Trainer(short_run(), tmp_path / "start").save(0.0)
    file = tmp_path / "plan.toml"
    file.write_text(
        f"""
start = "{tmp_path / "start"}"
minutes = 0.02
filling_minutes = 0.05
{SHORT}
[variants.plain]
[variants.results.targets]
result_share = 1.0
"""
    )
    return file


def test_variants_go_on_from_the_start_and_end_in_a_table(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert not compare(Plan.read(plan), out, minutes=0.0)
    assert not (out / "plain" / WEIGHTS).exists(), "no time was left for it"

    assert not compare(Plan.read(plan), out, minutes=math.inf, stop=lambda: True)
    assert main(["compare", str(plan), "--out", str(out)]) == 0
    start = read(tmp_path / "start" / WEIGHTS)
    for name in ("plain", "results"):
        variant = read(out / name / WEIGHTS)
        assert variant["seconds"] - start["seconds"] > 1.0
        assert variant["steps"] > start["steps"], "the start's games are learned from at once"
    settings = read(out / "results" / WEIGHTS)["settings"]
    assert settings["targets"]["result_share"] == 1.0

    table = (out / "table.md").read_text().splitlines()
    assert [row.split(" | ")[0] for row in table[-2:]] == ["| plain", "| results"]
    assert all(row.split(" | ")[4] == "4" for row in table[-2:]), "games"
    capsys.readouterr()
    assert main(["compare", str(plan), "--out", str(out)]) == 0
    assert capsys.readouterr().out.splitlines() == table, "nothing is done twice"


def test_variants_that_begin_untrained_play_against_one_of_them(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        f"""
minutes = 0.02
against = "plain"
{SHORT}
[variants.plain]
[variants.larger]
shape = "3x16"
"""
    )
    out = tmp_path / "out"
    assert compare(Plan.read(file), out, minutes=math.inf)
    assert read(out / "larger" / WEIGHTS)["shape"]["blocks"] == 3
    plain, larger = (
        [*row.split(" | ")] for row in (out / "table.md").read_text().splitlines()[-2:]
    )
    assert plain[4:6] == ["", ""]
    assert larger[4] == "4"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "variants is missing"),
        ("variants.x = {}", "there must be a start"),
        ('variants.x = {}\nagainst = "x"\nfilling_minutes = 1', "needs a start"),
        ('start = "a"\nvariants.x.search.candidate = 4', "no setting search.candidate"),
        ('start = "a"\nvariants.x.search.simulations = 4', "schedule"),
        ('start = "a"\nvariants.x.search = 4', "search is a group of settings"),
        ('start = "a"\nvariants.x.games = "many"', "games is a number"),
        ('start = "a"\nvariants = [1]', "variants is a table, not [1]"),
        ('start = "a"\nvariants.x = 4', "variants is a table"),
        ('start = "a"\nvariants.x = {}\ngames = "many"', "games is a whole number"),
        ('start = "a"\nvariants.x = {}\nfilling_minutes = "1"', "filling_minutes is a number"),
        ('start = "a"\nvariants.x = {}\npositions = 1', "positions is a text"),
        ('start = "a"\nvariants.x = {}\npositions = "b"', "b: No such file"),
        ('start = "a"\nvariants = {}\nopponent = "b"', "opponent is not known"),
    ],
)
def test_a_plan_with_a_mistake_is_refused_at_once(
    line: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(f"minutes = 1\n{line}\n")
    assert main(["compare", str(file), "--out", str(tmp_path)]) == 1
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("name", ["candidates", "quick_simulations", "max_turns"])
def test_settings_that_nothing_could_be_played_with_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"search.{name} must be at least 1"):
        changed(Run(), read_changes([f"search.{name}=0"]))


def test_settings_are_changed_by_name() -> None:
    texts = ["planned_minutes=50", "search.simulations=0:64,25:96", "learning.batch=64"]
    run = changed(Run(), read_changes([*texts, "targets.result_share=0.7", "shape=2x16"]))
    assert run.search.simulations.points == ((0.0, 64.0), (0.5, 96.0))
    assert (run.learning.batch, run.targets.result_share) == (64, 0.7)
    assert (run.shape.blocks, run.search.candidates) == (2, Run().search.candidates)
