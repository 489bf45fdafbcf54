"""Strangers' pages, names that point here, files beside the page, floods: all get nowhere."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gajah.web.server.api import boards
from gajah.web.server.app import create_app, make_lobby
from gajah.web.server.config import BadConfig
from gajah.web.server.owner import SECRET_FILE, owner_secret
from gajah.web.server.security import is_known_host
from gajah.web.settings import Settings
from tests.helpers import OPENING
from tests.web.harness import API, Page, Server

NEW_GAME = {"gold": {"player": "human"}, "silver": {"player": "human"}}


def raw_request(server: Server, *lines: str, body: bytes = b"") -> tuple[int, bytes]:
    """An HTTP request written by hand; the status and the rest of the answer."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        head = "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
        connection.sendall(head + body)
        answer = b""
        while block := connection.recv(65536):
            answer += block
    return int(answer.split(b" ", 2)[1]), answer


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "", "192.168.1.5"])
def test_other_host_names_are_refused(server: Server, host: str) -> None:
    status, answer = raw_request(server, "GET / HTTP/1.1", f"Host: {host}")
    assert status == 400
    assert b"unknown_host" in answer or b"Invalid" in answer


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:99", "[::1]:8640"])
def test_own_names_are_accepted(server: Server, host: str) -> None:
    status, _ = raw_request(server, f"GET {API}/players HTTP/1.1", f"Host: {host}")
    assert status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_changes_from_other_origins_are_refused(server: Server, headers: dict[str, str]) -> None:
    before = server.get("/games")["total"]
    with server.client() as client:
        answer = client.post("/games", json=NEW_GAME, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "other_origin")
    assert server.get("/games")["total"] == before


def test_own_origin_is_accepted(server: Server) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    with server.client() as client:
        assert client.post("/games", json=NEW_GAME, headers=headers).status_code == 201


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
@pytest.mark.parametrize("path", ["/ws/analysis", "/ws/games/abcdefghijkm"])
def test_sockets_from_other_origins_are_refused(server: Server, path: str, origin: str) -> None:
    with pytest.raises(InvalidStatus):
        Page(server, path, origin=origin)


def test_socket_from_the_own_origin_is_accepted(server: Server) -> None:
    page = Page(server, "/ws/analysis", origin=server.url)
    page.say("hello", version=1)
    assert page.next()["type"] == "welcome"


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", ""])
def test_forms_are_refused(server: Server, kind: str) -> None:
    with server.client() as client:
        answer = client.post("/games", content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/game.py",
        "/static//etc/passwd",
        "/static/.hidden.js",
        "/static/js/../../app.py",
        "/static/js%00.js",
        "/static/tsconfig.json/..",
        "/static/",
        "/static/js",
        "/../gajah.sqlite3",
    ],
)
def test_nothing_but_the_page_s_files_is_served(server: Server, path: str) -> None:
    status, answer = raw_request(server, f"GET {path} HTTP/1.1", "Host: localhost")
    assert status in (400, 404)
    assert b"import" not in answer


def test_every_page_has_a_strict_policy(server: Server) -> None:
    with server.client() as client:
        for path in ("/", "/game/abc", "/analysis", "/library", "/editor", "/learn", "/puzzles"):
            answer = client.get(server.url + path)
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            # Core runs in pages as WebAssembly; no other code is made at run time.
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "<script>" not in answer.text
            assert " style=" not in answer.text
            assert " onclick=" not in answer.text


