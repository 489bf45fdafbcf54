"""What the server writes to stderr: sentences for people, or a line of JSON for each event.

An event has a name and may have fields, which a call of the logger gives as ``extra``. What is
secret is never among them: of an address the path alone is logged.
"""

from __future__ import annotations

import json
import logging
import re
import time
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gajah.web.settings import LogFormat
from gajah.web.wire.limits import NOBODY

_log = logging.getLogger(__name__)
_SENTENCES = "%(levelname)s %(name)s: %(message)s"
_FIELDS = ("game", "person", "method", "path", "status", "seconds")
_GAME = re.compile(r"/games?/([a-z0-9]{12})(?:/|$)")


class JsonLines(logging.Formatter):
    """Each record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name),
            "text": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up_logs(form: LogFormat) -> None:
    """Write what is logged from now on in that form; as JSON, every request is logged too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(_SENTENCES))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # A line that a full disk does not take is lost, without a traceback for each.
    logging.raiseExceptions = False
    # Its warnings are about what strangers send: any number of lines, if they like.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    if form == "json":
        logging.getLogger("gajah.web").setLevel(logging.INFO)


class AccessLog:
    """An ASGI application around another one, that logs each request and socket when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request or socket."""
        if scope["type"] not in ("http", "websocket") or not _log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        status: int | None = None

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began_s = time.monotonic()
        try:
            await self._app(scope, receive, note_status)
        finally:
            _note_end(scope, status, time.monotonic() - began_s)


def _note_end(scope: Scope, status: int | None, seconds: float) -> None:
    path = scope["path"]
    fields = {
        "event": "request" if scope["type"] == "http" else "socket",
        "method": scope.get("method"),
        "path": path,
        "status": status,
        "seconds": round(seconds, 4),
        "person": scope.get("person", NOBODY).key or None,
        "game": found[1] if (found := _GAME.search(path)) else None,
    }
    known = {name: value for name, value in fields.items() if value is not None}
    _log.info("%s %s", scope.get("method", "WebSocket"), path, extra=known)


def note_start(address: str) -> None:
    """The server is ready."""
    _log.info("gajah is at %s", address, extra={"event": "started"})


def note_end() -> None:
    """The server has come to its end."""
    _log.info("gajah has ended", extra={"event": "ended"})
