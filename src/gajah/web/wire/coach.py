"""What the coach is asked and what it answers: warnings, facts about turns, hints."""

from __future__ import annotations

from pydantic import Field

from gajah.analysis.explain import FactKind
from gajah.web.wire.shapes import PositionText, Shape, TurnText


class TurnAsked(Shape):
    """A turn, and the position at its start."""

    position: PositionText
    turn: TurnText


class ArrowShape(Shape):
    """An arrow from square to square; ``start`` goes by ``from`` outside."""

    start: str = Field(serialization_alias="from")
    to: str


class FactShape(Shape):
    """Something that a turn does."""

    kind: FactKind
    text: str
    squares: list[str]
    arrows: list[ArrowShape]


class WarningShape(Shape):
    """What a turn lets the opponent do next, and with which turn."""

    text: str
    reply: str
    squares: list[str]
    arrows: list[ArrowShape]


class TurnChecked(Shape):
    """A warning, where the turn deserves one."""

    warning: WarningShape | None


class TurnExplained(Shape):
    """What a turn does, the most important first."""

    facts: list[FactShape]


class HintStage(Shape):
    """A part of a hint, and the squares it is about."""

    text: str
    squares: list[str]


class CoachHint(Shape):
    """A hint in stages: where to look, which piece moves, the turn, and what the turn does."""

    look: HintStage
    piece: HintStage
    turn: str
    why: list[FactShape]
