"""Games in the database: rows written by the one writer, read by whoever asks."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    RowMapping,
    Select,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from gajah._core import Position, Side
from gajah.game import Reason, Result
from gajah.records.record import SCORES
from gajah.web.games.database import facts, games, nodes
from gajah.web.games.seats import HUMAN, StoredSeat
from gajah.web.games.tree import GameTree, NodeRow, TurnJudgement
from gajah.web.games.writer import Statements, Writer
from gajah.web.wire.errors import UnreadableGame
from gajah.web.wire.handicaps import read_handicap
from gajah.web.wire.shapes import HandicapLetters, ScoreShape, SideLetter, State

_log = logging.getLogger(__name__)
NO_SCORE = "*"
_ALIVE = "alive"
_REVIEW = "review:"
# Built once: putting a statement together takes longer than running it.
_THIS_GAME = games.c.id == bindparam("game_id")
_CHANGE_GAME = (
    update(games)
    .where(_THIS_GAME)
    .values({column.name: bindparam(column.name) for column in games.c if column.name != "id"})
)
_CHANGE_DRAFT = update(games).where(_THIS_GAME).values(draft=bindparam("draft"))


@contextmanager
def reading(game_id: str) -> Iterator[None]:
    """Whatever is wrong with what is stored of a game is logged, and is one refusal."""
    try:
        yield
    except SQLAlchemyError:  # The database is to blame, not the game.
        raise
    except Exception as error:
        _log.error("game %s cannot be read: %r", game_id, error)
        raise UnreadableGame(game_id) from error


@dataclass
class StoredDraft:
    """What the side to move has prepared and not sent, and what somebody has asked for.

    ``left`` is what both clocks showed when the game ended before the turn was played.
    """

    steps: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    setup: str | None = None
    takeback_by: SideLetter | None = None
    rematch_by: SideLetter | None = None
    rematch: str | None = None
    left: dict[SideLetter, float] | None = None

    def row(self) -> dict[str, Any]:
        """As it is stored; the writer must not see later changes."""
        return {**vars(self), "steps": list(self.steps), "undone": list(self.undone)}


@dataclass
class StoredGame:
    """Everything about a game that outlives the process, but for its turns."""

    id: str
    seats: dict[Side, StoredSeat]
    created: float = field(default_factory=time.time)
    state: State = "waiting"
    control: str | None = None
    start: str | None = None
    handicap: HandicapLetters | None = None
    event: str = ""
    imported: bool = False
    tags: dict[str, str] | None = None
    result: Result | None = None
    detail: str = ""
    turn_count: int = 0
    position: str = field(default_factory=lambda: Position().short)
    draft: StoredDraft = field(default_factory=StoredDraft)
    turn_began: float | None = None
    review: dict[int, TurnJudgement] | None = None

    @property
    def score(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; an imported game may have a winner alone."""
        if self.result is not None:
            return self.result.score
        known = (self.tags or {}).get("Result", NO_SCORE)
        return known if known in SCORES else NO_SCORE

    @property
    def winner(self) -> Side | None:
        """Who has won, if anybody has."""
        return {"1-0": Side.GOLD, "0-1": Side.SILVER}.get(self.score)

    @property
    def is_study(self) -> bool:
        """Does this come from a record that tells of no finished game?"""
        return self.imported and self.score == NO_SCORE

    def row(self) -> dict[str, Any]:
        """As the table has it."""
        row: dict[str, Any] = {
            name: getattr(self, name)
            for name in (
                *("id", "created", "state", "control", "start", "handicap", "event", "imported"),
                *("tags", "detail", "turn_count", "position", "turn_began"),
            )
        }
        for side, prefix in ((Side.GOLD, "gold"), (Side.SILVER, "silver")):
            seat = self.seats[side]
            row[f"{prefix}_player"], row[f"{prefix}_name"] = seat.player, seat.name
            row[f"{prefix}_token"], row[f"{prefix}_taken"] = seat.token_hash, seat.taken
        row["winner"] = None if self.winner is None else self.winner.letter
        row["reason"] = self.result.reason.value if self.result else None
        row["draft"] = self.draft.row()
        row["review"] = self._review_rows()
        return row

    def _review_rows(self) -> dict[str, Any] | None:
        if self.review is None:
            return None
        return {
            str(number): {**asdict(judged), "score": judged.score.model_dump()}
            for number, judged in self.review.items()
        }


