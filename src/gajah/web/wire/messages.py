"""Every message over the WebSockets, both ways. ``requests.py`` has the bodies of HTTP.

The version is said in ``hello`` and ``welcome``. A message of the page may carry ``ref``; its
answer carries the same one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from gajah.web.wire.choices import HAS_TAB_ENGINE
from gajah.web.wire.envelopes import FromPage, FromServer, Ref
from gajah.web.wire.shapes import (
    MOST_STEPS,
    VERSION,
    Asked,
    Board,
    ClockShape,
    Finding,
    GameId,
    GameShape,
    LineShape,
    LineText,
    NameText,
    NodeShape,
    Place,
    ReviewStage,
    Route,
    SideLetter,
    SquareName,
    StepText,
)
from gajah.web.wire.table import AtTable, TurnPlan

_MOST_LINES = 8
_LONGEST_REVIEW_S = 10.0
_Token = Annotated[str, Field(max_length=100)]


class Hello(FromPage):
    """The first message: which seats this page holds the secrets of, which game it analyses."""

    type: Literal["hello"]
    version: int
    tokens: list[_Token] = Field(default_factory=list, max_length=4)
    game: GameId | None = None


class AddStep(FromPage):
    """One more step in the draft."""

    type: Literal["step"]
    step: StepText


class AddSteps(FromPage):
    """Several more steps, all or none."""

    type: Literal["steps"]
    steps: Annotated[list[StepText], Field(min_length=1, max_length=MOST_STEPS)]


class Undo(FromPage):
    """The last drafted step is taken away."""

    type: Literal["undo"]


class Redo(FromPage):
    """The step undone last comes back."""

    type: Literal["redo"]


class Reset(FromPage):
    """The draft is empty again."""

    type: Literal["reset"]


class FindRoutes(FromPage):
    """Asks where the piece there can go."""

    type: Literal["routes"]
    square: SquareName


class Preview(FromPage):
    """Asks what the typed steps would give; nothing changes."""

    type: Literal["preview"]
    text: LineText
    from_start: bool = False


class Send(FromPage):
    """The drafted turn is played."""

    type: Literal["send"]


class PlaySetup(FromPage):
    """The setup is played."""

    type: Literal["setup"]
    setup: LineText


class DraftSetup(FromPage):
    """The setup is kept, unsent."""

    type: Literal["setup_draft"]
    setup: LineText


class Resign(FromPage):
    """The game is given up."""

    type: Literal["resign"]


class Takeback(FromPage):
    """Asks for the last turn back, or answers the opponent who does."""

    type: Literal["takeback"]
    answer: bool | None = None


class Rematch(FromPage):
    """Asks for another game, or answers the opponent who does."""

    type: Literal["rematch"]
    answer: bool | None = None


class Name(FromPage):
    """Sits down under a name; ``side`` where the page holds both seats."""

    type: Literal["name"]
    name: NameText
    side: SideLetter | None = None


class Ping(FromPage):
    """Asks for a pong, to notice a dead connection."""

    type: Literal["ping"]
    id: Ref


PageMessage = Annotated[
    Hello
    | AddStep
    | AddSteps
    | Undo
    | Redo
    | Reset
    | FindRoutes
    | Preview
    | Send
    | PlaySetup
    | DraftSetup
    | Resign
    | Takeback
    | Rematch
    | Name
    | AtTable
    | Ping,
    Field(discriminator="type"),
]
PAGE_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(PageMessage)


class Analyse(FromPage, Place):
    """Think about a position until told to stop; ``threat``: with the other side to move."""

    type: Literal["analyse"]
    lines: Annotated[int, Field(ge=1, le=_MOST_LINES)] = 1
    threat: bool = False


class StopAnalysis(FromPage):
    """The analysis ends."""

    type: Literal["stop"]


class ShowBoard(FromPage, Place):
    """As ``POST /board``."""

    type: Literal["board"]
    undone: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0


class BoardRoutes(FromPage, Place):
    """As ``POST /board/routes``."""

    type: Literal["routes"]
    square: SquareName


class BoardPreview(FromPage, Place):
    """Typed steps after those drafted."""

    type: Literal["preview"]
    text: LineText


class StartReview(FromPage):
    """Judge every turn of a game, ``seconds`` for each; without them, only say how far it is.

    ``token`` is that of a seat, needed to replace a review.
    """

    type: Literal["review"]
    game: GameId
    seconds: Annotated[float, Field(ge=0.01, le=_LONGEST_REVIEW_S)] | None = None
    token: _Token | None = None


class CancelReview(FromPage):
    """End a review."""

    type: Literal["cancel_review"]
    game: GameId
    token: _Token | None = None


BoardQuestion = ShowBoard | BoardRoutes | BoardPreview
AnalysisMessage = Annotated[
    Hello | Analyse | StopAnalysis | BoardQuestion | StartReview | CancelReview | Ping,
    Field(discriminator="type"),
]
ANALYSIS_MESSAGES: TypeAdapter[AnalysisMessage] = TypeAdapter(AnalysisMessage)


class Welcome(FromServer):
    """Everything about a game. Drafts and plans are only for the seat that owns them.

    ``rematch`` is the game that both have agreed on after this one; ``tab_engine`` is whether the
    server has the engine for pages, as WebAssembly.
    """

    type: Literal["welcome"] = "welcome"
    version: int = VERSION
    seats: list[SideLetter]
    game: GameShape
    tree: list[NodeShape]
    clock: ClockShape | None
    board: Board
    setup_draft: str | None
    plan: TurnPlan | None
    conditions: list[list[str]]
    asked: Asked
    rematch: str | None
    may_pace: bool
    tab_engine: bool = HAS_TAB_ENGINE
    now: float


class AnalysisWelcome(FromServer):
    """The analysis can begin; ``tab_engine`` is whether the page may do it itself."""

    type: Literal["welcome"] = "welcome"
    version: int = VERSION
    tab_engine: bool = HAS_TAB_ENGINE


class DraftShown(FromServer):
    """The draft has changed; to the seat whose turn it is."""

    type: Literal["draft"] = "draft"
    board: Board
    setup_draft: str | None = None


class TurnPlayed(FromServer):
    """A turn or setup was played."""

    type: Literal["turn"] = "turn"
    node: NodeShape
    clock: ClockShape | None
    game: GameShape
    board: Board


class GameChanged(FromServer):
    """A player sat down, left or came back; the game ended; a clock began to run."""

    type: Literal["game"] = "game"
    game: GameShape
    clock: ClockShape | None


class TakebackState(FromServer):
    """What became of a takeback; ``granted`` is followed by ``welcome``."""

    type: Literal["takeback"] = "takeback"
    by: SideLetter
    state: Literal["asked", "granted", "declined"]


class RematchState(FromServer):
    """What became of a rematch; ``game`` is the new one, in which tokens change sides."""

    type: Literal["rematch"] = "rematch"
    by: SideLetter
    state: Literal["asked", "granted", "declined"]
    game: str | None = None


class Thinking(FromServer):
    """A bot is thinking (place 0) or waits for a core."""

    type: Literal["thinking"] = "thinking"
    side: SideLetter
    place: int


class RoutesFound(FromServer):
    """What ``routes`` asked for."""

    type: Literal["routes"] = "routes"
    square: str
    routes: list[Route]


class PreviewShown(FromServer):
    """What ``preview`` asked for; no board, then ``text`` says why not."""

    type: Literal["preview"] = "preview"
    board: Board | None
    text: str


class BoardShown(FromServer):
    """What ``board`` asked for."""

    type: Literal["board"] = "board"
    board: Board


class Queued(FromServer):
    """An analysis waits for a core."""

    type: Literal["queue"] = "queue"
    place: int


class AnalysisProgress(FromServer):
    """What the engine knows so far."""

    type: Literal["analysis"] = "analysis"
    depth: int = 0
    nodes: int = 0
    speed: int = 0
    seconds: float = 0.0
    lines: list[LineShape] = Field(default_factory=list)
    done: bool


class Stopped(FromServer):
    """The analysis has ended."""

    type: Literal["stopped"] = "stopped"


class ReviewState(FromServer):
    """How far a review is; ``findings`` are all of them at first, then what is new.

    ``place`` is that in the queue, ``none``: the game is not being reviewed.
    """

    type: Literal["review"] = "review"
    game: str
    state: ReviewStage
    place: int = 0
    done: int = 0
    of: int = 0
    findings: list[Finding] = Field(default_factory=list)


class ErrorMessage(FromServer):
    """A message was refused; nothing has changed."""

    type: Literal["error"] = "error"
    code: str
    text: str


class Pong(FromServer):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"
    id: int
