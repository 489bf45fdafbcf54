"""The data that ships with ``gajah bench`` is what its recipe makes of the sample games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gajah.bench.data import sample_archive, sample_goals, sample_positions
from tests.samples import SAMPLE_FILE
from tests.samples import sample_positions as all_sample_positions

ROOT = Path(__file__).parent.parent.parent


def test_there_is_one_position_from_each_sample_game() -> None:
    positions = sample_positions()
    assert len(positions) == len(set(positions)) == 100
    assert set(positions) <= set(all_sample_positions())


def test_archive_is_the_sample_file() -> None:
    assert sample_archive() == SAMPLE_FILE.read_text(encoding="utf-8")


def test_recipe_makes_the_same_positions_again(tmp_path: Path) -> None:
    recipe = ROOT / "bench" / "make_data.py"
    subprocess.run([sys.executable, recipe, SAMPLE_FILE, tmp_path], check=True, timeout=60)
    shipped = ROOT / "src" / "gajah" / "bench" / "positions.txt"
    assert (tmp_path / "positions.txt").read_text() == shipped.read_text()


def test_every_goal_position_has_a_goal() -> None:
    goals = sample_goals()
    assert goals
    assert all(position.find_goal() for position in goals)
