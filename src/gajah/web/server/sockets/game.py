"""The live game: ``/ws/games/{id}``."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import TypeGuard

from fastapi import APIRouter, WebSocket

from gajah.web.games.leases import Elsewhere
from gajah.web.games.seats import sides_of
from gajah.web.live.room import Room
from gajah.web.server.api.common import get_lobby, get_presence
from gajah.web.server.logins import member_of
from gajah.web.server.people import is_relayed, person_of
from gajah.web.server.relay import line_to, relay
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal, Restarting
from gajah.web.wire.messages import PAGE_MESSAGES, Hello, PageMessage
from gajah.web.wire.shapes import VERSION

router = APIRouter()

# How long a page waits for a game whose process has ended; then it comes again.
_PATIENCE_S = 8.0
_RETRY_S = 1.0


@router.websocket("/ws/games/{game_id}")
async def play(socket: WebSocket, game_id: str) -> None:
    """Serve one page's socket of a live game, from its hello until it goes."""
    client = Client(socket, socket.app.state.settings.limits)
    client.person = person_of(socket)
    async with client.open():
        try:
            messages = client.listen(PAGE_MESSAGES)
            hello = await anext(messages, None)
            if hello is None or not check_hello(hello, client):
                return
            client.member = await member_of(socket)
            with get_presence(socket).here(client):
                await _serve(socket, game_id, client, hello, messages)
        except Restarting:
            pass  # The page is told, or comes again.
        except Refusal as refusal:
            client.refuse(refusal)


async def _serve(
    socket: WebSocket,
    game_id: str,
    client: Client,
    hello: Hello,
    messages: AsyncIterator[PageMessage],
) -> None:
    """Have the page in its game's room, here or in the process that the game belongs to."""
    lobby, until_s = get_lobby(socket), time.monotonic() + _PATIENCE_S
    while True:
        try:
            async with lobby.enter(game_id) as room:
                await _stay(room, client, hello, messages)
                return
        except Elsewhere as elsewhere:
            if is_relayed(socket) or lobby.neighbours is None:
                raise
            peer = elsewhere.peer
        try:
            async with line_to(peer, socket.url.path, client) as line:
                await relay(client, [hello], messages, line, lobby.neighbours.gone(peer))
                return
        except Restarting:
            # It has just ended: soon the game belongs to this process, or to another one.
            if time.monotonic() >= until_s:
                raise
            await lobby.neighbours.wait_for(peer, _RETRY_S)
            lobby.check_staying()


async def _stay(
    room: Room, client: Client, hello: Hello, messages: AsyncIterator[PageMessage]
) -> None:
    account = None if client.member is None else client.member.id
    sides = sides_of(room.live.stored.seats, hello.tokens, account)
    try:
        await room.join(client, sides, hello.ref)
        async for message in messages:
            await room.hear(client, message)
    finally:
        room.leave(client)


def check_hello(message: object, client: Client) -> TypeGuard[Hello]:
    """Whether it is a hello of this version; otherwise refuse it."""
    if not isinstance(message, Hello):
        client.refuse(Refusal("hello_first", "The first message is hello."))
        return False
    if message.version != VERSION:
        words = f"This server speaks version {VERSION}, the page {message.version}: load it again."
        client.refuse(Refusal("other_version", words), message.ref)
        return False
    return True
