"""What is stored, each kind of row as one mapped class: its fields are the table's columns.

Values inside a row never change; a new value takes the old one's place. So the thread that writes
may read a row while the game goes on.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Dialect,
    Enum,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.orm import (
    Composite,
    DeclarativeBase,
    Mapped,
    MappedAsDataclass,
    composite,
    mapped_column,
)

from gajah._core import Position, Side
from gajah.analysis.review import Mark
from gajah.arena.glicko2 import GlickoRating
from gajah.engine.score import Score
from gajah.game import Reason, Result
from gajah.records.record import SCORES
from gajah.web.games.drafts import StoredDraft
from gajah.web.games.listing import listed
from gajah.web.games.seats import StoredSeat
from gajah.web.wire.boards import letter, side_of
from gajah.web.wire.shapes import HandicapLetters, Shape, SideLetter, State
from gajah.web.wire.solvers import RunMode

SCHEMA_VERSION = "7"
"""Of all tables together. Each version has a file in `migrations`, which makes it of the last."""

LISTED = (
    *("created", "id", "state", "outcome", "turn_count", "least_rating", "rating_sum"),
    *("names", "place", "gold_account", "silver_account"),
)
"""The columns that searches of the library compare."""

NEXT_PLACE = "next_place"
"""The note of the place that the next finished game gets."""

NO_SCORE = "*"


class StoredRun(Shape):
    """Puzzles in a row, until a mistake or against the clock.

    ``began_s`` is in the server's own time. ``puzzles`` are those shown so far; while it goes on,
    the last of them is the one to solve.
    """

    mode: RunMode
    began_s: float
    puzzles: tuple[str, ...]
    score: int = 0
    mistakes: int = 0
    skipped: bool = False
    over: bool = False


@dataclass(frozen=True)
class TurnJudgement:
    """What a review said about a turn; ``score`` is gold's after it."""

    score: Score
    best: str | None
    loss: float
    mark: Mark


class _AsJson(TypeDecorator[Any]):
    """Values of a type that pydantic knows, as JSON."""

    impl = JSON
    cache_ok = True

    def __init__(self, kind: Any, fallback: Any = None) -> None:
        super().__init__()
        self.kind, self.fallback = kind, fallback
        self._adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def process_bind_param(self, value: Any, _: Dialect) -> Any:
        return None if value is None else self._adapter.dump_python(value, mode="json")

    def process_result_value(self, value: Any, _: Dialect) -> Any:
        try:
            return None if value is None else self._adapter.validate_python(value)
        except ValidationError:
            # Written by a version that kept something else there.
            return self.fallback


def _one_letter(*kinds: Any) -> Enum:
    return Enum(
        *kinds,
        native_enum=False,
        length=1,
        values_callable=lambda kind: [each.value for each in kind],
    )


def _seat(prefix: str) -> Composite[StoredSeat]:
    return composite(
        mapped_column(f"{prefix}_player", String(80)),
        mapped_column(f"{prefix}_name", String(200)),
        mapped_column(f"{prefix}_token", String(64), nullable=True),
        mapped_column(f"{prefix}_taken", Boolean),
        mapped_column(f"{prefix}_account", String(24), nullable=True),
    )


def glicko_columns() -> Composite[GlickoRating]:
    """A rating as three columns."""
    return composite(
        mapped_column("rating"), mapped_column("deviation"), mapped_column("volatility")
    )


Row = dict[str, Any]
"""A row of a table: the values by column."""


class Base(MappedAsDataclass, DeclarativeBase, kw_only=True):
    """Every table."""

    def row(self) -> Row:
        """The values of all columns, by name."""
        return {column.name: getattr(self, column.name) for column in self.__table__.columns}


