"""The guard before all requests: from which host and origin, how large and how often.

A page of another site must not be able to use a browser on this machine: requests
for another host name are refused (so that a name made to point here gets nowhere), and so are
changes and sockets that a page of another origin asks for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import time
from collections import Counter

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gajah.web.games.bans import Bans
from gajah.web.server.addresses import is_loopback
from gajah.web.server.api.common import PREFIX, error_answer
from gajah.web.server.people import People
from gajah.web.settings import ClientLimits, Settings
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Buckets, Person, Slots

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_IMPORT = f"{PREFIX}/import"
_TREE = f"{PREFIX}/tree"
# What mail programs send when their own button to end letters is pressed (RFC 8058).
_STOP_MAIL = f"{PREFIX}/notices/stop"
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_POLICY_VIOLATION = 1008
# Policies of pages and workers; browsers say what they ask for as a mere part of a page, and a
# page of ninety modules is lighter by 25 KB without them.
_PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    # Pages that share nothing with other sites may search with several threads.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
_PARTS = ("script", "style")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Answers about games are of the moment; what may be kept says so itself.
    "Cache-Control": "no-store",
}


class Guard:
    """Looks at every request and socket before the application does."""

    def __init__(self, app: ASGIApp, settings: Settings, people: People, bans: Bans) -> None:
        self._app = app
        self._bans = bans
        self._settings = settings
        self._people = people
        limits = settings.limits
        self._requests = Buckets(limits.requests_per_s, limits.request_burst)
        self._files = Buckets(limits.files_per_s, limits.file_burst)
        self._new_games = Buckets(limits.new_games_per_s, limits.new_game_burst)
        self._sockets = Slots(limits.sockets, limits.sockets_each)
        #: Bytes of bodies that are held for each person.
        self._bodies: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request or socket."""
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard_request(scope, receive, _with_headers(send, scope))
        else:
            await self._app(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            person = self._people.note(scope)
            refusal = self._bans.why_not(person) or self._why_not_here(scope, headers)
            if refusal := refusal or _why_not_origin(headers):
                raise refusal
            with self._sockets.hold(person, "Too many sockets are open."):
                await self._app(scope, receive, send)
        except Refusal:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})

    async def _guard_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            person = self._people.note(scope)
        except Refusal as unknown:
            await error_answer(unknown)(scope, receive, send)
            return
        if (banned := self._bans.why_not(person)) is not None:
            await _answer_banned(banned, scope)(scope, receive, send)
            return
        refusal = self._why_not_here(scope, headers) or self._why_not_now(scope, person)
        is_change = scope["method"] not in _SAFE_METHODS
        if not refusal and (is_change or scope["path"].startswith(PREFIX)):
            # Other sites may link to pages, and have nothing else done here.
            refusal = _why_not_origin(headers)
        if not refusal and is_change:
            refusal = _why_not_type(scope, headers)
        if refusal:
            await error_answer(refusal)(scope, receive, send)
            return
        body = _Body(self._settings.limits, self._bodies, person.key)
        try:
            await self._app(scope, body.limited(receive, scope, person), send)
        finally:
            body.forget()

    def _why_not_here(self, scope: Scope, headers: Headers) -> Refusal | None:
        # Another process of the database may use any name.
        if scope.get("is_relayed") or is_known_host(headers.get("host", ""), self._settings):
            return None
        return Refusal("unknown_host", "This server has no such host name.")

    def _why_not_now(self, scope: Scope, person: Person) -> Refusal | None:
        now_s = time.monotonic()
        is_file = not scope["path"].startswith(PREFIX)
        may = (self._files if is_file else self._requests).take(person.key, now_s)
        if may and scope["method"] == "POST" and scope["path"] in (f"{PREFIX}/games", _IMPORT):
            may = self._new_games.take(person.key, now_s)
        return None if may else Refusal("slow_down", "Too many requests at once.", status=429)


