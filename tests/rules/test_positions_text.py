"""Steps, turns, setups and positions as text: what is written is read back, and older forms too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Capture, Piece, Placement, Position, Setup, Side, Square, Step, Turn
from gajah.errors import NotationError
from tests.helpers import GOLD_SETUP, OPENING, board_of, gold, taken_so_far
from tests.strategies import PIECES, any_positions, in_mid_turn, setups, squares, written_steps

OPENING_DIAGRAM = """\
g
 +-----------------+
8| r r r r r r r r |
7| h d c e m c d h |
6| . . x . . x . . |
5| . . . . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| H D C M E C D H |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h"""


def parse_error(text: str) -> NotationError:
    """The error with which ``Position.parse`` refuses a text."""
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    return caught.value


@given(squares)
def test_square_text_round_trips(square: Square) -> None:
    assert Square(str(square)) == Square(square.name) == Square.at(square.index) == square
    assert str(square) == f"{square.column}{square.row}"
    assert eval(repr(square), {"Square": Square}) == square


@given(st.sampled_from(PIECES))
def test_piece_text_round_trips(piece: Piece) -> None:
    assert Piece(str(piece)) == Piece(piece.side, piece.kind) == piece
    assert eval(repr(piece), {"Piece": Piece}) == piece


@given(written_steps())
def test_step_text_round_trips(step: Step) -> None:
    alone = Step.parse(str(step))
    assert (alone.piece, alone.square, alone.direction) == (
        step.piece,
        step.square,
        step.direction,
    )
    assert eval(repr(step), {"Step": Step}) == step


@given(st.lists(written_steps(), max_size=4))
def test_turn_text_round_trips(steps: list[Step]) -> None:
    turn = Turn(steps)
    assert Turn.parse(str(turn)) == turn
    assert list(turn) == list(turn.steps) == steps
    assert eval(repr(turn), {"Turn": Turn}) == turn


@given(setups())
def test_setup_text_round_trips(setup: Setup) -> None:
    assert Setup.parse(str(setup)) == setup
    assert eval(repr(setup), {"Setup": Setup}) == setup
    assert setup.why_not(setup.placements[0].piece.side) is None


@given(st.sampled_from(PIECES), squares)
def test_placement_and_capture_are_written_as_in_records(piece: Piece, square: Square) -> None:
    assert str(Placement(piece, square)) == f"{piece}{square}"
    assert str(Capture(piece, square)) == f"{piece}{square}x"


@given(any_positions())
def test_short_form_round_trips(position: Position) -> None:
    assert Position.parse(position.short) == position
    assert eval(repr(position), {"Position": Position}) == position


@given(in_mid_turn(any_positions()), st.integers(0, 999))
def test_diagram_round_trips_with_the_steps_already_taken(position: Position, number: int) -> None:
    again = Position.parse(position.diagram(number))
    assert again == position == Position.parse(str(position))
    assert again.taken == position.taken
    assert (again.steps_left, again.pending) == (position.steps_left, position.pending)
    assert eval(repr(position), {"Position": Position}) == position


@given(in_mid_turn(any_positions(), least=1))
def test_short_form_says_nothing_of_steps_already_taken(position: Position) -> None:
    fresh = Position.parse(position.short)
    assert (board_of(fresh), fresh.side, len(fresh.taken)) == (board_of(position), position.side, 0)


def test_opening_is_written_as_everyone_writes_it() -> None:
    assert OPENING.short == "g [rrrrrrrrhdcemcdh" + 32 * " " + "HDCMECDHRRRRRRRR]"
    assert str(OPENING) == OPENING_DIAGRAM
    assert OPENING.diagram(12) == "12" + OPENING_DIAGRAM


def test_diagram_header_carries_number_side_and_steps_taken() -> None:
    position = taken_so_far(gold("Eb4 rb3 Ra1 rh8"), "rb3e")
    assert position.diagram(12).splitlines()[0] == "12g rb3e rc3x"
    assert Position.parse(position.diagram(12)).pending_square == Square("b3")


@pytest.mark.parametrize(
    "text",
    [
        OPENING.short.replace("g", "w", 1),
        OPENING.short.replace(" ", ".").replace("g.", "g ", 1),
        f"  {OPENING.short}\n",
        OPENING.short.replace("g [", "g["),
        OPENING_DIAGRAM.replace("g", "2w", 1),
        OPENING_DIAGRAM.replace(".", " "),
        OPENING_DIAGRAM.replace("x", "X"),
        OPENING_DIAGRAM.replace("x", "."),
        OPENING_DIAGRAM.replace("\n", "\r\n"),
        OPENING_DIAGRAM.removeprefix("g\n"),
        "# a comment\n\n" + OPENING_DIAGRAM + "\n\n",
        "\n".join(line for line in OPENING_DIAGRAM.splitlines() if "|" in line),
        "\n".join("      " + line for line in OPENING_DIAGRAM.splitlines()),
        "\n".join(line[1:] if "|" in line else line for line in OPENING_DIAGRAM.splitlines()),
    ],
)
def test_older_and_looser_forms_are_read(text: str) -> None:
    assert Position.parse(text) == OPENING


@pytest.mark.parametrize("letter", "sb")
def test_both_letters_for_silver_are_read(letter: str) -> None:
    assert Position.parse(letter + OPENING.short[1:]).side is Side.SILVER
    assert Position.parse("7" + letter + OPENING_DIAGRAM[1:]).side is Side.SILVER


def test_pass_in_old_records_is_skipped() -> None:
    assert Turn.parse("Ed2n pass pass") == Turn.parse("Ed2n")


def test_captures_belong_to_the_step_before_them() -> None:
    turn = Turn.parse("rb3e rc3x Hb2n")
    assert [step.capture for step in turn] == [Capture("r", "c3"), None]
    assert str(turn) == "rb3e rc3x Hb2n"


@pytest.mark.parametrize("text", ["rc3x", "rc3x Hb2n", "rb3e rc3x rc3x", "rb3e zc3x", "rb3e rz3x"])
def test_captures_that_follow_no_step_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Turn.parse(text)


def test_turn_holds_at_most_four_steps() -> None:
    with pytest.raises(NotationError, match="at most four"):
        Turn.parse("Ed2n Ed3n Ed4n Ed5n Ed6n")
    with pytest.raises(ValueError, match="at most four"):
        Turn([Step.parse("Ed2n")] * 5)


def test_step_off_the_board_can_be_read_but_not_made() -> None:
    assert Step.parse("Ra1w").to is None
    with pytest.raises(ValueError, match="leaves the board"):
        Step("R", "a1", Step.parse("Ra1w").direction)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "found no board"),
        ("g [rr]", 1, "64 squares"),
        ("x [" + 64 * " " + "]", 1, "side to move"),
        ("g [" + 63 * " " + "q]", 1, "on h1"),
        (OPENING_DIAGRAM.replace("8|", "9|"), 3, "expected row 8"),
        (OPENING_DIAGRAM.replace("h d c e", "h d q e"), 4, "on c7"),
        (OPENING_DIAGRAM.replace("2| H D C M E C D H |\n", ""), 9, "expected row 2"),
        ("\n".join(OPENING_DIAGRAM.splitlines()[:6]), 6, "before row 4"),
        (OPENING_DIAGRAM.replace("4| . . . . . . . . |", "4| . . . |"), 7, "too short"),
        (OPENING_DIAGRAM.replace("g", "nonsense", 1), 1, "side to move or a board"),
        (OPENING_DIAGRAM.replace("g", "g Ed2q", 1), 1, "a step like"),
        (OPENING_DIAGRAM.replace("g", "g Ed4n", 1), 1, "cannot have led"),
        (OPENING_DIAGRAM + "\n0| . . . . . . . . |", 13, "eight rows"),
        (OPENING_DIAGRAM.replace(". . x", ". x ."), 5, "on b6"),
    ],
)
def test_broken_positions_are_refused_with_the_line_and_what_was_expected(
    text: str, line: int, reason: str
) -> None:
    error = parse_error(text)
    assert error.line == line
    assert reason in error.reason


def test_board_with_too_many_of_a_kind_is_refused() -> None:
    assert "at most 1 elephant" in parse_error("g [EE" + 62 * " " + "]").reason
    assert "at most 8 rabbits" in parse_error("g [" + 32 * " " + 9 * "r" + 23 * " " + "]").reason
    with pytest.raises(NotationError):
        Position({"a1": "E", "b1": "E"})


def test_board_with_a_piece_lost_on_a_trap_is_refused() -> None:
    with pytest.raises(NotationError, match="gold cat on c3 stands on a trap"):
        gold("Cc3 Ra1")
    assert gold("Cc3 Rc2")["c3"] == Piece("C")


def test_two_pieces_on_one_square_are_refused() -> None:
    pieces: dict[Square | str, Piece | str] = {"e2": "E", Square("e2"): "M"}
    with pytest.raises(NotationError, match="two pieces on e2"):
        Position(pieces)


def test_setup_text_is_read_without_asking_whether_it_is_legal() -> None:
    assert len(Setup.parse("Ra1 Ra1 eh8")) == 3
    assert Setup.parse(GOLD_SETUP).why_not(Side.SILVER) is not None
