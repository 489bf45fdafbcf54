"""Where games begin: setups of real games, and positions given in a file."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path

from gajah._core import Placement, Position, Setup, Side, Square


def setups() -> list[str]:
    """Setups of real games, sixteen letters each: first row, then second row."""
    return resources.files("gajah.train").joinpath("setups.txt").read_text().split()


def positions(path: Path | None) -> list[Position]:
    """Start positions from a file of short forms, one a line; without a file, none."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines() if path else [], 1):
        try:
            text = line.decode()
            if text.strip():
                found.append(Position.parse(text))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return found


def draw_setup(side: Side, chance: random.Random) -> Setup:
    """A setup of a real game."""
    placements = []
    for i, letter in enumerate(chance.choice(setups())):
        piece = letter if side is Side.GOLD else letter.lower()
        square = Square.at(i if side is Side.GOLD else i ^ 56)
        placements.append(Placement(piece, square))
    return Setup(placements)


def draw_opening(chance: random.Random) -> Position:
    """Two setups of real games against each other, gold to move."""
    position = Position()
    for side in (Side.GOLD, Side.SILVER):
        position = position.place(draw_setup(side, chance))
    return position