def is_known_host(header: str, settings: Settings) -> bool:
    """Whether a request may name this host. DNS rebinding needs a name; addresses are safe.

    Bound to this machine alone, only its own addresses and ``localhost`` are; else any address,
    this machine's name, and the names that the owner has listed.
    """
    name = _split_port(header)
    if name == "localhost" or name in settings.hosts:
        return True
    local_only = is_loopback(settings.host)
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return not local_only and name in (settings.host, *_own_names())
    return address.is_loopback or not local_only


def _answer_banned(banned: Refusal, scope: Scope) -> Response:
    """The reason: for a program, or on the page that a person wanted to see."""
    if scope["path"].startswith(PREFIX):
        return error_answer(banned)
    return PlainTextResponse(banned.text, banned.status)


def _own_names() -> tuple[str, str]:
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def _split_port(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


def _why_not_origin(headers: Headers) -> Refusal | None:
    """Browsers say where a request comes from; a client that says nothing is no browser."""
    refusal = Refusal("other_origin", "Another site's page may not do that.", status=403)
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return refusal
    origin = headers.get("origin")
    if origin is None:
        return None
    # Not the scheme: a server that speaks TLS may stand in front of this one.
    scheme, _, host = origin.lower().partition("://")
    own = scheme in ("http", "https") and host == headers.get("host", "").lower()
    return None if own else refusal


def _why_not_type(scope: Scope, headers: Headers) -> Refusal | None:
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not has_body or kind == "application/json":
        return None
    if kind == "text/plain" and scope["path"] == _IMPORT:
        return None
    if kind in _FORMS and scope["path"] == _STOP_MAIL:
        return None
    return Refusal("wrong_type", "Expected application/json.", status=415)


class _Body:
    """The body of a request: how long, how slow, and how much together with others."""

    def __init__(self, limits: ClientLimits, held: Counter[str], key: str) -> None:
        self._limits, self._held, self._key = limits, held, key
        self._size = 0

    def limited(self, receive: Receive, scope: Scope, person: Person) -> Receive:
        """Refuse to read one that is longer, or says that it will be, or does not come."""
        most = self._most(scope["path"], person)
        announced = Headers(scope=scope).get("content-length", "0")
        is_welcome = announced.isdigit() and int(announced) <= most
        is_complete = False

        async def receive_some() -> Message:
            nonlocal is_complete
            if is_complete:
                return await receive()
            if not is_welcome:
                raise _too_large(most)
            message = await self._next(receive)
            is_complete = not message.get("more_body", False)
            self._take(len(message.get("body", b"")), most)
            return message

        return receive_some

    def forget(self) -> None:
        """The request is answered."""
        self._held[self._key] -= self._size
        if not self._held[self._key]:
            del self._held[self._key]

    def _most(self, path: str, person: Person) -> int:
        if path == _IMPORT and person.is_owner:
            return self._limits.import_bytes
        return self._limits.tree_bytes if path == _TREE else self._limits.message_bytes

    async def _next(self, receive: Receive) -> Message:
        try:
            async with asyncio.timeout(self._limits.body_idle_s):
                return await receive()
        except TimeoutError:
            raise HTTPException(408, "The request did not come to its end") from None

    def _take(self, size: int, most: int) -> None:
        self._size += size
        self._held[self._key] += size
        if self._size > most:
            raise _too_large(most)
        if self._held[self._key] > self._limits.body_bytes_each:
            raise HTTPException(429, "Too much is being sent at once")


def _too_large(most: int) -> HTTPException:
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 1024} KB"
    return HTTPException(413, f"At most {size} are read")


def _with_headers(send: Send, scope: Scope) -> Send:
    is_part = Headers(scope=scope).get("sec-fetch-dest") in _PARTS
    wanted = _HEADERS if is_part else _PAGE_HEADERS | _HEADERS

    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in wanted.items():
                headers.setdefault(name, value)
        await send(message)

    return send_safely
