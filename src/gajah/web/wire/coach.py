"""What the coach is asked and what it answers: warnings, facts about turns, hints."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from gajah._core import Square
from gajah.analysis.coach import Pointer, TurnHint, TurnWarning
from gajah.analysis.explain import Arrow, FactKind, TurnFact
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


def show_facts(facts: Iterable[TurnFact]) -> list[FactShape]:
    """What a turn does."""
    return [
        FactShape(
            kind=fact.kind,
            text=fact.text,
            squares=_names(fact.squares),
            arrows=_show_arrows(fact.arrows),
        )
        for fact in facts
    ]


def show_warning(warning: TurnWarning) -> WarningShape:
    """What a turn lets the opponent do."""
    return WarningShape(
        text=warning.text,
        reply=str(warning.reply),
        squares=_names(warning.squares),
        arrows=_show_arrows(warning.arrows),
    )


def show_hint(hint: TurnHint) -> CoachHint:
    """A turn told in stages."""
    return CoachHint(
        look=_show_stage(hint.look),
        piece=_show_stage(hint.piece),
        turn=str(hint.turn),
        why=show_facts(hint.why),
    )


def _show_stage(pointer: Pointer) -> HintStage:
    return HintStage(text=pointer.text, squares=_names(pointer.squares))


def _show_arrows(arrows: Iterable[Arrow]) -> list[ArrowShape]:
    return [ArrowShape(start=start.name, to=to.name) for start, to in arrows]


def _names(squares: Iterable[Square]) -> list[str]:
    return [square.name for square in squares]
