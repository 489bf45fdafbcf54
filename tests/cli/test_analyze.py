"""``gajah analyze``: the engine's opinion on the command line."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from gajah._core import Position
from tests.cli.program import GOAL_IN_TWO, OPENING, gajah_here, python
from tests.cli.test_check import BLOCKED, GAME
from tests.samples import SAMPLE_FILE, sample_games

OVER = "s [r  R                                               E            ]"


def test_best_turn_is_legal_and_has_a_score() -> None:
    done = gajah_here("analyze", OPENING, "--depth", "4", "--search", "alphabeta")
    assert (done.code, done.err) == (0, "")
    first, last = done.out.splitlines()
    score, chance, turn = first.split(None, 2)
    float(score)
    assert chance.endswith("%")
    Position.parse(OPENING).play(turn.split(" / ")[0])
    assert last.startswith("depth 4 steps, ")


def test_several_lines_are_different_turns() -> None:
    answer = json.loads(
        gajah_here("analyze", OPENING, "--depth", "4", "--lines", "3", "--json").out
    )
    turns = [line["turn"] for line in answer["lines"]]
    assert len({Position.parse(OPENING).play(turn) for turn in turns}) == 3


def test_a_win_is_named() -> None:
    assert "win in 2" in gajah_here("analyze", GOAL_IN_TWO).out


def test_a_turn_under_way_is_analysed_from_where_it_stands() -> None:
    midway = Position.parse(OPENING).after("Ee2n")
    answer = json.loads(gajah_here("analyze", str(midway), "--depth", "3", "--json").out)
    midway.play(answer["lines"][0]["turn"])


# The program, interrupted as soon as the engine has begun to think.
INTERRUPTED = f"""
import os, signal, threading
from gajah.engine.engine import Engine
from gajah.cli.app import main

begun = threading.Event()
search = Engine.search

def search_and_tell(*args, **options):
    begun.set()
    return search(*args, **options)

def interrupt():
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)

Engine.search = search_and_tell
threading.Thread(target=interrupt, daemon=True).start()
raise SystemExit(main(["analyze", "{OPENING}", "--time", "86400"]))
"""


def test_an_interrupt_ends_the_search() -> None:
    done = python("-c", INTERRUPTED)
    assert (done.code, done.out, done.err) == (128 + signal.SIGINT, "", "")


def test_a_decided_position_is_refused_in_a_sentence() -> None:
    done = gajah_here("analyze", OVER)
    assert done.code == 1
    assert "decided" in done.sentence


def answers(*args: str | Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    """The JSON lines of positions that all could be searched."""
    done = gajah_here("analyze", *map(str, args), "--nodes", "10", "--json", stdin=stdin)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_positions_of_a_file_are_answered_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"# two\n{OPENING}\n\n{GOAL_IN_TWO}\n", encoding="utf-8")
    found = answers(file, "--jobs", "2")
    assert [each["position"] for each in found] == [OPENING, GOAL_IN_TWO]
    assert [each["line"] for each in found] == [2, 4]
    from_stdin = answers("-", stdin=file.read_bytes())
    assert [each["lines"] for each in from_stdin] == [each["lines"] for each in found]


def test_all_turns_of_a_game_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    found = answers(file)
    # The last one is the position in which the game stopped.
    assert [each["label"] for each in found] == ["2g", "2s", "3g"]
    assert {each["game"] for each in found} == {1}


def test_one_turn_of_each_game_is_answered(tmp_path: Path) -> None:
    header, *rows = SAMPLE_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    file = tmp_path / "games.tsv"
    file.write_text(header + "".join(rows[:3]), encoding="utf-8")
    found = answers(file, "--turn", "12s")
    assert [(each["game"], each["label"]) for each in found] == [(1, "12s"), (2, "12s"), (3, "12s")]
    for game, each in zip(sample_games(), found, strict=False):
        # Two setups, then two turns for each number from 2 on.
        positions = [position for position, _ in game.positions()]
        assert each["position"] == positions[21].short


def test_what_cannot_be_searched_is_named_and_the_rest_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{OVER}\ng [too short]\n{GOAL_IN_TWO}\n", encoding="utf-8")
    done = gajah_here("analyze", str(file), "--nodes", "10", "--json")
    assert done.code == 1
    assert [json.loads(line)["line"] for line in done.out.splitlines()] == [3]
    first, second = sorted(done.err.splitlines())
    assert first.startswith(f"{file}:1: ")
    assert "decided" in first
    assert second.startswith(f"{file}:2: expected 64 squares")
    file.write_text(BLOCKED, encoding="utf-8")
    done = gajah_here("analyze", str(file), "--nodes", "10")
    assert (done.code, done.out) == (1, "")
    assert done.sentence.startswith(f"{file}:6: turn 2g: step 1")


def test_bad_diagram_is_a_bad_position_and_not_a_bad_game(tmp_path: Path) -> None:
    file = tmp_path / "diagram.txt"
    file.write_text(str(Position.parse(OPENING)).replace("8|", "9|"), encoding="utf-8")
    done = gajah_here("analyze", str(file))
    assert done.code == 1
    assert done.sentence.startswith(f"gajah: {file}: ")


def test_label_that_is_none_is_wrong_usage() -> None:
    done = gajah_here("analyze", str(SAMPLE_FILE), "--turn", "g12")
    assert done.code == 2
    assert "12g" in done.sentence
