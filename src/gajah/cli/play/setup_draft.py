"""A setup being arranged: always all pieces on their two rows, so it can be sent any time."""

from __future__ import annotations

from collections.abc import Iterable

from gajah._core import Piece, Placement, Position, Rule, Setup, Side, Square
from gajah.errors import IllegalTurn, NotationError, quoted
from gajah.game import Game
from gajah.setups import SETUPS, choose_setup, named_setup

_SQUARES = [Square.at(index) for index in range(64)]
_MIRROR = str.maketrans("abcdefgh", "hgfedcba")


class SetupDraft:
    """The setup of the side to move before it is sent; it begins with a good one."""

    def __init__(self, game: Game) -> None:
        self.side: Side = game.side
        self._before = game.position
        self._missing = game.handicap.missing(self.side)
        # Squares that a handicap leaves empty hold nothing, and change places like pieces.
        self._pieces = self._by_square(choose_setup(game))
        # Put there by hand: not moved again while others of their kind can be.
        self._fixed: set[Square] = set()

    @property
    def setup(self) -> Setup:
        """The setup as it stands, row by row."""
        standing = self._standing()
        return Setup([Placement(standing[square], square) for square in sorted(standing)])

    @property
    def position(self) -> Position:
        """The board with this setup on it, this side still to move."""
        pieces = self._before.pieces | self._standing()
        # The constructor takes names too, so its dict is of another type than this one.
        return Position({square: pieces[square] for square in pieces}, self.side)

    def use(self, name: str) -> None:
        """Begin again from a setup by its name; raises NotationError if there is none."""
        if name not in SETUPS:
            raise NotationError(f"there is no setup {quoted(name)}; there are {', '.join(SETUPS)}")
        self._pieces = self._by_square(named_setup(name, self.side, missing=self._missing))
        self._fixed.clear()

    def mirror(self) -> None:
        """Exchange left and right."""
        mirrored = {_mirrored(square): piece for square, piece in self._pieces.items()}
        self._pieces = mirrored
        self._fixed = {_mirrored(square) for square in self._fixed}

    def swap(self, first: Square, second: Square) -> None:
        """Exchange two pieces; raises IllegalTurn for a square outside this side's rows."""
        self._check(first, second)
        pieces = self._pieces
        pieces[first], pieces[second] = pieces[second], pieces[first]
        self._fixed |= {first, second}

    def place(self, placements: Iterable[Placement]) -> None:
        """Put pieces on squares; each changes places with what stood there.

        Several lines may so place the sixteen one after the other. Raises IllegalTurn for a piece
        or a square that is not this side's, or a square named twice, and changes nothing then.
        """
        wanted = list(placements)
        self._check(*(placement.square for placement in wanted))
        if len({placement.square for placement in wanted}) < len(wanted):
            raise IllegalTurn(Rule.SETUP_SQUARES.text, Rule.SETUP_SQUARES)
        if any(placement.piece.side is not self.side for placement in wanted):
            raise IllegalTurn(
                f"these are {self.side.name.lower()}'s pieces to place", Rule.WRONG_SIDE
            )
        pieces, fixed = self._pieces.copy(), self._fixed.copy()
        here: set[Square] = set()
        for placement in wanted:
            _put(pieces, fixed, here, placement)
        self._pieces, self._fixed = pieces, fixed

    def _standing(self) -> dict[Square, Piece]:
        return {square: piece for square, piece in self._pieces.items() if piece}

    def _by_square(self, setup: Setup) -> dict[Square, Piece | None]:
        placed = {placement.square: placement.piece for placement in setup}
        rows = (1, 2) if self.side is Side.GOLD else (7, 8)
        return {square: placed.get(square) for square in _SQUARES if square.row in rows}

    def _check(self, *squares: Square) -> None:
        for square in squares:
            if square not in self._pieces:
                rows = "1 and 2" if self.side is Side.GOLD else "7 and 8"
                raise IllegalTurn(
                    f"{square} is outside {self.side.name.lower()}'s rows, {rows}",
                    Rule.SETUP_SQUARES,
                )


def _put(
    pieces: dict[Square, Piece | None], fixed: set[Square], here: set[Square], placement: Placement
) -> None:
    """Put one piece where it is wanted; ``here`` are the squares that this line has filled."""
    square = placement.square
    of_kind = [s for s, piece in pieces.items() if piece == placement.piece and s not in here]
    if not of_kind:
        raise IllegalTurn(Rule.SETUP_PIECES.text, Rule.SETUP_PIECES)
    if pieces[square] != placement.piece:
        source = min(of_kind, key=lambda s: (s in fixed, _distance(s, square), s.index))
        pieces[source], pieces[square] = pieces[square], pieces[source]
        fixed.discard(source)
    fixed.add(square)
    here.add(square)


def _mirrored(square: Square) -> Square:
    return Square(square.name.translate(_MIRROR))


def _distance(one: Square, other: Square) -> int:
    return abs(ord(one.column) - ord(other.column)) + abs(one.row - other.row)
