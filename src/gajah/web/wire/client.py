"""A page at the other end of a WebSocket: its messages are checked, answers are queued."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gajah._core import Side
from gajah.web.settings import ClientLimits
from gajah.web.wire.accounts import Member
from gajah.web.wire.envelopes import FromPage, FromServer
from gajah.web.wire.errors import Refusal, explain
from gajah.web.wire.limits import NOBODY, Bucket
from gajah.web.wire.messages import ErrorMessage, Ping, Pong

M = TypeVar("M")

# Messages that may wait while one before them is being dealt with.
_MOST_UNHEARD = 16
_GOING_AWAY = 1001


class Client:
    """One socket. ``sides`` are the seats it holds."""

    def __init__(
        self, socket: WebSocket, limits: ClientLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._socket = socket
        self._clock = clock
        self._bucket = Bucket(limits.messages_per_s, limits.message_burst)
        self._patience = Bucket(limits.refused_per_s, limits.refused_burst)
        self._limits = limits
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        #: The bytes that wait, and those under way.
        self._unsent = 0
        self._closing = False
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._heard: asyncio.Queue[Any] = asyncio.Queue(_MOST_UNHEARD)
        self.sides: frozenset[Side] = frozenset()
        #: Whose page it is.
        self.person = NOBODY
        #: The account that its browser is logged in to.
        self.member: Member | None = None

    def send(self, text: str) -> None:
        """Queue a message; a page that does not read its queue is let go, and the queue forgotten.

        One message may be of any size: a game with many variations is welcome.
        """
        if self._closing:
            return
        size = len(text.encode())
        is_heavy = self._unsent and self._unsent + size > self._limits.unsent_bytes
        if is_heavy or self._outgoing.qsize() >= self._limits.unsent_messages:
            self._let_go()
        else:
            self._unsent += size
            self._outgoing.put_nowait(text)

    def tell(self, message: FromServer) -> None:
        """Queue a message for this page alone."""
        self.send(to_text(message))

    def refuse(self, refusal: Refusal, ref: int | None = None) -> None:
        """Tell the page that a message was refused, and why."""
        self.tell(ErrorMessage(code=refusal.code, text=refusal.text, ref=ref))

    async def flush(self) -> None:
        """Wait until all that is queued has been sent."""
        await self._outgoing.join()

    def close(self) -> None:
        """Send what is queued, then close the socket."""
        self._closing = True
        self._outgoing.put_nowait(None)

    def _let_go(self) -> None:
        """Send nothing more, and hear nothing more."""
        self._closing = True
        self._outgoing = asyncio.Queue()
        if self._reader is not None:
            self._reader.cancel()
        if self._writer is not None:
            self._writer.cancel()
        while not self._heard.empty():
            self._heard.get_nowait()
        self._heard.put_nowait(None)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Accept the socket and send queued messages until the end."""
        await self._socket.accept()
        self._writer = asyncio.create_task(self._write())
        try:
            yield
        finally:
            self.close()
            if self._reader is not None:
                self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer

    async def listen(self, messages: TypeAdapter[M]) -> AsyncIterator[M]:
        """The valid messages; invalid ones are refused at once, and pings answered.

        They are read while one before them is still being dealt with: a page whose turn waits for
        the database must not take the connection for dead.
        """
        self._reader = asyncio.create_task(self._read(messages))
        message: M | None
        while (message := await self._heard.get()) is not None:
            yield message

    async def _read(self, messages: TypeAdapter[M]) -> None:
        is_greeted = False
        while (text := await self._receive(is_greeted=is_greeted)) is not None:
            now_s = self._clock()
            if not self._bucket.take(now_s):
                if not self._patience.take(now_s):
                    break
                self.refuse(Refusal("slow_down", "Too many messages at once."), _find_ref(text))
                continue
            try:
                message = messages.validate_json(text)
            except ValidationError as error:
                problem = error.errors(include_url=False, include_input=False)[0]
                self.refuse(Refusal("bad_message", explain(problem)), _find_ref(text))
                continue
            if isinstance(message, Ping) and is_greeted:
                self.tell(Pong(id=message.id, ref=message.ref))
            else:
                is_greeted = True
                await self._heard.put(message)
        await self._heard.put(None)

    async def _receive(self, *, is_greeted: bool) -> str | None:
        """The next text, or ``None`` when the page has gone, or does not even say hello."""
        try:
            async with asyncio.timeout(None if is_greeted else self._limits.hello_s):
                received = await self._socket.receive()
        except TimeoutError:
            return None
        return None if received["type"] == "websocket.disconnect" else received.get("text") or ""

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (text := await self._outgoing.get()) is not None:
                await self._socket.send_text(text)
                self._unsent -= len(text.encode())
                self._outgoing.task_done()
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(_GOING_AWAY)


def to_text(message: FromServer) -> str:
    """A message as it is sent."""
    return message.model_dump_json()


def with_ref(text: str, ref: int | None) -> str:
    """The text of a broadcast with the number of the request that it answers."""
    return text if ref is None else text.replace('{"ref":null', f'{{"ref":{ref}', 1)


class _AnyMessage(FromPage, extra="ignore"):
    """What every message of a page may have."""


def _find_ref(text: str) -> int | None:
    """The number of an invalid message, if it has one."""
    try:
        return _AnyMessage.model_validate_json(text).ref
    except ValidationError:
        return None
