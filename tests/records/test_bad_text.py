"""Bad text is refused in our own words, with its line, and spares the games around it."""

from __future__ import annotations

import io
import tracemalloc
from contextlib import suppress
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah.errors import IllegalTurn, NotationError
from gajah.records import (
    Problem,
    Record,
    Tags,
    format_records,
    iter_archive,
    parse_record,
    read_archive,
    read_records,
)
from tests.records.texts import (
    ANNOTATED,
    BREAKS,
    FRAGMENTS,
    PROBLEMS,
    SETUPS,
    WRONG_ENCODINGS,
    problem_of,
)
from tests.samples import SAMPLE_FILE

TEN_MEGABYTES = 10_000_000

fragments = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


def assert_read_or_refused(text: str | bytes) -> None:
    """Everything a program may do with such a text, and only our own errors from it."""
    found = read_records(text)
    for problem in found.problems:
        assert problem.line >= 1
        assert problem.game >= 1
        assert problem.reason
    for record in found:
        with suppress(IllegalTurn, NotationError):
            record.game()
    with suppress(IllegalTurn, NotationError):
        for item in iter_archive(text):
            assert isinstance(item, Problem) or item.game()


@given(st.text() | fragments)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert_read_or_refused(text)


@given(st.binary())
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    assert_read_or_refused(text)
    assert_read_or_refused(ANNOTATED.encode() + b"\n" + text)


@given(st.integers(0, len(ANNOTATED)))
def test_file_cut_off_anywhere_is_read_or_refused(length: int) -> None:
    assert_read_or_refused(ANNOTATED[:length])


@given(
    st.integers(0, len(ANNOTATED) - 1), st.sampled_from('{}()[]"\\$!?#\x00\n é') | st.characters()
)
def test_file_with_one_character_changed_is_read_or_refused(at: int, character: str) -> None:
    text = ANNOTATED[:at] + character + ANNOTATED[at + 1 :]
    assert_read_or_refused(text)
    assert len(read_records(f"{text}\n{ANNOTATED}")) >= 1


@given(st.integers(0, 60_000))
def test_archive_cut_off_anywhere_keeps_the_games_before(length: int) -> None:
    text = SAMPLE_FILE.read_text(encoding="utf-8")[:length]
    assert_read_or_refused(text)


@pytest.mark.parametrize(("text", "line", "reason"), PROBLEMS)
def test_problem_names_the_line_and_the_reason(text: str, line: int, reason: str) -> None:
    problem = problem_of(text)
    assert (problem.line, problem.game) == (line, 1)
    assert problem.reason.startswith(reason)
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.reason) == (problem.line, problem.reason)


def test_problem_is_said_in_a_sentence() -> None:
    assert str(Problem(3, "expected a turn", 2)) == "line 3: expected a turn (game 2)"


@pytest.mark.parametrize(("text", "line", "reason"), WRONG_ENCODINGS)
def test_wrong_encoding_is_a_problem_with_its_line(text: bytes, line: int, reason: str) -> None:
    problem = problem_of(text)
    assert problem.line == line
    assert problem.reason == f"expected UTF-8, {reason}"


def test_text_file_opened_with_the_wrong_encoding_is_a_problem() -> None:
    file = io.TextIOWrapper(io.BytesIO(b"2g Ee2n\n2s \xff\n"), encoding="utf-8")
    (problem,) = read_records(file).problems
    assert problem.reason == "expected UTF-8, found the byte 0xff"


@pytest.mark.parametrize("old_new", BREAKS.values(), ids=BREAKS.keys())
# Something must show where an open comment should have ended: an empty line, or the result.
@pytest.mark.parametrize(("end", "separator"), [("1-0\n", "\n"), ("1-0\n", ""), ("", "\n")])
def test_broken_game_spares_the_games_around_it(
    old_new: tuple[str, str], end: str, separator: str
) -> None:
    good = ANNOTATED.removesuffix("1-0\n") + end
    broken = good.replace(*old_new, 1)
    assert broken != good
    games = [good, broken, good, broken, broken, good]
    found = read_records(separator.join(games).encode(errors="surrogateescape"))
    assert [problem.game for problem in found.problems] == [2, 4, 5]
    assert found.records == [Record.parse(good)] * 3


