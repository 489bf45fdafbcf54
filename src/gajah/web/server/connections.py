"""Connections before they are requests: how many there may be, and how long each may take.

uvicorn's own protocols answer requests. Here they are counted by address, and ended when a request
does not come to the end of its headers, or an answer is not read.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from gajah.web.server.people import is_neighbour, peer_key
from gajah.web.settings import Settings
from gajah.web.wire.limits import Bucket

_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n"
# What comes at once is read in parts of so many bytes: a part has a few hundred requests or frames
# at most, and a connection that sends too many is ended after the first one.
_PART_BYTES = 4096
# Requests that wait for the answer to one before them on a connection. Browsers send none.
_MOST_PIPELINED = 8


class Gate:
    """Lets connections in, up to a number of all and of each address; neighbours have any number.

    ``peers`` are the addresses of other processes of the same database.
    """

    def __init__(
        self, settings: Settings, most: int, peers: Callable[[], Collection[str]] = tuple
    ) -> None:
        self._peers = peers
        self.limits = settings.limits
        self._settings = settings
        self._most = most
        self._keys: dict[asyncio.Transport, str] = {}
        self._held: Counter[str] = Counter()

    def admit(self, transport: asyncio.Transport) -> bool:
        """Whether one more may come from there; if so, it is counted until it leaves."""
        address = (transport.get_extra_info("peername") or ("",))[0]
        key = peer_key(address)
        is_greedy = self._held[key] >= self.limits.connections_each
        if len(self._keys) >= self._most:
            return False
        if is_greedy and not (is_neighbour(address, self._settings) or key in self._peers()):
            return False
        self._keys[transport] = key
        self._held[key] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """It is over."""
        key = self._keys.pop(transport, None)
        if key is not None:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class _Timer:
    """Ends a connection when something has not happened in time."""

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._handle: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        """Begin to wait, unless that has begun."""
        if self._handle is None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(self._wait_s, transport.abort)

    def stop(self) -> None:
        """It has happened."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


def http_protocol(gate: Gate) -> type[asyncio.Protocol]:
    """uvicorn's protocol for HTTP, with this gate before it."""

    class WatchedHttp(_Watched):
        def __init__(self, **given: Any) -> None:
            # uvicorn takes any protocol that is made like its own.
            super().__init__(gate, cast(Any, AutoHTTPProtocol)(**given))

    return WatchedHttp


def socket_protocol(gate: Gate) -> type[asyncio.Protocol]:
    """The same for WebSockets, whose connections have been let in as HTTP."""

    class WatchedSocket(WebSocketsSansIOProtocol):
        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            limits = gate.limits
            self._stall = _Timer(limits.stall_s)
            #: For frames that are no messages: questions whether it is there, parts of messages.
            self._frames = Bucket(limits.messages_per_s, limits.message_burst)
            self._most_waiting = limits.message_burst + limits.refused_burst

        def data_received(self, data: bytes) -> None:
            if self.handshake_initiated:
                for part in _parts(data):
                    if not self.transport.is_closing():
                        super().data_received(part)
                return
            super().data_received(data)
            # The request has come as a whole; one that is refused here is not answered by uvicorn.
            if not self.handshake_initiated:
                self.transport.write(_BAD_REQUEST)
                self.transport.close()

        def handle_ping(self) -> None:
            if self._may_say_more():
                super().handle_ping()

        def handle_pong(self, event: Frame) -> None:
            if self._may_say_more():
                super().handle_pong(event)

        def handle_cont(self, event: Frame) -> None:
            if self._may_say_more():
                super().handle_cont(event)

        def send_receive_event_to_app(self) -> None:
            if self.queue.qsize() >= self._most_waiting:
                self.transport.abort()
                return
            # uvicorn would log a traceback; bytes are refused like any message that is none.
            if not _is_text(self.frames):
                self.curr_msg_data_type = "bytes"
            super().send_receive_event_to_app()

        def _may_say_more(self) -> bool:
            may = self._frames.take(self.loop.time())
            if not may:
                self.transport.abort()
            return may

        def connection_lost(self, exc: Exception | None) -> None:
            self._stall.stop()
            gate.leave(self.transport)
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            self._stall.start(self.transport)
            super().pause_writing()

        def resume_writing(self) -> None:
            self._stall.stop()
            super().resume_writing()

    return WatchedSocket


class _Watched(asyncio.Protocol):
    """Passes everything on to uvicorn's protocol, and watches what comes of it."""

    def __init__(self, gate: Gate, inner: asyncio.Protocol) -> None:
        self._gate, self._inner = gate, inner
        self._head = 0
        self._head_timer = _Timer(gate.limits.head_s)
        self._stall = _Timer(gate.limits.stall_s)
        self._transport: asyncio.Transport | None = None
        #: uvicorn: the request that is being answered, where others wait behind it.
        self._answered: Any = None
        start = getattr(inner, "_start_asgi_task", None)

        def note_and_start(cycle: Any, app: Any) -> None:
            self._answered = cycle
            cast(Any, start)(cycle, app)

        if start is not None:
            cast(Any, inner)._start_asgi_task = note_and_start

    @property
    def _cycle(self) -> Any:
        """uvicorn: the request whose headers have come last, and its answer."""
        return cast(Any, self._inner).cycle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, or end it at once."""
        transport = cast(asyncio.Transport, transport)
        if not self._gate.admit(transport):
            transport.abort()
            return
        self._transport = transport
        self._inner.connection_made(transport)
        self._head_timer.start(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._head_timer.stop()
        self._stall.stop()
        self._tell_of_end()
        if self._transport is not None:
            self._gate.leave(self._transport)
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass it on, unless requests come faster than they are answered."""
        transport = self._transport
        if transport is None:
            return
        for part in _parts(data):
            # The protocol is another one as soon as a WebSocket has begun.
            if transport.is_closing() or transport.get_protocol() is not self:
                return
            self._take(part, transport)
            if len(getattr(self._inner, "pipeline", ())) > _MOST_PIPELINED:
                self._tell_of_end()
                transport.abort()

    def _tell_of_end(self) -> None:
        """Have the answer end quietly; uvicorn tells only the request that has come last."""
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _take(self, data: bytes, transport: asyncio.Transport) -> None:
        """Pass a part on; count it if it belongs to headers that are not complete."""
        before = self._cycle
        is_rest = before is not None and before.response_complete and before.more_body
        is_head = before is None or before.response_complete or not before.more_body
        self._inner.data_received(data)
        if self._cycle is not before or transport.get_protocol() is not self:
            self._head = 0
            self._head_timer.stop()
        elif is_head:
            self._head += len(data)
            self._head_timer.start(transport)
            limits = self._gate.limits
            # What was refused before it had come in full may still be on its way.
            if self._head > (limits.import_bytes if is_rest else limits.head_bytes):
                transport.write(_TOO_LARGE)
                transport.close()

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """The client does not read: wait, but not for ever."""
        if self._transport is not None:
            self._stall.start(self._transport)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._stall.stop()
        self._inner.resume_writing()


def _parts(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), _PART_BYTES):
        yield data[at : at + _PART_BYTES]


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
