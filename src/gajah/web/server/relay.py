"""Pages of games that another process plays: what they say is passed on, and what they are told.

The process that a page has come to knows the person; the other one believes it by a secret that
only processes of the same database read there.
"""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from gajah.web.games.leases import Elsewhere, Peer
from gajah.web.server.api.common import error_answer
from gajah.web.server.logins import member_of
from gajah.web.server.people import PERSON_HEADER, is_relayed, person_of, vouch
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Restarting

_CONNECT_S = 1.5
_ANSWER_S = 30.0
_PASSED_ON = ("authorization", "content-type", "accept")
_PASSED_BACK = ("content-type", "retry-after")


@asynccontextmanager
async def line_to(peer: Peer, path: str, client: Client) -> AsyncIterator[ClientConnection]:
    """A socket of another process, for a page of this one; raises Restarting."""
    account_id = "" if client.member is None else client.member.id
    url = peer.address.replace("http", "ws", 1).rstrip("/") + path
    try:
        line = await connect(
            url,
            additional_headers={PERSON_HEADER: vouch(peer.secret, client.person, account_id)},
            compression=None,
            max_size=None,
            open_timeout=_CONNECT_S,
            ping_interval=None,
            proxy=None,
        )
    except (OSError, TimeoutError, WebSocketException):
        raise Restarting from None
    try:
        yield line
    finally:
        # The other process may hang: it is not asked whether it has heard.
        line.transport.abort()


async def relay(
    client: Client,
    said: Sequence[BaseModel],
    messages: AsyncIterator[BaseModel],
    line: ClientConnection,
    gone: asyncio.Future[None],
) -> None:
    """Pass on what a page has said and says, and what it is told, until one of them goes."""

    async def speak() -> None:
        for message in said:
            await line.send(message.model_dump_json())
        async for message in messages:
            await line.send(message.model_dump_json())

    async def listen() -> None:
        async for text in line:
            client.send(str(text))

    tasks = [asyncio.create_task(speak()), asyncio.create_task(listen())]
    await asyncio.wait([*tasks, gone], return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError, WebSocketException):
            await task


class Detour:
    """What one page asks of other processes beside what it asks of this one."""

    def __init__(self, client: Client, path: str, hello: BaseModel) -> None:
        self._client, self._path, self._hello = client, path, hello
        self._peer: Peer | None = None
        self._said: asyncio.Queue[BaseModel] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def say(self, peer: Peer, message: BaseModel, gone: asyncio.Future[None]) -> None:
        """Pass a message on to a process, and back to the page all that it answers."""
        if peer != self._peer or self._task is None or self._task.done():
            await self.close()
            self._peer, self._said = peer, asyncio.Queue()
            self._task = asyncio.create_task(self._go(peer, gone))
        self._said.put_nowait(message)

    async def close(self) -> None:
        """End it."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _go(self, peer: Peer, gone: asyncio.Future[None]) -> None:
        with suppress(Restarting, WebSocketException):
            async with line_to(peer, self._path, self._client) as line:
                await line.send(self._hello.model_dump_json())
                await line.recv()  # A welcome, which the page has had.
                await relay(self._client, [], self._messages(), line, gone)
        # The page comes again, and asks the process that has the game by then.
        self._client.close()

    async def _messages(self) -> AsyncIterator[BaseModel]:
        while True:
            yield await self._said.get()


async def pass_on(request: Request, error: Exception) -> Response:
    """Have the process that a game belongs to answer a request."""
    assert isinstance(error, Elsewhere)
    if is_relayed(request):
        return error_answer(error)
    body = await request.body()
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
    member = await member_of(request)
    account_id = "" if member is None else member.id
    headers[PERSON_HEADER] = vouch(error.peer.secret, person_of(request), account_id)
    try:
        return await asyncio.to_thread(_ask, error.peer, request.method, target, headers, body)
    except (OSError, http.client.HTTPException):
        return error_answer(Restarting())


def _ask(peer: Peer, method: str, target: str, headers: dict[str, str], body: bytes) -> Response:
    parts = urlsplit(peer.address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_ANSWER_S)
    try:
        connection.request(method, target, body or None, headers)
        answer = connection.getresponse()
        back = {name: value for name in _PASSED_BACK if (value := answer.getheader(name))}
        return Response(answer.read(), answer.status, back)
    finally:
        connection.close()
