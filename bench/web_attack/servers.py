"""Servers, databases and memory of an attack."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tests.web.games.postgres import Postgres
from tests.web.harness import Server

PROXY = ("--name", "arimaa.example", "--proxy", "127.0.0.1")
_LOOK_S = 0.05


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is gone afterwards; its name is short, as that of a socket must be."""
    with TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def server_at(where: Path, *options: str, limits: str = "") -> Iterator[Server]:
    """A server with its data and its log in that folder."""
    data = where / "data"
    data.mkdir(parents=True, exist_ok=True)
    (data / "config.toml").write_text(f"[limits]\n{limits}\n")
    with Server(data, *options) as server:
        yield server


@contextmanager
def postgres(place: Path | None = None) -> Iterator[Postgres]:
    """A PostgreSQL server of its own, in a folder of its own if none is given."""
    with nullcontext(place) if place else folder() as where:
        found = Postgres(where)
        found.start()
        try:
            yield found
        finally:
            found.stop()


def kill(server: Server) -> None:
    """kill -9, without a word to its pages."""
    server.end_with(signal.SIGKILL)
    assert server.process is not None
    server.process.stdout.close()


def complaints(*servers: Server) -> list[str]:
    """What the logs should not have."""
    return [
        f"{text.count('Traceback')} tracebacks, the first: {text.partition('Traceback')[2][:2000]}"
        for server in servers
        if "Traceback" in (text := server.log())
    ]


def in_threads(work: Callable[[], None], count: int) -> None:
    """Do something in so many threads at once, and wait for all."""
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Beside(threading.Thread):
    """Does something beside an attack, until the end of a ``with``."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._ends = threading.Event()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self.join()


class Memory(Beside):
    """Notes the most memory that a server has held, in megabytes."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self.first_mb = self._now_mb()
        self.most_mb = self.first_mb

    def run(self) -> None:
        """Look until the end."""
        while not self._ends.wait(_LOOK_S):
            self.most_mb = max(self.most_mb, self._now_mb())

    def _now_mb(self) -> float:
        assert self._server.process is not None
        try:
            pages = Path(f"/proc/{self._server.process.pid}/statm").read_text().split()[1]
        except (OSError, IndexError):
            return 0.0
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def revision() -> str:
    """The commit that is attacked."""
    words = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()
