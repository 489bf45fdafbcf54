"""Files with changed bytes: the server starts with what can be read, or says that it cannot."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from gajah._core import Side
from gajah.web.games.database import DatabaseUnusable
from gajah.web.live.lobby import Lobby
from gajah.web.wire.requests import NewGame
from tests.helpers import OPENING
from tests.web.inside import Line, open_lobby

GAMES = 6


async def play_some(lobby: Lobby) -> None:
    """Games under way, each with turns and a draft."""
    for _ in range(GAMES):
        room, _ = await lobby.create(NewGame(start=OPENING.short, control="10m/10m"))
        async with lobby.enter(room.id) as room, Line().joined(room, *Side) as page:
            for step in ("Ee2n", "ed7s", "Ee3n", "ed6s"):
                await page.say(room, "step", step=step)
                await page.say(room, "send")
            await page.say(room, "step", step="Ee4n")


async def count_rooms(data: Path) -> int:
    """How many games go on when a server starts there."""
    async with open_lobby(data) as lobby:
        return len(lobby.rooms)


def test_server_starts_with_what_is_left_of_a_damaged_file(tmp_path: Path) -> None:
    async def make() -> None:
        async with open_lobby(tmp_path) as lobby:
            await play_some(lobby)

    asyncio.run(make())
    file = tmp_path / "gajah.sqlite3"
    whole = file.read_bytes()
    chance = random.Random(1)
    found = []
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 3, 10))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with TemporaryDirectory(dir=tmp_path) as data:
            Path(data, file.name).write_bytes(damaged)
            with suppress(DatabaseUnusable):
                found.append(asyncio.run(count_rooms(Path(data))))
    assert set(found) <= set(range(GAMES + 1))
    assert found.count(GAMES) > 30
