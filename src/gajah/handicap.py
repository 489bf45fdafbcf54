"""Handicaps: pieces that a side starts without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gajah._core import Kind, Piece, Side
from gajah.errors import NotationError, quoted

#: How many of each kind a side starts with.
FULL_ARMY = {
    Kind.RABBIT: 8,
    Kind.CAT: 2,
    Kind.DOG: 2,
    Kind.HORSE: 2,
    Kind.CAMEL: 1,
    Kind.ELEPHANT: 1,
}


class Handicap:
    """The pieces that are left out of the setups, by their letters: gold's are capitals.

    >>> odds = Handicap.parse("MH")
    >>> [str(piece) for piece in odds.missing(Side.GOLD)], odds.missing(Side.SILVER)
    (['M', 'H'], ())

    More than a side has, or all of its rabbits (the game would be over), raises ``ValueError``.
    """

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        # The strongest first, gold's before silver's.
        self._pieces = tuple(sorted(pieces, key=lambda p: (p.side is Side.SILVER, -p.kind)))
        for piece, count in Counter(self._pieces).items():
            most = FULL_ARMY[piece.kind] - (piece.kind is Kind.RABBIT)
            if count > most:
                raise ValueError(f"a handicap takes at most {most} of {piece.letter}")

    @classmethod
    def parse(cls, text: str) -> Handicap:
        """From letters such as ``MH`` or ``rrr``; raises ``NotationError``."""
        try:
            return cls(Piece(letter) for letter in text if not letter.isspace())
        except ValueError as error:
            raise NotationError(f"no handicap {quoted(text)}: {error}") from None

    def missing(self, side: Side) -> tuple[Piece, ...]:
        """What that side starts without, the strongest first."""
        return tuple(piece for piece in self._pieces if piece.side is side)

    def swapped(self) -> Handicap:
        """The same pieces left out by the same players, when they have changed sides."""
        return Handicap(Piece(piece.side.other, piece.kind) for piece in self._pieces)

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def __str__(self) -> str:
        return "".join(piece.letter for piece in self._pieces)

    def __repr__(self) -> str:
        return f"Handicap.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handicap) and self._pieces == other._pieces

    def __hash__(self) -> int:
        return hash(self._pieces)


NO_HANDICAP = Handicap()