def test_policies_go_with_pages_and_workers_and_not_with_their_parts(server: Server) -> None:
    worker, page = "/static/js/tab/worker.js", "/analysis"
    policies = ("content-security-policy", "cross-origin-embedder-policy", "referrer-policy")
    with server.client() as client:
        for path, kind in (
            (page, "document"),
            (worker, "worker"),
            (worker, ""),
            (worker, "script"),
        ):
            answer = client.get(server.url + path, headers={"Sec-Fetch-Dest": kind} if kind else {})
            sent = [name in answer.headers for name in policies]
            assert sent == [kind != "script"] * 3, (path, kind)
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/static/js/socket.js", "/static/pieces/animals.svg"])
def test_files_are_not_sent_twice(server: Server, path: str) -> None:
    with server.client() as client:
        first = client.get(server.url + path)
        tag = first.headers["etag"]
        again = client.get(server.url + path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["content-encoding"] == "gzip"
    assert {answer.headers["cache-control"] for answer in (first, again)} == {"no-cache"}


def test_large_bodies_are_refused(server: Server) -> None:
    with server.client() as client:
        answer = client.post("/board", json={"position": "x" * 70_000})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        assert answer.json()["error"]["text"] == "At most 64 KB are read."
    status, _ = raw_request(
        server,
        f"POST {API}/import HTTP/1.1",
        "Host: localhost",
        "Content-Type: text/plain",
        f"Content-Length: {30 * 1024 * 1024}",
    )
    assert status == 413


def test_body_that_grows_without_saying_so_is_refused(server: Server) -> None:
    # No end: it is refused as soon as it is too long.
    chunk = b"10001\r\n" + b" " * 0x10001
    status, answer = raw_request(
        server,
        f"POST {API}/board HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        body=chunk,
    )
    assert status == 413
    assert b"too_large" in answer


def test_large_messages_end_the_socket(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short)
    page = server.page(game, *tokens.values())
    page.ask("step", step="Ee2n")
    page.send(json.dumps({"type": "preview", "text": "x" * 100_000}))
    with pytest.raises(ConnectionClosed):
        page.hear("preview")
    assert server.page(game, tokens["g"]).welcome["board"]["steps"] == ["Ee2n"]


def test_flood_of_messages_is_refused_and_harms_nobody(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short)
    page = server.page(game, *tokens.values())
    for number in range(400):
        page.say("ping", id=number)
    codes = {page.next().get("code") for _ in range(400)}
    assert "slow_down" in codes
    assert server.page(game).welcome["game"]["state"] == "playing"


def test_flood_of_new_games_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, server.client() as client:

        def ask(_: int) -> int:
            return client.post("/games", json=NEW_GAME).status_code

        # Many at once: on a slow machine, one after the other would be no flood.
        with ThreadPoolExecutor(10) as many:
            codes = Counter(many.map(ask, range(400)))
        assert codes[201] >= 100
        assert codes[429] == 400 - codes[201] > 0
        assert client.get("/players").status_code == 200


def test_engine_commands_cannot_come_from_a_page(server: Server) -> None:
    description = json.dumps(server.get("/openapi.json"))
    assert "command" not in description
    for path in ("/engines", "/players", "/config"):
        with server.client() as client:
            answer = client.post(path, json={"name": "x", "command": "touch /x"})
            assert answer.status_code in (404, 405)


def test_secrets_are_not_stored_nor_shown(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short)
        page = server.page(game, tokens["g"], tokens["s"])
        page.play("Ee2n")
        shown = json.dumps([server.get(f"/games/{game}"), server.get("/games"), page.welcome])
        kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
        for token in tokens.values():
            assert token not in shown
            assert token.encode() not in kept


def test_upload_that_is_broken_off_is_no_mistake_of_ours(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        address = urlsplit(server.url)
        with socket.create_connection((address.hostname, address.port)) as connection:
            head = f"POST {API}/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            connection.sendall(f"{head}Content-Length: 1000\r\n\r\n2g".encode())
        assert server.get("/games")["total"] == 0
        assert server.interrupt() == 0
        assert server.log() == ""


def test_mistake_of_ours_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find_problems", lambda _: 1 / 0)
    settings = Settings(data=tmp_path)
    application = create_app(settings, make_lobby(settings, ""))
    app = httpx.ASGITransport(application, raise_app_exceptions=False)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=app, base_url="http://localhost") as client:
            return await client.post(f"{API}/board/check", json={"position": ""})

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "our_mistake")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_mistakes_of_ours_are_no_tracebacks(server: Server) -> None:
    with server.client() as client:
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
            for path in ("/games", "/games/x", "/nothing", "/board", "/games/abcd/tree"):
                answer = client.request(method, path)
                assert answer.status_code < 500
                if answer.status_code >= 400:
                    assert set(answer.json()["error"]) == {"code", "text"}


@pytest.mark.parametrize(
    ("bound", "asked", "known"),
    [
        ("127.0.0.1", "localhost:8640", True),
        ("127.0.0.1", "192.168.1.7:8640", False),
        ("127.0.0.1", "arimaa.example", False),
        ("0.0.0.0", "192.168.1.7:8640", True),
        ("0.0.0.0", "evil.example", False),
        ("0.0.0.0", "arimaa.example:80", True),
        ("::", "[2001:db8::1]:8640", True),
    ],
)
def test_names_depend_on_where_the_server_listens(bound: str, asked: str, known: bool) -> None:
    names = ("arimaa.example",) if bound == "0.0.0.0" else ()
    assert is_known_host(asked, Settings(host=bound, hosts=names)) is known


def test_an_empty_secret_makes_no_owner(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).touch()
    with pytest.raises(BadConfig, match="is empty"):
        owner_secret(tmp_path)
