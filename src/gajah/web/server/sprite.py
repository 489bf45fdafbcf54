"""The drawings of the pieces as the symbols of one SVG file, for the page to refer to."""

from __future__ import annotations

from functools import cache
from importlib import resources

from gajah.svg.drawings import XMLNS, known_set

_KINDS = ("elephant", "camel", "horse", "dog", "cat", "rabbit")
_SIDES = ("gold", "silver")


@cache
def piece_sprite(pieces: str) -> str:
    """The figures of a piece set and the tokens under them, as an SVG file of symbols.

    Their colours are CSS variables, which the page's style sheet sets for each side. An unknown set
    raises ValueError.
    """
    known_set(pieces)
    symbols = [_symbol(f"token-{side}", "tokens", side) for side in _SIDES]
    symbols += [_symbol(f"{pieces}-{kind}", pieces, kind) for kind in _KINDS]
    return f'<svg xmlns="{XMLNS}">\n{"".join(symbols)}</svg>\n'


def _symbol(identity: str, folder: str, name: str) -> str:
    text = (resources.files("gajah") / "pieces" / folder / f"{name}.svg").read_text("utf-8")
    inside = text[text.index(">") + 1 : text.rindex("</svg>")].strip()
    # Overflow is shown because a token's rim may reach a little beyond its box.
    return (
        f'<symbol id="{identity}" viewBox="0 0 100 100" width="100" height="100" '
        f'overflow="visible">\n{inside}\n</symbol>\n'
    )
