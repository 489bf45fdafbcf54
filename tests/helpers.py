"""What many tests need: positions as piece lists, what a turn leads to, and who refuses it.

Every rule holds for both sides and for both halves of the board, so the ``assert_`` functions
check the position they are given and its three reflections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gajah._core import Position, Rule, Side, Square
from gajah.errors import IllegalTurn

GOLD_SETUP = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2"
SILVER_SETUP = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7"
OPENING = Position.parse("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]")

SQUARES = tuple(Square.at(index) for index in range(64))

_MIRROR = str.maketrans("abcdefgh", "hgfedcba")
_FLIP = str.maketrans("12345678", "87654321")
_EAST_WEST = str.maketrans("ew", "we")
_NORTH_SOUTH = str.maketrans("ns", "sn")


def gold(pieces: str) -> Position:
    """Gold to move with these pieces on the board: ``gold("Ed4 rd5")``."""
    return _placed(pieces, Side.GOLD)


def silver(pieces: str) -> Position:
    """Silver to move with these pieces on the board."""
    return _placed(pieces, Side.SILVER)


def _placed(pieces: str, side: Side) -> Position:
    words = pieces.split()
    board = {word[1:3]: word[0] for word in words}
    assert len(board) == len(words), f"two pieces on one square in {pieces!r}"
    return Position(board, side)


def pieces_of(position: Position) -> str:
    """The piece list of a position, a1 first: ``"Ed4 rd5"``."""
    return " ".join(f"{piece}{square}" for square, piece in sorted(position.pieces.items()))


def mirrored_text(text: str) -> str:
    """A piece list or turn with left and right exchanged."""
    return " ".join(
        word[0] + word[1:3].translate(_MIRROR) + word[3:].translate(_EAST_WEST)
        for word in text.split()
    )


def swapped_text(text: str) -> str:
    """A piece list or turn with the colours and the rows exchanged."""
    return " ".join(
        word[0].swapcase() + word[1:3].translate(_FLIP) + word[3:].translate(_NORTH_SOUTH)
        for word in text.split()
    )


def _unchanged(text: str) -> str:
    return text


def reflections(position: Position) -> Iterator[tuple[Position, Callable[[str], str]]]:
    """The position and its three reflections, each with what does the same to text.

    Built from piece lists, so that ``Position.mirrored`` and ``swapped`` stay under test.
    """
    for mirror in (_unchanged, mirrored_text):
        for swap in (_unchanged, swapped_text):
            side = position.side if swap is _unchanged else position.side.other

            def reflect(
                text: str,
                mirror: Callable[[str], str] = mirror,
                swap: Callable[[str], str] = swap,
            ) -> str:
                return swap(mirror(text))

            yield _placed(reflect(pieces_of(position)), side), reflect


def assert_leads_to(position: Position, turn: str, pieces: str) -> None:
    """The turn is legal and leaves exactly these pieces, the other side being to move."""
    for reflected, text in reflections(position):
        after = reflected.play(text(turn))
        assert set(pieces_of(after).split()) == set(text(pieces).split())
        assert after.side is reflected.side.other


def assert_refused(position: Position, turn: str, rule: Rule, *, at: int) -> None:
    """The turn is refused by that rule at that step, counted from 1; 0 is the turn as a whole."""
    for reflected, text in reflections(position):
        written = text(turn)
        error = refused(reflected.play, written)
        assert (error.rule, error.step_number) == (rule, at)
        if at:
            steps = [word for word in written.split() if not word.endswith("x")]
            assert str(error.step) == steps[at - 1]
            assert str(error).startswith(f"step {at}, {error.step}: ")
        else:
            assert error.step is None


def assert_steps(position: Position, square: str, steps: str) -> None:
    """The piece on that square can make exactly these steps now."""
    for reflected, text in reflections(position):
        here = text(f"E{square}")[1:]
        found = {word for word in steps_of(reflected) if word[1:3] == here}
        assert found == set(text(steps).split())


def refused(action: Callable[..., object], *arguments: object) -> IllegalTurn:
    """The ``IllegalTurn`` that the call raises; fails if it raises none."""
    with pytest.raises(IllegalTurn) as caught:
        action(*arguments)
    return caught.value


def steps_of(position: Position) -> set[str]:
    """The legal steps as text."""
    return {str(step) for step in position.steps()}


def taken_so_far(position: Position, steps: str) -> Position:
    """The position some steps into the turn: ``taken_so_far(gold("Ed4 rd5"), "rd5n")``."""
    for step in steps.split():
        if not step.endswith("x"):
            position = position.after(step)
    return position


def board_of(position: Position) -> str:
    """The 64 squares alone, as the short form writes them."""
    return position.short[3:-1]


def boards_after_turns(position: Position) -> set[str]:
    """The board after each distinct turn."""
    return {board_of(position.play(turn)) for turn in position.legal_turns()}


def has_goal(position: Position, side: Side) -> bool:
    """Does a rabbit of that side stand on the row it wants to reach?"""
    board = board_of(position)
    return "R" in board[:8] if side is Side.GOLD else "r" in board[-8:]
