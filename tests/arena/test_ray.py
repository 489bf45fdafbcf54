"""A match on a Ray cluster of two workers on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from gajah.arena.cluster import TableActor
from gajah.arena.store import read_store
from gajah.bots.names import parse_players
from tests.aei.engines import MISBEHAVING, assert_gone, new_word, running
from tests.cli.program import gajah_here
from tests.ray_cluster import parent_of

# Enough that they are not over before a worker is killed: they take three seconds.
GAMES = 120
_PATIENCE_S = 240


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_match_survives_a_worker_that_is_killed_and_counts_every_game_once(tmp_path: Path) -> None:
    word, path = new_word(), tmp_path / "m.jsonl"
    players = [
        f"{mode}@aei:{sys.executable} {MISBEHAVING} {mode} {word}" for mode in ("good", "resign")
    ]
    command = [sys.executable, "-m", "gajah", "match", *players, "-n", str(GAMES)]
    with subprocess.Popen(
        [*command, "-o", str(path), "--ray", "local", "-c", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        while count_lines(path) < 4:
            assert match.poll() is None
        workers = {parent_of(engine) for engine in running(word)}
        assert workers
        os.kill(min(workers), signal.SIGKILL)
        out, err = match.communicate(timeout=_PATIENCE_S)
    assert match.returncode == 0, err
    assert "Traceback" not in err
    assert f"{GAMES}/{GAMES}  good {GAMES}-0 resign" in out
    assert sorted(game.index for game in read_store(path)[1]) == list(range(GAMES))
    assert_gone(word)


def test_worker_says_which_player_cannot_play_there() -> None:
    table = TableActor()
    assert table.find_fault(parse_players(["random", "x@aei:./no-such-engine"])).startswith(
        "x crashed: exit status 127, cannot run"
    )
    assert table.find_fault(parse_players(["random"])) == ""
    table.close()


def test_cluster_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    args = ("match", "random", "random", "-o", f"{tmp_path / 'm'}", "--ray", "127.0.0.1:1")
    done = gajah_here(*args)
    assert done.code == 1
    assert "no Ray cluster at '127.0.0.1:1'" in done.sentence
