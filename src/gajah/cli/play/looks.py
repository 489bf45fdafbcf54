"""What a terminal can show, and the colours the board is painted with.

Every colour on the board is a pair, letter and ground, so it reads the same on a dark and on a
light terminal; text beside the board keeps the terminal's own colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from gajah._core import Kind, Piece, Side

_RESET = "\x1b[0m"
# The chess pieces that the rules name in place of the animals, white and black.
_CHESS = {
    Kind.ELEPHANT: ("\u2654", "\u265a"),
    Kind.CAMEL: ("\u2655", "\u265b"),
    Kind.HORSE: ("\u2656", "\u265c"),
    Kind.DOG: ("\u2657", "\u265d"),
    Kind.CAT: ("\u2658", "\u265e"),
    Kind.RABBIT: ("\u2659", "\u265f"),
}
_BLOCK = "\u2580"
_FEW = 8
_MANY = 256


class Paint(Enum):
    """What a colour is for."""

    LIGHT = auto()
    DARK = auto()
    TRAP = auto()
    #: A square that the last turn left, or where it lost a piece.
    LEFT = auto()
    #: A square that the piece asked about can go to.
    TARGET = auto()
    GOLD = auto()
    SILVER = auto()


# Letter and ground by their numbers among 256. Gold is light with dark letters and silver dark
# with light ones, so that the sides also differ for those who see no colours.
_OF_256 = {
    Paint.LIGHT: (240, 250),
    Paint.DARK: (240, 247),
    Paint.TRAP: (16, 131),
    Paint.LEFT: (16, 108),
    Paint.TARGET: (16, 110),
    Paint.GOLD: (52, 221),
    Paint.SILVER: (255, 238),
}
# The same among the eight that every colour terminal has; its squares are not chequered.
_OF_8 = {
    Paint.LIGHT: (0, 7),
    Paint.DARK: (0, 7),
    Paint.TRAP: (7, 1),
    Paint.LEFT: (0, 2),
    Paint.TARGET: (0, 6),
    Paint.GOLD: (0, 3),
    Paint.SILVER: (7, 4),
}


@dataclass(frozen=True)
class Looks:
    """How things are shown: ``colours`` is 0, 8 or 256, ``chess`` draws chess pieces.

    ``unicode`` says that the terminal's encoding has more than letters.
    """

    colours: int = 0
    chess: bool = False
    unicode: bool = False

    def piece(self, piece: Piece) -> str:
        """The one character that stands for a piece."""
        if not self.chess:
            return piece.letter
        white, black = _CHESS[piece.kind]
        # With colours the full glyph is clearer for both; without, full and hollow tell them apart.
        return white if piece.side is Side.GOLD and not self.colours else black

    def paint(self, text: str, paint: Paint, *, bold: bool = False) -> str:
        """The text in its colours, or as it is where there are none."""
        if not self.colours:
            return text
        letter, ground = self._pairs[paint]
        # Among eight colours bold black is grey, and no longer reads on yellow.
        weight = "1;" if bold and self.colours > _FEW else ""
        return f"\x1b[{weight}{self._code(3, letter)};{self._code(4, ground)}m{text}{_RESET}"

    def lower_edge(self, width: int, token: Paint, square: Paint) -> str:
        """Half a line of a token's ground above half a line of its square's."""
        above, below = self._pairs[token][1], self._pairs[square][1]
        codes = f"{self._code(3, above)};{self._code(4, below)}"
        return f"\x1b[{codes}m{_BLOCK * width}{_RESET}"

    def bold(self, text: str) -> str:
        """Text that stands out in the terminal's own colour."""
        return f"\x1b[1m{text}{_RESET}" if self.colours else text

    @property
    def _pairs(self) -> dict[Paint, tuple[int, int]]:
        return _OF_8 if self.colours == _FEW else _OF_256

    def _code(self, plane: int, colour: int) -> str:
        """What the terminal is told: plane 3 is the letter, 4 the ground."""
        return f"{plane}{colour}" if self.colours == _FEW else f"{plane}8;5;{colour}"


def looks_of(environ: Mapping[str, str], *, is_terminal: bool, encoding: str, chess: bool) -> Looks:
    """What can be shown in these surroundings; see no-color.org for ``NO_COLOR``."""
    unicode = encoding.lower().replace("-", "") in ("utf8", "utf16", "utf32")
    name = environ.get("TERM", "")
    colours = 0
    if is_terminal and name not in ("", "dumb") and not environ.get("NO_COLOR"):
        many = "256color" in name or "direct" in name or environ.get("COLORTERM")
        colours = _MANY if many else _FEW
    return Looks(colours, chess, unicode)