class StoredGame(Base):
    """Everything about a game that outlives the process, but for its turns."""

    __tablename__ = "games"
    __table_args__ = (
        # All that a search of the library compares, the newest last: it reads no game but those
        # that it finds.
        Index("games_listed", *LISTED),
        Index("games_by_state", "state"),
    )

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    created: Mapped[float] = mapped_column(default_factory=time.time)
    state: Mapped[State] = mapped_column(String(8), default="waiting")
    gold: Mapped[StoredSeat] = _seat("gold")
    silver: Mapped[StoredSeat] = _seat("silver")
    control: Mapped[str | None] = mapped_column(String(200), default=None)
    start: Mapped[str | None] = mapped_column(String(200), default=None)
    handicap: Mapped[HandicapLetters | None] = mapped_column(JSON, default=None)
    event: Mapped[str] = mapped_column(String(200), default="")
    imported: Mapped[bool] = mapped_column(default=False)
    rated: Mapped[bool] = mapped_column(default=False)
    #: Whether any visitor may take the seat that is free.
    open: Mapped[bool] = mapped_column(default=False)
    tags: Mapped[dict[str, str] | None] = mapped_column(JSON, default=None)
    #: An imported game may have a winner and no reason.
    winner: Mapped[SideLetter | None] = mapped_column(_one_letter("g", "s"), default=None)
    reason: Mapped[Reason | None] = mapped_column(_one_letter(Reason), default=None)
    detail: Mapped[str] = mapped_column(Text, default="")
    turn_count: Mapped[int] = mapped_column(default=0)
    #: The position after the played line, for pictures of many games at once.
    position: Mapped[str] = mapped_column(String(200), default_factory=lambda: Position().short)
    draft: Mapped[StoredDraft] = mapped_column(
        _AsJson(StoredDraft, StoredDraft()), nullable=True, default_factory=StoredDraft
    )
    #: When the turn under way began to count, in the server's own time (`server_time`).
    turn_began: Mapped[float | None] = mapped_column(default=None)
    review: Mapped[dict[int, TurnJudgement] | None] = mapped_column(
        _AsJson(dict[int, TurnJudgement]), default=None
    )
    #: The process that plays it, where several share the database (`leases`).
    owner: Mapped[str | None] = mapped_column(String(24), default=None)
    #: What it is in the index of positions (`filing`), if it is there.
    place: Mapped[int | None] = mapped_column(default=None, index=True)
    #: What searches compare; `row` makes them of the others.
    names: Mapped[str] = mapped_column(Text, default="")
    outcome: Mapped[int] = mapped_column(SmallInteger, default=0)
    least_rating: Mapped[int] = mapped_column(SmallInteger, default=0)
    rating_sum: Mapped[int] = mapped_column(SmallInteger, default=0)

    def row(self) -> Row:
        """The values of all columns, by name."""
        made = listed(self.gold.name, self.silver.name, self.tags, self.winner, self.reason)
        return {**super().row(), **made}

    @property
    def seats(self) -> dict[Side, StoredSeat]:
        """Both seats."""
        return {Side.GOLD: self.gold, Side.SILVER: self.silver}

    def seat(self, side: Side, seat: StoredSeat) -> None:
        """Replace a seat."""
        setattr(self, side.name.lower(), seat)

    @property
    def result(self) -> Result | None:
        """How it ended, if that is known."""
        if self.reason is None:
            return None
        return Result(None if self.winner is None else side_of(self.winner), self.reason)

    @result.setter
    def result(self, result: Result | None) -> None:
        winner = None if result is None else result.winner
        self.winner = None if winner is None else letter(winner)
        self.reason = None if result is None else result.reason

    @property
    def score(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; an imported game may have a winner alone."""
        if (result := self.result) is not None:
            return result.score
        known = (self.tags or {}).get("Result", NO_SCORE)
        return known if known in SCORES else NO_SCORE

    @property
    def is_of_bots(self) -> bool:
        """Whether two programs play."""
        return not any(seat.is_remote for seat in self.seats.values())

    @property
    def is_study(self) -> bool:
        """Whether it was imported from a record without a result."""
        return self.imported and self.score == NO_SCORE


class StoredNode(Base):
    """A node of a game's tree; the root only if something is said about the whole game."""

    __tablename__ = "nodes"

    game_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True)
    parent: Mapped[int | None]
    rank: Mapped[int]
    label: Mapped[str] = mapped_column(String(10))
    turn: Mapped[str] = mapped_column(String(200))
    glyphs: Mapped[str] = mapped_column(String(80))
    comments: Mapped[list[str]] = mapped_column(JSON)
    played: Mapped[bool]


