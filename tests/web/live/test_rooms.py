"""Rooms that are given up or deleted: what is still on its way to them changes nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from gajah._core import Side
from gajah.web.live.lobby import Lobby
from gajah.web.live.room import Room
from gajah.web.wire.errors import Refusal
from gajah.web.wire.requests import NewGame
from tests.helpers import OPENING
from tests.web.inside import Line, open_lobby

GOLD, SILVER = Side.GOLD, Side.SILVER


async def new_room(lobby: Lobby) -> Room:
    """The room of a new game."""
    room, _ = await lobby.create(NewGame(start=OPENING.short))
    return room


def test_room_that_was_given_up_obeys_nobody(tmp_path: Path) -> None:
    async def work(lobby: Lobby, database: sqlite3.Connection) -> Line:
        game = (await new_room(lobby)).id
        async with (
            lobby.enter(game) as room,
            Line().joined(room, GOLD) as gold,
            Line().joined(room, SILVER) as silver,
        ):
            await gold.say(room, "step", step="Ee2n")
            database.execute("ALTER TABLE nodes RENAME TO elsewhere")
            # Silver's message comes while the turn is being stored, and could be stored itself.
            await asyncio.gather(gold.say(room, "send"), silver.say(room, "resign"))
            database.execute("ALTER TABLE elsewhere RENAME TO nodes")
            async with lobby.enter(game) as another:
                await silver.say(room, "resign")
                for stored in (lobby.store.game(game), another.live.stored):
                    assert stored is not None
                    assert (stored.state, stored.turn_count) == ("playing", 0)
        return gold

    async def whole() -> Line:
        async with open_lobby(tmp_path) as lobby:
            with closing(sqlite3.connect(tmp_path / "gajah.sqlite3")) as database:
                return await work(lobby, database)

    assert asyncio.run(whole()).heard[-1]["code"] == "not_stored"


def test_game_that_is_being_deleted_cannot_be_played_on(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> Line:
        game = (await new_room(lobby)).id
        async with (
            lobby.enter(game) as room,
            Line().joined(room, GOLD, SILVER) as page,
        ):
            await page.say(room, "step", step="Ee2n")
            await asyncio.gather(lobby.remove(room), page.say(room, "send", ref=1))
        return page

    async def whole() -> Line:
        async with open_lobby(tmp_path) as lobby:
            return await work(lobby)

    page = asyncio.run(whole())
    with closing(sqlite3.connect(tmp_path / "gajah.sqlite3")) as database:
        assert database.execute("SELECT * FROM games").fetchall() == []
        assert database.execute("SELECT * FROM nodes").fetchall() == []
    assert "turn" not in [message["type"] for message in page.heard]


def test_who_comes_while_a_game_is_being_deleted_finds_no_game(tmp_path: Path) -> None:
    async def come(lobby: Lobby, game: str, database: sqlite3.Connection) -> None:
        try:
            async with lobby.enter(game) as room, Line().joined(room):
                pass
        finally:
            database.rollback()

    async def whole(database: sqlite3.Connection) -> None:
        async with open_lobby(tmp_path) as lobby:
            game = (await new_room(lobby)).id
            database.execute("BEGIN IMMEDIATE")  # Nothing is deleted before a page has come.
            async with lobby.enter(game) as room:
                coming = come(lobby, game, database)
                _, found = await asyncio.gather(lobby.remove(room), coming, return_exceptions=True)
            assert isinstance(found, Refusal)
            assert found.code == "no_game"
            assert len(lobby.rooms) == 0

    with closing(sqlite3.connect(tmp_path / "gajah.sqlite3")) as database:
        asyncio.run(whole(database))
