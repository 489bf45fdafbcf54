"""The matches that stand behind lab/alphabeta.md can be played through and counted again."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from gajah.arena.store import read_store
from gajah.game import Game

ROOT = Path(__file__).parent.parent.parent
SCRIPT = str(ROOT / "bench" / "ladder.py")
RUNGS = sorted((ROOT / "bench" / "ladder").glob("*.jsonl"))


@pytest.mark.parametrize("rung", RUNGS, ids=lambda path: path.stem)
def test_every_kept_game_is_legal_and_ends_as_it_says(rung: Path) -> None:
    event, games = read_store(rung)
    assert len(games) == event.games >= 200
    for finished in games:
        game = Game()
        for turn in finished.played.turns:
            game.play(turn.text)
        assert game.result == finished.played.result


def test_an_earlier_version_is_started_from_its_own_folder(tmp_path: Path) -> None:
    package = tmp_path / "src" / "gajah"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("import numpy; print('the version in this folder')")
    starter = runpy.run_path(SCRIPT)["write_starter"](tmp_path)
    started = subprocess.run([starter], check=True, capture_output=True, text=True, timeout=60)
    assert started.stdout == "the version in this folder\n"


def test_the_documents_show_what_the_games_add_up_to() -> None:
    command = [sys.executable, SCRIPT, "table"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    assert len(shown.splitlines()) == len(RUNGS) + 2
    assert shown in (ROOT / "lab" / "alphabeta.md").read_text(encoding="utf-8")
