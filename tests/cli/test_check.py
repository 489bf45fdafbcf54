"""``gajah check``: what is right passes, what is wrong is named with its file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gajah.arena.store import Store
from tests.arena.games import make_event
from tests.cli.program import gajah_here
from tests.samples import SAMPLE_FILE

SETUPS = """\
1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
"""
GAME = f"""\
[Gold "you"]
[Silver "gajah"]

{SETUPS}2g Ee2n Ee3n
2s ed7s ed6s
*
"""
# Line 6 asks the elephant to go where the camel stands.
BLOCKED = GAME.replace("2g Ee2n Ee3n", "2g Ee2w")
GARBLED = GAME.replace("2s ed7s ed6s", "2s what?")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


def test_sample_archive_is_all_right() -> None:
    done = gajah_here("check", str(SAMPLE_FILE))
    assert (done.code, done.out, done.err) == (0, "100 games, all right\n", "")


def test_good_record_passes(file: Path) -> None:
    file.write_text(GAME, encoding="utf-8")
    done = gajah_here("check", str(file))
    assert (done.code, done.out, done.err) == (0, "1 game, all right\n", "")


def test_refused_turn_is_named_with_its_line_and_rule(file: Path) -> None:
    file.write_text(GAME + "\n" + BLOCKED, encoding="utf-8")
    done = gajah_here("check", str(file))
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        f"{file}:15: turn 2g: step 1, Ee2w: d2 is occupied by the gold camel",
        "2 games, 1 problem",
    ]


def test_text_that_is_no_turn_is_named_with_its_line(file: Path) -> None:
    file.write_text(GARBLED, encoding="utf-8")
    done = gajah_here("check", str(file))
    assert done.code == 1
    assert done.out.startswith(f"{file}:7: ")


def test_refused_turn_in_a_variation_is_found(file: Path) -> None:
    variation = "(\n2s ed7s\n3g Ee4n Ee5n\n(\n3g Ee4w Ed4s Ed3s\n)\n3s ed6s\n)\n"
    file.write_text(GAME.replace("*\n", variation + "*\n"), encoding="utf-8")
    done = gajah_here("check", str(file))
    assert done.out.splitlines() == [
        f"{file}:12: turn 3g: step 3, Ed3s: d2 is occupied by the gold camel",
        "1 game, 1 problem",
    ]


def test_result_that_the_turns_contradict_is_found(file: Path) -> None:
    text = GAME.replace('"gajah"]\n', '"gajah"]\n[ResultCode "g"]\n').replace("*\n", "1-0\n")
    file.write_text(text, encoding="utf-8")
    done = gajah_here("check", str(file))
    assert done.code == 1
    assert "a rabbit reached goal" in done.out


def test_good_games_are_counted_beside_bad_ones(file: Path) -> None:
    file.write_text("\n".join([GAME, BLOCKED, GARBLED, GAME]), encoding="utf-8")
    assert gajah_here("check", str(file)).out.splitlines()[-1] == "4 games, 2 problems"


def test_json_says_the_same_for_machines(file: Path) -> None:
    file.write_text(BLOCKED, encoding="utf-8")
    done = gajah_here("check", str(file), str(SAMPLE_FILE), "--json")
    assert done.code == 1
    answer = json.loads(done.out)
    assert (answer["games"], answer["problems"]) == (101, 1)
    first, second = answer["files"]
    assert first["problems"] == [
        {"line": 6, "reason": "turn 2g: step 1, Ee2w: d2 is occupied by the gold camel"}
    ]
    assert (second["file"], second["games"], second["problems"]) == (str(SAMPLE_FILE), 100, [])


@pytest.mark.parametrize("text", ['{"a": 1}\n', "{only a comment}\n\n{another}\n", "*\n"])
def test_text_with_neither_tags_nor_turns_has_no_games(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    done = gajah_here("check", str(file))
    assert done.code == 1
    assert done.out.splitlines() == [f"{file}: expected games, found none", "0 games, 1 problem"]


def test_games_of_an_event_are_pointed_to(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Store.open(path, make_event()).close()
    done = gajah_here("check", str(path))
    assert done.code == 1
    assert "are in the .txt file beside it" in done.out.splitlines()[0]


@pytest.mark.parametrize("archive", [False, True])
def test_games_may_come_from_stdin(archive: bool) -> None:
    text = SAMPLE_FILE.read_bytes() if archive else GAME.encode()
    done = gajah_here("check", "-", stdin=text)
    assert done.code == 0
    assert done.out == ("100 games, all right\n" if archive else "1 game, all right\n")


def test_broken_row_of_an_archive_is_named_and_the_others_are_checked(file: Path) -> None:
    lines = SAMPLE_FILE.read_text(encoding="utf-8").splitlines()
    lines[3] = "one column"
    lines[5] = lines[5].replace("\\n2w ", "\\n2w Ea1n ", 1)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    *problems, summary = gajah_here("check", str(file)).out.splitlines()
    assert [line.split(":")[1] for line in problems] == ["4", "6"]
    assert summary == "100 games, 2 problems"


def test_file_that_cannot_be_read_does_not_keep_others_from_being_checked(file: Path) -> None:
    file.write_text(GAME, encoding="utf-8")
    done = gajah_here("check", "nowhere.txt", str(file.parent), str(file))
    assert done.code == 1
    assert done.out.splitlines() == [
        "nowhere.txt: cannot be read: no such file or directory",
        f"{file.parent}: cannot be read: is a directory",
        "1 game, 2 problems",
    ]


def test_repetition_is_judged_by_the_rules_that_were_asked_for(file: Path) -> None:
    turns = ["2g Ee2n", "2s ed7s", "3g Ee3s", "3s ed6n", "4g Ee2n", "4s ed7s", "5g Ee3s", "5s ed6n"]
    file.write_text(SETUPS + "\n".join(turns) + "\n0-1\n", encoding="utf-8")
    official = gajah_here("check", str(file))
    assert official.code == 1
    assert f"{file}:10: turn 5s: " in official.out
    assert gajah_here("check", str(file), "--rules", "wikibook-2006").code == 1
    file.write_text(SETUPS + "\n".join(turns) + "\n1-0\n", encoding="utf-8")
    assert gajah_here("check", str(file), "--rules", "wikibook-2006").code == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 1000,
        b"\xff\xfe1\x00g\x00",
        b"[" * 1000,
        b"(" * 1000 + b"\n",
        b"\t\t\t\n",
        b"movelist\tresult\ttermination\n\xff\t\xff\t\xff\n",
        b"1g Ee2n " * 5000,
        b'[Position "g [' + b"z" * 64 + b']"]\n\n2g Ee2n\n',
        b'[ResultCode "q"]\n\n1g Ee2\n1-0\n',
    ],
    ids=range(10),
)
def test_junk_is_a_problem_and_never_a_mistake_of_ours(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    done = gajah_here("check", str(file))
    assert (done.code, done.err) == (1, "")
    assert all(line.isprintable() for line in done.out.splitlines())
