"""What the page and the server show each other: boards, routes, clocks, trees, games.

``docs/web-protocol.md`` is the overview.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gajah.analysis.review import Mark

VERSION = 1
MOST_STEPS = 8
MOST_TURNS = 2000
NAME_CHARS = 40

# Text that any database keeps and any log shows.
_NO_CONTROLS = r"^[^\x00-\x1f\x7f]*$"

SideLetter = Literal["g", "s"]
SquareName = Annotated[str, Field(pattern=r"^[a-h][1-8]$")]
StepText = Annotated[str, Field(min_length=1, max_length=20, pattern=_NO_CONTROLS)]
TurnText = Annotated[str, Field(max_length=200, pattern=_NO_CONTROLS)]
PositionText = Annotated[str, Field(max_length=1000)]
GameId = Annotated[str, Field(pattern=r"^[a-z0-9]{4,24}$")]
PlayerText = Annotated[str, Field(min_length=1, max_length=80, pattern=_NO_CONTROLS)]
NameText = Annotated[str, Field(max_length=NAME_CHARS, pattern=_NO_CONTROLS)]
LineText = Annotated[str, Field(max_length=200, pattern=_NO_CONTROLS)]
# A comment may have lines.
ProseText = Annotated[
    str, Field(max_length=10_000, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$")
]

# As records write them: a colour (green, red, yellow, blue) and squares.
ArrowText = Annotated[str, Field(pattern=r"^[GRYB][a-h][1-8][a-h][1-8]$")]
MarkText = Annotated[str, Field(pattern=r"^[GRYB][a-h][1-8]$")]
DrawnArrows = Annotated[list[ArrowText], Field(max_length=100)]
DrawnMarks = Annotated[list[MarkText], Field(max_length=64)]

# The letters of the pieces that each side plays without.
HandicapLetters = dict[SideLetter, Annotated[str, Field(pattern="^[EMHDCRemhdcr]{0,15}$")]]

State = Literal["waiting", "setup", "playing", "over"]
Sort = Literal["newest", "oldest", "longest", "shortest", "rating", "players", "result"]


class Shape(BaseModel):
    """Anything sent or received: unknown fields are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Place(Shape):
    """A position: where it starts, the turns since, the steps of the turn under way."""

    position: PositionText | None = None
    handicap: HandicapLetters | None = None
    turns: list[TurnText] = Field(default_factory=list, max_length=MOST_TURNS)
    steps: list[StepText] = Field(default_factory=list, max_length=MOST_STEPS)


class PendingShape(Shape):
    """A push that must be completed, or a pull that may be."""

    kind: Literal["push", "pull"]
    square: str
    text: str


class Board(Shape):
    """A position in full, possibly in the middle of a turn.

    ``position`` is that at the turn's start. The drafted ``turn`` is as a record writes it, with
    its captures; ``steps`` are its steps alone, ``captures`` the pieces lost by them (``rc3``).
    """

    position: str
    pieces: dict[str, str]
    side: SideLetter
    turn: str
    steps: list[str]
    captures: list[str]
    undone: int
    steps_left: int
    pending: PendingShape | None
    frozen: list[str]
    legal: list[str]
    can_end: bool
    why_not: str | None
    goal: SideLetter | None


class Route(Shape):
    """A way to bring a piece somewhere within the turn."""

    to: str
    squares: list[str]
    steps: list[str]
    count: int
    lost: list[str]
    captured: list[str]
    kind: Literal["walk", "push", "pull"]


class ClockShape(Shape):
    """Both sides' time as of ``at``; ``left`` is the time until loss.

    Of ``left`` the last ``usable`` seconds come from the ``reserve``. The game is stopped and
    scored in ``game_left`` seconds.
    """

    control: str
    reserve: dict[SideLetter, float]
    usable: dict[SideLetter, float]
    move: float
    left: dict[SideLetter, float]
    game_left: float | None
    running: SideLetter | None
    at: float


class ScoreShape(Shape):
    """What the engine thinks, for gold; ``mate`` counts the winner's turns, below 0 silver's."""

    text: str
    win: float
    mate: int | None = None


class LineShape(Shape):
    """A turn the engine considers, and what it expects to follow."""

    turn: str
    continuation: list[str]
    score: ScoreShape


ReviewStage = Literal["none", "waiting", "running", "done", "cancelled", "failed"]


class JudgementShape(Shape):
    """What a review said about a turn."""

    score: ScoreShape
    best: str | None
    loss: float
    mark: Mark


class Finding(JudgementShape):
    """A turn that a review has judged."""

    node: int


class NodeShape(Shape):
    """A turn in a game's tree; the root is node 0 and has none."""

    id: int
    parent: int | None
    label: str
    turn: str
    kind: Literal["root", "setup", "turn"]
    glyph: str
    comments: list[str]
    used_s: float | None
    arrows: list[str] = Field(default_factory=list)
    marks: list[str] = Field(default_factory=list)
    score: ScoreShape | None = None
    best: str | None = None
    loss: float | None = None
    mark: str | None = None
    played: bool
    children: list[int]


class SeatShape(Shape):
    """The player of a side."""

    name: str
    player: str
    kind: Literal["human", "bot"]
    taken: bool
    online: bool
    #: In a rated game when it began, or that of an imported record.
    rating: int | None = None
    #: Whether the name is that of an account.
    account: bool = False


class ResultShape(Shape):
    """How a game ended; ``winner`` is null for a draw, ``reason`` where a record names none."""

    winner: SideLetter | None
    reason: str | None
    text: str


class PaceShape(Shape):
    """Of a game between two programs; without ``turn_s`` it is the server's usual one."""

    paused: bool
    turn_s: float | None


class GameShape(Shape):
    """A game without its turns."""

    id: str
    gold: SeatShape
    silver: SeatShape
    rated: bool
    #: Whether any visitor may take the seat that is free.
    open: bool
    control: str | None
    state: State
    result: ResultShape | None
    start: str | None
    handicap: HandicapLetters | None
    event: str
    created: float
    turn_count: int
    imported: bool
    reviewed: bool
    no_engine: bool
    pace: PaceShape | None
    #: Where games are listed: the seconds left of a turn that has days and no reserve.
    turn_left: float | None = None


class Asked(Shape):
    """The sides that have asked for a takeback or a rematch."""

    takeback: SideLetter | None
    rematch: SideLetter | None


class ErrorBody(Shape):
    """A code for programs and a sentence for people."""

    code: str
    text: str


class ErrorAnswer(Shape):
    """Every answer that is not what was asked for."""

    error: ErrorBody
