"""Engines over a network connection, as pyrimaa's controllers have them: the engine calls us.

The controller listens, starts the engine with ``--server HOST --port PORT`` added to its command
(or with ``{port}`` in it replaced), and waits for it to connect. Without a command it waits for an
engine that is started by hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TextIO, cast

from gajah.aei.link import EngineFailure, FailureKind, Link
from gajah.aei.process import ProcessLink, start_process

LOCALHOST = "127.0.0.1"
_PORT_FIELD = "{port}"


class _Refused(asyncio.Protocol):
    """Closes every connection after the engine's."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class SocketLink(Link, asyncio.Protocol):
    """A connection to an engine, and the process at its other end if we have started it."""

    def __init__(self, log: TextIO | None = None) -> None:
        super().__init__(log)
        self.process: ProcessLink | None = None
        self._connected = asyncio.Event()

    def log_to(self, log: TextIO | None) -> None:
        """Write the conversation, and what the process says by itself, there from now on."""
        super().log_to(log)
        if self.process is not None:
            self.process.log_to(log)

    def answer_call(self) -> asyncio.Protocol:
        """Who takes a new connection: this link, once."""
        return _Refused() if self._connected.is_set() else self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: an engine has connected."""
        self._out = cast(asyncio.WriteTransport, transport)
        self._connected.set()

    def data_received(self, data: bytes) -> None:
        """asyncio: the engine wrote something."""
        self._received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the connection is over."""
        detail = "closed the connection" if exc is None else str(exc)
        self._break(EngineFailure(FailureKind.CRASH, detail))
        self.ended.set()

    async def wait_connected(self, timeout_s: float) -> None:
        """Wait for the engine to call, or for the process that should have to end."""
        waiting: list[asyncio.Task[object]] = [asyncio.create_task(self._connected.wait())]
        if self.process is not None:
            waiting.append(asyncio.create_task(self.process.ended.wait()))
        await asyncio.wait(waiting, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        if not self._connected.is_set():
            failure = self.process.failure if self.process else None
            raise failure or EngineFailure(
                FailureKind.NO_START, f"no connection within {timeout_s:g}s"
            )

    def kill(self) -> None:
        """Hang up, and end the process that we have started."""
        if self._out is not None:
            self._out.abort()
        if self.process is not None:
            self.process.kill()

    async def _end(self) -> None:
        if self._out is not None:
            self._out.abort()
        if self.process is not None:
            await self.process.close(0)


async def start_socket_engine(
    command: Sequence[str],
    *,
    timeout_s: float,
    cores: Sequence[int] = (),
    log: TextIO | None = None,
) -> SocketLink:
    """Start an engine that connects back to us; raises EngineFailure."""
    async with _listening(LOCALHOST, 0, timeout_s, log) as (link, port):
        words = [word.replace(_PORT_FIELD, str(port)) for word in command]
        if words == list(command):
            words += ["--server", LOCALHOST, "--port", str(port)]
        link.process = await start_process(words, cores=cores, log=log, speaks=False)
    return link


async def await_engine(
    host: str, port: int, *, timeout_s: float, log: TextIO | None = None
) -> SocketLink:
    """Wait for an engine that is started by hand; raises EngineFailure."""
    async with _listening(host, port, timeout_s, log) as (link, _):
        return link


@asynccontextmanager
async def _listening(
    host: str, port: int, timeout_s: float, log: TextIO | None
) -> AsyncIterator[tuple[SocketLink, int]]:
    """Give the link that the first caller gets, and the port; wait for the call at the end."""
    link = SocketLink(log)
    try:
        server = await asyncio.get_running_loop().create_server(link.answer_call, host, port)
    except OSError as error:
        raise EngineFailure(FailureKind.NO_START, str(error)) from None
    try:
        yield link, server.sockets[0].getsockname()[1]
        await link.wait_connected(timeout_s)
    except BaseException:
        await link.close(0)
        raise
    finally:
        server.close()
