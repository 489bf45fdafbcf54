"""Hypothesis strategies: positions of every sort, and how far a turn may have come."""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st

from gajah._core import Direction, Kind, Piece, Placement, Position, Setup, Side, Square, Step
from tests.helpers import GOLD_SETUP, SILVER_SETUP, SQUARES
from tests.samples import sample_positions

PIECES = tuple(Piece(letter) for letter in "RCDHMErcdhme")
ARMY = {"r": 8, "c": 2, "d": 2, "h": 2, "m": 1, "e": 1}

# How many times as much as usual a random test should try.
EFFORT = max(1, int(os.environ.get("GAJAH_THOROUGH", "1")))

Board = dict[Square, Piece]

sides = st.sampled_from((Side.GOLD, Side.SILVER))
squares = st.sampled_from(SQUARES)


def examples(number: int) -> settings:
    """For a test that is slow: fewer examples than usual, or more than that with more effort."""
    return settings(max_examples=number * EFFORT)


def legal_board(wanted: Board) -> Board:
    """The board without pieces that no game can have: too many, or lost on a trap."""
    left = {Piece(cased): number for kind, number in ARMY.items() for cased in kind + kind.upper()}
    board: Board = {}
    for square, piece in wanted.items():
        left[piece] -= 1
        if left[piece] >= 0:
            board[square] = piece
    for trap in [square for square in board if square.is_trap]:
        around = (trap.toward(direction) for direction in Direction)
        friends = [s for s in around if s in board and board[s].side is board[trap].side]
        if not friends:
            del board[trap]
    return board


def make_position(board: Board, side: Side) -> Position:
    """A position of a legal board."""
    return Position(legal_board(board), side)


@st.composite
def scattered_positions(draw: st.DrawFn, max_pieces: int = 32) -> Position:
    """Pieces anywhere, as few as none and as many as asked for."""
    board = draw(st.dictionaries(squares, st.sampled_from(PIECES), max_size=max_pieces))
    return make_position(board, draw(sides))


@st.composite
def crowded_positions(draw: st.DrawFn) -> Position:
    """Pieces close together, where nearly everything pushes, pulls, freezes and is lost."""
    corner = draw(st.sampled_from([0, 2, 4, 16, 18, 20, 32, 34, 36]))
    near = [Square.at(corner + 8 * row + column) for row in range(4) for column in range(4)]
    board = draw(st.dictionaries(st.sampled_from(near), st.sampled_from(PIECES), max_size=10))
    return make_position(board, draw(sides))


@st.composite
def perturbed_sample_positions(draw: st.DrawFn, least_removed: int = 0) -> Position:
    """A position of a real game with some pieces removed and some put elsewhere."""
    position = draw(st.sampled_from(sample_positions()))
    board = position.pieces
    removed = draw(st.integers(least_removed, 20))
    for square in draw(st.permutations(sorted(board)))[:removed]:
        del board[square]
    for square in draw(st.lists(st.sampled_from(sorted(board) or SQUARES[:1]), max_size=3)):
        if square in board:
            board[draw(squares)] = board.pop(square)
    return make_position(board, draw(sides))


@st.composite
def near_goal_positions(draw: st.DrawFn) -> Position:
    """A position of a real game in which some rabbits of the mover are one to four rows away."""
    position = draw(perturbed_sample_positions())
    board = position.pieces
    rabbit = Piece(position.side, Kind.RABBIT)
    rows = (4, 5, 6, 7) if position.side is Side.GOLD else (5, 4, 3, 2)
    near = st.sampled_from([square for square in SQUARES if square.row in rows])
    rabbits = [square for square, piece in board.items() if piece == rabbit]
    for square, goal in zip(rabbits, draw(st.lists(near, max_size=4)), strict=False):
        del board[square]
        board.setdefault(goal, rabbit)
    return make_position(board, position.side)


def any_positions() -> st.SearchStrategy[Position]:
    """Positions between two turns, of every sort."""
    return st.one_of(scattered_positions(), crowded_positions(), perturbed_sample_positions())


def small_positions() -> st.SearchStrategy[Position]:
    """Positions with few turns, for tests that try everything the slow way."""
    return st.one_of(scattered_positions(max_pieces=5), crowded_positions())


@st.composite
def in_mid_turn(
    draw: st.DrawFn, positions: st.SearchStrategy[Position], least: int = 0
) -> Position:
    """A position up to four steps into its turn."""
    position = draw(positions)
    for _ in range(draw(st.integers(least, 4))):
        steps = position.steps()
        if not steps:
            break
        position = position.after(draw(st.sampled_from(steps)))
    return position


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any legal setup of either side."""
    words = draw(st.sampled_from((GOLD_SETUP, SILVER_SETUP))).split()
    order = draw(st.permutations(words))
    return Setup([Placement(piece[0], word[1:]) for piece, word in zip(order, words, strict=True)])


@st.composite
def written_steps(draw: st.DrawFn) -> Step:
    """Any step that can be written down, legal or not."""
    piece, square = draw(st.sampled_from(PIECES)), draw(squares)
    direction = draw(st.sampled_from(tuple(Direction)))
    capture = draw(st.sampled_from(["", " Rc3x", " ef6x"]))
    return Step.parse(f"{piece}{square}{direction.letter}{capture}")
