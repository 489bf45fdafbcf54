"""Parsers get arbitrary text: they raise their own error and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Piece, Position, Setup, Square, Step, Turn
from gajah.errors import IllegalTurn, NotationError
from tests.helpers import GOLD_SETUP, OPENING

Parser = Callable[[str], object]

PARSERS: dict[str, Parser] = {
    "Square": Square,
    "Piece": Piece,
    "Step": Step.parse,
    "Turn": Turn.parse,
    "Setup": Setup.parse,
    "Position": Position.parse,
    "square of a position": OPENING.__getitem__,
    "step of a position": OPENING.why_not,
}
TEN_MEGABYTES = 10 * 1024 * 1024
GOOD_TEXTS = (
    "e2",
    "E",
    "Ed2n",
    "rb3e rc3x Hb2n pass",
    GOLD_SETUP,
    OPENING.short,
    OPENING.diagram(12),
    OPENING.after("Ed2n".replace("E", "M")).diagram(2),
)
# Letters that matter to some parser, with a few that matter to none.
NOTATION = st.text(alphabet="EMHDCRemhdcrabcdefgh12345678nswx gwb[]|+-.\n\r\t#q\0é", max_size=200)
ANYTHING = st.text(st.characters(), max_size=200)


def parse_or_refuse(parser: Parser, text: str) -> None:
    """Anything but a value or a ``NotationError`` fails the test."""
    with suppress(NotationError):
        parser(text)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A good text with a piece cut out and something else put in."""
    text = draw(st.sampled_from(GOOD_TEXTS))
    start, end = sorted(draw(st.tuples(*2 * [st.integers(0, len(text))])))
    return text[:start] + draw(st.one_of(NOTATION, ANYTHING)) + text[end:]


@pytest.mark.parametrize("name", PARSERS)
@given(text=st.one_of(ANYTHING, NOTATION, damaged()))
def test_parser_reads_any_text_or_raises_notation_error(name: str, text: str) -> None:
    parse_or_refuse(PARSERS[name], text)


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("text", GOOD_TEXTS)
def test_truncated_text_is_read_or_raises_notation_error(name: str, text: str) -> None:
    for end in range(len(text)):
        parse_or_refuse(PARSERS[name], text[:end])


@given(st.one_of(ANYTHING, NOTATION, damaged()))
def test_playing_any_text_raises_illegal_turn_or_notation_error(text: str) -> None:
    with suppress(NotationError, IllegalTurn):
        OPENING.play(text)
    with suppress(NotationError, IllegalTurn):
        OPENING.after(text)


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "e2\0",
        "E\0",
        "Ed2n\0",
        "é2",
        "\uff25",
        "e\uff12",
        "\ufeffe2",
        "\ud800",
        "Ed2n\udcff",
        "\x80",
    ],
    ids=ascii,
)
def test_text_in_a_wrong_encoding_raises_notation_error(name: str, text: str) -> None:
    with pytest.raises(NotationError):
        PARSERS[name](text)


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize(
    "pattern", ["x", "[", " ", "\n", "|", "Ra1 ", "Ed2n ", "+-\n", "1", "8|\n"]
)
def test_ten_megabytes_are_read_or_refused(name: str, pattern: str) -> None:
    text = pattern * (TEN_MEGABYTES // len(pattern))
    parse_or_refuse(PARSERS[name], text)
    parse_or_refuse(PARSERS[name], "g " + text)


@pytest.mark.parametrize("name", PARSERS)
def test_error_message_repeats_only_the_beginning_of_a_long_text(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        PARSERS[name]("q" * TEN_MEGABYTES)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("value", [None, 5, 1.5, b"e2", ["e2"]])
def test_value_that_is_no_text_raises_type_error(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        PARSERS[name](value)  # type: ignore[arg-type]


def test_pieces_that_are_no_mapping_of_text_raise_type_error() -> None:
    for pieces in ({"e2": 5}, {5: "E"}, {"e2": None}, ["e2"], "e2"):
        with pytest.raises(TypeError):
            Position(pieces)  # type: ignore[arg-type]


def test_square_index_outside_the_board_raises_value_error() -> None:
    for index in (-1, 64, 10**6):
        with pytest.raises(ValueError, match="0 to 63"):
            Square.at(index)
