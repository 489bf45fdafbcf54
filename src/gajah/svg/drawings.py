"""Our drawings of the pieces.

A piece is a token, whose shape tells the side, with a figure on it, which tells the kind. The
files in ``gajah/pieces`` name their colours as CSS variables: a web page may set them, and a
standing picture has them replaced by a theme's colours, since not every viewer knows variables.
"""

from __future__ import annotations

import re
import zlib
from functools import cache, lru_cache
from importlib import resources

from gajah._core import Piece, Side
from gajah.svg.theme import DEFAULT_THEME, PieceColours, Theme, find_theme

PIECE_SETS = ("animals", "chess")
"""The piece sets: the animals, or the chess pieces that the rules name in their place."""

XMLNS = "http://www.w3.org/2000/svg"
_COLOUR_VARIABLE = re.compile(r"var\(--(\w+),[^)]*\)")


def piece_svg(piece: Piece | str, pieces: str = "animals", theme: Theme | str | None = None) -> str:
    """One piece, ``Piece("E")`` or just ``"E"``, as the text of an SVG element of 100 by 100 units.

    Without a theme its colours are the CSS variables ``--face``, ``--rim``, ``--shine``,
    ``--figure``, ``--tone`` and ``--pale``, with the usual ones to fall back on, so that a web page
    can set them; with a theme they are fixed, as image converters need them. An unknown piece, set
    or theme raises ValueError.
    """
    drawn = Piece(piece) if isinstance(piece, str) else piece
    if not isinstance(drawn, Piece):
        raise ValueError(f"a piece is a Piece or its letter, not {type(piece).__name__}")
    drawing = _drawing(known_set(pieces), drawn)
    if theme is None:
        usual = find_theme(DEFAULT_THEME).of(drawn.side)
        drawing = _COLOUR_VARIABLE.sub(
            lambda found: f"var(--{found[1]},{getattr(usual, found[1])})", drawing
        )
    else:
        drawing = _recoloured(drawing, find_theme(theme).of(drawn.side))
    return (
        f'<svg xmlns="{XMLNS}" class="piece {drawn.name}" viewBox="0 0 100 100" role="img" '
        f'aria-label="{drawn.name}">\n{drawing}\n</svg>\n'
    )


def known_set(name: str) -> str:
    """The name itself, if there is such a piece set; otherwise ValueError."""
    if name not in PIECE_SETS:
        raise ValueError(f"there is no piece set {name!r}: choose {' or '.join(PIECE_SETS)}")
    return name


def token(side: Side, colours: PieceColours) -> str:
    """The elements of a side's token without a figure, in a box of 100 by 100 units."""
    return _recoloured(_inside("tokens", side.name.lower()), colours)


@lru_cache(maxsize=128)  # a picture asks again for each piece of a kind
def named_drawing(pieces: str, piece: Piece, colours: PieceColours) -> tuple[str, str]:
    """An id for a piece in these colours, and its elements in a box of 100 by 100 units.

    A page may show many pictures and its ids must not clash, so an id follows from what it names.
    """
    drawing = _recoloured(_drawing(pieces, piece), colours)
    name = piece.name.replace(" ", "-")
    return f"gajah-{pieces}-{name}-{zlib.crc32(drawing.encode()):08x}", drawing


@cache
def _inside(folder: str, name: str) -> str:
    """The elements inside the root of one of our files."""
    text = (resources.files("gajah") / "pieces" / folder / f"{name}.svg").read_text("utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")].strip()


@cache
def _drawing(pieces: str, piece: Piece) -> str:
    """A token with its figure; silver's looks the other way."""
    figure = _inside(pieces, piece.kind.name.lower())
    if piece.side == Side.SILVER:
        figure = f'<g transform="matrix(-1 0 0 1 100 0)">\n{figure}\n</g>'
    return f"{_inside('tokens', piece.side.name.lower())}\n{figure}"


def _recoloured(drawing: str, colours: PieceColours) -> str:
    return _COLOUR_VARIABLE.sub(lambda found: str(getattr(colours, found[1])), drawing)
