"""``gajah convert``: games go from format to format and come back as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gajah.records import read_records
from tests.cli.program import gajah_here
from tests.cli.test_check import BLOCKED, GAME, GARBLED, SETUPS
from tests.samples import SAMPLE_FILE

# Everything that a record may hold: a tag twice, variations inside variations, words anywhere.
RICH = f"""\
[Gold "A \\"quoted\\" name"]
[Note "first"]
[Note "second"]

{{About the game.}}
{SETUPS}2g Ee2n Ee3n ?! {{Too early. [%emt 0:00:12]}} {{Again.}}
(
{{Better.}}
2g Ee2n
2s ed7s
(
2s ed7s ed6s !
)
)
(
2g Hh2n
)
2s ed7s ed6s
3g takeback
3s takeback
2g Ha2n
2s resigns
1-0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rich.txt").write_text(RICH, encoding="utf-8")
    return tmp_path


def test_archive_comes_back_from_json_lines_to_the_letter(tmp_path: Path) -> None:
    lines, back = tmp_path / "games.jsonl", tmp_path / "back.tsv"
    assert gajah_here("convert", str(SAMPLE_FILE), "--out", str(lines)).code == 0
    assert gajah_here("convert", str(lines), "--out", str(back)).code == 0
    assert back.read_bytes() == SAMPLE_FILE.read_bytes()


def test_archive_comes_back_from_records_but_for_the_log(tmp_path: Path) -> None:
    records, back = tmp_path / "games.txt", tmp_path / "back.tsv"
    assert gajah_here("convert", str(SAMPLE_FILE), "-o", str(records)).code == 0
    done = gajah_here("convert", str(records), "-o", str(back))
    assert (done.code, done.out) == (0, "")
    before, after = (
        [line.split("\t")[:-1] for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (SAMPLE_FILE, back)
    )
    assert after == before
    assert gajah_here("check", str(records)).out == "100 games, all right\n"


def test_records_of_an_archive_say_how_long_each_turn_took() -> None:
    done = gajah_here("convert", str(SAMPLE_FILE), "--to", "records")
    first = read_records(done.out)[0]
    assert first.main_line[0].comments[0].used_s == 13
    assert first.tags["Gold"] == "bot_dolores_v1"


def test_record_comes_back_from_json_lines_with_all_it_holds(folder: Path) -> None:
    lines = gajah_here("convert", str(folder / "rich.txt"), "--to", "json")
    assert lines.out.count("\n") == 1
    back = gajah_here("convert", "-", "--to", "records", stdin=lines.out.encode())
    assert (back.code, back.out) == (0, RICH)


def test_json_line_has_the_turns_and_numbers_the_variations(folder: Path) -> None:
    game = json.loads(gajah_here("convert", str(folder / "rich.txt"), "--to", "json").out)
    assert game["score"] == "1-0"
    assert game["turns"][2] == {
        "label": "2g",
        "turn": "Ee2n Ee3n",
        "glyphs": ["?!"],
        "comments": ["Too early. [%emt 0:00:12]", "Again."],
    }
    assert [line["after"] for line in game["variations"]] == [1, 1, 8]


def test_json_lines_written_by_hand_may_leave_out_what_follows_from_the_rest() -> None:
    gold, silver = (line.partition(" ")[2] for line in SETUPS.splitlines())
    line = json.dumps({"turns": [{"turn": gold}, {"turn": silver}, {"turn": "Ee2n"}]})
    done = gajah_here("convert", "-", "--to", "records", stdin=line.encode())
    assert done.out == f"{SETUPS}2g Ee2n\n*\n"


def test_what_an_archive_cannot_hold_is_said(folder: Path) -> None:
    done = gajah_here("convert", str(folder / "rich.txt"), "--to", "archive")
    assert done.code == 0
    assert done.err.startswith("1 game had comments, glyphs, variations or tags")
    header, row = done.out.splitlines()
    game = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert (game["result"], game["wusername"]) == ("w", 'A "quoted" name')
    assert game["movelist"].endswith("\\n3b takeback\\n2w Ha2n\\n2b resigns")


def test_broken_game_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\n".join([GAME, GARBLED, GAME]), encoding="utf-8")
    done = gajah_here("convert", str(file), "--to", "json")
    assert done.code == 1
    assert len(done.out.splitlines()) == 2
    assert done.err.startswith(f"{file}:16: turn 2s: ")


def test_turns_that_the_rules_refuse_are_converted_all_the_same() -> None:
    done = gajah_here("convert", "-", "--to", "records", stdin=BLOCKED.encode())
    assert (done.code, done.out) == (0, BLOCKED)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"turns": 1}', "expected a list of objects as turns"),
        ('{"turns": [{"turn": "Ee9n"}]}', "expected a step like Ed2n"),
        ('{"turns": [{"turn": "Ee2n", "label": "g2"}]}', "expected a turn's number and side"),
        ('{"turns": [], "variations": [{"after": 3}]}', "no turn has the number '3'"),
        ('{"turns": []', "expected JSON: "),
        ('{"tags": {"Gold": 1}}', "expected the tags as an object of texts"),
        ('{"columns": {"movelist": ""}}', "the columns lack result"),
        ('{"turns": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_bad_json_line_is_named_in_a_sentence(line: str, reason: str) -> None:
    good = '{"turns": []}\n'
    done = gajah_here("convert", "-", "--to", "records", stdin=(good + line).encode())
    assert done.code == 1
    assert done.err.startswith("stdin:2: ")
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_format_has_to_be_said_or_seen(tmp_path: Path) -> None:
    assert gajah_here("convert", str(SAMPLE_FILE)).code == 2
    done = gajah_here("convert", str(SAMPLE_FILE), "--out", str(tmp_path / "games.doc"))
    assert done.code == 2
    assert "--to" in done.sentence


def test_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    done = gajah_here("convert", "nowhere.txt", "--out", str(tmp_path / "x" / "games.txt"))
    assert done.code == 1
    assert gajah_here("convert", str(SAMPLE_FILE), "-o", str(tmp_path), "--to", "json").code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
