"""A position as a picture: ``render`` draws a board, ``piece_svg`` one piece, both as SVG text.

The pictures stand alone (no script, no style sheet, no image), so that they look the same in a
notebook, a browser, a document and an image converter.
"""

from gajah.svg.board import render
from gajah.svg.drawings import PIECE_SETS, piece_svg
from gajah.svg.theme import THEMES, PieceColours, Theme

__all__ = ["PIECE_SETS", "THEMES", "PieceColours", "Theme", "piece_svg", "render"]
