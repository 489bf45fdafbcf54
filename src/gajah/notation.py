"""Lines of turns as text: ``12g Ed4n Ed5n hd6w Ed5n``, steps as people type them: ``d4n``,
arrows and marked squares: ``Ge2e5``.

Steps, turns, setups and positions read and write themselves (``Turn.parse``, ``str(turn)``);
this module adds the numbers and sides around them, and what a board makes clear. It decides no
legality: ``Position`` and ``Game`` do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gajah._core import Position, Setup, Side, Square, Step, parse_steps, take_typed
from gajah.errors import NotationError, quoted

# A turn number has at most this many digits; the longest games have three.
_LABEL = re.compile(r"\s*([0-9]{1,6})([gswb])(?=\s|$)")
_PLACEMENT = re.compile(r"\s*[EMHDCRemhdcr][a-h][1-8](?=\s|$)")
_ARROW = re.compile(r"([A-Z])([a-h][1-8])([a-h][1-8])")
_MARK = re.compile(r"([A-Z])([a-h][1-8])")
_MIRRORED_FILES = str.maketrans("abcdefgh", "hgfedcba")
_MIRRORED_WAYS = str.maketrans("ew", "we")

SIDES = {"g": Side.GOLD, "w": Side.GOLD, "s": Side.SILVER, "b": Side.SILVER}
"""The letters of the sides; w and b were written before 2008."""


def parse_side(letter: str) -> Side:
    """The side of a letter; raises NotationError."""
    try:
        return SIDES[letter]
    except KeyError:
        raise NotationError(f"expected a side, g or s, found {quoted(letter)}") from None


@dataclass(frozen=True)
class TurnLabel:
    """Which turn of the game: ``12g``. Gold's and silver's turns share the number."""

    number: int
    side: Side

    @classmethod
    def parse(cls, text: str) -> TurnLabel:
        """Read ``12g``, or ``12w`` as before 2008; raises NotationError."""
        if not (found := _LABEL.fullmatch(text)):
            raise NotationError(f"expected a turn's number and side like 12g, found {quoted(text)}")
        return cls(int(found[1]), parse_side(found[2]))

    def __str__(self) -> str:
        return f"{self.number}{self.side.letter}"

    @property
    def next(self) -> TurnLabel:
        """The label of the turn after this one."""
        return TurnLabel(self.number + (self.side is Side.SILVER), self.side.other)


@dataclass(frozen=True, init=False)
class Arrow:
    """An arrow on a board, ``Arrow("e2", "e5", "R")`` or as text ``Re2e5``.

    The colour is G green, R red, Y yellow or B blue.
    """

    start: Square
    end: Square
    colour: str

    def __init__(self, start: Square | str, end: Square | str, colour: str = "G") -> None:
        object.__setattr__(self, "start", _square(start))
        object.__setattr__(self, "end", _square(end))
        object.__setattr__(self, "colour", colour)

    @classmethod
    def parse(cls, text: str) -> Arrow:
        """Read ``Re2e5``; raises NotationError."""
        if not (found := _ARROW.fullmatch(text)):
            raise NotationError(f"expected an arrow like Ge2e5, found {quoted(text)}")
        return cls(found[2], found[3], found[1])

    def __str__(self) -> str:
        return f"{self.colour}{self.start}{self.end}"


@dataclass(frozen=True, init=False)
class Mark:
    """A coloured square, ``Mark("e4", "R")`` or as text ``Re4``, in the colours of arrows."""

    square: Square
    colour: str

    def __init__(self, square: Square | str, colour: str = "G") -> None:
        object.__setattr__(self, "square", _square(square))
        object.__setattr__(self, "colour", colour)

    @classmethod
    def parse(cls, text: str) -> Mark:
        """Read ``Re4``; raises NotationError."""
        if not (found := _MARK.fullmatch(text)):
            raise NotationError(f"expected a mark like Ge4, found {quoted(text)}")
        return cls(found[2], found[1])

    def __str__(self) -> str:
        return f"{self.colour}{self.square}"


def _square(given: Square | str) -> Square:
    return Square(given) if isinstance(given, str) else given


def mirror_turn(text: str) -> str:
    """The steps or placements of a text with left and right exchanged."""
    return " ".join(
        word[:1] + word[1:2].translate(_MIRRORED_FILES) + word[2:].translate(_MIRRORED_WAYS)
        for word in text.split()
    )


def split_label(line: str) -> tuple[TurnLabel | None, str]:
    """``'12g Ed4n'`` as its label and the rest; no label, then ``None`` and the whole line."""
    match = _LABEL.match(line)
    if not match:
        return None, line.strip()
    return TurnLabel(int(match[1]), parse_side(match[2])), line[match.end() :].strip()


def parse_turn_body(text: str) -> Setup | list[Step]:
    """The placements of a setup, or the steps of a turn, however many are written."""
    if _PLACEMENT.match(text):
        return Setup.parse(text)
    return parse_steps(text)


def take_steps(text: str, position: Position) -> Position:
    """The position after steps as typed: ``d2n`` and ``d2d3`` are ``Ed2n`` where the gold elephant
    stands on d2, and the wrong case of a letter is forgiven.

    ``taken`` of the position returned is the turn so far. Raises NotationError or IllegalTurn.
    """
    return take_typed(text, position)
