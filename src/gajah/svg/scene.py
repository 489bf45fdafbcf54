"""What all parts of a picture share: the position, its looks, and where the squares are."""

from __future__ import annotations

from dataclasses import dataclass

from gajah._core import Piece, Position, Square
from gajah.svg.drawings import named_drawing
from gajah.svg.theme import Theme

# Lengths are in hundredths of a square's side; the upper left corner of the board is the origin.
SQUARE = 100
BOARD = 8 * SQUARE
# A piece leaves this much of its square free on every side, so that a trap under it shows.
_PIECE_INSET = 0.05


@dataclass(frozen=True)
class Scene:
    """A position to be drawn with a piece set and a theme, from gold's side or from silver's."""

    position: Position
    pieces: str
    theme: Theme
    flip: bool

    def corner(self, square: Square) -> tuple[int, int]:
        """The upper left corner of a square."""
        column, row = square.index % 8, 7 - square.index // 8
        if self.flip:
            column, row = 7 - column, 7 - row
        return column * SQUARE, row * SQUARE

    def centre(self, square: Square) -> tuple[int, int]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + SQUARE // 2, y + SQUARE // 2

    def definition(self, piece: Piece) -> tuple[str, str]:
        """The id and the elements of a piece."""
        return named_drawing(self.pieces, piece, self.theme.of(piece.side))

    def use(self, piece: Piece, x: float, y: float, side: float = SQUARE) -> str:
        """An element that shows a piece in a square box with its corner at ``x, y``."""
        inset = side * _PIECE_INSET
        scale = (side - 2 * inset) / 100
        place = f"translate({number(x + inset)} {number(y + inset)}) scale({number(scale)})"
        return f'<use href="#{self.definition(piece)[0]}" transform="{place}"/>'


def number(value: float) -> str:
    """A number with at most two decimals, and no more characters than it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
