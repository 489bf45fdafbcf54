"""How pieces stand: hostages, frames and undefended traps, each with an exact definition."""

from __future__ import annotations

from collections.abc import Iterator

from gajah._core import Direction, Kind, Position, Side, Square

TRAPS = tuple(Square(name) for name in ("c3", "f3", "c6", "f6"))
_HOME_ROW = {Side.GOLD: 3, Side.SILVER: 6}
# A hostage this far from a trap is pushed or pulled into it within a turn.
_HOSTAGE_REACH = 2
# An enemy this far from a trap can drag a piece into it within a turn.
_TRAP_REACH = 2
_SAFE_DEFENDERS = 2


def neighbours(square: Square) -> list[Square]:
    """The squares next to it, two to four."""
    beside = (square.toward(direction) for direction in Direction)
    return [square for square in beside if square is not None]


def distance(one: Square, other: Square) -> int:
    """How many steps lie between two squares."""
    return abs(one.row - other.row) + abs(ord(one.column) - ord(other.column))


def home_traps(side: Side) -> list[Square]:
    """The two traps on a side's half of the board."""
    return [trap for trap in TRAPS if trap.row == _HOME_ROW[side]]


def defenders(position: Position, trap: Square, side: Side) -> list[Square]:
    """The squares next to a trap where that side has a piece."""
    return [s for s in neighbours(trap) if (piece := position[s]) and piece.side is side]


def hostages(position: Position, holder: Side) -> dict[Square, tuple[Square, Square]]:
    """The hostages of ``holder`` by square, each with the piece that holds it and the trap.

    A hostage is an enemy cat or better that is frozen, with a stronger piece of the holder next
    to it, at most two steps from a trap on the holder's half next to which its own side has at
    most one other piece. So it stays in danger as long as it is held, and ties that one defender.
    """
    found = {}
    for square in position.frozen(holder.other):
        piece = position[square]
        assert piece is not None, "a frozen square has a piece"
        if piece.kind is Kind.RABBIT:
            continue
        for trap in home_traps(holder):
            others = [s for s in defenders(position, trap, holder.other) if s != square]
            if distance(square, trap) <= _HOSTAGE_REACH and len(others) < _SAFE_DEFENDERS:
                found[square] = (_strongest_beside(position, square, holder), trap)
                break
    return found


def frames(position: Position, framer: Side) -> list[Square]:
    """The traps on which ``framer`` has framed an enemy piece.

    A framed piece stands on a trap with one piece of its own side and three enemies around it, and
    can push none of them away. It cannot leave by itself, and is lost when its one defender goes.
    """
    return [trap for trap in TRAPS if _is_framed(position, trap, framer)]


def open_traps(position: Position, side: Side) -> list[Square]:
    """The traps on a side's half that no piece of it defends, with an enemy close.

    Close is an enemy cat or better at most two steps away: it can drag a piece into the trap.
    """
    dragging = [
        square
        for square, piece in position.pieces.items()
        if piece.side is not side and piece.kind is not Kind.RABBIT
    ]
    return [
        trap
        for trap in home_traps(side)
        if not defenders(position, trap, side)
        and any(distance(square, trap) <= _TRAP_REACH for square in dragging)
    ]


def _strongest_beside(position: Position, square: Square, side: Side) -> Square:
    """Where the strongest piece of a side next to a square stands; there is one."""
    beside = ((s, position[s]) for s in neighbours(square))
    own = [(piece.kind, s) for s, piece in beside if piece is not None and piece.side is side]
    return max(own)[1]


def _is_framed(position: Position, trap: Square, framer: Side) -> bool:
    piece = position[trap]
    if piece is None or piece.side is framer:
        return False
    if len(defenders(position, trap, framer)) != 3 or not defenders(position, trap, framer.other):
        return False
    mover = position if position.side is piece.side else Position(position.pieces, piece.side)
    return not any(_pushes_from(mover, trap))


def _pushes_from(position: Position, square: Square) -> Iterator[Square]:
    """Where the piece on a square of the side to move can go by pushing."""
    for step in position.steps():
        if step.piece.side is position.side or step.square not in neighbours(square):
            continue
        pushed = position.after(step)
        yield from (s.to for s in pushed.steps() if s.square == square and s.to is not None)
