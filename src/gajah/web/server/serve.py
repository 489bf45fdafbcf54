"""Running the server: a free port, one server for a folder, a clean end."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from gajah.system import allow_open_files
from gajah.web.games.database import claim_file
from gajah.web.live.lobby import Lobby
from gajah.web.server.addresses import origin_of, reachable_addresses
from gajah.web.server.app import create_app, make_lobby
from gajah.web.server.connections import Gate, http_protocol, socket_protocol
from gajah.web.server.logs import note_end, note_start
from gajah.web.settings import LOOPBACK, Settings

_PORTS_TRIED = 20
# Whole seconds for open connections to end.
_LEAVE_S = 2
_SWITCH_S = 0.001
# The database's files, engines, and whatever else is open besides connections.
_OTHER_FILES = 200


class CannotServe(Exception):  # noqa: N818 - it says what happened
    """The server cannot start; the text is a sentence for its owner."""


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and that lets games rest before it ends."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._lobby = lobby
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """uvicorn: the application has started, and requests are answered from now on."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """uvicorn: a signal has come, and connections are to be closed."""
        await self._lobby.drain()
        await super().shutdown(sockets)
        note_end()


def serve(settings: Settings, on_ready: Callable[[str, list[str]], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotServe.

    ``on_ready`` is told the address for this machine, and those by which others reach it.
    """
    _make_folder(settings.data)
    with claim_file(settings.database_url) as lock, _listen(settings) as listener:
        port = listener.getsockname()[1]
        address = _address(settings.host, port)
        for_others = reachable_addresses(settings.host, port)
        if lock is not None:
            lock.truncate(0)
            lock.write(address)
            lock.flush()
        limits = settings.limits
        lobby = make_lobby(settings, settings.peer_url or (for_others or [address])[0])
        gate = _make_gate(settings, lobby)
        config = uvicorn.Config(
            create_app(settings, lobby),
            http=http_protocol(gate),
            ws=socket_protocol(gate),
            h11_max_incomplete_event_size=limits.head_bytes,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_LEAVE_S,
        )

        def ready() -> None:
            note_start(address)
            on_ready(address, for_others)

        # Bots written in Python share its lock with the thread that answers pages.
        sys.setswitchinterval(_SWITCH_S)
        _Server(config, lobby, ready).run(sockets=[listener])


def _make_gate(settings: Settings, lobby: Lobby) -> Gate:
    """The gate, for as many connections as the system lets this process have."""
    others = lobby.neighbours
    # A page of a game that another process plays needs a connection to that one as well.
    each = 1 if others is None else 2
    may_open = allow_open_files(each * settings.limits.connections + _OTHER_FILES)
    most = max(1, (may_open - _OTHER_FILES) // each)
    return Gate(settings, most) if others is None else Gate(settings, most, lambda: others.hosts)


def _make_folder(folder: Path) -> None:
    try:
        # Games and seats are their owner's business.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"the folder {folder} cannot be made: {error.strerror}") from None


def _listen(settings: Settings) -> socket.socket:
    """A socket on the wanted port, or on the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    ports = range(settings.port, min(settings.port + _PORTS_TRIED, 65536)) if settings.port else [0]
    error: OSError | None = None
    for port in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, port))
            listener.listen(2048)
        except OSError as found:
            listener.close()
            error = found
        else:
            return listener
    why = error.strerror if error else "no port"
    raise CannotServe(f"cannot listen on {settings.host}, ports {ports[0]} to {ports[-1]}: {why}")


def _address(host: str, port: int) -> str:
    host = {"": LOOPBACK, "0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)
    return f"{origin_of(host, port)}/"