class IndexedGame(Base):
    """A finished game that is found by its positions; the number is made of all its turns.

    ``course`` has all its boards, for patterns of pieces.
    """

    __tablename__ = "indexed_games"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    game_id: Mapped[str] = mapped_column(String(24), unique=True)
    course: Mapped[str] = mapped_column(Text)


class IndexedTurn(Base):
    """A position of a finished game, and the one that a turn made of it: `index` makes the keys.

    ``game`` is the game's place. ``next_key`` is 0 at the end of the game. ``score`` and ``rating``
    are those of the side to move: 1 if it won, -1 if it lost.
    """

    __tablename__ = "indexed_turns"
    # In SQLite the rows themselves are sorted by key: one place to look, and no second copy.
    __table_args__ = ({"sqlite_with_rowid": False},)

    key: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    next_key: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    ply: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    score: Mapped[int] = mapped_column(SmallInteger)
    rating: Mapped[int | None] = mapped_column(SmallInteger)


class _Bytes(TypeDecorator[bytes]):
    """Bytes; what is none, in a database that is damaged, is read as no bytes."""

    impl = LargeBinary
    cache_ok = True

    def result_processor(self, _: Dialect, __: object) -> Any:
        """As the driver gives it: SQLAlchemy would raise an error for a text."""
        return lambda value: value if isinstance(value, bytes) else b""


class BoardSpans(Base):
    """When a piece, or nothing, stood on a square, in the games of a part: `filing` writes it."""

    __tablename__ = "board_spans"

    stand: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    part: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    spans: Mapped[bytes] = mapped_column(_Bytes)


class ServerNote(Base):
    """Something the server notes about itself."""

    __tablename__ = "facts"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class StoredProcess(Base):
    """A server among several on one database; `leases` keeps it. Backups leave it out."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    #: Where the others reach it, and what they say to be believed there.
    address: Mapped[str] = mapped_column(String(200))
    secret: Mapped[str] = mapped_column(String(64))
    #: When it last said that it is there, by the database's clock, and its own time then.
    seen: Mapped[float]
    server_time: Mapped[float]
    #: PostgreSQL's own process for its connection, which ends with it.
    backend: Mapped[int | None] = mapped_column(default=None)
    #: It has ended, or was declared dead: its games are free. This is never taken back.
    ended: Mapped[bool] = mapped_column(default=False)
    #: The games that players are connected to, each with their sides: "g", "s" or "gs".
    online: Mapped[dict[str, str]] = mapped_column(JSON, default_factory=dict)
    #: The bots that are connected, by name, each with what it offers.
    bots: Mapped[dict[str, Any]] = mapped_column(JSON, default_factory=dict)


class StoredSolver(Base):
    """A browser that solves puzzles; ``id`` is the hash of the secret that it keeps."""

    __tablename__ = "solvers"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    seen: Mapped[float] = mapped_column(default_factory=time.time)
    glicko: Mapped[GlickoRating] = glicko_columns()
    #: First answers and repetitions so far, and how many of the last ones were right.
    answers: Mapped[int] = mapped_column(default=0)
    in_row: Mapped[int] = mapped_column(default=0)
    best_streak: Mapped[int] = mapped_column(default=0)
    best_timed: Mapped[int] = mapped_column(default=0)
    run: Mapped[StoredRun | None] = mapped_column(_AsJson(StoredRun), default=None)


class StoredAttempt(Base):
    """What a solver has made of a puzzle, and when a missed one comes back.

    It comes back when the solver has given ``due_after`` answers, or at the time ``due_at``;
    ``stage`` counts the repetitions that went well.
    """

    __tablename__ = "puzzle_attempts"

    solver_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    puzzle_id: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[float] = mapped_column(default_factory=time.time)
    solved: Mapped[bool] = mapped_column(default=False)
    stage: Mapped[int] = mapped_column(default=0)
    due_after: Mapped[int | None] = mapped_column(default=None)
    due_at: Mapped[float | None] = mapped_column(default=None)


class PuzzleRating(Base):
    """How hard a puzzle has proved to be."""

    __tablename__ = "puzzle_ratings"

    puzzle_id: Mapped[str] = mapped_column(String(20), primary_key=True)
    glicko: Mapped[GlickoRating] = glicko_columns()
