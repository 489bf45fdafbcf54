"""What a turn does, as exact facts in a player's words; nothing here is an opinion."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from gajah._core import Position, Square, Turn
from gajah.analysis.threats import CaptureThreat, capture_threats, captures_of, passed

Arrow = tuple[Square, Square]


class FactKind(enum.StrEnum):
    """What a fact is about."""

    GOAL = "goal"
    CAPTURE = "capture"
    THREATENS_GOAL = "threatens_goal"
    THREATENS_CAPTURE = "threatens_capture"
    STOPS_GOAL = "stops_goal"
    SAVES = "saves"
    LOSES = "loses"
    HOSTAGE = "hostage"
    FRAME = "frame"
    FREEZES = "freezes"
    FREES = "frees"
    OPENS_TRAP = "opens_trap"


@dataclass(frozen=True)
class Fact:
    """Something that a turn does: one sentence, the squares it is about, and arrows for it."""

    kind: FactKind
    text: str
    squares: tuple[Square, ...]
    arrows: tuple[Arrow, ...] = ()


def explain_turn(position: Position, turn: Turn | str) -> list[Fact]:
    """Everything that a turn does from the position at its start, the most important first.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn there.
    """
    complete, after = position.resolve(turn)
    return [*_captures(position, complete), *_threats(after)]


def arrows_of(turn: Turn) -> tuple[Arrow, ...]:
    """An arrow for each step."""
    return tuple((step.square, step.to) for step in turn.steps if step.to is not None)


def _captures(position: Position, turn: Turn) -> Iterator[Fact]:
    for taken in captures_of(position, turn):
        text = f"Captures the {taken.piece.kind.name.lower()} on {taken.trap}."
        yield Fact(FactKind.CAPTURE, text, (taken.trap,), arrows_of(turn))


def _threats(after: Position) -> Iterator[Fact]:
    again = passed(after)
    if goal := again.find_goal():
        squares = arrows_of(goal)[-1]
        yield Fact(FactKind.THREATENS_GOAL, "Threatens a goal.", squares[1:], arrows_of(goal))
    for threat in capture_threats(again).values():
        yield Fact(
            FactKind.THREATENS_CAPTURE,
            f"Threatens to capture {_the(threat)}.",
            (threat.square, threat.trap),
            arrows_of(threat.turn),
        )


def _the(threat: CaptureThreat) -> str:
    return f"the {threat.piece.kind.name.lower()} on {threat.square}"
