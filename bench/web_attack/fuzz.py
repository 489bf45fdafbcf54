"""Requests, messages and frames at random: none is a mistake of the server's, or ends it."""

from __future__ import annotations

import argparse
import json
import random
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.exceptions import WebSocketException

from gajah.web.wire.messages import ANALYSIS_MESSAGES, PAGE_MESSAGES
from tests.helpers import OPENING
from tests.web.harness import Json, Page, Server

from .servers import Memory, complaints, folder, server_at

# So much that the handlers are reached and not only the limits.
_LIMITS = """requests_per_s = 100000
request_burst = 100000
messages_per_s = 100000
message_burst = 100000
refused_per_s = 100000
refused_burst = 100000
work_per_s = 10000000
work_burst = 10000000
new_games_per_s = 100000
new_solvers_per_s = 1000
login_burst = 100
new_account_burst = 100
head_s = 0.5
body_idle_s = 0.5
"""
_TEXTS = (
    *(
        "",
        " ",
        "\0",
        "\ud83d\ude00",
        "é" * 50,
        "a" * 3000,
        "../../etc/passwd",
        "%00",
        "' OR 1=1 --",
    ),
    *("Ee2n", "Ee2n Ee3n Ee4n Ee5n", "e2", "g", OPENING.short, "1e999", "NaN", "-0", "<script>"),
    *("2026-02-30", "9999-99-99", "١٢", "\u202e", "x\ny", "${7*7}", "gajah:level=99", "human"),
)
_NUMBERS = (0, -1, 1, 2**31, 2**63, -(2**63), 10**40, 1e308, 0.1, 5e-324)
_ODD = 0.04
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get")


