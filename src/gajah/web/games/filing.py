"""Finished games by what stood on their boards: how patterns of pieces are found.

Each game in the index has a place, counted from 0 in the order of ending. A thousand places are a
part, and for a part it is written down which piece stood on which square, in which games and from
which board to which (`core/study/course.h`). So a search reads a few kilobytes of each part, and
the whole courses only of the games after the last part.

A place is never given twice, and what is written about a part never changes: the place of a game
that was deleted finds no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    bindparam,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.orm import Session

from gajah._core import Pattern, index_courses
from gajah.web.games.database import BINARY, insert_into
from gajah.web.games.rows import NEXT_PLACE, BoardSpans, IndexedGame, ServerNote, StoredGame
from gajah.web.games.writer import Statement

PART = 1000
"""The games of a part."""

# The patterns whose finds are kept, a byte for each game.
_REMEMBERED = 16
# The most places that are looked up one by one; for more, all of the library is read.
_FEW = 100

_PLACE = StoredGame.__table__.columns.place
_NEXT_PLACE = ServerNote.name == NEXT_PLACE
_PLACE_GAME = (
    update(StoredGame)
    .where(StoredGame.id == bindparam("game_id"))
    .values(place=bindparam("new_place"))
)


def give_places(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Give those of the games that are in the index and have none a place; the new ones by id."""
    wanted = (
        select(StoredGame.id)
        .join(IndexedGame, IndexedGame.game_id == StoredGame.id)
        .where(StoredGame.id.in_(ids), _PLACE.is_(None))
    )
    found = set(connection.scalars(wanted))
    if not found:
        return {}
    first = _take_places(connection, len(found))
    in_order = (game_id for game_id in ids if game_id in found)
    places = {game_id: first + i for i, game_id in enumerate(in_order)}
    rows = [{"game_id": game_id, "new_place": place} for game_id, place in places.items()]
    connection.execute(_PLACE_GAME, rows)
    return places


def _take_places(connection: Connection, count: int) -> int:
    """The first of ``count`` places that are the caller's own, once this is committed."""
    # Until then other processes wait here: one that sees a place sees all before it.
    wanted = select(ServerNote.value).where(_NEXT_PLACE).with_for_update()
    noted = connection.scalar(wanted) or ""
    first = int(noted) if noted.isdecimal() else _next_place(connection)
    value = str(first + count)
    done = connection.execute(update(ServerNote).where(_NEXT_PLACE).values(value=value))
    if not done.rowcount:
        connection.execute(insert(ServerNote), [{"name": NEXT_PLACE, "value": value}])
    return first


def part_to_file(connection: Connection) -> list[Statement]:
    """What files the first part that is not yet, if all of its places are taken."""
    part = _count_parts(connection)
    if _next_place(connection) < (part + 1) * PART:
        return []
    courses = [""] * PART
    until = (part + 1) * PART > _PLACE
    for place, course in connection.execute(_courses_from(part).where(until)):
        courses[place - part * PART] = _sound(course)
    rows = [
        {"part": part, "stand": stand, "spans": spans}
        for stand, spans in enumerate(index_courses(courses))
    ]
    # Another process may file it at the same time.
    filing = insert_into(BoardSpans, connection.dialect.name)
    return [(filing.on_conflict_do_nothing(), rows)]


def file_parts(connection: Connection) -> None:
    """File every part whose places are taken."""
    while filing := part_to_file(connection):
        for statement, rows in filing:
            connection.execute(statement, list(rows))


class PatternMemory:
    """What the last patterns have found in parts, for their next pages: a part never changes."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], bytes] = {}
        self._lock = Lock()

    def recall(self, pieces: Pattern) -> bytes:
        """What `find_places` answers for the places of the first parts, perhaps of none."""
        with self._lock:
            return self._found.get(tuple(pieces.stands), b"")

    def note(self, pieces: Pattern, found: bytes) -> None:
        """Keep that, and forget what was kept first."""
        with self._lock:
            self._found.pop(tuple(pieces.stands), None)
            self._found[tuple(pieces.stands)] = found
            if len(self._found) > _REMEMBERED:
                del self._found[next(iter(self._found))]


def find_places(session: Session, pieces: Pattern, memory: PatternMemory) -> bytes:
    """For each place, the byte 1 if in its game the pieces stood so at some time, else 0."""
    found = bytearray(memory.recall(pieces))
    first = len(found) // PART
    written: dict[int, dict[int, bytes]] = {}
    wanted = select(BoardSpans.part, BoardSpans.stand, BoardSpans.spans).where(
        BoardSpans.stand.in_(pieces.stands), BoardSpans.part >= first
    )
    for part, stand, spans in session.execute(wanted.execution_options(**BINARY)):
        written.setdefault(part, {})[stand] = spans
    parts = max(written, default=first - 1) + 1
    for part in range(first, parts):
        here = written.get(part, {})
        found += pieces.find_games([here.get(stand, b"") for stand in pieces.stands], PART)
    memory.note(pieces, bytes(found))
    return bytes(found) + _find_after(session, parts, pieces)


def is_at(places: bytes) -> ColumnElement[bool]:
    """Whether a game's place has the byte 1 there."""
    if places.count(1) <= _FEW:
        return _PLACE.in_([place for place, found in enumerate(places) if found])
    # Not a list of them all: a database reads a byte in less time than it looks a number up.
    return func.substr(literal(places, LargeBinary), _PLACE + 1, 1) == b"\1"


def _find_after(session: Session, parts: int, pieces: Pattern) -> bytes:
    """The same for the places that are in no part yet, by the courses of their games."""
    rows = session.execute(_courses_from(parts)).all()
    first = parts * PART
    found = bytearray(max((row.place + 1 - first for row in rows), default=0))
    boards = pieces.find([_sound(row.course) for row in rows])
    for row, board in zip(rows, boards, strict=True):
        found[row.place - first] = board >= 0
    return bytes(found)


def _courses_from(part: int) -> Select[Any]:
    return (
        select(_PLACE, IndexedGame.course)
        .join(IndexedGame, IndexedGame.game_id == StoredGame.id)
        .where(part * PART <= _PLACE)
    )


def _sound(course: object) -> str:
    """A course; an empty one for what is no text, in a database that is damaged."""
    return course if isinstance(course, str) else ""


def _count_parts(connection: Connection) -> int:
    # Every part has a row of every stand.
    last = connection.scalar(select(func.max(BoardSpans.part)).where(BoardSpans.stand == 0))
    return 0 if last is None else last + 1


def _next_place(connection: Connection) -> int:
    last = connection.scalar(select(func.max(_PLACE)))
    return 0 if last is None else last + 1
