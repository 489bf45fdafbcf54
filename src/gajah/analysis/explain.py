"""What a turn does, as exact facts in a player's words; nothing here is an opinion.

>>> position = Position({"b2": "E", "b4": "h", "a1": "R", "h8": "r", "g7": "e"})
>>> for fact in explain_turn(position, "Eb2n"):
...     print(fact.text)
Threatens to capture the horse on b4.
Holds the horse on b4 hostage near the trap on c3.
Freezes the horse on b4.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from gajah._core import Position, Square, Turn, turn_facts

#: From where to where a piece goes, to be drawn.
Arrow = tuple[Square, Square]


class FactKind(enum.StrEnum):
    """What a fact is about, the most important first."""

    GOAL = "goal"
    WINS = "wins"
    CAPTURE = "capture"
    LOSES = "loses"
    THREATENS_GOAL = "threatens_goal"
    STOPS_GOAL = "stops_goal"
    THREATENS_CAPTURE = "threatens_capture"
    SAVES = "saves"
    HOSTAGE = "hostage"
    FRAME = "frame"
    FREEZES = "freezes"
    FREES = "frees"
    OPENS_TRAP = "opens_trap"


@dataclass(frozen=True)
class TurnFact:
    """Something that a turn does: one sentence, the squares it is about, and arrows for it."""

    kind: FactKind
    text: str
    squares: tuple[Square, ...]
    arrows: tuple[Arrow, ...] = ()

    @classmethod
    def of(
        cls, kind: str, text: str, squares: Sequence[Square], arrows: Sequence[Arrow]
    ) -> TurnFact:
        """The fact with the fields that core gives it."""
        return cls(FactKind(kind), text, tuple(squares), tuple(arrows))


def explain_turn(position: Position, turn: Turn | str) -> list[TurnFact]:
    """Everything that a turn does from the position at its start, the most important first.

    A threat is what the mover would do if the opponent passed. Raises ``NotationError`` or
    ``IllegalTurn`` for what is no turn there.
    """
    return [TurnFact.of(*fields) for fields in turn_facts(position, turn)]
