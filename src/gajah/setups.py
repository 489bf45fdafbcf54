"""Good first turns: named setups for gold, and silver's answers to gold's."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gajah._core import Kind, Piece, Placement, Position, Setup, Side, Square
from gajah.game import Game

# Back row, then front row, a to h, for gold. Rabbits hold the wings and the back, the elephant
# and camel start in the middle, cats or dogs stand behind the traps.
SETUPS: dict[str, tuple[str, str]] = {
    "classic": ("RRRDDRRR", "RHCMECHR"),
    "classic-cats-back": ("RRRCCRRR", "RHDMEDHR"),
    "elephant-left": ("RRRDDRRR", "RHCEMCHR"),
    "cats-behind-traps": ("RRCRRCRR", "HRDMEDRH"),
    "horses-wide": ("RRRCCRRR", "HRDMEDRH"),
    "dogs-forward": ("RRCRRCRR", "RHDEMDHR"),
    "full-front": ("RRRRRRRR", "HDCMECDH"),
}
DEFAULT = "classic"
_FRONT_ROWS = (2, 7)


def named_setup(
    name: str, side: Side, *, mirror: bool = False, missing: Sequence[Piece] = ()
) -> Setup:
    """One of ``SETUPS`` for a side; silver's is gold's seen from across the board.

    Pieces that a handicap takes away leave gaps.
    """
    try:
        back, front = SETUPS[name]
    except KeyError:
        raise ValueError(f"unknown setup {name!r}; known: {', '.join(SETUPS)}") from None
    if mirror:
        back, front = back[::-1], front[::-1]
    return _without(_from_rows(back, front, side), missing)


def _from_rows(back: Sequence[str], front: Sequence[str], side: Side) -> Setup:
    rows = ("1", "2") if side is Side.GOLD else ("8", "7")
    return Setup(
        [
            Placement(Piece(side, Piece(letter).kind), Square(column + row))
            for row, letters in zip(rows, (back, front), strict=True)
            for column, letter in zip("abcdefgh", letters, strict=True)
        ]
    )


def choose_setup(game: Game, variety: random.Random | None = None) -> Setup:
    """A good setup for the side to move; the same one each time unless ``variety`` is given.

    Silver keeps its camel on the wing away from gold's elephant and puts its elephant across
    from gold's camel, which it wants to harass.
    """
    position, side = game.position, game.side
    name = variety.choice(list(SETUPS)) if variety else DEFAULT
    if side is Side.SILVER:
        mirror = _silver_mirrors(name, position)
    else:
        mirror = variety.random() < 0.5 if variety else False
    return named_setup(name, side, mirror=mirror, missing=game.handicap.missing(side))


def _without(setup: Setup, missing: Sequence[Piece]) -> Setup:
    """The setup with gaps; they are best in the middle of the back row."""

    def usefulness(placement: Placement) -> tuple[bool, float]:
        square = placement.square
        return square.row in _FRONT_ROWS, abs("abcdefgh".index(square.column) - 3.5)

    placed = sorted(setup, key=usefulness)
    for piece in missing:
        placed.remove(next(p for p in placed if p.piece == piece))
    return Setup([placement for placement in setup if placement in placed])


def _silver_mirrors(name: str, position: Position) -> bool:
    """Whether silver's elephant belongs on the other wing, to face gold's camel."""
    front = SETUPS[name][1]
    own_elephant = front.index("E")
    camel = next((s for s, p in position.pieces.items() if p.kind is Kind.CAMEL), None)
    if camel is None:
        return False
    camel_column = "abcdefgh".index(camel.column)
    return abs(own_elephant - camel_column) > abs(7 - own_elephant - camel_column)
