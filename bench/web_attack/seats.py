"""Attempts on seats, origins, hosts, paths and the owner's rights: none changes anything."""

from __future__ import annotations

import argparse
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidStatus

from tests.helpers import OPENING
from tests.web.harness import API, Json, Page, Server

from .servers import PROXY, complaints, folder, server_at

_FORWARDED = (
    *({"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "::1"}, {"X-Real-IP": "127.0.0.1"}),
    *({"Forwarded": "for=127.0.0.1"}, {"X-Forwarded-For": "127.0.0.1, 127.0.0.1"}),
    *({"X-Forwarded-For": "", "Via": "1.1 x"}, {"X-Forwarded-For": "owner"}),
    *({"X-Forwarded-Host": "localhost"}, {"X-Client-IP": "127.0.0.1"}),
    *(
        {"X-Gajah-Person": "x owner -"},
        {"X-Gajah-Person": "- owner -"},
        {"X-Gajah-Person": "owner"},
    ),
    *({"Cookie": "gajah_owner="}, {"Cookie": "gajah_owner=x"}, {"Cookie": 'gajah_owner="'}),
    *({"Authorization": "Bearer"}, {"Authorization": "Basic eDp4"}, {"X-HTTP-Method": "DELETE"}),
)
_ORIGINS = (
    *("http://evil.example", "null", "http://localhost.evil.example", "https://127.0.0.1:1"),
    *("http://localhost@evil.example", "file://", "http://arimaa.example.evil.example", "x"),
)
_HOSTS = (
    *("evil.example", "localhost.evil.example", "arimaa.example.", "127.0.0.1.nip.io", "0"),
    *("localhost@evil.example", "", "[::ffff:192.0.2.1]", "192.168.1.5", "arimaa.example#x"),
)
_PATHS = (
    *("/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/%2e%2e/settings.py"),
    *("/static/..%5capp.py", "/static//etc/passwd", "/static/....//app.py", "/%2e%2e/owner-secret"),
    *("/static/%252e%252e/app.py", "/static/js/%00.js", "/static/js/..;/app.py", "/owner-secret"),
    *("/data/gajah.sqlite3", "/.git/config", "/static/~root", "//etc/passwd", "/config.toml"),
)
_MOVES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("step", {"step": "Ee2n"}), ("steps", {"steps": ["Ee2n"]}), ("send", {}), ("resign", {})),
    *(("takeback", {}), ("takeback", {"answer": True}), ("name", {"name": "Eve"}), ("undo", {})),
    *(("rematch", {}), ("rematch", {"answer": True}), ("name", {"name": "Eve", "side": "g"})),
    *(("reset", {}), ("setup", {"setup": "Ra1"}), ("pace", {"paused": True, "turn_s": None})),
)


def attack(_: argparse.Namespace) -> Json:
    """Try everything as a stranger, on a server for this machine and on one behind a proxy."""
    problems: list[str] = []
    counts = {"tried": 0}
    for options in (PROXY, PROXY[:2], PROXY[2:]):
        with folder() as where, server_at(where, *options, "--accounts") as server:
            attempts = Attempts(server, problems)
            for part in (attempts.seats, attempts.owner, attempts.origins, attempts.files):
                for words in part():
                    counts["tried"] += 1
                    if words:
                        problems.append(f"{' '.join(options)}: {words}")
            problems += complaints(server)
    return {**counts, "problems": problems}


class Attempts:
    """A game of others, and what a stranger does about it; each yields what has gone wrong."""

    def __init__(self, server: Server, problems: list[str]) -> None:
        self._server, self._problems = server, problems
        self._game, self._tokens = server.new_game(start=OPENING.short)
        self._player = server.page(self._game, *self._tokens.values())
        self._other, self._others = server.new_game(start=OPENING.short)
        self._before = self._state()

    def _state(self) -> list[Json]:
        welcome = self._player.ask("hello", version=1)
        games = self._server.get("/games")
        return [welcome["board"], welcome["game"], games["games"], games["total"]]

    def _changed(self, words: str) -> str:
        return f"{words} changed something" if self._state() != self._before else ""

    def seats(self) -> Iterator[str]:
        """Act for a seat without its secret, and for the other side with one's own."""
        secrets: tuple[list[str], ...] = (
            [],
            list(self._others.values()),
            [self._tokens["g"][:-1], self._tokens["g"].upper(), ""],
            ["' OR 1=1 --", "\0", "%"],
            [self._tokens["s"]],  # Silver's own, while gold is to move.
        )
        for tokens in secrets:
            page = self._server.page(self._game, *tokens)
            for kind, fields in _MOVES:
                is_own = tokens == [self._tokens["s"]]
                if is_own and kind in ("resign", "name", "takeback", "rematch"):
                    continue  # Silver may.
                answer = page.ask(kind, **fields)
                if answer["type"] != "error":
                    yield f"{kind} with {tokens} was answered with {answer['type']}"
                else:
                    yield ""
            page.close()
        self._before = self._state()

    def owner(self) -> Iterator[str]:
        """Use the owner's rights."""
        with self._server.client() as client:
            for headers in _FORWARDED:
                for method, path, body in (
                    ("DELETE", f"/games/{self._game}", None),
                    ("POST", "/import", {"text": ""}),
                    ("POST", f"/games/{self._game}/tree", {"op": "delete", "node": 1}),
                ):
                    answer = client.request(method, path, json=body, headers=headers)
                    words = f"{method} {path} {headers} gave {answer.status_code}"
                    yield words if answer.status_code < 400 else self._changed(words)
            for secret in ("", " ", "\n", "x" * 1000, "gajah_owner"):
                answer = client.post("/owner", json={"secret": secret})
                yield "" if answer.status_code >= 400 else f"the secret {secret!r} was right"

    def origins(self) -> Iterator[str]:
        """Come from another site's page, or by another name."""
        with self._server.client() as client:
            for origin in _ORIGINS:
                headers = {"Origin": origin}
                made = client.post("/games", json={}, headers=headers)
                yield f"{origin} gave {made.status_code}" if made.status_code < 400 else ""
                try:
                    Page(self._server, "/ws/analysis", origin=origin).close()
                    yield f"a socket of {origin} was opened"
                except InvalidStatus:
                    yield ""
        for host in _HOSTS:
            status = self._raw(f"GET {API}/games HTTP/1.1", f"Host: {host}")
            is_address = host.startswith(("[", "192", "0"))
            yield f"the host {host!r} gave {status}" if status < 400 and not is_address else ""

    def files(self) -> Iterator[str]:
        """Read other files than those of the pages."""
        for path in _PATHS:
            status = self._raw(f"GET {path} HTTP/1.1", "Host: localhost")
            yield f"{path} gave {status}" if status < 300 else ""

    def _raw(self, *lines: str) -> int:
        address = urlsplit(self._server.url)
        with socket.create_connection((address.hostname, address.port), 30) as line:
            line.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
            return int(line.recv(100).split(b" ", 2)[1])
