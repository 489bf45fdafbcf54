"""Where players are told that it is their turn, in the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gajah.web.games.account_rows import StoredMail, StoredPush
from gajah.web.games.rows import Row, ServerNote
from gajah.web.games.seats import hash_token
from gajah.web.games.writer import Statement, Writer

# As many browsers as one person may use; then the oldest is forgotten.
_MOST_BROWSERS = 10
# How long the link that confirms an address works.
_CONFIRM_S = 2 * 86_400.0
_KEY = "push_key"


class NoticeStore:
    """The part of the database that is about notices. Writes wait until they are committed."""

    def __init__(
        self, session: Callable[[], AbstractContextManager[Session]], writer: Writer
    ) -> None:
        self._session = session
        self._writer = writer
        self._key: str | None = None

    def browsers(self, account_id: str) -> list[StoredPush]:
        """The browsers that show notices, the newest first."""
        mine = select(StoredPush).where(StoredPush.account_id == account_id)
        with self._session() as session:
            return list(session.scalars(mine.order_by(StoredPush.created.desc())))

    async def add_browser(self, push: StoredPush, known: list[StoredPush]) -> None:
        """Have a browser show notices, of that account and no other from now on."""
        gone = [push.id, *(each.id for each in known[_MOST_BROWSERS - 1 :])]
        forget = delete(StoredPush).where(StoredPush.id.in_(gone)), ()
        await self._writer.write([forget, (insert(StoredPush), [push.row()])])

    async def forget_browser(self, push_id: str, account_id: str | None = None) -> None:
        """Have a browser show no more notices; of that account, if one is given."""
        wanted = delete(StoredPush).where(StoredPush.id == push_id)
        if account_id is not None:
            wanted = wanted.where(StoredPush.account_id == account_id)
        await self._writer.write([(wanted, ())])

    def mail(self, account_id: str) -> StoredMail | None:
        """The address of an account, confirmed or not."""
        with self._session() as session:
            return session.get(StoredMail, account_id)

    async def set_mail(self, account_id: str, mail: StoredMail | None) -> None:
        """Keep another address, or none."""
        new: list[Statement] = [] if mail is None else [(insert(StoredMail), [mail.row()])]
        await self._writer.write([_forget_mail(account_id), *new])

    async def confirm_mail(self, secret: str) -> bool:
        """Note that the reader of a letter has followed its link; whether it was a known one."""
        known = StoredMail.confirm == hash_token(secret)
        fresh = StoredMail.asked > time.time() - _CONFIRM_S

        def find() -> StoredMail | None:
            with self._session() as session:
                return session.scalar(select(StoredMail).where(known, fresh))

        found = await asyncio.to_thread(find)
        if found is None:
            return False
        done = update(StoredMail).where(known, StoredMail.account_id == found.account_id)
        await self._writer.write([(done.values(confirm=None), ())])
        return True

    async def stop_mail(self, secret: str) -> None:
        """Forget the address to which a letter with this secret was sent."""
        await self._writer.write([(delete(StoredMail).where(StoredMail.stop == secret), ())])

    async def push_key(self, make: Callable[[], str]) -> str:
        """The server's own key for push services, made once for all processes. It never changes."""
        if self._key is None:
            self._key = await asyncio.to_thread(self._find_key)
        if self._key is None:
            new: Row = {"name": _KEY, "value": await asyncio.to_thread(make)}
            with suppress(IntegrityError):  # Another process was faster.
                await self._writer.write([(insert(ServerNote), [new])])
            self._key = await asyncio.to_thread(self._find_key)
        assert self._key is not None
        return self._key

    def _find_key(self) -> str | None:
        with self._session() as session:
            found = session.get(ServerNote, _KEY)
            return None if found is None else found.value


def _forget_mail(account_id: str) -> Statement:
    """Forget the address of an account."""
    return delete(StoredMail).where(StoredMail.account_id == account_id), ()
