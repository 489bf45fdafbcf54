"""Advice for players: what to do after a refusal, and what the piece on a square can do."""

from __future__ import annotations

from gajah._core import Direction, Pending, Piece, Position, Rule, Square, Step, sentence
from gajah.errors import IllegalTurn, NotationError


def explain_refusal(refusal: IllegalTurn | NotationError, position: Position) -> str:
    """The rule that refuses, and where it helps what can be done instead."""
    words = sentence(str(refusal))
    if not isinstance(refusal, IllegalTurn):
        return words
    if position.pending is Pending.PUSH and refusal.rule is Rule.PUSH_UNFINISHED:
        return f"{words} {position.explain_pending()}"
    # Later steps of a line are refused on a board that is not this one any more.
    is_next = refusal.step_number == len(position.taken) + 1
    if is_next and refusal.step is not None and refusal.rule is Rule.OCCUPIED:
        return words + _push_instead(refusal.step, position)
    return words


def describe_square(square: Square, position: Position) -> tuple[str, frozenset[Square]]:
    """What the piece there can do now, in a sentence, and the squares it can reach."""
    piece = position[square]
    if piece is None:
        return f"There is no piece on {square}.", frozenset()
    steps = _steps_from(square, position)
    if not steps:
        return _why_none(piece, square, position), frozenset()
    verb = "can step" if piece.side is position.side else "can be pushed or pulled"
    ways = ", ".join(_way(step) for step in steps)
    targets = frozenset(step.to for step in steps if step.to is not None)
    return f"The {piece.name} on {square} {verb}: {ways}.", targets


def _steps_from(square: Square, position: Position) -> list[Step]:
    """The steps of the piece there, in the order of the directions: north, east, south, west."""
    found = [step for step in position.steps() if step.square == square]
    return sorted(found, key=lambda step: list(Direction).index(step.direction))


def _way(step: Step) -> str:
    lost = f" (losing {step.capture})" if step.capture else ""
    return f"{step} to {step.to}{lost}"


def _why_none(piece: Piece, square: Square, position: Position) -> str:
    """Why it cannot move: that it is frozen, or what is wrong with each direction."""
    steps = [Step(piece, square, way) for way in Direction if square.toward(way) is not None]
    frozen = [step for step in steps if position.why_not(step) is Rule.FROZEN]
    reasons = dict.fromkeys(position.explain(step) for step in frozen[:1] or steps)
    why = "; ".join(reason for reason in reasons if reason)
    return f"The {piece.name} on {square} cannot move: {why}."


def _push_instead(step: Step, position: Position) -> str:
    """A piece in the way can perhaps be pushed: say how."""
    assert step.to is not None, "a square off the board is not occupied"
    pushes = _steps_from(step.to, position)
    ways = [str(push) for push in pushes if push.piece.side is not position.side]
    if not ways or step.piece.side is not position.side:
        return ""
    return f" To push it, move it first: {' or '.join(ways)}, then {step}."
