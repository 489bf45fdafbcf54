"""Connections that hold the server up: too many, too slow, too large, never read."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.web.harness import API, PATIENCE_S, Page, Server
from tests.web.server.test_exports import games

Start = Callable[[str], Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server with these limits, for which this machine is one of many."""
    folder = tmp_path / "data"
    folder.mkdir()
    with ExitStack() as running:

        def start(limits: str) -> Server:
            (folder / "config.toml").write_text(f"[limits]\n{limits}\n")
            return running.enter_context(Server(folder, "--name", "arimaa.example"))

        yield start


@pytest.fixture
def dial() -> Iterator[Callable[[Server], socket.socket]]:
    """Open bare connections, closed at the end."""
    with ExitStack() as opened:

        def dial(server: Server) -> socket.socket:
            address = urlsplit(server.url)
            line = socket.create_connection((address.hostname, address.port), PATIENCE_S)
            return opened.enter_context(line)

        yield dial


Dial = Callable[[Server], socket.socket]


def rest(line: socket.socket) -> bytes:
    """What still comes until the server ends the connection."""
    found = b""
    with suppress(ConnectionResetError, BrokenPipeError):
        while block := line.recv(65536):
            found += block
    return found


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_a_request_that_does_not_come_is_not_waited_for(
    start: Start, dial: Dial, begun: bytes
) -> None:
    line = dial(start("head_s = 0.2"))
    line.sendall(begun)
    assert rest(line) == b""


def test_headers_without_end_are_not_kept(start: Start, dial: Dial) -> None:
    line = dial(start(""))
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    with suppress(ConnectionResetError, BrokenPipeError):
        for _ in range(10_000):
            line.sendall(b"X-Filler: %s\r\n" % (b"x" * 1000))
        pytest.fail("ten megabytes of headers were taken")


def is_let_in(server: Server) -> bool:
    """Whether the server takes one more connection. It hears of those that end in its own time."""
    try:
        return bool(server.get("/status"))
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("limit", ["connections_each = 5", "connections = 5"])
def test_connections_of_one_address_and_of_all_are_limited(
    start: Start, dial: Dial, limit: str
) -> None:
    server = start(limit)
    held = [dial(server) for _ in range(10)]
    turned_away = [line for line in held if select.select([line], [], [], 1.0)[0]]
    assert len(turned_away) >= 5, "the first five are waited for"
    for line in held:
        line.close()
    while not is_let_in(server):
        pass


def test_sockets_of_one_person_are_limited(start: Start) -> None:
    server = start("sockets_each = 2")
    pages = [Page(server, "/ws/analysis") for _ in range(2)]
    with pytest.raises(InvalidStatus):
        Page(server, "/ws/analysis")
    pages[0].close()
    pages[1].say("hello", version=1)
    assert pages[1].next()["type"] == "welcome"


def test_a_socket_that_says_nothing_is_closed(start: Start) -> None:
    assert Page(start("hello_s = 0.2"), "/ws/analysis").is_closed()


def post(path: str, size: int, sent: int) -> bytes:
    """A request that announces a body of a size, and sends some of it."""
    head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
    return f"{head}Content-Type: application/json\r\n\r\n".encode() + b" " * sent


def test_a_body_that_does_not_come_is_not_waited_for(start: Start, dial: Dial) -> None:
    line = dial(start("body_idle_s = 0.2\nhead_s = 1.0"))
    line.sendall(post("/board", 1000, 10))
    assert line.recv(100).startswith(b"HTTP/1.1 408")


def test_unfinished_bodies_of_one_person_are_limited_together(start: Start, dial: Dial) -> None:
    server = start("body_bytes_each = 100_000")
    lines = [dial(server) for _ in range(2)]
    for line in lines:
        line.sendall(post("/tree", 100_000, 60_000))
    answered, _, _ = select.select(lines, [], [], PATIENCE_S)
    assert answered[0].recv(100).startswith(b"HTTP/1.1 429")


def test_an_import_is_refused_before_it_is_read(start: Start, dial: Dial) -> None:
    line = dial(start(""))
    line.sendall(post("/import", 19 * 1024 * 1024, 10))
    assert line.recv(100).startswith(b"HTTP/1.1 403")


def test_a_client_that_does_not_read_its_answer_is_let_go(
    start: Start, dial: Dial, tmp_path: Path
) -> None:
    with Server(tmp_path / "data") as own:
        own.post("/import", {"text": games(30)})
    # Long enough for the client below, that reads, on a busy machine.
    server = start("stall_s = 3")
    line = dial(server)
    line.sendall(f"GET {API}/export HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert line.recv(100).startswith(b"HTTP/1.1 200")
    with server.client() as client:
        while client.get("/export").status_code == 429:
            pass


_UPGRADE = (
    b"GET /ws/analysis HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_MASK = b"\0\0\0\0"


def test_requests_that_wait_for_no_answer_end_the_connection(start: Start, dial: Dial) -> None:
    server = start("")
    line = dial(server)
    with suppress(ConnectionResetError, BrokenPipeError):
        line.sendall(b"GET /static/js/socket.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
    assert rest(line).count(b"HTTP/1.1 200") < 1000
    two = dial(server)
    two.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
    two.close()
    assert server.get("/status")
    assert server.log() == ""


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b"\x89\x81" + _MASK + b"x"),  # asks whether the server is there
        (b"\x01\x81" + _MASK + b"{", b"\x00\x80" + _MASK),  # a message in parts of no letters
        (b"", b"\x81\x81" + _MASK + b"x"),  # messages
    ],
)
def test_frames_without_end_end_the_socket(
    start: Start, dial: Dial, first: bytes, then: bytes
) -> None:
    server = start("hello_s = 600")
    line = dial(server)
    line.sendall(_UPGRADE)
    assert line.recv(1000).startswith(b"HTTP/1.1 101")
    with suppress(ConnectionResetError, BrokenPipeError):
        line.sendall(first + then * 20_000)
    rest(line)
    assert server.log() == ""


def test_an_upgrade_that_is_none_is_answered(start: Start, dial: Dial) -> None:
    line = dial(start(""))
    # A header longer than the WebSockets' own reader takes.
    line.sendall(_UPGRADE.replace(b"Host", b"X: %s\r\nHost" % (b"x" * 20_000)))
    assert rest(line).startswith(b"HTTP/1.1 400")


def test_nonsense_is_answered_and_not_logged(start: Start, dial: Dial) -> None:
    server = start("")
    line = dial(server)
    line.sendall(b"\x16\x03\x01\r\n\r\n")
    assert rest(line).startswith(b"HTTP/1.1 400")
    page = server.analysis()
    page.socket.send(b'{"type": "\xff"}', text=True)
    assert page.hear("error")["code"] == "bad_message"
    assert server.log() == ""


def test_files_are_limited_apart_from_requests(start: Start) -> None:
    server = start("file_burst = 3\nfiles_per_s = 0.0")
    with server.client() as client:
        found = [client.get(f"{server.url}/library").status_code for _ in range(4)]
        assert found == [200, 200, 200, 429]
        assert client.get("/status").status_code == 200
