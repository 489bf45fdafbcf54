"""The board as lines of text: small for any output, large where colours and space allow.

What is marked is marked by characters too, so that nothing depends on colour: ``[E]`` has moved,
``(.)`` was left, ``*`` can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gajah._core import Position, Side, Square, Step
from gajah.cli.play.looks import Looks, Paint

_COLUMNS = "abcdefgh"
_LABEL_WIDTH = 3
_SMALL_CELL = 3
_LARGE_CELL = 5
_EMPTY = "."
_TRAP = "x"
_TARGET = "*"
_SIDES = {Side.GOLD: Paint.GOLD, Side.SILVER: Paint.SILVER}


@dataclass(frozen=True)
class Marks:
    """What to point out: where pieces came to, which squares they left, where one could go."""

    moved: frozenset[Square] = frozenset()
    left: frozenset[Square] = frozenset()
    targets: frozenset[Square] = frozenset()

    @classmethod
    def of_steps(cls, steps: Iterable[Step], position: Position) -> Marks:
        """The traces of a turn, or of part of one, on the position it led to."""
        touched: set[Square] = set()
        came_to: set[Square] = set()
        for step in steps:
            touched.add(step.square)
            came_to.discard(step.square)
            if step.to is not None:
                came_to.add(step.to)
            if step.capture is not None:
                touched.add(step.capture.square)
        occupied = {square for square in touched | came_to if position[square] is not None}
        return cls(frozenset(occupied & came_to), frozenset((touched | came_to) - occupied))


def board_width(*, large: bool) -> int:
    """How many columns ``draw_board`` takes."""
    return _LABEL_WIDTH + 8 * (_LARGE_CELL if large else _SMALL_CELL)


def draw_board(
    position: Position, looks: Looks, marks: Marks, *, flip: bool = False, large: bool = False
) -> list[str]:
    """The lines of the board, gold at the bottom unless flipped: 9 small, 17 large."""
    rows = range(1, 9) if flip else range(8, 0, -1)
    columns = _COLUMNS[::-1] if flip else _COLUMNS
    lines = []
    for row in rows:
        squares = [Square(f"{column}{row}") for column in columns]
        cells = [_cell(position, square, looks, marks, large=large) for square in squares]
        lines.append(f"{row:>{_LABEL_WIDTH - 1}} " + "".join(cells))
        if large:
            edges = [_lower_half(position, square, looks, marks) for square in squares]
            lines.append(" " * _LABEL_WIDTH + "".join(edges))
    width = _LARGE_CELL if large else _SMALL_CELL
    letters = "".join(column.center(width) for column in columns)
    return [*lines, " " * _LABEL_WIDTH + letters]


def _cell(position: Position, square: Square, looks: Looks, marks: Marks, *, large: bool) -> str:
    ground = _ground(square, marks)
    text = _text(position, square, looks, marks)
    piece = position[square]
    margin = looks.paint(" ", ground) if large else ""
    if piece is not None:
        return margin + looks.paint(text, _SIDES[piece.side], bold=True) + margin
    return margin + looks.paint(text, ground) + margin


def _lower_half(position: Position, square: Square, looks: Looks, marks: Marks) -> str:
    ground = _ground(square, marks)
    piece = position[square]
    if piece is None:
        return looks.paint(" " * _LARGE_CELL, ground)
    margin = looks.paint(" ", ground)
    return margin + looks.lower_edge(_SMALL_CELL, _SIDES[piece.side], ground) + margin


def _text(position: Position, square: Square, looks: Looks, marks: Marks) -> str:
    piece = position[square]
    if piece is not None:
        letter = looks.piece(piece)
        return f"[{letter}]" if square in marks.moved else f" {letter} "
    empty = _TRAP if square.is_trap else _empty(looks)
    if square in marks.targets:
        return f" {_TARGET} "
    return f"({empty})" if square in marks.left else f" {empty} "


def _empty(looks: Looks) -> str:
    # Among 256 colours the squares are chequered, and a dot on each would only be noise.
    return " " if looks.colours == 256 else _EMPTY


def _ground(square: Square, marks: Marks) -> Paint:
    if square in marks.targets:
        return Paint.TARGET
    if square.is_trap:
        return Paint.TRAP
    if square in marks.left:
        return Paint.LEFT
    is_dark = (_COLUMNS.index(square.column) + square.row) % 2
    return Paint.DARK if is_dark else Paint.LIGHT