class Maker:
    """Makes values that a schema describes, and now and then others."""

    def __init__(self, schema: Json, chance: random.Random, known: list[str]) -> None:
        self._root, self._chance, self._known = schema, chance, known

    def value(self, schema: Json, depth: int = 0) -> Any:
        """A value for that schema."""
        chance = self._chance
        if "$ref" in schema:
            return self.value(self._find(schema["$ref"]), depth)
        if chance.random() < _ODD or depth > 6:
            return self._anything(depth)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                return self.value(chance.choice(schema[word]), depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return chance.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                parts = schema.get("properties", {}).items()
                wanted = schema.get("required", ())
                kept = [(n, s) for n, s in parts if n in wanted or chance.random() < 0.5]
                return {name: self.value(part, depth + 1) for name, part in kept}
            case "array":
                part = schema.get("items", {})
                return [self.value(part, depth + 1) for _ in range(chance.choice((0, 1, 2, 40)))]
            case "integer":
                return chance.choice((*_NUMBERS[:7], chance.randrange(20)))
            case "number":
                return chance.choice(_NUMBERS)
            case "boolean":
                return chance.random() < 0.5
        return self.text()

    def text(self) -> str:
        """Some text, often one that means something here."""
        return self._chance.choice((*_TEXTS, *self._known))

    def _anything(self, depth: int) -> Any:
        chance = self._chance
        kind = chance.randrange(6)
        if kind == 0 and depth < 6:
            return [self._anything(depth + 1) for _ in range(3)]
        if kind == 1 and depth < 6:
            return {self.text(): self._anything(depth + 1) for _ in range(3)}
        return (None, chance.choice(_NUMBERS), self.text(), True, [], {})[kind]

    def _find(self, reference: str) -> Json:
        found: Any = self._root
        for word in reference.removeprefix("#/").split("/"):
            found = found[word]
        schema: Json = found
        return schema


def written(value: Any, chance: random.Random) -> bytes:
    """JSON, sometimes damaged."""
    text = bytearray(json.dumps(value).encode())
    if text and chance.random() < _ODD:
        at = chance.randrange(len(text))
        part = chance.choice((b"", b"\xff", b"\\ud800", b'"', b"[" * 2000, b"1" * 500, b"\0"))
        text[at : at + chance.randrange(3)] = part
    return bytes(text)


@dataclass
class _Fuzz:
    """What all parts need."""

    server: Server
    chance: random.Random
    #: Ids and secrets of games that are there.
    known: list[str]
    count: int
    until_s: float
    problems: list[str] = field(default_factory=list)

    def rounds(self, count: int) -> Iterator[int]:
        """So many numbers, while there is time."""
        for number in range(count):
            if time.monotonic() > self.until_s:
                break
            yield number


def attack(options: argparse.Namespace) -> Json:
    """Fuzz the HTTP interface, the sockets and the frames below them."""
    chance = random.Random(options.seed)
    until_s = time.monotonic() + options.seconds
    with folder() as where, server_at(where, "--accounts", limits=_LIMITS) as server:
        game, tokens = server.new_game(start=OPENING.short)
        over, seats = server.new_game(start=OPENING.short)
        with server.page(over, *seats.values()) as page:
            page.play("Ee2n")
            page.ask("resign")
        known = [game, over, *tokens.values(), *seats.values()]
        fuzz = _Fuzz(server, chance, known, options.count, until_s)
        with Memory(server) as memory:
            counts = {
                "requests": _requests(fuzz),
                "messages": _messages(fuzz),
                "frames": _frames(fuzz),
            }
        problems = fuzz.problems + complaints(server)
    return {**counts, "most_mb": round(memory.most_mb), "problems": problems}


def _requests(fuzz: _Fuzz) -> dict[str, int]:
    described = fuzz.server.get("/openapi.json")
    maker = Maker(described, fuzz.chance, fuzz.known)
    places = [
        (method, path, what)
        for path, methods in described["paths"].items()
        for method, what in methods.items()
    ]
    counts: Counter[str] = Counter()
    for _ in fuzz.rounds(fuzz.count):
        method, path, what = fuzz.chance.choice(places)
        request = _request(maker, fuzz.chance, method.upper(), path, what)
        status = _ask(fuzz.server, request)
        counts["none" if status is None else f"{status // 100}xx"] += 1
        if status is not None and status >= 500:
            fuzz.problems.append(f"{status}: {request[:300]!r}")
    return dict(counts)


def _request(maker: Maker, chance: random.Random, method: str, path: str, what: Json) -> bytes:
    query = []
    for part in what.get("parameters", ()):
        value = maker.value(part["schema"])
        text = quote(
            "" if value is None else str(value), chance.choice(("", "/:")), errors="replace"
        )
        if part["in"] == "path":
            path = path.replace("{" + part["name"] + "}", text)
        elif part["in"] == "query" and chance.random() < 0.6:
            query.append(f"{part['name']}={text}")
    body = b""
    for kind in what.get("requestBody", {}).get("content", {}).values():
        body = written(maker.value(kind["schema"]), chance)
    if chance.random() < _ODD:
        method = chance.choice(_METHODS)
    target = path + ("?" + "&".join(query) if query else "")
    kind = chance.choice(("application/json",) * 9 + ("text/plain",))
    head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    request = bytearray(head.encode() + body)
    if chance.random() < _ODD:  # Damage to the request itself.
        at = chance.randrange(len(request))
        request[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(4))
    return bytes(request)


def _ask(server: Server, request: bytes) -> int | None:
    """The status, if there is an answer."""
    address = urlsplit(server.url)
    answer = b""
    with suppress(OSError), socket.create_connection((address.hostname, address.port), 60) as line:
        line.sendall(request)
        while len(answer) < 12 and (block := line.recv(4096)):
            answer += block
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else None


def _messages(fuzz: _Fuzz) -> dict[str, int]:
    counts: Counter[str] = Counter()
    server, chance = fuzz.server, fuzz.chance
    for path, adapter in (("/ws/games/", PAGE_MESSAGES), ("/ws/analysis", ANALYSIS_MESSAGES)):
        schema = adapter.json_schema()
        maker = Maker(schema, chance, fuzz.known)
        page: Page | None = None
        for number in fuzz.rounds(fuzz.count):
            if page is None or number % 100 == 0:
                page = _open(server, path)
            text = written(maker.value(schema), chance)
            try:
                page.send(text.decode("utf-8", "replace") if chance.random() < 0.97 else text)
                page.say("ping", id=number, ref=number)
                while (answer := page.next())["ref"] != number or answer["type"] != "pong":
                    counts[str(answer.get("code", answer["type"]))] += 1
                    if answer.get("code") == "our_mistake":
                        fuzz.problems.append(f"our_mistake: {text[:300]!r}")
            except (WebSocketException, TimeoutError, OSError) as error:
                counts[f"closed: {type(error).__name__}"] += 1
                page = None
    return dict(counts)


def _open(server: Server, path: str) -> Page:
    server.close_pages()
    if path.startswith("/ws/games"):
        game, tokens = server.new_game(start=OPENING.short)
        return server.page(game, *tokens.values())
    return server.analysis()


def _frames(fuzz: _Fuzz) -> dict[str, int]:
    """Frames that break the protocol below the messages; every connection of them ends."""
    server, chance = fuzz.server, fuzz.chance
    address = urlsplit(server.url)
    head = f"GET /ws/games/{fuzz.known[0]} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    counts: Counter[str] = Counter()
    where = (address.hostname, address.port)
    for _ in fuzz.rounds(fuzz.count // 10):
        with suppress(OSError), socket.create_connection(where, 60) as line:
            line.sendall(head.encode())
            accepted = line.recv(4096).startswith(b"HTTP/1.1 101")
            counts["opened" if accepted else "refused"] += 1
            for _ in range(chance.randrange(1, 5)):
                line.sendall(_frame(chance))
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):
                pass
    if not server.get("/status"):
        fuzz.problems.append("the server does not answer after bad frames")
    return dict(counts)


def _frame(chance: random.Random) -> bytes:
    first = chance.choice((0x81, 0x82, 0x80, 0x01, 0x00, 0x88, 0x89, 0x8A, 0xF1, 0x83, 0x8F))
    size = chance.choice((0, 1, 2, 125, 126, 65535, 2**20, 2**63 - 1, 2**64 - 1))
    is_masked = 0x80 if chance.random() < 0.8 else 0
    if size < 126:
        head = bytes([first, is_masked | size])
    elif size < 2**16:
        head = bytes([first, is_masked | 126]) + struct.pack(">H", size)
    else:
        head = bytes([first, is_masked | 127]) + struct.pack(">Q", size)
    return head + chance.randbytes(4 if is_masked else 0) + chance.randbytes(min(size, 70_000))
