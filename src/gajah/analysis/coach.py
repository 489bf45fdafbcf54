"""A teacher beside the board: warnings before a turn is played, and hints in stages."""

from __future__ import annotations

from dataclasses import dataclass

from gajah._core import Kind, Position, Square, Turn
from gajah.analysis.captures import score_after
from gajah.analysis.explain import Arrow, Fact, arrows_of, explain_turn
from gajah.analysis.proofs import find_defence
from gajah.analysis.threats import CaptureThreat, capture_threats, captures_of
from gajah.engine.engine import Engine, SearchKind

# What a turn may lose against the best one found before it is worth an interruption. A rabbit is
# 100 in the opening.
LOST_MUCH_CR = 200
_NODES = 60_000
_HASH_MB = 4


@dataclass(frozen=True)
class TurnWarning:
    """What a turn lets the opponent do next, in one sentence, and the ``reply`` that does it."""

    text: str
    reply: Turn
    squares: tuple[Square, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True)
class Pointer:
    """A part of a hint: a sentence, and the squares that it is about."""

    text: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class TurnHint:
    """A turn told in stages: where to look, which piece moves first, the turn, and why."""

    look: Pointer
    piece: Pointer
    turn: Turn
    why: tuple[Fact, ...]


def warn(position: Position, turn: Turn | str) -> TurnWarning | None:
    """Whether a turn loses much that another would have kept, and how.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn in the position.
    """
    _, after = position.resolve(turn)
    if after.verdict() is not None:
        return None
    goal = after.find_goal()
    if goal is None:
        return _warn_of_capture(position, after)
    if find_defence(position) is None:
        return None
    runner = goal.steps[-1]
    assert runner.to is not None, "a goal is on the board"
    text = f"This lets {after.side.name.lower()} reach the goal on {runner.to} next turn."
    return TurnWarning(text, goal, (runner.to,), arrows_of(goal))


def _warn_of_capture(position: Position, after: Position) -> TurnWarning | None:
    """Compare the turn with the best one that a short search finds."""
    reply = _search(after)
    lost = captures_of(after, after.complete(reply))
    if not lost or not _is_much(lost):
        return None
    best = position.play(_search(position))
    if score_after(best) - score_after(after) < LOST_MUCH_CR:
        return None
    worst = max(lost, key=lambda taken: taken.piece.kind)
    if any(threat.piece.kind >= worst.piece.kind for threat in capture_threats(best).values()):
        return None
    animal = worst.piece.kind.name.lower()
    side = after.side.name.lower()
    text = f"This lets {side} capture your {animal} on {worst.square} next turn."
    return TurnWarning(text, reply, (worst.square, worst.trap), arrows_of(reply))


def _is_much(lost: list[CaptureThreat]) -> bool:
    return len(lost) > 1 or lost[0].piece.kind > Kind.RABBIT


def _search(position: Position) -> Turn:
    engine = Engine(search=SearchKind.ALPHABETA, hash_mb=_HASH_MB)
    return engine.search(position, nodes=_NODES).turn


def hint_at(position: Position, turn: Turn | str) -> TurnHint:
    """Tell a turn, such as an engine's, in stages."""
    complete = position.complete(turn)
    own = next(step for step in complete.steps if step.piece.side is position.side)
    trap = min(_TRAPS, key=lambda trap: _distance(trap, own.square))
    return TurnHint(
        Pointer(f"Look around the trap on {trap}.", (trap,)),
        Pointer(f"Your {own.piece.kind.name.lower()} on {own.square} moves.", (own.square,)),
        complete,
        tuple(explain_turn(position, complete)),
    )


_TRAPS = tuple(Square(name) for name in ("c3", "f3", "c6", "f6"))


def _distance(one: Square, other: Square) -> int:
    return abs(one.row - other.row) + abs(ord(one.column) - ord(other.column))