def _stored(row: RowMapping) -> StoredGame:
    sides = {"g": Side.GOLD, "s": Side.SILVER}
    result = None
    if row["reason"] is not None:
        winner = None if row["winner"] is None else sides[row["winner"]]
        result = Result(winner, Reason(row["reason"]))
    seats = {
        side: StoredSeat(
            row[f"{prefix}_player"],
            row[f"{prefix}_name"],
            row[f"{prefix}_token"],
            row[f"{prefix}_taken"],
        )
        for side, prefix in ((Side.GOLD, "gold"), (Side.SILVER, "silver"))
    }
    same = ("id", "created", "state", "control", "start", "handicap", "event", "imported")
    more = ("tags", "detail", "turn_count", "position", "turn_began")
    return StoredGame(
        seats=seats,
        result=result,
        draft=StoredDraft(**(row["draft"] or {})),
        review=_judgements(row["review"]),
        **{name: row[name] for name in (*same, *more)},
    )


def _judgements(stored: Mapping[str, Any] | None) -> dict[int, TurnJudgement] | None:
    if stored is None:
        return None
    return {
        int(number): TurnJudgement(**{**judged, "score": ScoreShape(**judged["score"])})
        for number, judged in stored.items()
    }


@dataclass(frozen=True)
class GameQuery:
    """What a visitor of the library looks for."""

    player: str = ""
    result: str = ""
    since: float | None = None
    until: float | None = None
    state: str = ""
    offset: int = 0
    limit: int = 50


