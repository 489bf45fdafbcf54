"""Searches of the library, and what their games have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from gajah._core import Pattern, Position, Side
from gajah.web.games.account_rows import StoredAccount
from gajah.web.games.account_store import name_key
from gajah.web.games.index import games_with, ids_with
from gajah.web.games.rows import StoredGame
from gajah.web.games.sorting import order_of, rating_of
from gajah.web.wire.shapes import Sort

_COLUMNS = StoredGame.__table__.columns


@dataclass(frozen=True)
class GameQuery:
    """A search of the library."""

    player: str = ""
    #: The name of an account whose games they are.
    account: str = ""
    result: str = ""
    since: float | None = None
    until: float | None = None
    state: str = ""
    #: Any visitor may take a seat in its games.
    is_open: bool = False
    #: Its games have days for a turn.
    by_days: bool = False
    #: An account has a seat in its games; of each account no more than these, the newest.
    most_each: int | None = None
    #: Its games are among these.
    ids: Collection[str] | None = None
    #: In its games this position occurred, or its mirror image.
    position: Position | None = None
    #: In its games these pieces stood so at some time.
    pieces: Pattern | None = None
    #: What both players' ratings reach, where a record says them.
    rating: int | None = None
    shortest: int | None = None
    longest: int | None = None
    sort: Sort = "newest"
    offset: int = 0
    limit: int = 50


def select_games(wanted: GameQuery, dialect: str) -> Select[Any]:
    """The games of all pages, but for a pattern of pieces."""
    order = order_of(wanted.sort, dialect)
    conditions = _conditions(wanted, dialect)
    if wanted.most_each is not None:
        conditions = [StoredGame.id.in_(_newest_of_each(conditions, wanted.most_each))]
    return select(StoredGame).where(*conditions).order_by(*order)


def _newest_of_each(conditions: list[ColumnElement[bool]], most: int) -> Select[str]:
    """The ids of the newest games of each account that has the first seat, or the only one."""
    whose = func.coalesce(_COLUMNS.gold_account, _COLUMNS.silver_account)
    place = func.row_number().over(partition_by=whose, order_by=_COLUMNS.created.desc())
    found = select(_COLUMNS.id, place.label("place")).where(whose.is_not(None), *conditions)
    ranked = found.subquery()
    return select(ranked.c.id).where(ranked.c.place <= most)


def find_ids(session: Session, wanted: GameQuery) -> list[str]:
    """The ids of a page of the library."""
    every = select_games(wanted, session.get_bind().dialect.name)
    if wanted.pieces is not None:
        return paged(ids_with(session, every, wanted.pieces), wanted)
    page = every.offset(wanted.offset).limit(wanted.limit)
    return list(session.scalars(page.with_only_columns(StoredGame.id)))


def paged(ids: list[str], wanted: GameQuery) -> list[str]:
    """Those of the page that is wanted."""
    return ids[wanted.offset : wanted.offset + wanted.limit]


def _conditions(wanted: GameQuery, dialect: str) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.player:
        names = (_COLUMNS.gold_name, _COLUMNS.silver_name)
        conditions.append(or_(*(name.icontains(wanted.player, autoescape=True) for name in names)))
    if wanted.account:
        mine = select(StoredAccount.id).where(StoredAccount.key == name_key(wanted.account))
        seats = (_COLUMNS.gold_account, _COLUMNS.silver_account)
        conditions.append(or_(*(seat == mine.scalar_subquery() for seat in seats)))
    if wanted.result in ("g", "s"):
        conditions.append(StoredGame.winner == wanted.result)
    elif wanted.result == "draw":
        conditions += [StoredGame.winner.is_(None), StoredGame.reason.is_not(None)]
    elif wanted.result == "none":
        conditions += [StoredGame.winner.is_(None), StoredGame.reason.is_(None)]
    if wanted.state:
        conditions.append(StoredGame.state == wanted.state)
    if wanted.is_open:
        conditions.append(StoredGame.open.is_(True))
    if wanted.by_days:
        # The time for a turn stands first, and days before all smaller units: 3d/0/0.
        find = func.strpos if dialect == "postgresql" else func.instr
        control = _COLUMNS.control
        conditions.append(find(control, "d").between(1, find(control, "/")))
    if wanted.ids is not None:
        conditions.append(StoredGame.id.in_(wanted.ids))
    if wanted.since is not None:
        conditions.append(StoredGame.created >= wanted.since)
    if wanted.until is not None:
        conditions.append(StoredGame.created <= wanted.until)
    if wanted.position is not None:
        conditions.append(StoredGame.id.in_(games_with(wanted.position)))
    if wanted.rating is not None:
        conditions += [rating_of(side, dialect) >= wanted.rating for side in Side]
    if wanted.shortest is not None:
        conditions.append(StoredGame.turn_count >= wanted.shortest)
    if wanted.longest is not None:
        conditions.append(StoredGame.turn_count <= wanted.longest)
    return conditions
