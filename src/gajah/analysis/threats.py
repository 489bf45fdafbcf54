"""Exact answers about captures: every distinct turn of a side is gone through, none is guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gajah._core import Kind, Piece, Position, Side, Square, Turn

# The captures of a turn as it is written: "rc3x". A turn has thousands of rivals, and looking for
# this in its text is several times as fast as asking each of its steps.
_CAPTURE_OF = {
    Side.GOLD: re.compile("[EMHDCR][a-h][1-8]x"),
    Side.SILVER: re.compile("[emhdcr][a-h][1-8]x"),
}


@dataclass(frozen=True)
class CaptureThreat:
    """A turn that captures ``piece``, which stands on ``square`` before it, on ``trap``.

    ``cost`` is the strongest piece that the capturing side loses by it, if any.
    """

    piece: Piece
    square: Square
    trap: Square
    turn: Turn
    cost: Kind | None = None

    @property
    def pays(self) -> bool:
        """Whether the piece is stronger than what is lost for it."""
        return self.cost is None or self.cost < self.piece.kind

    @property
    def _effort(self) -> tuple[int, int]:
        return (-1 if self.cost is None else self.cost, len(self.turn))


def passed(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.pieces, position.side.other)


def capture_threats(position: Position) -> dict[Square, CaptureThreat]:
    """What the side to move can capture in this turn, by the square where it stands now.

    Exact: a square is missing if no legal turn captures the piece there for less than it is. Each
    comes with the turn that costs least, and of those a shortest one. Takes some 20 ms.
    """
    found: dict[Square, CaptureThreat] = {}
    enemy = _CAPTURE_OF[position.side.other]
    for turn in position.legal_turns():
        if enemy.search(str(turn)) is None:
            continue
        for threat in captures_of(position, turn):
            known = found.get(threat.square)
            if threat.pays and (known is None or threat._effort < known._effort):
                found[threat.square] = threat
    return found


def captures_of(position: Position, turn: Turn) -> list[CaptureThreat]:
    """The opponent's pieces that a complete turn captures, each where it stood at its start."""
    started: dict[Square, Square] = {}
    taken: list[tuple[Piece, Square, Square]] = []
    costs: list[Kind] = []
    for step in turn.steps:
        assert step.to is not None, "a legal step stays on the board"
        started[step.to] = started.pop(step.square, step.square)
        if step.capture is None:
            continue
        piece, trap = step.capture.piece, step.capture.square
        start = started.pop(trap, trap)
        if piece.side is position.side:
            costs.append(piece.kind)
        else:
            taken.append((piece, start, trap))
    cost = max(costs, default=None)
    return [CaptureThreat(piece, start, trap, turn, cost) for piece, start, trap in taken]
