"""What players have prepared in a game and not sent, as it is stored."""

from __future__ import annotations

from gajah.web.wire.shapes import Shape, SideLetter
from gajah.web.wire.table import TurnPlan


class ExpectedTurn(Shape):
    """A turn of a line that was entered in advance, and the position after it."""

    turn: str
    position: str


class StoredDraft(Shape):
    """What the side to move has prepared and not sent, and what the players have asked for.

    ``left`` is what both clocks showed when the game ended before the turn was played. From
    ``no_engine`` on it outlasts a turn.
    """

    steps: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    setup: str | None = None
    takeback_by: SideLetter | None = None
    rematch_by: SideLetter | None = None
    rematch: str | None = None
    left: dict[SideLetter, float] | None = None
    #: Of the side that is not to move.
    plan: TurnPlan | None = None
    no_engine: bool = False
    #: The number of turns after which a player was told last that it is their turn.
    told: int = -1
    #: Answers in advance, of either side.
    conditions: dict[SideLetter, tuple[tuple[ExpectedTurn, ...], ...]] | None = None
    paused: bool = False
    turn_s: float | None = None
