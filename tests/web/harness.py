"""A real server in a process of its own, and pages without a browser that talk to it."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.cli.program import Done
from tests.web.nursery import Gajah

API = "/api/v1"
# Shared machines are slow at times; nothing here is about time.
PATIENCE_S = 120.0
# Between two looks: who asks more often than sixty times a second is refused.
_POLL_S = 0.02

Json = dict[str, Any]


def gajah_forked(*args: str) -> Done:
    """Run ``gajah`` with these arguments, in a process that need not import the web app first."""
    with TemporaryFile("w+", encoding="utf-8") as complaints:
        process = Gajah(args, complaints.fileno())
        with process.stdout as out:
            said = out.read()
        code = process.wait(PATIENCE_S)
        assert code is not None, "it does not end"
        complaints.seek(0)
        return Done(code, said, complaints.read())


def wait_until(is_so: Callable[[], bool]) -> None:
    """Look again and again, for what no message tells."""
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(_POLL_S)


class Server:
    """``gajah web`` on a free port, which it keeps when it is started again."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.process: Gajah | None = None
        self.url = ""
        self._port = "0"
        self._client: httpx.Client | None = None
        self.pages: list[Page] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        if self.process is not None:
            self.process.stdout.close()
        words = ["web", "--no-open", "--pace", "0", "--port", self._port, "--data", str(self.data)]
        with (self.data.parent / "server.log").open("a") as log:
            self.process = Gajah([*words, *self.options], log.fileno())
        line = self.process.stdout.readline()
        assert line.startswith("gajah is at http://"), self.log()
        self.url = line.split()[3].rstrip("/")
        self._port = self.url.rpartition(":")[2]
        self._client = self.client()

    def close_pages(self) -> None:
        """Close every tab."""
        while self.pages:
            self.pages.pop().close()

    def log(self) -> str:
        """What it has complained about."""
        return (self.data.parent / "server.log").read_text()

    def kill(self) -> None:
        """End it at once, as kill -9 does."""
        self.close_pages()
        if self._client is not None:
            self._client.close()
        if self.process is not None:
            self.end_with(signal.SIGKILL)
            self.process.stdout.close()

    def pause(self) -> None:
        """Have it answer nothing, as on a network that is gone; connections stay."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on after a pause."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def interrupt(self) -> int:
        """Ctrl-C; its exit code."""
        return self.end_with(signal.SIGINT)

    def terminate(self) -> int:
        """SIGTERM, as systemd and containers send it; wait for the end."""
        return self.end_with(signal.SIGTERM)

    def end_with(self, number: signal.Signals) -> int:
        """Send it that signal unless it has ended, and wait for the end; its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE_S)
        assert code is not None, "it does not end"
        return code

    def client(self, **options: Any) -> httpx.Client:
        """For requests to its HTTP interface."""
        base = self.url + API
        return httpx.Client(base_url=base, timeout=PATIENCE_S, trust_env=False, **options)

    def get(self, path: str) -> Json:
        """The JSON that is found there."""
        assert self._client is not None
        answer = self._client.get(path)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def wait_until_idle(self) -> None:
        """Wait until nothing is thought about any more."""
        assert self._client is not None
        until = time.monotonic() + PATIENCE_S
        while self._client.get("/status").json()["searches"] != 0:
            assert time.monotonic() < until, "a search goes on"
            time.sleep(_POLL_S)

    def text(self, path: str) -> str:
        """The text that is found there."""
        assert self._client is not None
        answer = self._client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, body: object, status: int = 200) -> Json:
        """The JSON that is answered."""
        assert self._client is not None
        answer = self._client.post(path, json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def new_game(
        self, gold: str = "human", silver: str = "human", **options: object
    ) -> tuple[str, dict[str, str]]:
        """A game's id and the secrets of its seats."""
        wanted = {"gold": {"player": gold}, "silver": {"player": silver}, **options}
        made = self.post("/games", wanted, 201)
        return made["game"]["id"], made["tokens"]

    def page(self, game: str, *tokens: str) -> Page:
        """A page that looks at a game, already welcomed."""
        page = Page(self, f"/ws/games/{game}")
        page.say("hello", version=1, tokens=list(tokens))
        page.welcome = page.hear("welcome")
        return page

    def analysis(self, game: str | None = None) -> Page:
        """A page that wants to think, about a game that it shows."""
        page = Page(self, "/ws/analysis")
        page.say("hello", version=1, game=game)
        page.hear("welcome")
        return page


class Page:
    """One end of a WebSocket."""

    def __init__(self, server: Server, path: str, **options: Any) -> None:
        url = server.url.replace("http", "ws", 1) + path
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            # A page that is closed has not always read everything: the rest must not be in the way.
            connect(
                url,
                open_timeout=PATIENCE_S,
                max_size=None,
                max_queue=None,
                ping_interval=None,
                **options,
            )
        )
        server.pages.append(self)
        self.welcome: Json = {}
        self._ref = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the tab."""
        self._open.close()

    def send(self, text: str | bytes) -> None:
        """Anything at all."""
        self.socket.send(text)

    def say(self, kind: str, **fields: object) -> None:
        """Send a message without waiting for an answer."""
        self.send(json.dumps({"type": kind, **fields}))

    def next(self) -> Json:
        """The next message, whatever it is."""
        message: Json = json.loads(self.socket.recv(timeout=PATIENCE_S))
        return message

    def hear(self, *kinds: str, where: Callable[[Json], bool] = lambda _: True) -> Json:
        """The next message of one of these kinds for which something holds."""
        while True:
            message = self.next()
            if message["type"] in kinds and where(message):
                return message

    def ask(self, kind: str, **fields: object) -> Json:
        """The answer to a message."""
        self._ref += 1
        self.say(kind, ref=self._ref, **fields)
        while True:
            message = self.next()
            if message["ref"] == self._ref:
                return message

    def refused(self, kind: str, **fields: object) -> str:
        """The code with which a message is refused."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "error", answer
        code: str = answer["code"]
        return code

    def play(self, turn: str) -> Json:
        """Draft a turn and play it."""
        drafted = self.ask("steps", steps=[word for word in turn.split() if word[3] != "x"])
        assert drafted["type"] == "draft", drafted
        played = self.ask("send")
        assert played["type"] == "turn", played
        return played

    def set_up(self, setup: str) -> Json:
        """Play a setup."""
        played = self.ask("setup", setup=setup)
        assert played["type"] == "turn", played
        return played

    def is_closed(self) -> bool:
        """Wait for the end of the connection, reading what is still sent."""
        try:
            while True:
                self.socket.recv(timeout=PATIENCE_S)
        except ConnectionClosed:
            return True
