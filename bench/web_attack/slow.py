"""Connections that hold a server up: half-open, slow, large, never read, in pieces without end."""

from __future__ import annotations

import argparse
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from tests.helpers import OPENING
from tests.web.harness import API, Json, Server

from .servers import Memory, complaints, folder, in_threads, server_at
from .visitor import Visitor

_FROM = "127.0.0.2"
_MOST_MB = 400.0
_HEAD = b"GET /ws/analysis HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
_UPGRADE = _HEAD + (
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_MASK = b"\0\0\0\0"


class Lines:
    """Bare connections of an attacker, with what happens to them."""

    def __init__(self, server: Server, until_s: float) -> None:
        address = urlsplit(server.url)
        self._where = (address.hostname, address.port)
        self.until_s = until_s
        self.opened = self.refused = self.sent_mb = 0.0
        self._held: list[socket.socket] = []

    def open(self) -> socket.socket | None:
        """One more, if the server lets it in."""
        try:
            line = socket.create_connection(self._where, 10, (_FROM, 0))
        except OSError:
            self.refused += 1
            return None
        self.opened += 1
        self._held.append(line)
        return line

    def send(self, line: socket.socket | None, data: bytes) -> bool:
        """Whether that could still be sent."""
        if line is None or time.monotonic() > self.until_s:
            return False
        try:
            line.sendall(data)
        except OSError:
            return False
        self.sent_mb += len(data) / 2**20
        return True

    def close(self) -> None:
        """End all."""
        for line in self._held:
            line.close()


def half_open(lines: Lines) -> None:
    """1,100 connections that say nothing, and come again when they are ended."""
    while time.monotonic() < lines.until_s:
        for _ in range(1100):
            lines.open()
        time.sleep(1.0)


def drip(lines: Lines) -> None:
    """A header a second, without an end."""
    held = [lines.open() for _ in range(300)]
    for line in held:
        lines.send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    while held:
        held = [line for line in held if lines.send(line, b"X-More: 1\r\n")]
        time.sleep(1.0)


def heads(lines: Lines) -> None:
    """Headers without end, as fast as they are taken."""
    while time.monotonic() < lines.until_s:
        line = lines.open()
        lines.send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while lines.send(line, b"X-Filler: " + b"x" * 8000 + b"\r\n"):
            pass


def bodies(lines: Lines) -> None:
    """Bodies of the largest kind, all but their ends."""
    for number in range(60):
        path, size = (("/import", 20 * 2**20), ("/tree", 2**21))[number % 2]
        line = lines.open()
        head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
        lines.send(line, f"{head}Content-Type: application/json\r\n\r\n".encode())
        while lines.sent_mb < 1000 and lines.send(line, b" " * (size - 10)):
            break
    time.sleep(max(0.0, lines.until_s - time.monotonic()))


def pipeline(lines: Lines) -> None:
    """Requests without end on each connection; no answer is read."""
    many = b"GET /static/js/socket.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
    _by_many(lines, None, many, 20)


def unread(lines: Lines) -> None:
    """Sockets that ask for long answers and read none."""
    text = b'{"type":"hello","version":1}'
    hello = _frame(0x81, text)
    ask = _frame(0x81, f'{{"type":"board","position":"{OPENING.short}"}}'.encode())
    _by_many(lines, hello, ask * 20, 50, pause_s=0.5)


def pings(lines: Lines) -> None:
    """Frames that ask for pongs, which are not read."""
    _by_many(lines, _frame(0x89, b"x"), _frame(0x89, b"x" * 125) * 1000, 20)


def pieces(lines: Lines) -> None:
    """A message in parts of no letters, without end."""
    _by_many(lines, _frame(0x01, b"{"), _frame(0x00, b"") * 5000, 20)


def _by_many(
    lines: Lines, first: bytes | None, then: bytes, count: int, pause_s: float = 0.0
) -> None:
    """Say something again and again on many connections, each in a thread of its own.

    On a WebSocket, ``first`` is said once.
    """

    def talk() -> None:
        while time.monotonic() < lines.until_s:
            line = lines.open()
            if first is not None:
                _upgrade(line)
                lines.send(line, first)
            while lines.send(line, then):
                time.sleep(pause_s)
            with suppress(OSError):
                if line is not None:
                    line.close()
            time.sleep(0.05)

    in_threads(talk, count)


def _upgrade(line: socket.socket | None) -> None:
    with suppress(OSError):
        if line is not None:
            line.sendall(_UPGRADE)
            line.recv(4096)


def _frame(first: int, data: bytes) -> bytes:
    head = bytes([first, 0x80 | len(data)]) if len(data) < 126 else b""
    if not head:
        head = bytes([first, 0x80 | 126]) + len(data).to_bytes(2, "big")
    return head + _MASK + data


KINDS: dict[str, Callable[[Lines], None]] = {
    each.__name__: each
    for each in (half_open, drip, heads, bodies, pipeline, unread, pings, pieces)
}


def attack(options: argparse.Namespace) -> Json:
    """Each kind for some seconds, with an honest visitor at another address."""
    found: Json = {}
    problems: list[str] = []
    wanted = options.only or list(KINDS)
    each_s = min(options.each, options.seconds / len(wanted))
    for name in wanted:
        with folder() as where, server_at(where, "--name", "arimaa.example") as server:
            lines = Lines(server, time.monotonic() + each_s)
            with Memory(server) as memory, Visitor(server, {}) as visitor:
                KINDS[name](lines)
            lines.close()
            found[name] = {
                "opened": round(lines.opened),
                "sent_mb": round(lines.sent_mb, 1),
                "most_mb": round(memory.most_mb),
                "visitor": visitor.report(),
            }
            problems += [f"{name}: the visitor: {words}" for words in visitor.refused[:3]]
            problems += [f"{name}: {words}" for words in complaints(server)]
            if memory.most_mb > _MOST_MB:
                problems.append(f"{name}: {memory.most_mb:.0f} MB of memory")
    return {**found, "problems": problems}
