"""Exact answers about captures: every distinct turn of a side is gone through, none is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gajah._core import Kind, Piece, Position, Side, Square, Turn

# The captures of a turn as it is written: "rc3x". A turn has thousands of rivals, and looking for
# this in its text is several times as fast as asking each of its steps.
_CAPTURE_OF = {
    Side.GOLD: re.compile("[EMHDCR][a-h][1-8]x"),
    Side.SILVER: re.compile("[emhdcr][a-h][1-8]x"),
}


@dataclass(frozen=True)
class PieceLoss:
    """A piece of either side that is lost on ``trap``, and where it stood when the turn began."""

    piece: Piece
    square: Square
    trap: Square


@dataclass(frozen=True)
class Followed:
    """Where each moved piece came from, by the square it stands on after a turn, and the losses."""

    origins: dict[Square, Square]
    losses: tuple[PieceLoss, ...]

    def origin(self, square: Square) -> Square:
        """Where the piece that stands on a square after the turn stood before it."""
        return self.origins.get(square, square)


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
    def effort(self) -> tuple[int, int]:
        """What it costs, then how many steps it takes."""
        return (-1 if self.cost is None else self.cost, len(self.turn))


def passed(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.pieces, position.side.other)


def capturing_turns(position: Position) -> Iterator[list[CaptureThreat]]:
    """What each turn of the side to move captures, of those that capture more than they cost."""
    enemy = _CAPTURE_OF[position.side.other]
    for turn in position.legal_turns():
        if enemy.search(str(turn)) is not None:
            captures = captures_of(position, turn)
            if any(capture.pays for capture in captures):
                yield captures


def capture_threats(position: Position) -> dict[Square, CaptureThreat]:
    """What the side to move can capture in this turn, by the square where it stands now.

    Exact: a square is missing if no legal turn captures the piece there for less than it is. Each
    comes with the turn that costs least, and of those a shortest one. Takes some 20 ms.
    """
    found: dict[Square, CaptureThreat] = {}
    for captures in capturing_turns(position):
        for threat in captures:
            known = found.get(threat.square)
            if threat.pays and (known is None or threat.effort < known.effort):
                found[threat.square] = threat
    return found


def captures_of(position: Position, turn: Turn) -> list[CaptureThreat]:
    """The opponent's pieces that a complete turn captures, each where it stood at its start."""
    losses = follow(turn).losses
    cost = max(
        (loss.piece.kind for loss in losses if loss.piece.side is position.side), default=None
    )
    return [
        CaptureThreat(loss.piece, loss.square, loss.trap, turn, cost)
        for loss in losses
        if loss.piece.side is not position.side
    ]


def follow(turn: Turn) -> Followed:
    """Follow every piece that a complete turn moves, from square to square."""
    origins: dict[Square, Square] = {}
    losses = []
    for step in turn.steps:
        assert step.to is not None, "a legal step stays on the board"
        origins[step.to] = origins.pop(step.square, step.square)
        if step.capture is not None:
            trap = step.capture.square
            losses.append(PieceLoss(step.capture.piece, origins.pop(trap, trap), trap))
    return Followed(origins, tuple(losses))
