"""Accounts in the database, and the browsers that are logged in to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gajah.web.games.rows import StoredAccount, StoredLogin, StoredRating
from gajah.web.games.writer import Statement, Writer
from gajah.web.wire.errors import Refusal

# How long a browser stays logged in that is not used, and how exactly its use is noted.
_LOGIN_S = 90 * 86_400.0
_NOTED_EVERY_S = 86_400.0


def name_key(name: str) -> str:
    """What two spellings of one name share."""
    return name.lower()


class AccountStore:
    """The part of the database that is about accounts. Writes wait until they are committed."""

    def __init__(
        self, session: Callable[[], AbstractContextManager[Session]], writer: Writer
    ) -> None:
        self._session = session
        self._writer = writer

    def named(self, name: str) -> StoredAccount | None:
        """The account of that name, however it is spelled; not one that was deleted."""
        wanted = select(StoredAccount).where(StoredAccount.key == name_key(name), _is_there())
        with self._session() as session:
            return session.scalar(wanted)

    def by_id(self, account_id: str) -> StoredAccount | None:
        """The account of that id, if it was not deleted."""
        wanted = select(StoredAccount).where(StoredAccount.id == account_id, _is_there())
        with self._session() as session:
            return session.scalar(wanted)

    def progress(self, account_id: str, most: int) -> list[tuple[float, float]]:
        """When the last games of an account were rated, and its rating after each."""
        columns = StoredRating.__table__.columns
        mine = select(columns.at, columns.rating).where(columns.account_id == account_id)
        with self._session() as session:
            found = session.execute(mine.order_by(columns.at.desc()).limit(most)).all()
        return [(at, rating) for at, rating in reversed(found)]

    def logged_in(self, login_id: str) -> tuple[StoredAccount, StoredLogin] | None:
        """The account that a browser is logged in to, by the hash of its secret."""
        wanted = (
            select(StoredAccount, StoredLogin)
            .join(StoredLogin, StoredLogin.account_id == StoredAccount.id)
            .where(StoredLogin.id == login_id, _is_there(), ~_is_over())
        )
        with self._session() as session:
            found = session.execute(wanted).one_or_none()
            return None if found is None else (found[0], found[1])

    async def create(self, account: StoredAccount, login: StoredLogin) -> None:
        """Store a new account, logged in to; a Refusal where the name is taken."""
        try:
            await self._writer.write([(insert(StoredAccount), [account.row()]), _add(login)])
        except IntegrityError:
            raise Refusal("name_taken", "That name is taken.", status=409) from None

    async def log_in(self, login: StoredLogin, instead_of: str | None) -> None:
        """Note a browser that is logged in from now on, and drop what it had before."""
        old = StoredLogin.id == (instead_of or "")
        await self._writer.write([_forget(old | _is_over()), _add(login)])

    async def log_out(self, login_id: str) -> None:
        """Forget that a browser is logged in."""
        await self._writer.write([_forget(StoredLogin.id == login_id)])

    async def note_use(self, login: StoredLogin) -> None:
        """Let a browser that is used stay logged in."""
        now_s = time.time()
        if now_s - login.seen < _NOTED_EVERY_S:
            return
        mine = update(StoredLogin).where(StoredLogin.id == login.id)
        await self._writer.write([(mine.values(seen=now_s), ())])

    async def keep_password(self, account_id: str, password: str) -> None:
        """Store the same password at another cost."""
        await self._writer.write([_change(account_id, password)])

    async def change_password(self, account_id: str, password: str, login: StoredLogin) -> None:
        """Store a new password; only that browser is logged in from now on."""
        mine = StoredLogin.account_id == account_id
        await self._writer.write([_change(account_id, password), _forget(mine), _add(login)])

    async def delete(self, account_id: str) -> None:
        """Forget all but the name, under which its games stay: no one else may have it."""
        mine = StoredLogin.account_id == account_id
        course = delete(StoredRating).where(StoredRating.account_id == account_id)
        await self._writer.write([_change(account_id, None), _forget(mine), (course, ())])


def _is_there() -> ColumnElement[bool]:
    return StoredAccount.password.is_not(None)


def _is_over() -> ColumnElement[bool]:
    return StoredLogin.seen < time.time() - _LOGIN_S


def _add(login: StoredLogin) -> Statement:
    return insert(StoredLogin), [login.row()]


def _forget(which: ColumnElement[bool]) -> Statement:
    return delete(StoredLogin).where(which), ()


def _change(account_id: str, password: str | None) -> Statement:
    mine = StoredAccount.id == account_id
    return update(StoredAccount).where(mine).values(password=password), ()
