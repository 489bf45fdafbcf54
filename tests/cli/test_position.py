"""``gajah turns``, ``gajah goal`` and ``gajah svg``, and the ways to name a position."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gajah._core import Position, Turn
from tests.cli.program import GOAL_IN_TWO, OPENING, gajah_here

# The same position, drawn after the elephant's first step.
AFTER_ONE_STEP = str(Position.parse(OPENING).after("Ee2n"))


def test_turns_counts_the_turns_of_the_opening() -> None:
    done = gajah_here("turns", OPENING)
    assert (done.code, done.out, done.err) == (0, "3353\n", "")


def test_turns_lists_each_turn_once_on_its_own_line() -> None:
    lines = gajah_here("turns", OPENING, "--list").out.splitlines()
    position = Position.parse(OPENING)
    assert len(lines) == 3353
    assert len({position.play(line) for line in lines}) == 3353


def test_turns_writes_json_for_machines() -> None:
    answer = json.loads(gajah_here("turns", OPENING, "--json").out)
    assert answer == {"position": OPENING, "side": "g", "steps_left": 4, "count": 3353}


def test_turns_lists_in_json_what_it_lists_in_lines() -> None:
    lines = gajah_here("turns", OPENING, "--list").out.splitlines()
    answer = json.loads(gajah_here("turns", OPENING, "--list", "--json").out)
    assert answer["turns"] == lines


def test_partly_played_turn_is_told_in_json() -> None:
    answer = json.loads(gajah_here("turns", AFTER_ONE_STEP, "--json").out)
    assert (answer["steps_left"], answer["taken"]) == (3, "Ee2n")


def test_goal_shows_a_turn_that_wins() -> None:
    done = gajah_here("goal", GOAL_IN_TWO)
    assert (done.code, done.err) == (0, "")
    assert Position.parse(GOAL_IN_TWO).play(Turn.parse(done.out)).verdict() is not None


def test_goal_that_does_not_exist_is_answered_with_1() -> None:
    done = gajah_here("goal", OPENING)
    assert (done.code, done.out, done.err) == (1, "no goal this turn\n", "")


@pytest.mark.parametrize(("position", "code"), [(GOAL_IN_TWO, 0), (OPENING, 1)])
def test_goal_in_json_has_the_same_exit_code(position: str, code: int) -> None:
    done = gajah_here("goal", position, "--json")
    assert done.code == code
    assert (json.loads(done.out)["goal"] is None) == (code == 1)


def test_svg_writes_a_picture_of_the_asked_size() -> None:
    picture = ElementTree.fromstring(gajah_here("svg", OPENING, "--size", "200").out)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("width") == "200"


def test_svg_draws_another_picture_with_chess_pieces() -> None:
    animals = gajah_here("svg", OPENING).out
    chess = gajah_here("svg", OPENING, "--pieces", "chess").out
    assert ElementTree.fromstring(chess).tag == ElementTree.fromstring(animals).tag
    assert chess != animals


@pytest.mark.parametrize("text", [OPENING, str(Position.parse(OPENING))], ids=["short", "diagram"])
def test_position_may_be_an_argument_a_file_or_stdin(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position [1].txt"
    file.write_text(text + "\n", encoding="utf-8")
    assert gajah_here("turns", text).out == "3353\n"
    assert gajah_here("turns", str(file)).out == "3353\n"
    assert gajah_here("turns", "-", stdin=text.encode()).out == "3353\n"


def test_position_file_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(OPENING, encoding="utf-8-sig")
    assert gajah_here("turns", str(file)).out == "3353\n"


def test_bad_position_in_a_file_is_told_with_the_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    rows = str(Position.parse(OPENING)).splitlines()
    file.write_text("\n".join([*rows[:4], "6| . . y . . x . . |", *rows[5:]]), encoding="utf-8")
    done = gajah_here("turns", str(file))
    assert done.code == 1
    assert done.sentence.startswith(f"gajah: {str(file)[:40]}")
    assert "line 5: " in done.sentence


def test_file_far_too_large_for_a_position_is_not_read_whole() -> None:
    done = gajah_here("turns", "/dev/zero")
    assert (done.code, done.sentence) == (
        1,
        "gajah: expected one position, found more than 65536 bytes",
    )
