"""Accounts, sessions and acts as the owner of a server sees them."""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from gajah.web.games.account_rows import StoredAccount, StoredAct, StoredLogin
from gajah.web.games.account_store import name_key, name_taken, taking_name
from gajah.web.games.acts import RENAME, FoundAccount, find_account, note_act
from gajah.web.games.bans import list_bans
from gajah.web.games.listing import names_of
from gajah.web.games.rows import StoredGame
from gajah.web.wire.admin import (
    ActList,
    ActShape,
    SessionList,
    SessionShape,
    UserList,
    UserShape,
)
from gajah.web.wire.errors import Refusal

_ACCOUNTS = StoredAccount.__table__.columns
_LOGINS = StoredLogin.__table__.columns
_ACTS = StoredAct.__table__.columns
_GAMES = StoredGame.__table__.columns


def list_users(line: Connection, text: str, *, offset: int = 0, limit: int = 50) -> UserList:
    """The accounts whose names have that text, those that were deleted left out."""
    wanted = [_ACCOUNTS.password.is_not(None), *_named(text)]
    keeper = aliased(StoredAccount)
    mine = _LOGINS.account_id == _ACCOUNTS.id
    sessions = select(func.count()).where(mine).correlate(StoredAccount.__table__).scalar_subquery()
    seen = select(func.max(_LOGINS.seen)).where(mine).correlate(StoredAccount.__table__)
    columns = (_ACCOUNTS.name, _ACCOUNTS.created, seen.scalar_subquery(), sessions)
    more = (_ACCOUNTS.keeper, keeper.name, _ACCOUNTS.rating, _ACCOUNTS.rated_games)
    page = (
        select(*columns, *more)
        .select_from(StoredAccount.__table__)
        .outerjoin(keeper, keeper.id == _ACCOUNTS.keeper)
        .where(*wanted)
    )
    order = (_ACCOUNTS.created.desc(), _ACCOUNTS.id)
    bans = {ban.target: ban for ban in list_bans(line)}
    users = [
        UserShape(
            name=name,
            created=created,
            seen=last,
            sessions=count,
            keeper=None if kept_by is None else keeper_name or "",
            rating=round(rating),
            rated_games=rated,
            ban=bans.get(name),
        )
        for name, created, last, count, kept_by, keeper_name, rating, rated in line.execute(
            page.order_by(*order).offset(offset).limit(limit)
        )
    ]
    return UserList(users=users, total=_count(line, select(_ACCOUNTS.id).where(*wanted)))


def list_sessions(line: Connection, text: str, *, offset: int = 0, limit: int = 50) -> SessionList:
    """The sessions of accounts whose names have that text."""
    found = (
        select(_LOGINS.id, _ACCOUNTS.name, _LOGINS.seen)
        .join(StoredAccount, _ACCOUNTS.id == _LOGINS.account_id)
        .where(*_named(text))
    )
    page = found.order_by(_LOGINS.seen.desc(), _LOGINS.id).offset(offset).limit(limit)
    sessions = [SessionShape(id=id, name=name, seen=seen) for id, name, seen in line.execute(page)]
    return SessionList(sessions=sessions, total=_count(line, found))


def list_acts(line: Connection, *, limit: int = 50) -> ActList:
    """What was done last."""
    columns = (_ACTS.at, _ACTS.by, _ACTS.act, _ACTS.target, _ACTS.detail)
    found = line.execute(select(*columns).order_by(_ACTS.number.desc()).limit(limit))
    return ActList(acts=[ActShape(**row._mapping) for row in found])


def account_named(line: Connection, name: str) -> FoundAccount:
    """The account of that name; a Refusal if there is none."""
    found = find_account(line, name)
    if found is None:
        raise Refusal("no_account", "There is no account of that name.", status=404)
    return found


def end_session(line: Connection, session_id: str, by: str) -> None:
    """Log one browser out, or revoke a bot's token."""
    wanted = select(_ACCOUNTS.name).join(StoredLogin, _ACCOUNTS.id == _LOGINS.account_id)
    name = line.scalar(wanted.where(_LOGINS.id == session_id))
    if name is None:
        raise Refusal("no_session", "There is no such session.", status=404)
    line.execute(delete(StoredLogin).where(_LOGINS.id == session_id))
    note_act(line, by, "end_session", name)


def rename(line: Connection, name: str, new: str, by: str) -> None:
    """Call an account otherwise, also in its games; a Refusal where the name is taken.

    Processes rename the players of games that they have in memory (`live.moderation`).
    """
    account = account_named(line, name)
    same = select(_ACCOUNTS.id).where(_ACCOUNTS.key == name_key(new), _ACCOUNTS.id != account.id)
    if line.execute(same).first():
        raise name_taken()
    mine = update(StoredAccount).where(_ACCOUNTS.id == account.id)
    with taking_name():
        line.execute(mine.values(name=new, key=name_key(new)))
    for seat in ("gold", "silver"):
        games = update(StoredGame).where(_GAMES[f"{seat}_account"] == account.id)
        line.execute(games.values({f"{seat}_name": new}))
    _list_anew(line, account.id)
    note_act(line, by, RENAME, account.name, f"to {new}")


def _list_anew(line: Connection, account_id: str) -> None:
    """Let searches find the games of an account by the names that its players have now."""
    is_mine = or_(_GAMES.gold_account == account_id, _GAMES.silver_account == account_id)
    found = line.execute(select(_GAMES.id, _GAMES.gold_name, _GAMES.silver_name).where(is_mine))
    rows = [{"game_id": each, "both": names_of(gold, silver)} for each, gold, silver in found]
    if rows:
        this = update(StoredGame).where(_GAMES.id == bindparam("game_id"))
        line.execute(this.values(names=bindparam("both")), rows)


def _named(text: str) -> list[ColumnElement[bool]]:
    return [_ACCOUNTS.key.contains(name_key(text), autoescape=True)] if text else []


def _count(line: Connection, found: Select[tuple[str]]) -> int:
    return line.scalar(select(func.count()).select_from(found.subquery())) or 0
