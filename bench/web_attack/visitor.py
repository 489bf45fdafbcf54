"""An honest visitor who plays and asks while a server is attacked."""

from __future__ import annotations

import time

import httpx
from websockets.exceptions import WebSocketException

from tests.helpers import OPENING
from tests.web.harness import API, Json, Page, Server

from .servers import Beside

_PAUSE_S = 0.1
_PATIENCE_S = 30.0


class Visitor(Beside):
    """Asks for a page of the library, pings and moves, ten times a second at most."""

    def __init__(self, server: Server, headers: dict[str, str], source: str = "127.0.0.3") -> None:
        super().__init__()
        self._server, self._headers, self._source = server, headers, source
        self._waits_s: list[float] = []
        self.refused: list[str] = []

    def run(self) -> None:
        """Visit until the end."""
        transport = httpx.HTTPTransport(local_address=self._source)
        with httpx.Client(
            base_url=self._server.url + API,
            transport=transport,
            headers=self._headers,
            timeout=_PATIENCE_S,
        ) as client:
            while not self._ends.is_set():
                try:
                    self._visit(client)
                except (httpx.HTTPError, WebSocketException, TimeoutError, OSError) as error:
                    self.refused.append(repr(error)[:200])

    def _visit(self, client: httpx.Client) -> None:
        made = client.post("/games", json={"start": OPENING.short})
        self._check(made)
        if made.status_code != 201:
            return
        game, tokens = made.json()["game"]["id"], made.json()["tokens"]
        with Page(
            self._server,
            f"/ws/games/{game}",
            additional_headers=self._headers,
            source_address=(self._source, 0),
        ) as page:
            page.say("hello", version=1, tokens=list(tokens.values()))
            page.hear("welcome")
            for number in range(8):
                if self._ends.wait(_PAUSE_S):
                    break
                self._time(lambda: self._check(client.get("/games?limit=5")))
                self._time(lambda: page.ask("ping", id=1))
                side = ("Ee2n", "ed7s", "Ee3s", "ed6n")[number % 4]
                self._time(lambda step=side: self._play(page, step))

    def _play(self, page: Page, step: str) -> None:
        for answer in (page.ask("step", step=step), page.ask("send")):
            if answer["type"] == "error" and answer["code"] != "repetition":
                self.refused.append(str(answer))

    def _check(self, answer: httpx.Response) -> None:
        if answer.status_code >= 400:
            self.refused.append(f"{answer.status_code} {answer.text[:200]}")

    def _time(self, work: object) -> None:
        began_s = time.monotonic()
        work()  # type: ignore[operator]
        self._waits_s.append(time.monotonic() - began_s)

    def report(self) -> Json:
        """How long answers took, and what was refused."""
        ordered = sorted(self._waits_s) or [0.0]
        return {
            "answers": len(self._waits_s),
            "p50_ms": round(1000 * ordered[len(ordered) // 2], 1),
            "p99_ms": round(1000 * ordered[int(0.99 * len(ordered))], 1),
            "longest_ms": round(1000 * ordered[-1], 1),
            "refused": len(self.refused),
        }