class GameStore:
    """The database of games. Writes wait until they are committed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    def close(self) -> None:
        """Finish writing."""
        self._writer.close()
        self._engine.dispose()

    async def create(self, game: StoredGame, tree: GameTree | None = None) -> None:
        """Store a new game."""
        await self._writer.write(_creation(game, tree))

    async def create_many(self, made: Sequence[tuple[StoredGame, GameTree]]) -> None:
        """Store imported games, all or none."""
        rows = [game.row() for game, _ in made]
        turns = [_node_values(game.id, row) for game, tree in made for row in tree.rows()]
        statements: list[Any] = [(games.insert(), rows)]
        if turns:
            statements.append((nodes.insert(), turns))
        await self._writer.write(statements)

    async def save(self, game: StoredGame, *, new_node: NodeRow | None = None) -> None:
        """Store what has changed, with the turn that was played."""
        statements: list[Any] = [(_CHANGE_GAME, [_change(game)])]
        if new_node is not None:
            statements.append((nodes.insert(), [_node_values(game.id, new_node)]))
        await self._writer.write(statements)

    async def save_draft(self, game: StoredGame) -> None:
        """Store an unsent turn."""
        row: dict[str, object] = {"game_id": game.id, "draft": game.draft.row()}
        await self._writer.write([(_CHANGE_DRAFT, [row])])

    async def save_tree(self, game: StoredGame, tree: GameTree) -> None:
        """Store a game with a tree that has been edited."""
        statements: list[Any] = [
            (_CHANGE_GAME, [_change(game)]),
            (delete(nodes).where(nodes.c.game_id == game.id), ()),
        ]
        if rows := [_node_values(game.id, row) for row in tree.rows()]:
            statements.append((nodes.insert(), rows))
        await self._writer.write(statements)

    async def delete(self, game_id: str) -> None:
        """Forget a game."""
        await self._writer.write(
            [
                (delete(nodes).where(nodes.c.game_id == game_id), ()),
                (delete(games).where(games.c.id == game_id), ()),
            ]
        )

    async def note_alive(self, moment: float) -> None:
        """Note that the server is there, so that its absence costs nobody time."""
        await self._writer.write(_replace_fact(_ALIVE, repr(moment)))

    async def note_review(self, game_id: str, seconds: float) -> None:
        """Note that a game is being reviewed."""
        await self._writer.write(_replace_fact(_REVIEW + game_id, repr(seconds)))

    async def forget_review(self, game_id: str) -> None:
        """It is not any more."""
        await self._writer.write([(delete(facts).where(facts.c.name == _REVIEW + game_id), ())])

    def noted_reviews(self) -> list[tuple[str, float]]:
        """The games that were being reviewed, with the seconds for each turn."""
        wanted = select(facts).where(facts.c.name.startswith(_REVIEW, autoescape=True))
        with self._engine.connect() as connection:
            found = connection.execute(wanted).mappings()
            return [(row["name"].removeprefix(_REVIEW), float(row["value"])) for row in found]

    def last_alive(self) -> float | None:
        """When the server was last known to be there."""
        with self._engine.connect() as connection:
            found = connection.scalar(select(facts.c.value).where(facts.c.name == _ALIVE))
        return None if found is None else float(found)

    def find(self, game_id: str) -> StoredGame | None:
        """A game by its id."""
        wanted = select(games).where(games.c.id == game_id)
        with reading(game_id), self._engine.connect() as connection:
            row = connection.execute(wanted).mappings().first()
            return None if row is None else _stored(row)

    def tree(self, game: StoredGame) -> GameTree:
        """Its turns."""
        wanted = select(nodes).where(nodes.c.game_id == game.id)
        with reading(game.id):
            with self._engine.connect() as connection:
                rows = [
                    NodeRow(**{name: row[name] for name in NodeRow.__dataclass_fields__})
                    for row in connection.execute(wanted).mappings()
                ]
            start = Position.parse(game.start) if game.start else None
            return GameTree.of_rows(rows, start, read_handicap(game.handicap))

    def unfinished(self) -> list[str]:
        """The ids of the games in which something may happen without anybody asking."""
        wanted = select(games.c.id).where(
            games.c.state.in_(("setup", "playing")),
            or_(
                games.c.control.is_not(None),
                games.c.gold_player != HUMAN,
                games.c.silver_player != HUMAN,
            ),
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(wanted))

    def search(self, wanted: GameQuery) -> tuple[list[StoredGame], int]:
        """A page of the library, without what cannot be read, and how many there are in all."""
        conditions = _conditions(wanted)
        counting: Select[Any] = select(func.count()).select_from(games).where(*conditions)
        newest = (
            select(games)
            .where(*conditions)
            .order_by(games.c.created.desc(), games.c.id)
            .offset(wanted.offset)
            .limit(wanted.limit)
        )
        with self._engine.connect() as connection:
            total = connection.scalar(counting) or 0
            found = []
            for row in connection.execute(newest).mappings():
                with suppress(UnreadableGame), reading(row["id"]):
                    found.append(_stored(row))
        return found, total


def _replace_fact(name: str, value: str) -> Statements:
    return [
        (delete(facts).where(facts.c.name == name), ()),
        (facts.insert().values(name=name, value=value), ()),
    ]


def _creation(game: StoredGame, tree: GameTree | None) -> Statements:
    statements: list[Any] = [(games.insert(), [game.row()])]
    if tree is not None and (rows := [_node_values(game.id, row) for row in tree.rows()]):
        statements.append((nodes.insert(), rows))
    return statements


def _change(game: StoredGame) -> dict[str, Any]:
    row = game.row()
    row["game_id"] = row.pop("id")
    return row


def _node_values(game_id: str, row: NodeRow) -> dict[str, Any]:
    return {"game_id": game_id, **vars(row)}


def _conditions(wanted: GameQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.player:
        names = (games.c.gold_name, games.c.silver_name)
        conditions.append(or_(*(name.icontains(wanted.player, autoescape=True) for name in names)))
    if wanted.result in ("g", "s"):
        conditions.append(games.c.winner == wanted.result)
    elif wanted.result == "draw":
        conditions += [games.c.winner.is_(None), games.c.reason.is_not(None)]
    elif wanted.result == "none":
        conditions += [games.c.winner.is_(None), games.c.reason.is_(None)]
    if wanted.state:
        conditions.append(games.c.state == wanted.state)
    if wanted.since is not None:
        conditions.append(games.c.created >= wanted.since)
    if wanted.until is not None:
        conditions.append(games.c.created <= wanted.until)
    return conditions
