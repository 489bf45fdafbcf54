"""The guard before all requests: from which host and origin, how large and how often.

A page of another site must not be able to use a browser on this machine: requests
for another host name are refused (so that a name made to point here gets nowhere), and so are
changes and sockets that a page of another origin asks for.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
import time
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gajah.web.server.api.common import PREFIX
from gajah.web.settings import Settings
from gajah.web.wire.limits import Buckets

_log = logging.getLogger(__name__)

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_IMPORT = f"{PREFIX}/import"
_TREE = f"{PREFIX}/tree"
_POLICY_VIOLATION = 1008
_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        b"frame-ancestors 'none'; form-action 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    # Answers about games are of the moment; what may be kept says so itself.
    (b"cache-control", b"no-store"),
)


class Guard:
    """Looks at every request and socket before the application does."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        limits = settings.limits
        self._requests = Buckets(limits.requests_per_s, limits.request_burst)
        self._new_games = Buckets(limits.new_games_per_s, limits.new_game_burst)
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request or socket."""
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard_request(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        refused = self._why_not_here(headers) or _why_not_origin(headers)
        if refused or self._sockets >= self._settings.limits.sockets:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        self._sockets += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets -= 1

    async def _guard_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        refusal = self._why_not_here(headers) or self._why_not_now(scope)
        if not refusal and scope["method"] not in _SAFE_METHODS:
            refusal = _why_not_origin(headers) or _why_not_type(scope, headers)
        if refusal:
            await _answer(send, *refusal)
            return
        limits = self._settings.limits
        larger = {_IMPORT: limits.import_bytes, _TREE: limits.tree_bytes}
        most = larger.get(scope["path"], limits.message_bytes)
        await _limit_body(self._app, scope, receive, send, headers, most)

    def _why_not_here(self, headers: dict[str, str]) -> tuple[int, str, str] | None:
        if is_known_host(headers.get("host", ""), self._settings):
            return None
        return 400, "unknown_host", "This server is not called that."

    def _why_not_now(self, scope: Scope) -> tuple[int, str, str] | None:
        if not scope["path"].startswith(PREFIX):
            return None
        client = scope["client"][0] if scope.get("client") else ""
        now_s = time.monotonic()
        may = self._requests.take(client, now_s)
        if may and scope["method"] == "POST" and scope["path"] in (f"{PREFIX}/games", _IMPORT):
            may = self._new_games.take(client, now_s)
        return None if may else (429, "slow_down", "Too many requests at once.")


def is_known_host(header: str, settings: Settings) -> bool:
    """Whether a request may name this host. Names are a stranger's way in; addresses are not.

    Bound to this machine alone, only its own addresses and ``localhost`` are; else any address,
    this machine's name, and the names that the owner has listed.
    """
    name = _split_port(header)
    if name == "localhost" or name in settings.hosts:
        return True
    local_only = settings.host in ("localhost", "::1") or settings.host.startswith("127.")
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return not local_only and name in (settings.host, *_own_names())
    return address.is_loopback or not local_only


def _own_names() -> tuple[str, str]:
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def _split_port(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


def _why_not_origin(headers: dict[str, str]) -> tuple[int, str, str] | None:
    """Browsers say where a request comes from; a client that says nothing is no browser."""
    refusal = (403, "other_origin", "Another site's page may not do that.")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return refusal
    origin = headers.get("origin")
    if origin is None:
        return None
    # Not the scheme: a server that speaks TLS may stand in front of this one.
    scheme, _, host = origin.lower().partition("://")
    own = scheme in ("http", "https") and host == headers.get("host", "").lower()
    return None if own else refusal


def _why_not_type(scope: Scope, headers: dict[str, str]) -> tuple[int, str, str] | None:
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not has_body or kind == "application/json":
        return None
    if kind == "text/plain" and scope["path"] == _IMPORT:
        return None
    return 415, "wrong_type", "Expected application/json."


def _size(count: int) -> str:
    return f"{count // 2**20} MB" if count >= 2**20 else f"{count // 1024} KB"


async def _limit_body(
    app: ASGIApp,
    scope: Scope,
    receive: Receive,
    send: Send,
    headers: dict[str, str],
    most: int,
) -> None:
    too_large = (413, "too_large", f"At most {_size(most)} are read.")
    announced = headers.get("content-length", "0")
    if not announced.isdigit() or int(announced) > most:
        await _answer(send, *too_large)
        return
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            await _answer(send, *too_large)
            return
    rest: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def receive_again() -> Message:
        return rest.pop() if rest else await receive()

    await _run_safely(app, scope, receive_again, send)


async def _run_safely(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Log an internal error; the client gets one sentence."""
    started = False

    async def note_start(message: Message) -> None:
        nonlocal started
        started = started or message["type"] == "http.response.start"
        await send(message)

    try:
        await app(scope, receive, note_start)
    except Exception:
        _log.exception("%s %s failed", scope["method"], scope["path"])
        if not started:
            await _answer(send, 500, "our_mistake", "Something went wrong in the server.")


def _headers(scope: Scope) -> dict[str, str]:
    raw: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def _with_headers(send: Send) -> Send:
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", ())}
            added = [pair for pair in _HEADERS if pair[0] not in present]
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return send_safely


async def _answer(send: Send, status: int, code: str, text: str) -> None:
    body = json.dumps({"error": {"code": code, "text": text}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