def test_thousand_games_with_three_broken_ones_give_the_others() -> None:
    games = [ANNOTATED.replace("you", f"player {number}") for number in range(1000)]
    for number, (old, new) in zip((0, 500, 999), list(BREAKS.values())[:3], strict=True):
        games[number] = games[number].replace(old, new, 1)
    found = read_records("\n".join(games))
    assert len(found) == 997
    assert [problem.game for problem in found.problems] == [1, 501, 1000]
    readable = [number for number in range(1000) if number not in (0, 500, 999)]
    assert [record.tags["Gold"] for record in found] == [f"player {n}" for n in readable]


LONG_LINES = {
    "a word": "1" * TEN_MEGABYTES,
    "steps": "2g " + "Ee2n " * (TEN_MEGABYTES // 5),
    "steps without a label": "Ee2n " * (TEN_MEGABYTES // 5),
    "parentheses": "2g Ee2n " + "(" * TEN_MEGABYTES,
    "an open comment": "{" * TEN_MEGABYTES,
    "an open comment of commands": "2g Ee2n {" + "[%emt " * (TEN_MEGABYTES // 6),
    "backslashes in a comment": "{" + "\\" * TEN_MEGABYTES,
    "a tag without an end": '[A "' + "x" * TEN_MEGABYTES,
    "quotes in a tag": '[A "' + '"' * TEN_MEGABYTES,
    "open tags": '[A "' * (TEN_MEGABYTES // 4),
    "the name of a tag": "[" + "A" * TEN_MEGABYTES,
    "brackets": "[ " * (TEN_MEGABYTES // 2),
    "zeros": "\0" * TEN_MEGABYTES,
    "dollars": "2g Ee2n" + "$" * TEN_MEGABYTES,
    "spaces and a word": " " * TEN_MEGABYTES + "x",
    "half characters": "\ud800" * TEN_MEGABYTES,
}


@pytest.mark.parametrize("text", LONG_LINES.values(), ids=LONG_LINES.keys())
def test_line_of_ten_megabytes_is_refused_briefly(text: str) -> None:
    problem = problem_of(text)
    assert problem.line == 1
    assert len(problem.reason) < 200
    with pytest.raises(NotationError) as caught:
        read_archive(text)
    assert len(str(caught.value)) < 200


def test_line_of_ten_megabytes_in_a_comment_or_a_tag_is_kept() -> None:
    long = ("x" * 98 + '\\"}') * (TEN_MEGABYTES // 100)
    record = Record({"Note": long}, comments=[long])
    assert read_records(format_records([record])).records == [record]


def test_variations_nest_as_deep_as_anybody_likes() -> None:
    depth = 20_000  # Many times what recursion could do.
    opened = "".join(f"{n}g Ee2n {n}s ed7s (\n" for n in range(depth))
    record = Record.parse(f"{opened}1g Md2n{')' * depth}")
    assert len(record.main_line) == 2
    assert Record.parse(str(record)) == record


def test_variation_that_nobody_closes_is_named_by_its_last_parenthesis() -> None:
    opened = "".join(f"{n}g Ee2n {n}s ed7s (\n" for n in range(1000))
    problem = problem_of(opened)
    assert problem.line == 1000
    assert problem.reason == "the variation that opens here is not closed"


def test_games_that_all_leave_a_comment_open_are_all_problems() -> None:
    game = f'[Gold "you"]\n\n{SETUPS}\n2g Ee2n {{and so on\n\n'
    assert len(read_records(game * 2000).problems) == 2000


def test_games_in_one_line_are_all_read() -> None:
    assert len(read_records("* " * 20_000)) == 20_000


def test_game_of_too_many_turns_is_refused_before_it_fills_the_memory() -> None:
    tracemalloc.start()
    try:
        found = read_records("1g " * 1_000_000 + f"\n\n{ANNOTATED}")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [problem.reason for problem in found.problems] == [
        "expected at most 100000 turns in a game"
    ]
    assert len(found) == 1
    assert most < 100_000_000


class Counted(str):
    """A name that counts how often it is compared with another one."""

    compared: ClassVar[list[str]] = []

    def __eq__(self, other: object) -> bool:
        self.compared.append(self)
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_tags_are_found_without_a_look_at_all_others() -> None:
    Counted.compared.clear()
    tags = Tags((Counted(f"T{number}"), str(number)) for number in range(400))
    assert [tags[Counted(f"T{number}")] for number in range(400)] == [*map(str, range(400))]
    for number in range(400):
        tags[Counted(f"T{number}")] = "new"
    assert len(Counted.compared) < 2000
    del tags["T7"]
    tags["T9"] = "nine"
    assert (tags.get("T7"), tags["T9"], tags["T399"]) == (None, "nine", "new")
