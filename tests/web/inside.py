"""The server's own parts without a network: a lobby, and pages that are lists of what they hear."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from starlette.types import Message
from starlette.websockets import WebSocket

from gajah._core import Side
from gajah.web.games.opening import open_database
from gajah.web.games.store import GameStore
from gajah.web.live.lobby import Lobby
from gajah.web.live.room import Room
from gajah.web.settings import ClientLimits, Settings
from gajah.web.wire.client import Client
from gajah.web.wire.messages import PAGE_MESSAGES
from tests.web.harness import Json


@asynccontextmanager
async def open_lobby(data: Path, **more: Any) -> AsyncIterator[Lobby]:
    """A lobby whose games are in that folder, with more settings."""
    settings = Settings(data=data, **more)
    store = GameStore(open_database(settings.database_url))
    lobby = Lobby(settings, store)
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()
        store.close()


class Line:
    """The server's end of a socket; ``heard`` is what has come out at the other end."""

    def __init__(
        self, messages: Iterable[Message] = (), clock: Callable[[], float] = lambda: 0.0
    ) -> None:
        self.heard: list[Json] = []
        self._messages = chain([{"type": "websocket.connect"}], messages)
        socket = WebSocket({"type": "websocket"}, self._receive, self._send)
        self.client = Client(socket, ClientLimits(), clock)

    async def _receive(self) -> Message:
        return next(self._messages, {"type": "websocket.disconnect", "code": 1000})

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))

    @asynccontextmanager
    async def joined(self, room: Room, *sides: Side) -> AsyncIterator[Line]:
        """Be in a room with these seats."""
        async with self.client.open():
            await room.join(self.client, frozenset(sides), None)
            try:
                yield self
            finally:
                room.leave(self.client)

    async def say(self, room: Room, kind: str, **fields: object) -> None:
        """Let the room hear a message, and wait until it has done what it does about it."""
        await room.hear(self.client, PAGE_MESSAGES.validate_python({"type": kind, **fields}))
