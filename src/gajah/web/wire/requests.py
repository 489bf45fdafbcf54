"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gajah.web.wire.shapes import (
    MOST_STEPS,
    DrawnArrows,
    DrawnMarks,
    GameId,
    GameShape,
    HandicapLetters,
    LineText,
    NameText,
    NodeShape,
    Place,
    PlayerText,
    PositionText,
    ProseText,
    Route,
    Shape,
    SideLetter,
    SquareName,
    TurnText,
)

_NodeId = Annotated[int, Field(ge=0, lt=2**31)]


class SeatWanted(Shape):
    """The player wanted for a side."""

    player: PlayerText = "human"
    name: NameText | None = None


class NewGame(Shape):
    """A game to be played."""

    gold: SeatWanted = SeatWanted()
    silver: SeatWanted = SeatWanted()
    control: LineText | None = None
    start: PositionText | None = None
    handicap: HandicapLetters | None = None
    event: LineText = ""
    #: Between people: no analysis, hints or coach while it is played.
    no_engine: bool = False
    #: The result changes the ratings of both players, who need accounts.
    rated: bool = False
    #: Between people: it is listed until a visitor takes the other seat.
    open: bool = False


class GameCreated(Shape):
    """The new game, and the secrets of its human seats."""

    game: GameShape
    tokens: dict[SideLetter, str]


class PlayedTurn(Shape):
    """A turn, or a setup, that was played in a position.

    ``wins`` and ``losses`` are those of the side that played it; ``rating`` is what its players
    had on average, ``None`` where no game says.
    """

    turn: str
    games: int
    wins: int
    losses: int
    rating: int | None


class Explored(Shape):
    """All games in which a position occurred, by what was played there, most played first."""

    games: int
    wins: int
    losses: int
    turns: list[PlayedTurn]


class GameList(Shape):
    """A page of the library."""

    games: list[GameShape]
    #: Games of this page that are damaged.
    unreadable: list[GameId]
    total: int


class GameWithTree(Shape):
    """A game and all its turns."""

    game: GameShape
    tree: list[NodeShape]


class AddTurn(Shape):
    """A turn after a node; the same turn twice is one node."""

    op: Literal["add"]
    parent: _NodeId
    turn: TurnText


class SetComment(Shape):
    """The comment on a node; empty text removes it."""

    op: Literal["comment"]
    node: _NodeId
    text: ProseText


class SetDrawing(Shape):
    """The arrows (``Ge2e5``) and marked squares (``Re4``) of a node, in place of those before."""

    op: Literal["draw"]
    node: _NodeId
    arrows: DrawnArrows
    marks: DrawnMarks


class SetGlyph(Shape):
    """How a turn is judged: ``! ? !! ?? !? ?!``, or nothing."""

    op: Literal["glyph"]
    node: _NodeId
    glyph: Literal["", "!", "?", "!!", "??", "!?", "?!"]


class Promote(Shape):
    """The line to a node comes first at the last fork where it did not."""

    op: Literal["promote"]
    node: _NodeId


class MakeMain(Shape):
    """The line to a node comes first everywhere."""

    op: Literal["make_main"]
    node: _NodeId


class DeleteNode(Shape):
    """Remove a variation and all that follows."""

    op: Literal["delete"]
    node: _NodeId


TreeChange = Annotated[
    AddTurn | SetComment | SetDrawing | SetGlyph | Promote | MakeMain | DeleteNode,
    Field(discriminator="op"),
]


class TreeChanged(Shape):
    """The tree after a change, and the changed node."""

    tree: list[NodeShape]
    node: int


class KeptNode(Shape):
    """A turn of a tree that the page keeps itself."""

    id: _NodeId
    parent: _NodeId | None
    label: Annotated[LineText, Field(max_length=10)]
    turn: TurnText
    glyph: Annotated[LineText, Field(max_length=10)]
    comments: list[ProseText]
    arrows: DrawnArrows = Field(default_factory=list)
    marks: DrawnMarks = Field(default_factory=list)
    played: bool
    children: list[_NodeId]


class TreeAsked(Shape):
    """A tree that the page keeps itself, turns to put at its start, and a change."""

    position: PositionText | None = None
    handicap: HandicapLetters | None = None
    nodes: list[KeptNode] = Field(default_factory=list)
    turns: list[TurnText] = Field(default_factory=list, max_length=2)
    change: TreeChange | None = None


class TreeMade(TreeChanged):
    """And the tree as the text of a record."""

    record: str


class ImportText(Shape):
    """Games as text, in any format that the library reads."""

    text: Annotated[str, Field(max_length=20 * 1024 * 1024)]


class ImportProblem(Shape):
    """A game that could not be read, or part of one that could not be kept."""

    line: int
    text: str


class Imported(Shape):
    """The new games' ids, and what could not be read or kept."""

    games: list[str]
    problems: list[ImportProblem]


class BoardAsked(Place):
    """A position, and how many steps ``redo`` would bring back."""

    undone: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0


class RoutesAsked(BoardAsked):
    """A position and a piece on it."""

    square: SquareName


class RoutesAnswer(Shape):
    """The ways of that piece."""

    routes: list[Route]


class PositionAsked(Shape):
    """A position to be checked, or to find a turn in."""

    position: PositionText


class PositionChecked(Shape):
    """Whether a game can start from it; if not, why."""

    ok: bool
    problems: list[str]


class LinkAsked(Shape):
    """A page of this server, under the origin by which the user has opened it."""

    origin: Annotated[str, Field(pattern=r"^https?://[^/\s]+$", max_length=300)]
    path: Annotated[str, Field(pattern=r"^/\S*$", max_length=300)]


class Links(Shape):
    """The links by which others reach a page, and the first of them as a picture.

    Where there are none, ``restart`` is what the owner types to start a server that has some.
    """

    links: list[str]
    #: A data URI.
    qr_code: str | None
    restart: str | None


class OwnerAsked(Shape):
    """The secret of the owner's link."""

    secret: Annotated[str, Field(max_length=200)]


class OwnerKnown(Shape):
    """That the browser is the owner's."""

    owner: bool


class Status(Shape):
    """How busy the server is; ``most_searches`` is the largest number that ran at once."""

    cores: int
    searches: int
    most_searches: int
    waiting: int
    games: int


class Ready(Shape):
    """The database answers."""

    ready: Literal[True]


class PlayerShape(Shape):
    """A program as a player."""

    name: str
    title: str
    about: str
    #: Where it can be played for a rating: its own.
    rating: int | None = None


class PlayerList(Shape):
    """The opponents that can be chosen."""

    bots: list[PlayerShape]
    engines: list[PlayerShape]


class SetupShape(Shape):
    """A setup by name."""

    name: str
    title: str
    setup: str


class Setups(Shape):
    """Good setups for each side."""

    g: list[SetupShape]
    s: list[SetupShape]


class ControlShape(Shape):
    """A usual time control."""

    text: str
    title: str


class Controls(Shape):
    """Time controls to choose from."""

    controls: list[ControlShape]


class Challenges(Shape):
    """Games that wait for any opponent, the newest first. Their makers are there."""

    challenges: list[GameShape]


class ChallengeTaken(Shape):
    """The game that begins, the side of the visitor who has taken the challenge, and its secret."""

    game: GameShape
    side: SideLetter
    token: str
