"""What the server does, counted, for Prometheus: ``GET /metrics`` where the owner wants it."""

from __future__ import annotations

import logging
from collections import Counter

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gajah.system import resident_bytes
from gajah.web.live.lobby import Lobby

_PATH = "/metrics"
_TYPE = "text/plain; version=0.0.4"


class _ErrorCount(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        logging.getLogger().addHandler(self)

    def emit(self, _: logging.LogRecord) -> None:
        """logging: one more."""
        self.count += 1


class Metrics:
    """An ASGI application around another one, whose answers and sockets it counts."""

    def __init__(self, app: ASGIApp, lobby: Lobby) -> None:
        self._app = app
        self._lobby = lobby
        self._sockets = 0
        self._answers: Counter[int] = Counter()
        self._errors = _ErrorCount()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request or socket."""
        if scope["type"] == "websocket":
            self._sockets += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._sockets -= 1
        elif scope["type"] == "http" and scope["path"] == _PATH:
            await PlainTextResponse(self._text(), media_type=_TYPE)(scope, receive, send)
        else:
            await self._app(scope, receive, self._counting(send))

    def _counting(self, send: Send) -> Send:
        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._answers[message["status"] // 100] += 1
            await send(message)

        return count

    def _text(self) -> str:
        lobby = self._lobby
        running = sum(queue.running for queue in lobby.queues)
        waiting = sum(queue.waiting for queue in lobby.queues)
        values = {
            ("games", "gauge", "Games that are played or watched."): len(lobby.rooms),
            ("sockets", "gauge", "Open WebSockets."): self._sockets,
            ("turns_total", "counter", "Turns that were played."): lobby.store.turns_played,
            ("searches", "gauge", "Searches under way."): running,
            ("searches_waiting", "gauge", "Searches that wait for a core."): waiting,
            ("workers", "gauge", "Workers that are there."): lobby.workers,
            ("errors_total", "counter", "Errors that were logged."): self._errors.count,
            ("resident_bytes", "gauge", "Memory of the process."): resident_bytes(),
        }
        lines = []
        for (name, kind, about), value in values.items():
            if value is not None:
                lines += _describe(name, kind, about)
                lines.append(f"gajah_{name} {value}")
        lines += _describe("answers_total", "counter", "HTTP answers by the class of their status.")
        for status, count in sorted(self._answers.items()):
            lines.append(f'gajah_answers_total{{status="{status}xx"}} {count}')
        return "\n".join(lines) + "\n"


def _describe(name: str, kind: str, about: str) -> list[str]:
    return [f"# HELP gajah_{name} {about}", f"# TYPE gajah_{name} {kind}"]
