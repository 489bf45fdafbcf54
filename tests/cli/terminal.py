"""The real program in a pseudo-terminal, and the screen that a user would see."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from time import monotonic

import pyte

from gajah.game import Game
from gajah.records.reader import read_records
from gajah.records.record import Record

# Far longer than anything here takes: a program that hangs fails the test instead of the run.
_PATIENCE_S = 120
_UNSET = ("COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING")
CTRL_C = "\x03"
CTRL_D = "\x04"


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """An environment in which games are kept under ``home`` and nothing of the user's counts."""
    kept = {name: value for name, value in os.environ.items() if name not in _UNSET}
    fixed = {
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "INPUTRC": os.devnull,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
    }
    return {**kept, **fixed, **more}


def kept_games(home: Path) -> list[Record]:
    """Every game that the program has saved by itself."""
    files = sorted((home / "state" / "gajah" / "games").glob("*.txt"))
    return [record for file in files for record in read_records(file)]


def kept_game(home: Path) -> Game:
    """The one game that the program has saved by itself, replayed."""
    (record,) = kept_games(home)
    return record.game()


class Terminal:
    """``gajah`` with these arguments in a terminal of its own, 80x24 unless told otherwise."""

    def __init__(
        self,
        *args: str,
        home: Path,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.written = b""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gajah", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=surroundings(home, **(env or {})),
            cwd=home,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def lines(self) -> list[str]:
        """The screen as it is now, without the blanks at the ends of lines."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    def shows(self, *texts: str) -> bool:
        """Are all of these on the screen, be it over the end of a line?"""
        flowing = " ".join(self.lines)
        return all(text in flowing for text in texts)

    def type(self, *lines: str) -> None:
        """Type lines, each with Enter."""
        self.press("".join(f"{line}\r" for line in lines))

    def press(self, keys: str) -> None:
        """Send keys as they are."""
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, as a window does that is dragged at its corner."""
        self._screen.resize(rows, columns)
        self._screen.ensure_hbounds()
        self._screen.ensure_vbounds()
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, *texts: str) -> None:
        """Read until all of these are on the screen together."""
        deadline = monotonic() + _PATIENCE_S
        while not self.shows(*texts):
            assert self._read(deadline), f"waited in vain for {texts} in:\n{self.text}"

    def prompt(self, prompt: str, *texts: str) -> None:
        """Read until the program waits behind this prompt, with these texts on the screen."""
        deadline = monotonic() + _PATIENCE_S
        while not (self._is_waiting(prompt) and self.shows(*texts)):
            assert self._read(deadline), f"waited in vain for {prompt!r}, {texts} in:\n{self.text}"

    def end(self) -> int:
        """Read until the program has ended; its exit code."""
        deadline = monotonic() + _PATIENCE_S
        while self._read(deadline):
            pass
        return self._process.wait(_PATIENCE_S)

    def terminate(self) -> None:
        """Ask the program to end, as a shutdown does."""
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the program as a crash of the machine would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(_PATIENCE_S)

    def _is_waiting(self, prompt: str) -> bool:
        cursor = self._screen.cursor
        return self._screen.display[cursor.y][: cursor.x] == f"{prompt} "

    def _read(self, deadline: float) -> bool:
        """Take in more of what the program writes; False when there is no more."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - monotonic()))
        try:
            data = os.read(self._master, 1 << 16) if ready else b""
        except OSError:
            # What Linux says when the other end has been closed.
            data = b""
        self.written += data
        self._stream.feed(data)
        return bool(data)


def _own_terminal() -> None:
    """Let Ctrl-C typed into the terminal interrupt the program."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
