"""The score of a match on a terminal: one table, drawn over itself."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from gajah.arena.store import read_store
from tests.aei.engines import MISBEHAVING
from tests.cli.terminal import Terminal

MATCH = (
    "match",
    f"good@aei:{sys.executable} {MISBEHAVING} good",
    f"resigns@aei:{sys.executable} {MISBEHAVING} resign",
    *("--games", "6", "--share-cores", "--out", "m"),
)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (30, 24), (30, 6)])
def test_score_is_drawn_over_the_last(tmp_path: Path, columns: int, rows: int) -> None:
    with Terminal(*MATCH, home=tmp_path, columns=columns, rows=rows) as terminal:
        assert terminal.end() == 0
        assert b"0/6  good" in terminal.written
        assert "0/6  good" not in terminal.text
        assert terminal.text.count("turns a game") == 1


def test_nothing_else_on_the_screen_is_lost(tmp_path: Path) -> None:
    with Terminal(*MATCH, home=tmp_path) as terminal:
        assert terminal.end() == 0
        assert terminal.lines[0] == "games go to m.jsonl and m.txt"
        assert terminal.lines[1].startswith("6/6  good 6-0 resigns")


def test_keys_that_are_pressed_meanwhile_leave_no_trace(tmp_path: Path) -> None:
    with Terminal(*MATCH, "--games", "100000", home=tmp_path) as terminal:
        terminal.wait_for("turns a game")
        terminal.press("wait")
        terminal.terminate()
        assert terminal.end() == 128 + signal.SIGTERM
        _, games = read_store(tmp_path / "m.jsonl")
        assert terminal.lines[0] == "games go to m.jsonl and m.txt"
        assert terminal.lines[1].startswith(f"{len(games)}/100000  good")


def test_terminal_that_cannot_move_its_cursor_gets_plain_lines(tmp_path: Path) -> None:
    with Terminal(*MATCH, home=tmp_path, env={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 0
        assert b"\x1b" not in terminal.written
        assert terminal.shows("6/6  good 6-0 resigns")
