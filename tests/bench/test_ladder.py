"""The matches that stand behind docs/strength.md can be played through and counted again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gajah.arena.store import read_store
from gajah.game import Game

ROOT = Path(__file__).parent.parent.parent
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


def test_the_documents_show_what_the_games_add_up_to() -> None:
    command = [sys.executable, str(ROOT / "bench" / "ladder.py"), "table"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    assert len(shown.splitlines()) == len(RUNGS) + 2
    assert shown in (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
