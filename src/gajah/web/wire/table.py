"""What happens at a table beside the turns: phrases, plans, pace, and a server that ends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gajah.web.wire.envelopes import FromPage, FromServer
from gajah.web.wire.shapes import MOST_STEPS, Shape, SideLetter, StepText, TurnText

PhraseName = Literal[
    "hello", "good_luck", "well_played", "one_moment", "sorry", "thank_you", "good_game"
]


_LONGEST_LINE = 20
_MOST_LINES = 20


class SayPhrase(FromPage):
    """One of a few phrases for the opponent."""

    type: Literal["phrase"]
    phrase: PhraseName


class PhraseSaid(FromServer):
    """What a player has said; only the players hear it."""

    type: Literal["phrase"] = "phrase"
    by: SideLetter
    phrase: PhraseName


class TurnPlan(Shape):
    """A turn for when the opponent has played: any turn, or the one that is expected."""

    expected: TurnText | None = None
    steps: Annotated[list[StepText], Field(min_length=1, max_length=MOST_STEPS)]
    #: Only for a turn that is expected; otherwise the steps become the draft.
    at_once: bool = False


class SetPlan(FromPage):
    """The turn planned while the opponent plays, or none."""

    type: Literal["plan"]
    plan: TurnPlan | None


class PlanShown(FromServer):
    """The plan that is kept; ``text`` says what became of the one before."""

    type: Literal["plan"] = "plan"
    plan: TurnPlan | None
    text: str = ""


class SetConditions(FromPage):
    """Answers in advance: lines of the opponent's turn, the answer, the next turn and so on."""

    type: Literal["conditions"]
    lines: Annotated[
        list[Annotated[list[TurnText], Field(min_length=2, max_length=_LONGEST_LINE)]],
        Field(max_length=_MOST_LINES),
    ]


class ConditionsShown(FromServer):
    """The lines that are kept; ``text`` says what became of those before."""

    type: Literal["conditions"] = "conditions"
    lines: list[list[str]]
    text: str = ""


class SetPace(FromPage):
    """How a game between two programs goes on; without ``turn_s`` in the server's usual pace."""

    type: Literal["pace"]
    paused: bool
    #: How long each turn is shown at least.
    turn_s: Annotated[float, Field(ge=0, le=60)] | None = None


class PlayOne(FromPage):
    """One more turn of a game that is paused."""

    type: Literal["play_one"]


class ServerRestarts(FromServer):
    """The server ends, and another one comes in its place: the clocks stand still until then."""

    type: Literal["restarting"] = "restarting"


AtTable = SayPhrase | SetPlan | SetConditions | SetPace | PlayOne
"""What a page says beside the turns."""
