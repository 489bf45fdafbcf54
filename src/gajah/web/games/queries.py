"""Searches of the library, and what their games have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from gajah._core import Pattern, Position
from gajah.web.games.account_rows import StoredAccount
from gajah.web.games.account_store import name_key
from gajah.web.games.filing import PatternMemory, find_places, is_at
from gajah.web.games.index import places_with
from gajah.web.games.listing import ListedResult
from gajah.web.games.rows import StoredGame
from gajah.web.games.sorting import order_of
from gajah.web.wire.shapes import Sort

_COLUMNS = StoredGame.__table__.columns
_OUTCOMES = {
    "g": ListedResult.GOLD,
    "s": ListedResult.SILVER,
    "draw": ListedResult.DRAW,
    "none": ListedResult.NONE,
}


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

    @property
    def is_for_position_alone(self) -> bool:
        """Whether a position is all that it asks for."""
        every = GameQuery(sort=self.sort, offset=self.offset, limit=self.limit)
        return self.position is not None and replace(self, position=None) == every


def find_ids(session: Session, wanted: GameQuery, memory: PatternMemory | None = None) -> list[str]:
    """The ids of a page of the library."""
    every = _select(session, wanted, _find_places(session, wanted, memory))
    return list(session.scalars(_page(every, wanted)))


def find_page(
    session: Session, wanted: GameQuery, memory: PatternMemory | None = None
) -> tuple[list[str], int]:
    """The ids of a page of the library, and the number of the games of all pages."""
    places = _find_places(session, wanted, memory)
    every = _select(session, wanted, places)
    ids = list(session.scalars(_page(every, wanted)))
    if len(ids) < wanted.limit and (ids or not wanted.offset):
        return ids, wanted.offset + len(ids)
    if wanted.is_for_position_alone:
        return ids, places[0].count(1)
    counting = every.with_only_columns(func.count()).select_from(StoredGame)
    return ids, session.scalar(counting) or 0


def _find_places(session: Session, wanted: GameQuery, memory: PatternMemory | None) -> list[bytes]:
    """The places of games by their boards, for each condition of that kind (`is_at`)."""
    places = []
    if wanted.position is not None:
        places.append(places_with(session, wanted.position))
    if wanted.pieces is not None:
        places.append(find_places(session, wanted.pieces, memory or PatternMemory()))
    return places


def _select(session: Session, wanted: GameQuery, places: list[bytes]) -> Select[str]:
    conditions = [*_conditions(session, wanted), *map(is_at, places)]
    if wanted.most_each is not None:
        conditions = [StoredGame.id.in_(_newest_of_each(conditions, wanted.most_each))]
    return select(StoredGame.id).where(*conditions)


def _newest_of_each(conditions: list[ColumnElement[bool]], most: int) -> Select[str]:
    """The ids of the newest games of each account that has the first seat, or the only one."""
    whose = func.coalesce(_COLUMNS.gold_account, _COLUMNS.silver_account)
    rank = func.row_number().over(partition_by=whose, order_by=_COLUMNS.created.desc())
    found = select(_COLUMNS.id, rank.label("rank")).where(whose.is_not(None), *conditions)
    ranked = found.subquery()
    return select(ranked.c.id).where(ranked.c.rank <= most)


def _page(every: Select[str], wanted: GameQuery) -> Select[str]:
    return every.order_by(*order_of(wanted.sort)).offset(wanted.offset).limit(wanted.limit)


def _conditions(session: Session, wanted: GameQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.player:
        part = wanted.player.lower()
        conditions.append(StoredGame.names.contains(part, autoescape=True))
    if wanted.account:
        mine = select(StoredAccount.id).where(StoredAccount.key == name_key(wanted.account))
        seats = (_COLUMNS.gold_account, _COLUMNS.silver_account)
        conditions.append(or_(*(seat == mine.scalar_subquery() for seat in seats)))
    if wanted.result:
        conditions.append(StoredGame.outcome == _OUTCOMES[wanted.result])
    if wanted.state == "over":
        # Nearly all of them: the index of states would lead to every game.
        conditions.append(func.coalesce(StoredGame.state, "") == wanted.state)
    elif wanted.state:
        conditions.append(StoredGame.state == wanted.state)
    if wanted.is_open:
        conditions.append(StoredGame.open.is_(True))
    if wanted.by_days:
        # The time for a turn stands first, and days before all smaller units: 3d/0/0.
        is_postgres = session.get_bind().dialect.name == "postgresql"
        find = func.strpos if is_postgres else func.instr
        control = _COLUMNS.control
        conditions.append(find(control, "d").between(1, find(control, "/")))
    if wanted.ids is not None:
        conditions.append(StoredGame.id.in_(wanted.ids))
    if wanted.since is not None:
        conditions.append(StoredGame.created >= wanted.since)
    if wanted.until is not None:
        conditions.append(StoredGame.created <= wanted.until)
    if wanted.rating is not None:
        conditions.append(StoredGame.least_rating >= wanted.rating)
    if wanted.shortest is not None:
        conditions.append(StoredGame.turn_count >= wanted.shortest)
    if wanted.longest is not None:
        conditions.append(StoredGame.turn_count <= wanted.longest)
    return conditions
