"""What comments say to programs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Square
from gajah.errors import NotationError
from gajah.notation import Arrow, Mark
from gajah.records import Comment, Evaluation
from tests.strategies import squares

colours = st.sampled_from("GRYB")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("[%emt 0:00:12]", 12),
        ("[%emt 1:02:03]", 3723),
        ("[%emt 0:00:00.5]", 0.5),
        ("so [%emt 2:30] there", 150),
        ("[%emt soon] [%emt 0:00:07]", 7),
        ("[%emt 0:00:00]", 0),
        ("[%emt soon]", None),
        ("[%emt]", None),
        ("[%other 0:00:12]", None),
        ("[%emt 0:00:12", None),
        ("", None),
    ],
)
def test_time_used_and_time_left_are_read(text: str, seconds: float | None) -> None:
    used, left = Comment(text), Comment(text.replace("emt", "clk"))
    assert (used.used_s, used.clock_s) == (seconds, None)
    assert (left.used_s, left.clock_s) == (None, seconds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[%eval 0.42]", Evaluation(rabbits=0.42)),
        ("[%eval -3]", Evaluation(rabbits=-3)),
        ("[%eval +1.5,12]", Evaluation(rabbits=1.5, depth=12)),
        ("[%eval #3]", Evaluation(win_in=3)),
        ("[%eval #-2,8]", Evaluation(win_in=-2, depth=8)),
        ("[%eval good]", None),
        ("[%eval 1e9]", None),
    ],
)
def test_evaluation_is_read(text: str, expected: Evaluation | None) -> None:
    assert Comment(text).evaluation == expected


def test_arrows_and_marks_are_read_and_nonsense_among_them_is_not() -> None:
    comment = Comment("[%cal Ge2e5,Rd4d5, x] and [%csl Re4,Zz9,Gd5] [%cal Ba1h8]")
    assert [str(arrow) for arrow in comment.arrows] == ["Ge2e5", "Rd4d5", "Ba1h8"]
    assert comment.marks == (Mark(Square("e4"), "R"), Mark(Square("d5"), "G"))


def test_prose_is_the_comment_without_its_commands() -> None:
    comment = Comment("Too early. [%emt 0:00:12] [%anything else]")
    assert comment.prose == "Too early."
    assert comment.commands == (("emt", "0:00:12"), ("anything", "else"))
    assert str(comment) == comment.text


@given(
    used_ms=st.none() | st.integers(0, 10**9),
    clock_ms=st.none() | st.integers(0, 10**9),
    evaluation=st.none()
    | st.builds(Evaluation, win_in=st.integers(-99, 99), depth=st.none() | st.integers(0, 99))
    | st.builds(Evaluation, st.integers(-9999, 9999).map(lambda hundredths: hundredths / 100)),
    arrows=st.lists(st.builds(Arrow, squares, squares, colours), max_size=3),
    marks=st.lists(st.builds(Mark, squares, colours), max_size=3),
)
def test_what_is_put_into_a_comment_is_found_in_it(
    used_ms: int | None,
    clock_ms: int | None,
    evaluation: Evaluation | None,
    arrows: list[Arrow],
    marks: list[Mark],
) -> None:
    used_s = None if used_ms is None else used_ms / 1000
    clock_s = None if clock_ms is None else clock_ms / 1000
    comment = Comment.of(
        "Well.",
        used_s=used_s,
        clock_s=clock_s,
        evaluation=evaluation,
        arrows=arrows,
        marks=marks,
    )
    assert comment.prose == "Well."
    assert comment.evaluation == evaluation
    assert (comment.arrows, comment.marks) == (tuple(arrows), tuple(marks))
    assert comment.used_s == (None if used_s is None else pytest.approx(used_s))
    assert comment.clock_s == (None if clock_s is None else pytest.approx(clock_s))


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("[]%emtcalsv 0123456789:.,#-"))
def test_any_comment_can_be_asked_anything(text: str) -> None:
    comment = Comment(text)
    for seconds in (comment.used_s, comment.clock_s):
        assert seconds is None or seconds >= 0
    if found := comment.evaluation:
        assert (found.rabbits is None) != (found.win_in is None)
    assert all(str(arrow) in text for arrow in comment.arrows)
    assert all(str(mark) in text for mark in comment.marks)


def test_line_ends_are_the_only_thing_changed() -> None:
    assert Comment(" a\r\nb\rc\n ").text == " a\nb\nc\n "


def test_half_a_character_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match=r"line 2: .*U\+DC80"):
        Comment("a\n\udc80")


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_time_that_no_clock_shows_is_refused(seconds: float) -> None:
    with pytest.raises(NotationError):
        Comment.of(used_s=seconds)
