"""A bot in a process of its own: ``gajah bot``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from typing import Self

from tests.web.accounts.visitor import Visitor
from tests.web.harness import PATIENCE_S, Server


class BotProcess:
    """``gajah bot`` with a token, and what it says."""

    def __init__(self, server: Server, token: str, *words: str, name: str = "") -> None:
        self.name = name
        command = [sys.executable, "-m", "gajah", "bot", "--server", server.url, *words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "GAJAH_TOKEN": token},
        )
        self.said: list[str] = []
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def hear(self, part: str) -> str:
        """Wait until it says something with that part."""
        while True:
            self.said.append(self._lines.get(timeout=PATIENCE_S))
            if part in self.said[-1]:
                return self.said[-1]

    def wait_until_listed(self) -> None:
        """Wait until it is connected."""
        self.hear("waits for challenges")

    def engines(self) -> list[int]:
        """The engines that it has started."""
        pid = self.process.pid
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def kill_engine(self) -> None:
        """kill -9 of its only engine."""
        (engine,) = self.engines()
        os.kill(engine, signal.SIGKILL)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Have it end; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


def make_bot(keeper: Visitor, name: str) -> str:
    """A new bot's token."""
    token: str = keeper.post("/account/bots", 201, name=name)["token"]
    return token
