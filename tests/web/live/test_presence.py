"""Sockets whose sessions have ended are closed, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import Engine, event

from gajah.web.games.account_rows import OWNERS
from gajah.web.games.acts import give_token, make_bot
from gajah.web.games.bans import Bans
from gajah.web.games.seats import hash_token
from gajah.web.live.lobby import Lobby
from gajah.web.live.presence import Presence
from gajah.web.wire.accounts import Member
from tests.web.inside import Line, open_lobby

_POLL_S = 0.01


async def bot_socket(lobby: Lobby, name: str) -> Line:
    """The socket of a new bot."""
    accounts, line = lobby.store.accounts, Line()
    made = await accounts.do(lambda db: make_bot(db, name, OWNERS, "a test", most=None))
    token = await accounts.do(lambda db: give_token(db, made, name, "a test"))
    line.client.member = Member(made, name, 1500, OWNERS, hash_token(token))
    return line


@contextmanager
def while_asking(table: str, work: Callable[[], None]) -> Iterator[None]:
    """Do something each time that a table is asked."""

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("SELECT") and f"FROM {table}" in statement:
            work()

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_socket_that_comes_while_sessions_are_looked_at_stays(tmp_path: Path) -> None:
    async def judge(lobby: Lobby, presence: Presence, stack: ExitStack) -> None:
        old, new = await bot_socket(lobby, "Old"), await bot_socket(lobby, "New")
        member = old.client.member
        assert member is not None

        def come() -> None:
            stack.enter_context(presence.here(new.client))

        async with old.client.open(), new.client.open():
            stack.enter_context(presence.here(old.client))
            with while_asking("logins", come):
                await lobby.store.accounts.do(
                    lambda db: give_token(db, member.id, member.name, "a test")
                )
                while not old.heard:
                    await asyncio.sleep(_POLL_S)
            assert old.heard[0]["code"] == "token_revoked"
            assert new.heard == []

    async def whole() -> None:
        async with open_lobby(tmp_path) as lobby:
            presence = Presence(lobby, Bans())
            await presence.open()
            with ExitStack() as stack:
                await judge(lobby, presence, stack)
            presence.close()

    asyncio.run(whole())
