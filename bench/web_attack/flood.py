"""One visitor behind a proxy asks for as much as possible, and another one plays meanwhile."""

from __future__ import annotations

import argparse
import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from gajah.random_game import random_game
from gajah.records.record import Record
from gajah.records.writer import format_records
from tests.helpers import OPENING
from tests.web.harness import API, Json, Page, Server

from .servers import PROXY, Memory, complaints, folder, in_threads, server_at
from .visitor import Visitor

_ATTACKER, _HONEST = "203.0.113.5", "198.51.100.7"
_MOST_MB = 600.0
_LIBRARY = 30


class Flood:
    """What the attacker asks, and how it is answered."""

    def __init__(self, server: Server, seconds: float, seed: int) -> None:
        self.server, self.until_s = server, time.monotonic() + seconds
        self.chance = random.Random(seed)
        self.answers: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, what: object) -> None:
        """Note an answer."""
        with self._lock:
            self.answers[str(what)] += 1

    def by_many(self, work: Callable[[], None], count: int) -> None:
        """Do something again and again in many threads, until the time is over."""

        def repeat() -> None:
            while time.monotonic() < self.until_s:
                try:
                    work()
                except (OSError, http.client.HTTPException, WebSocketException, TimeoutError) as e:
                    self.count(type(e).__name__)
                    time.sleep(0.05)

        in_threads(repeat, count)

    @contextmanager
    def line(self) -> Iterator[http.client.HTTPConnection]:
        """A connection of the proxy."""
        address = urlsplit(self.server.url)
        line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=30)
        try:
            yield line
        finally:
            line.close()

    def ask_on(
        self, method: str, path: str, body: object = None, visitor: Callable[[], str] | None = None
    ) -> None:
        """Ask on one connection until the time is over."""
        with self.line() as line:
            while time.monotonic() < self.until_s:
                headers = {"X-Forwarded-For": visitor() if visitor else _ATTACKER}
                if body is not None:
                    headers["Content-Type"] = "application/json"
                line.request(method, path, None if body is None else json.dumps(body), headers)
                answer = line.getresponse()
                answer.read()
                self.count(answer.status)

    def page(self, path: str) -> Page:
        """A socket of the attacker, greeted."""
        page = Page(self.server, path, additional_headers={"X-Forwarded-For": _ATTACKER})
        page.say("hello", version=1)
        page.hear("welcome")
        return page


def requests(flood: Flood) -> None:
    """Requests as fast as they are answered."""
    flood.by_many(lambda: flood.ask_on("GET", f"{API}/games"), 16)


def files(flood: Flood) -> None:
    """The same with files."""
    flood.by_many(lambda: flood.ask_on("GET", "/static/js/socket.js"), 16)


def addresses(flood: Flood) -> None:
    """Requests of ever new addresses."""

    def other() -> str:
        return f"2001:db8:{flood.chance.randrange(65536):x}:{flood.chance.randrange(65536):x}::1"

    flood.by_many(lambda: flood.ask_on("GET", f"{API}/controls", visitor=other), 16)


def new_games(flood: Flood) -> None:
    """New games between people that nobody joins."""
    flood.by_many(lambda: flood.ask_on("POST", f"{API}/games", {"control": "1m/5m"}), 16)


def bots(flood: Flood) -> None:
    """Games of level 10 against level 10."""
    bot = {"player": "gajah:level=10"}
    body = {"gold": bot, "silver": bot, "start": OPENING.short}
    flood.by_many(lambda: flood.ask_on("POST", f"{API}/games", body), 4)


def passwords(flood: Flood) -> None:
    """Guesses of a password."""
    body = {"name": "Ann", "password": "four steps a turn"}
    flood.by_many(lambda: flood.ask_on("POST", f"{API}/account/log-in", body), 16)


def pieces(flood: Flood) -> None:
    """Searches of the library by pieces, and by text."""
    paths = (f"{API}/games?pieces=Ed5%20hc6", f"{API}/games?player=%25a%25&sort=rating")
    flood.by_many(lambda: flood.ask_on("GET", flood.chance.choice(paths)), 16)


def exports(flood: Flood) -> None:
    """The whole library, again and again."""
    flood.by_many(lambda: flood.ask_on("GET", f"{API}/export"), 12)


def boards(flood: Flood) -> None:
    """Questions about a long game on four sockets, each within its rate."""
    turns = [str(turn) for turn in random_game(7).turns[:-1]] or []

    def ask() -> None:
        with flood.page("/ws/analysis") as page:
            while time.monotonic() < flood.until_s:
                answer = page.ask("board", turns=turns)
                flood.count(answer.get("code", answer["type"]))
                time.sleep(1 / 55)

    flood.by_many(ask, 4)


def analyses(flood: Flood) -> None:
    """Sixty sockets that want to think."""

    def think() -> None:
        with flood.page("/ws/analysis") as page:
            page.say("analyse", position=OPENING.short, lines=3)
            while time.monotonic() < flood.until_s:
                with suppress(TimeoutError):
                    answer = json.loads(page.socket.recv(timeout=1.0))
                    flood.count(answer.get("code", answer["type"]))

    flood.by_many(think, 60)


def sockets(flood: Flood) -> None:
    """As many sockets as are let in, each with as many messages."""

    def talk() -> None:
        with flood.page("/ws/analysis") as page:
            while time.monotonic() < flood.until_s:
                page.say("ping", id=1)
                answer = page.next()
                flood.count(answer.get("code", answer["type"]))

    flood.by_many(talk, 40)


_ALL = (requests, files, addresses, new_games, bots, passwords, pieces, exports, boards, analyses)
KINDS: dict[str, Callable[[Flood], None]] = {each.__name__: each for each in (*_ALL, sockets)}


def attack(options: argparse.Namespace) -> Json:
    """Each kind for some seconds, with an honest visitor behind the same proxy."""
    found: Json = {}
    problems: list[str] = []
    wanted = options.only or list(KINDS)
    each_s = min(options.each, options.seconds / len(wanted))
    for name in wanted:
        with folder() as where:
            with server_at(where) as server:
                server.post("/import", {"text": _library()})
            with server_at(where, *PROXY, "--accounts") as server:
                flood = Flood(server, each_s, options.seed)
                with (
                    Memory(server) as memory,
                    Visitor(server, {"X-Forwarded-For": _HONEST}) as visitor,
                ):
                    KINDS[name](flood)
                found[name] = {
                    "answers": dict(flood.answers),
                    "most_mb": round(memory.most_mb),
                    "visitor": visitor.report(),
                }
                problems += [f"{name}: the visitor: {words}" for words in visitor.refused[:3]]
                problems += [f"{name}: {words}" for words in complaints(server)]
                problems += [f"{name}: {code}" for code in flood.answers if code.startswith("5")]
        if memory.most_mb > _MOST_MB:
            problems.append(f"{name}: {memory.most_mb:.0f} MB of memory")
    return {**found, "problems": problems}


def _library() -> str:
    return format_records([Record.from_game(random_game(seed)) for seed in range(_LIBRARY)])
