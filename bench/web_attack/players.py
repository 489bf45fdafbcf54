"""Games that are played while a server is attacked, and what their players were told."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import WebSocketException

from tests.helpers import OPENING
from tests.web.harness import Json, Page, Server

_GONE = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)
# What a page is told when a server cannot go on at the moment: it comes again.
_PASSING = ("restarting", "database_away", "not_stored")
_SHORTEST_WAIT_S, _LONGEST_WAIT_S = 0.05, 1.0


@dataclass
class Tally:
    """What all players have seen."""

    acknowledged: int = 0
    #: Turns that were stored, and whose players were not told so.
    in_doubt: int = 0
    #: The most that a player was charged for a turn.
    longest_turn_s: float = 0.0
    games: int = 0
    returns: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class Table(threading.Thread):
    """Both players of one game after the other, each at any of the servers."""

    def __init__(self, servers: list[Server], tally: Tally, seed: int, turn_s: float) -> None:
        super().__init__(daemon=True)
        self._servers, self._tally, self._turn_s = servers, tally, turn_s
        self._chance = random.Random(seed)
        self._ends = threading.Event()
        self._pages: list[Page] = []
        self._tokens: dict[str, str] = {}
        self._draft: list[str] = []
        self.game = ""
        #: The turns of this game that were acknowledged.
        self.acknowledged: list[str] = []
        #: Counts all of them, in all games.
        self.progress = 0

    def run(self) -> None:
        """Play until ``stop``."""
        wait_s = _SHORTEST_WAIT_S
        while not self._ends.is_set():
            try:
                if not self.game:
                    self._begin()
                board = self._come()
                wait_s = _SHORTEST_WAIT_S
                while board is not None and not self._ends.is_set():
                    board = self._take_turn(board)
            except _GONE:
                self._leave()
                self._ends.wait(wait_s)
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
            except Exception as error:
                self._tally.problems.append(f"game {self.game}: {error!r}")
                self.game = ""
        self._leave()

    def stop(self) -> None:
        """Have the game end, and wait for it."""
        self._ends.set()
        self.join()

    def _begin(self) -> None:
        server = self._chance.choice(self._servers)
        body = {"start": OPENING.short, "control": "10m/10m"}
        made = httpx.post(f"{server.url}/api/v1/games", json=body, timeout=30, trust_env=False)
        if made.status_code != 201:
            raise ConnectionError
        self.game, self._tokens = made.json()["game"]["id"], made.json()["tokens"]
        self.acknowledged, self._draft = [], []
        self._tally.games += 1

    def _come(self) -> Json | None:
        """Connect both players; the board, or None where the game is over."""
        self._leave()
        for side in "gs":
            page = self._connect()
            self._pages.append(page)
            page.say("hello", version=1, tokens=[self._tokens[side]])
            page.welcome = page.hear("welcome", "error")
            if page.welcome["type"] == "error":
                self._check_passing(page.welcome)
        self._tally.returns += 1
        welcome = self._pages[0].welcome
        stored = [node["turn"] for node in welcome["tree"] if node["turn"]]
        self._compare(stored)
        if welcome["game"]["state"] == "over":
            self._finish(welcome)
            return None
        board: Json = self._pages[len(stored) % 2].welcome["board"]
        if self._draft and board["steps"][: len(self._draft)] != self._draft:
            self._tally.problems.append(f"game {self.game}: a draft was lost")
        return board

    def _connect(self) -> Page:
        """A socket of any server that is there, as behind a proxy."""
        servers = self._chance.sample(self._servers, len(self._servers))
        for server in servers[:-1]:
            with suppress(ConnectionRefusedError):
                return Page(server, f"/ws/games/{self.game}")
        return Page(servers[-1], f"/ws/games/{self.game}")

    def _compare(self, stored: list[str]) -> None:
        """Complain of turns that were acknowledged and are not there."""
        known = len(self.acknowledged)
        if stored[:known] != self.acknowledged or len(stored) > known + 1:
            words = f"game {self.game}: {known} turns acknowledged, {len(stored)} stored, or others"
            self._tally.problems.append(words)
        if len(stored) > known:
            self._tally.in_doubt += len(stored) - known
            self._draft = []
        self.acknowledged = stored

    def _take_turn(self, board: Json) -> Json | None:
        page = self._pages[len(self.acknowledged) % 2]
        if not board["steps"] or not board["can_end"]:
            while not board["can_end"]:
                step = self._chance.choice(board["legal"] or ["reset"])
                answer = page.ask("reset") if step == "reset" else page.ask("step", step=step)
                board = self._checked(answer)["board"]
                self._draft = board["steps"]
        answer = self._checked(page.ask("send"))
        self.acknowledged.append(answer["node"]["turn"])
        self._draft = []
        self._tally.acknowledged += 1
        used_s = answer["node"]["used_s"] or 0.0
        self._tally.longest_turn_s = max(self._tally.longest_turn_s, used_s)
        self.progress += 1
        if answer["game"]["state"] == "over":
            self._finish(answer)
            return None
        self._ends.wait(self._chance.random() * 2 * self._turn_s)
        found: Json = answer["board"]
        return found

    def _finish(self, message: Json) -> None:
        result = message["game"]["result"]
        if result["reason"] == "time":
            self._tally.problems.append(f"game {self.game} was lost on time")
        self.game = ""

    def _checked(self, answer: Json) -> Json:
        if answer["type"] == "error":
            self._check_passing(answer)
        return answer

    def _check_passing(self, answer: Json) -> None:
        code = answer["code"]
        self._tally.refusals[code] = self._tally.refusals.get(code, 0) + 1
        if code not in _PASSING:
            raise ValueError(str(answer))
        raise ConnectionError

    def _leave(self) -> None:
        while self._pages:
            self._pages.pop().close()


class Tables:
    """Several tables under way."""

    def __init__(self, servers: list[Server], count: int, seed: int, turn_s: float = 0.05) -> None:
        self.tally = Tally()
        self._servers = servers
        self._tables = [Table(servers, self.tally, seed + n, turn_s) for n in range(count)]

    def __enter__(self) -> Tables:
        for table in self._tables:
            table.start()
        self.wait_for_progress()
        return self

    def __exit__(self, *_: object) -> None:
        for table in self._tables:
            table.stop()

    def wait_for_progress(self, most_s: float = 60.0) -> float:
        """Wait until every game has gone on; how long that took."""
        began_s, before = time.monotonic(), [table.progress for table in self._tables]
        while any(t.progress <= b for t, b in zip(self._tables, before, strict=True)):
            if time.monotonic() > began_s + most_s:
                self.tally.problems.append(f"a game did not go on within {most_s:.0f} s")
                break
            time.sleep(0.02)
        return time.monotonic() - began_s

    def check_stored(self, server: Server) -> None:
        """Complain of turns of the games under way that the database does not have."""
        for table in self._tables:
            if table.game:
                tree = server.get(f"/games/{table.game}")["tree"]
                stored = [node["turn"] for node in tree if node["turn"]]
                if stored[: len(table.acknowledged)] != table.acknowledged:
                    self.tally.problems.append(f"game {table.game}: acknowledged turns are gone")
