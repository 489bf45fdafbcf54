"""The files of an event survive whatever happens to the process that writes them."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Side
from gajah.arena.store import Store, StoreError, event_from_json, event_to_json, read_store
from gajah.clock import TimeControl
from gajah.engine.score import Score
from gajah.game import Reason
from gajah.match.terms import Adjudication, Terms
from gajah.records.reader import read_records
from tests.arena.games import finished, make_event

EVENT = make_event(games=6)
GAMES = [
    finished(1, "b", "a", Side.GOLD, Reason.TIME, "silver no turn after 0.100s"),
    finished(0, "a", "b", Side.SILVER, Reason.ILLEGAL, "gold answered 'x\"y\\'"),
    finished(2, "a", "b", None, Reason.ABANDONED),
]


def filled(path: Path) -> Path:
    path = path / "match.jsonl"
    store = Store.open(path, EVENT)
    for game in GAMES:
        store.add(game)
    store.close()
    return path


@cache
def whole_files(folder: Path) -> tuple[bytes, bytes]:
    """What an event writes when nothing happens to it."""
    path = filled(folder)
    return path.read_bytes(), path.with_suffix(".txt").read_bytes()


def test_games_are_read_back_as_they_were(tmp_path: Path) -> None:
    event, games = read_store(filled(tmp_path))
    assert event == EVENT
    assert games == GAMES


def test_whoever_gives_the_records_is_told_where_the_event_is(tmp_path: Path) -> None:
    records = filled(tmp_path).with_suffix(".txt")
    with pytest.raises(StoreError, match=r"the event is in .*\.jsonl"):
        read_store(records)


def test_games_are_also_records_with_times_results_and_reasons(tmp_path: Path) -> None:
    records = read_records(filled(tmp_path).with_suffix(".txt"))
    assert not records.problems
    assert len(records) == len(GAMES)
    for record, game in zip(records, GAMES, strict=True):
        assert record.game().result == game.played.result
        assert record.tags["Round"] == str(game.index + 1)
        assert record.tags.get("Termination", "") == game.played.detail
        assert record.tags["TimeControl"] == "1s/10s"
        comment = record.main_line[2].comments[0]
        assert (comment.used_s, comment.clock_s) == (0.25, 10.75)


def test_every_line_is_json_and_the_event_comes_first(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in filled(tmp_path).read_text().splitlines()]
    assert lines[0]["players"] == ["a@random", "b@random"]
    assert [line["game"] for line in lines[1:]] == [1, 0, 2]
    assert [line["code"] for line in lines[1:]] == ["t", "i", "a"]


@given(cut_lines=st.integers(0, 2000), cut_records=st.integers(0, 2000))
def test_files_cut_anywhere_are_put_right(
    tmp_path_factory: pytest.TempPathFactory, cut_lines: int, cut_records: int
) -> None:
    lines, records = whole_files(tmp_path_factory.getbasetemp() / "whole")
    path = tmp_path_factory.mktemp("event") / "match.jsonl"
    kept = lines[: max(0, len(lines) - cut_lines)]
    path.write_bytes(kept)
    # No game is written before the event is.
    left = max(0, len(records) - cut_records) if b"\n" in kept else 0
    path.with_suffix(".txt").write_bytes(records[:left])

    store = Store.open(path, EVENT)
    whole = max(0, kept.count(b"\n") - 1)
    assert store.games == GAMES[:whole]
    for game in GAMES[whole:]:
        store.add(game)
    store.close()

    assert path.read_bytes() == lines
    assert path.with_suffix(".txt").read_bytes() == records


def test_records_that_are_gone_are_written_again(tmp_path: Path) -> None:
    path = filled(tmp_path)
    records = path.with_suffix(".txt").read_bytes()
    path.with_suffix(".txt").unlink()
    Store.open(path, EVENT).close()
    assert path.with_suffix(".txt").read_bytes() == records


def test_new_event_does_not_write_over_somebody_s_file(tmp_path: Path) -> None:
    notes = tmp_path / "match.txt"
    notes.write_text("buy carrots\n")
    with pytest.raises(StoreError, match=r"match\.txt holds something else"):
        Store.open(tmp_path / "match.jsonl", EVENT)
    assert notes.read_text() == "buy carrots\n"


def test_lines_cannot_be_where_the_records_are(tmp_path: Path) -> None:
    path = filled(tmp_path).rename(tmp_path / "lines.txt")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"lines\.txt"):
        Store.open(path, EVENT)
    assert path.read_bytes() == before


def test_event_may_become_longer_but_not_another(tmp_path: Path) -> None:
    path = filled(tmp_path)
    Store.open(path, make_event(games=100)).close()
    assert (read_store(path)[0].games, read_store(path)[1]) == (100, GAMES)
    with pytest.raises(StoreError, match="its seed: 0 instead of 1"):
        Store.open(path, make_event(seed=1))
    with pytest.raises(StoreError, match="its players"):
        Store.open(path, make_event("a@random", "c@random"))


def test_one_process_at_a_time_writes(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "match.jsonl", EVENT)
    with pytest.raises(StoreError, match="another process"):
        Store.open(tmp_path / "match.jsonl", EVENT)
    store.close()
    Store.open(tmp_path / "match.jsonl", EVENT).close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello\n", "line 1"),
        ("hello", "line 1"),
        ('{"gajah": 99}\n', "format 1"),
        ("[]\n", "line 1"),
        ('{"some": "json"}\n', "line 1"),
        ("", "no event"),
    ],
)
def test_file_that_is_no_event_is_refused_and_left_alone(
    tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(text)
    with pytest.raises(StoreError, match=why):
        read_store(path)
    if text:
        with pytest.raises(StoreError, match=why):
            Store.open(path, EVENT)
        assert path.read_text() == text


def test_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1], "{}", lines[3], ""]))
    with pytest.raises(StoreError, match=r"match\.jsonl: line 3 is damaged"):
        read_store(path)


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        (1, {"players": "a and b"}, "the players are no list"),
        (1, {"players": None}, "the players are no list"),
        (1, {"games": "many"}, "games is not a whole number"),
        (1, {"seed": None}, "seed is not a whole number"),
        (1, {"time": "soon"}, "this is no event: time control 'soon'"),
        (3, {"turns": {}}, "the turns are no list"),
        (3, {"turns": None}, "the turns are no list"),
        (3, {"turns": [["Ee2n", "soon", None, None]]}, "turn 1 is not a text, two times"),
        (3, {"turns": [["Ee2n", 1.0, "late", None]]}, "turn 1 is not a text, two times"),
        (3, {"turns": [["Ee2n", math.nan, None, None]]}, "turn 1 is not a text, two times"),
        (3, {"turns": [["Ee2n", 10**400, None, None]]}, "turn 1 is not a text, two times"),
        (3, {"turns": ["Ee2n"]}, "turn 1 is not a text, two times"),
        (3, {"gold": "stranger"}, "'stranger' is no player of the event"),
        (3, {"record_bytes": -5}, "record_bytes is not a whole number"),
        (3, {"game": -1}, "game is not a whole number"),
        (3, {"winner": "x"}, "the winner"),
        (3, {"code": {}}, "Reason"),
        (3, {"start": "g [rrr]"}, "64 squares"),
    ],
)
def test_whatever_is_wrong_with_a_line_is_a_sentence_that_names_it(
    tmp_path: Path, line: int, change: dict[str, object], why: str
) -> None:
    path = filled(tmp_path)
    lines = path.read_text().splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **change})
    path.write_text("\n".join([*lines, ""]))
    with pytest.raises(StoreError) as refused:
        read_store(path)
    assert str(refused.value).startswith(f"match.jsonl: line {line} is damaged: ")
    assert why in str(refused.value)


def test_line_that_is_nested_without_end_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with path.open("a") as file:
        file.write("[" * 100_000 + "\n")
    with pytest.raises(StoreError, match=r"match\.jsonl: line 5 is damaged: .*nested"):
        read_store(path)


def test_game_that_cannot_be_written_as_a_record_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path)
    lines = path.read_text().splitlines()
    lines[2] = lines[2].replace("Ee2n Ee3n", "Ee2n Ee9n")
    path.write_text("\n".join([*lines, ""]))
    path.with_suffix(".txt").unlink()
    with pytest.raises(StoreError, match=r"match\.jsonl: line 3 is damaged: .*Ee9n"):
        Store.open(path, EVENT)


def test_records_that_somebody_has_edited_are_written_anew(tmp_path: Path) -> None:
    path = filled(tmp_path)
    records = path.with_suffix(".txt")
    before = records.read_bytes()
    records.write_bytes(b"# my notes\n" + before)
    store = Store.open(path, EVENT)
    assert records.read_bytes() == before
    store.add(finished(3, "b", "a"))
    store.close()
    assert [record.tags["Round"] for record in read_records(records)] == ["2", "1", "3", "4"]


def test_game_that_is_there_twice_is_an_error(tmp_path: Path) -> None:
    path = filled(tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1], ""]))
    with pytest.raises(StoreError, match="twice"):
        read_store(path)


def test_every_setting_of_an_event_is_kept() -> None:
    terms = Terms(
        TimeControl.parse("1s/10s/50/20s/60t/5s"),
        patience_s=3.5,
        margin_s=0.25,
        max_turns=70,
        adjudication=Adjudication(Score(2000), 4),
    )
    event = make_event(
        "x@aei(hash=8,threads=2):./bot --y 'a b'",
        "gajah:nodes=5",
        "random",
        kind="ladder",
        games=10,
        terms=terms,
        book="random",
        seed=12,
        name="autumn",
        pairs=3,
    )
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
