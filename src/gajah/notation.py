"""Lines of turns as text: ``12g Ed4n Ed5n hd6w Ed5n``. Syntax only, never legality.

Steps, turns, setups and positions read and write themselves (``Turn.parse``, ``str(turn)``);
this module adds the numbers and sides around them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gajah._core import Setup, Side, Step, parse_steps
from gajah.errors import NotationError, quoted

# A turn number has at most this many digits; the longest games have three.
_LABEL = re.compile(r"\s*([0-9]{1,6})([gswb])(?=\s|$)")
_PLACEMENT = re.compile(r"\s*[EMHDCRemhdcr][a-h][1-8](?=\s|$)")
_SIDES = {"g": Side.GOLD, "w": Side.GOLD, "s": Side.SILVER, "b": Side.SILVER}


def parse_side(letter: str) -> Side:
    """The side written ``g`` or ``s``, or ``w`` or ``b`` as before 2008."""
    try:
        return _SIDES[letter]
    except KeyError:
        raise NotationError(f"expected a side, g or s, found {quoted(letter)}") from None


@dataclass(frozen=True)
class TurnLabel:
    """Which turn of the game: ``12g``. Gold's and silver's turns share the number."""

    number: int
    side: Side

    def __str__(self) -> str:
        return f"{self.number}{self.side.letter}"

    @property
    def next(self) -> TurnLabel:
        """The label of the turn after this one."""
        return TurnLabel(self.number + (self.side is Side.SILVER), self.side.other)


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
