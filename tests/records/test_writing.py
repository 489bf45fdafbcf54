"""Records are written in one form, from which the same record is read again."""

from __future__ import annotations

import copy
import io
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Side, Turn
from gajah.errors import NotationError
from gajah.game import Game
from gajah.notation import TurnLabel
from gajah.records import (
    SCORES,
    Branch,
    Comment,
    Marker,
    Record,
    format_record,
    format_records,
    read_records,
    write_records,
)
from tests.helpers import GOLD_SETUP
from tests.records.texts import ANNOTATED, read_one
from tests.strategies import setups, sides, written_steps

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
# Where the format could be misunderstood.
awkward_texts = st.lists(
    st.sampled_from(
        [*"{}()[]\\\"'#$!?*\n\r\t ", "1-0", "2g Ee2n", '[Event "x"]', "\n\n", "[%emt 0:00:01]", "é"]
    ),
    max_size=12,
).map("".join)
texts = any_text | awkward_texts
comments = st.lists(texts.map(Comment), max_size=2)
glyphs = st.lists(st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$0", "$139"]), max_size=2)
turns = st.lists(written_steps(), max_size=4).map(Turn) | setups() | st.sampled_from(tuple(Marker))
turn_labels = st.none() | st.builds(TurnLabel, st.integers(0, 999_000), sides)
tag_names = st.text("abcXYZ019_", min_size=1, max_size=5)
tag_values = texts.map(lambda text: text.replace("\n", "").replace("\r", ""))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record: tags, comments, glyphs and variations everywhere, nested at random."""
    record = Record(
        draw(st.lists(st.tuples(tag_names, tag_values), max_size=3)),
        score=draw(st.sampled_from(SCORES)),
        comments=draw(comments),
    )
    places: list[Branch] = [record]
    for _ in range(draw(st.integers(0, 8))):
        place = places[draw(st.integers(0, len(places) - 1))]
        node = place.add(
            draw(turns),
            label=draw(turn_labels),
            glyphs=draw(glyphs),
            comments=draw(comments),
            opening=draw(comments) if place.children else (),
        )
        places.append(node)
    return record


@given(records())
def test_record_is_read_as_it_was_written(record: Record) -> None:
    assert read_one(format_record(record)) == record


@given(st.lists(records(), max_size=4))
def test_file_is_read_as_it_was_written(written: list[Record]) -> None:
    found = read_records(format_records(written).encode())
    assert found.problems == []
    assert found.records == written


@given(records())
def test_canonical_text_stays_as_it_is(record: Record) -> None:
    text = format_record(record)
    assert format_record(read_one(text)) == text


@given(awkward_texts)
def test_whatever_can_be_read_is_read_again_from_its_canonical_text(text: str) -> None:
    found = read_records(text)
    again = read_records(format_records(found.records))
    assert (again.records, again.problems) == (found.records, [])


def test_canonical_text_of_an_annotated_game_is_itself() -> None:
    assert format_record(read_one(ANNOTATED)) == ANNOTATED


def test_record_without_anything_is_its_result() -> None:
    assert str(Record()) == "*"
    assert Record.parse("*") == Record()


def test_players_are_written_by_their_new_names() -> None:
    assert str(read_one("White: you\nBlack: me\n\n*")) == '[Gold "you"]\n[Silver "me"]\n\n*'


def test_what_could_be_misread_is_escaped() -> None:
    record = Record({"Event": 'a "b" \\c'}, comments=['}\\\n[Event "x"]'])
    assert str(record) == '[Event "a \\"b\\" \\\\c"]\n\n{\\}\\\\\n\\[Event "x"]}\n*'
    assert read_one(str(record)) == record


def test_turn_without_a_step_is_written_as_a_pass() -> None:
    record = Record()
    record.add(Turn([]))
    assert str(record) == "1g pass\n*"


def test_records_differ_by_anything_they_hold() -> None:
    changes = {
        "Casual": "Formal",
        "A quiet": "A loud",
        "?!": "!?",
        "Better": "Worse",
        "$14": "$15",
        "me7s": "me7w",
        "And on": "And off",
        "Md2n": "Md2n\n2s ed7s",
        "\n1-0": "\n0-1",
        "2s ed7s ed6s": "3s ed7s ed6s",
    }
    for old, new in changes.items():
        assert read_one(ANNOTATED.replace(old, new, 1)) != read_one(ANNOTATED), old


def test_record_is_not_equal_to_other_things() -> None:
    assert Record() != "*"


def test_record_is_copied_and_pickled_at_any_depth() -> None:
    record = Record()
    place: Branch = record
    for number in range(5000):
        place = place.add("Ee2n", label=TurnLabel(number, Side.GOLD))
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(record)) == record


def test_records_are_written_to_a_path_and_to_an_open_file(tmp_path: Path) -> None:
    wanted = [read_one(ANNOTATED), Record({"Gold": "éléphant"})]
    path = tmp_path / "games.txt"
    assert write_records(wanted, path) == 2
    assert path.read_bytes().decode() == format_records(wanted)
    assert write_records(wanted[:1], str(path)) == 1
    assert path.read_bytes().decode() == format_records(wanted[:1])
    file = io.StringIO()
    assert write_records(iter(wanted), file) == 2
    assert file.getvalue() == format_records(wanted)


def test_no_records_make_an_empty_file() -> None:
    assert format_records([]) == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [("a b", "x"), ("", "x"), ("é", "x"), ("A", "x\ny"), ("A", "\r"), ("A", "\ud800")],
)
def test_tag_that_no_file_can_hold_is_refused(name: str, value: str) -> None:
    record = Record()
    with pytest.raises(NotationError):
        record.tags.add(name, value)
    with pytest.raises(NotationError):
        record.tags[name] = value
    assert len(record.tags) == 0


@pytest.mark.parametrize("glyph", ["", "!!!", "$", "$x", "good", "! "])
def test_glyph_that_is_none_is_refused(glyph: str) -> None:
    record = Record()
    with pytest.raises(NotationError, match="expected a glyph"):
        record.add("Ee2n", glyphs=[glyph])
    record.add("Ee2n").glyphs.append(glyph)
    with pytest.raises(NotationError, match="expected a glyph"):
        format_record(record)


@pytest.mark.parametrize(
    "turn", ["nonsense", "Ee2n Ee3n Ee4n Ee5n Ee6n", "\ud800", "é", "Ra1 Ee2n"]
)
def test_text_that_is_no_turn_is_refused(turn: str) -> None:
    record = Record()
    with pytest.raises(NotationError):
        record.add(turn)
    assert record.children == ()


def test_label_that_no_reader_takes_is_refused() -> None:
    for number in (-1, 1_000_000):
        with pytest.raises(NotationError, match="expected a turn number"):
            Record().add("Ee2n", label=TurnLabel(number, Side.GOLD))


def test_result_line_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a result"):
        Record(score="1:0")


def test_tags_are_looked_up_changed_and_removed() -> None:
    tags = Record({"White": "you", "Event": "x"}).tags
    tags["White"] = "me"
    tags["Round"] = "1"
    assert list(tags) == [("Gold", "me"), ("Event", "x"), ("Round", "1")]
    del tags["Event"]
    assert "Event" not in tags
    assert "Black" not in tags
    assert tags.get("Event", "none") == "none"
    with pytest.raises(KeyError):
        tags["Event"]
    with pytest.raises(KeyError):
        del tags["Event"]


def test_record_of_a_game_is_written_and_read_as_the_same_game() -> None:
    game = Game()
    game.play(GOLD_SETUP)
    game.resign(Side.SILVER)
    record = Record.from_game(game, {"Gold": "you"})
    again = Record.parse(str(record)).game()
    assert (again.turns, again.result) == (game.turns, game.result)
