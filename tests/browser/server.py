"""A real server in a process of its own, which can also be killed and started again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any


class Server:
    """``gajah web`` with its data in a folder; it keeps its port when it is started again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it says where it is."""
        command = [sys.executable, "-m", "gajah", "web", "--no-open", "--pace", "0"]
        command += ["--port", str(self._port), "--data", str(self._data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, f"the server says {line!r}"
        self._port = int(line.split("http://127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, how)
        self._process.wait(timeout=30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def get(self, path: str) -> Any:
        """An answer of the HTTP part."""
        with urllib.request.urlopen(f"{self.url}/api/v1{path}") as answer:
            return json.load(answer)

    def post(self, path: str, body: object) -> Any:
        """The same, with something to say."""
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
