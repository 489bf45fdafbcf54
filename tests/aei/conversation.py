"""An engine's process, driven line by line."""

from __future__ import annotations

import signal
import subprocess


class Conversation:
    """Lines to and from one engine process."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            bufsize=1,
        )

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def say(self, *lines: str) -> None:
        assert self._process.stdin
        for line in lines:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def hear(self, start: str) -> list[str]:
        """Everything up to the first line that begins so; fails if the engine hangs up."""
        assert self._process.stdout
        heard = []
        for line in self._process.stdout:
            heard.append(line.rstrip("\n"))
            if line.startswith(start):
                return heard
        raise AssertionError(f"no {start!r} in {heard}")

    def quit(self) -> int:
        self.say("quit")
        return self._process.wait()

    def interrupt(self) -> int:
        """Ctrl-C; the status it ends with."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait()

    def end(self) -> tuple[int, str]:
        """Wait until it ends by itself: its status, and what it complained about."""
        assert self._process.stderr
        complaint = self._process.stderr.read()
        return self._process.wait(), complaint

    def vanish(self) -> str:
        """Hang up without a word; what the engine complains about until it ends."""
        assert self._process.stdout
        self._process.stdout.close()
        return self._process.communicate()[1]
