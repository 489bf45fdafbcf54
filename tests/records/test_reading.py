"""Records are read however they are written."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from gajah._core import Setup, Side, Turn
from gajah.errors import NotationError
from gajah.notation import TurnLabel
from gajah.records import Comment, Marker, Record, iter_records, parse_record, read_records
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.records.texts import ANNOTATED, SETUPS, read_one


def labels(record: Record) -> list[str]:
    return [str(node.label) for node in record.main_line]


def test_tags_are_kept_in_their_order() -> None:
    tags = read_one(ANNOTATED).tags
    names = ["Event", "Gold", "Silver", "Date", "TimeControl", "ResultCode", "Result"]
    assert [name for name, _ in tags] == names
    assert tags["Gold"] == "you"


def test_main_line_is_what_was_played() -> None:
    record = read_one(ANNOTATED)
    assert labels(record) == ["1g", "1s", "2g", "2s"]
    assert record.main_line[0].turn == Setup.parse(GOLD_SETUP)
    assert record.main_line[3].turn == Turn.parse("ed7s ed6s")
    assert record.score == "1-0"


def test_comment_before_the_first_turn_is_on_the_game() -> None:
    assert read_one(ANNOTATED).comments == [Comment("A quiet game.")]


def test_comment_before_the_first_turn_of_a_variation_is_on_the_variation() -> None:
    variation = read_one(ANNOTATED).main_line[2].alternatives[0]
    assert variation.opening == [Comment("Better.")]
    assert variation.comments == []


def test_comments_are_on_the_turn_before_them() -> None:
    record = read_one(ANNOTATED)
    assert record.main_line[2].comments == [Comment("Too early. [%emt 0:00:12]")]
    last = record.main_line[2].alternatives[0].main_line[-1]
    assert last.comments == [Comment("And on."), Comment("A second remark.")]


def test_variation_replaces_the_turn_before_it() -> None:
    record = read_one(ANNOTATED)
    played = record.main_line[2]
    assert [str(node.turn) for node in played.parent.children] == [
        "Ee2n Ee3n Ee4n Ee5n",
        "Ee2n Ee3n",
        "Md2n",
    ]


def test_variations_nest() -> None:
    answer = read_one(ANNOTATED).main_line[2].alternatives[0].children[0]
    assert [str(node.turn) for node in answer.alternatives] == ["me7s"]


def test_variation_on_the_first_turn_of_a_variation_is_one_more_alternative() -> None:
    record = read_one(f"{SETUPS}\n2g Ee2n\n(\n2g Md2n\n(\n2g Ha2n\n)\n2s ed7s\n)\n2s me7s\n")
    played = record.main_line[2]
    assert [str(node.turn) for node in played.alternatives] == ["Md2n", "Ha2n"]
    assert [str(node.turn) for node in played.alternatives[0].main_line] == ["ed7s"]


def test_variation_of_comments_alone_leaves_them_on_the_turn() -> None:
    record = read_one(f"{SETUPS}\n2g Ee2n\n(\n{{Md2n is worse.}}\n)\n")
    assert record.main_line[2].alternatives == []
    assert record.main_line[2].comments == [Comment("Md2n is worse.")]


def test_everything_may_stand_in_one_line() -> None:
    text = "{Start}1g Ra1 1s ra8!2g Ra1n?!{So}(2g Ra1e$3 2s ra8e)2s ra8s 1-0"
    assert str(read_one(text)) == (
        "{Start}\n1g Ra1\n1s ra8 !\n2g Ra1n ?! {So}\n(\n2g Ra1e $3\n2s ra8e\n)\n2s ra8s\n1-0"
    )


@pytest.mark.parametrize("glyph", ["!", "?", "!!", "??", "!?", "?!", "$1", "$139"])
@pytest.mark.parametrize("space", ["", " "])
def test_glyph_is_on_the_turn_before_it(glyph: str, space: str) -> None:
    record = read_one(f"2g Ee2n{space}{glyph}\n")
    assert record.main_line[0].glyphs == [glyph]


@pytest.mark.parametrize(
    "tags",
    [
        '[Gold "you"]\n[Silver "me"]',
        '[White "you"]\n[Black "me"]',
        "White: you\nBlack: me",
        "Gold:  you \nSilver: me",
        '[Gold "you"] [Silver "me"]',
        '  [ Gold "you" ]\n\n# the other one\n[Silver"me"]',
    ],
)
def test_players_are_found_however_their_tags_are_written(tags: str) -> None:
    record = read_one(f"{tags}\n\n2g Ee2n\n")
    assert list(record.tags) == [("Gold", "you"), ("Silver", "me")]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"a \"b\" c", 'a "b" c'),
        (r"C:\\games", r"C:\games"),
        (r"C:\games", r"C:\games"),
        ('the "big" one', 'the "big" one'),
        ("", ""),
        ("  x  ", "  x  "),
        (r"\\\"", '\\"'),
    ],
)
def test_tag_value_is_read_with_its_quotes_and_backslashes(written: str, value: str) -> None:
    assert read_one(f'[Event "{written}"]\n\n2g Ee2n\n').tags["Event"] == value


def test_tag_that_occurs_twice_is_kept_twice() -> None:
    record = read_one('[Note "a"]\n[Note "b"]\n\n*\n')
    assert list(record.tags) == [("Note", "a"), ("Note", "b")]


@pytest.mark.parametrize(("gold", "silver"), [("g", "s"), ("w", "b")])
def test_sides_are_read_by_their_letters_of_any_age(gold: str, silver: str) -> None:
    record = read_one(f"2{gold} Ee2n\n2{silver} ed7s\n3{gold}\n")
    assert labels(record) == ["2g", "2s", "3g"]


@pytest.mark.parametrize(
    ("word", "marker"),
    [("takeback", Marker.TAKEBACK), ("resigns", Marker.RESIGNS), ("lost", Marker.LOST)],
)
def test_marker_stands_in_place_of_a_turn(word: str, marker: Marker) -> None:
    assert read_one(f"2g {word}\n").main_line[0].turn is marker
    assert read_one(f"{word}\n").main_line[0].turn is marker


def test_bare_turn_number_says_whose_turn_it_was() -> None:
    last = read_one(f"{SETUPS}\n2g Ee2n\n2s\n").main_line[-1]
    assert (last.turn, str(last.label)) == (Marker.TO_MOVE, "2s")


def test_old_pass_is_a_step_not_taken() -> None:
    first, second = read_one("2g Ee2n pass\n2s pass\n").main_line
    assert first.turn == Turn.parse("Ee2n")
    assert second.turn == Turn([])


def test_turn_is_kept_in_the_order_and_with_the_captures_written() -> None:
    text = "2g rb3e rc3x Hb2n\n2s ed7s\n*"
    assert str(read_one(text)) == text


def test_left_out_labels_are_derived() -> None:
    text = f"{GOLD_SETUP}\n{SILVER_SETUP}\nEe2n\n(\nMd2n\ned7s\n)\ntakeback\nHa2n\ned7s\n"
    record = read_one(text)
    assert labels(record) == ["1g", "1s", "2g", "2s", "2g", "2s"]
    assert [str(node.label) for node in record.main_line[2].alternatives[0].path] == [
        "1g",
        "1s",
        "2g",
    ]


def test_left_out_labels_start_with_the_side_of_the_position() -> None:
    board = "r" + " " * 62 + "R"
    record = read_one(f'[Position "s [{board}]"]\n\nra8s\nRh1n\n')
    assert labels(record) == ["2s", "3g"]


def test_label_is_kept_as_written_even_if_wrong() -> None:
    assert labels(read_one("7s Ee2n\n")) == ["7s"]
    assert read_one("7b Ee2n\n").main_line[0].label == TurnLabel(7, Side.SILVER)


@pytest.mark.parametrize("score", ["1-0", "0-1", "1/2-1/2", "*"])
def test_result_line_ends_the_game(score: str) -> None:
    found = read_records(f"2g Ee2n\n{score}\n\n2g Md2n\n{score}\n")
    assert [record.score for record in found] == [score, score]


def test_missing_result_line_is_made_up_for_by_the_tag() -> None:
    assert read_one('[Result "0-1"]\n\n2g Ee2n\n').score == "0-1"
    assert read_one('[Result "0-1"]\n\n2g Ee2n\n*\n').score == "*"
    assert read_one('[Result "who knows"]\n\n2g Ee2n\n').score == "*"


def test_comment_after_the_result_is_on_the_last_turn() -> None:
    record = read_one("2g Ee2n\n1-0 {resigned}\n{in\ntears}\n")
    assert record.main_line[0].comments == [Comment("resigned"), Comment("in\ntears")]


def test_comment_after_an_empty_line_after_the_result_is_on_the_next_game() -> None:
    first, second = read_records("2g Ee2n\n1-0\n\n{Again.}\n2g Md2n\n*\n")
    assert first.main_line[0].comments == []
    assert second.comments == [Comment("Again.")]


def test_comment_above_the_first_tags_is_on_the_first_game() -> None:
    record = read_one('{My games}\n\n[Gold "you"]\n\n2g Ee2n\n')
    assert record.comments == [Comment("My games")]
    assert record.tags["Gold"] == "you"


def test_comment_may_span_lines_and_hold_anything() -> None:
    inside = ' a\n# b\n\n( ) 1-0 [%clk 0:01:00] { $ !? 2g Ee2n\n[Event "x"]\n\tü \\} \u2028 '
    record = read_one("2g Ee2n {" + inside + "}\n2s ed7s\n")
    assert record.main_line[0].comments == [Comment(inside.replace("\\}", "}"))]
    assert len(record.main_line) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark_make_no_difference(end: str, mark: str) -> None:
    text = mark + ANNOTATED.replace("\n", end)
    assert read_one(text.encode()) == read_one(ANNOTATED)


def test_lines_that_start_with_a_hash_are_skipped() -> None:
    text = "# a game\n" + ANNOTATED.replace("\n2s", "\n# not this\n  # nor that\n2s")
    assert read_one(text) == read_one(ANNOTATED)


def test_games_are_separated_by_tags_after_turns() -> None:
    text = '[A "1"]\n\n2g Ee2n\n[A "2"]\n[B "2"]\n2g Ee2n\n\nA: 3\n\n2g Ee2n\n'
    assert [record.tags["A"] for record in read_records(text)] == ["1", "2", "3"]


def test_text_bytes_path_and_open_files_read_alike(tmp_path: Path) -> None:
    text = ANNOTATED + "\n" + ANNOTATED.replace("gajah", "éléphant")
    path = tmp_path / "games.txt"
    path.write_bytes(text.encode())
    expected = read_records(text)
    assert len(expected) == 2
    assert read_records(text.encode()) == expected
    assert read_records(path) == expected
    with path.open("rb") as file:
        assert read_records(file) == expected
    with path.open(encoding="utf-8") as file:
        assert read_records(file) == expected
    assert read_records(io.StringIO(text)) == expected


def test_records_come_one_at_a_time_from_a_file_without_end() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def __next__(self) -> bytes:
            return b"2g Ee2n 1-0\n\n"

    games = iter_records(Endless())
    for _ in range(3):
        assert isinstance(next(games), Record)


def test_one_game_is_parsed_and_others_are_refused() -> None:
    assert parse_record(ANNOTATED) == Record.parse(ANNOTATED) == read_one(ANNOTATED)
    with pytest.raises(NotationError, match="expected a game, found none"):
        parse_record("# nothing\n")
    with pytest.raises(NotationError, match="line 4: expected one game, found another"):
        parse_record("2g Ee2n\n1-0\n\n2g Ee2n\n1-0\n")


def test_records_are_indexed_and_sliced() -> None:
    found = read_records("2g Ee2n\n1-0\n\n2g Md2n\n1-0\n\n2g Hh2n\n1-0\n")
    assert found[0] is found.records[0]
    assert found[-1] is found.records[2]
    assert found[1:] == found.records[1:]
    with pytest.raises(IndexError):
        found[3]


def test_name_of_a_file_is_not_taken_for_its_text(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("2g Ee2n\n1-0\n", encoding="utf-8")
    assert len(read_records(path)) == 1
    for name in (str(path), "games.txt", "my games/of today.pgn"):
        with pytest.raises(ValueError, match=re.escape(f"pass Path({name!r})")):
            read_records(name)
