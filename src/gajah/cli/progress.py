"""A progress bar for work that takes longer than a second."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import TextIOBase
from threading import RLock
from time import monotonic
from typing import TextIO, cast

from gajah.cli.text import is_terminal

_PATIENCE_S = 1.0
_WIDTH = 30


@contextmanager
def progress(
    title: str, total: float, *, patience_s: float = _PATIENCE_S
) -> Iterator[Callable[[float], None]]:
    """Give a function to call with the work just done; it draws a bar on stderr after a while.

    Threads may call it. Nothing is drawn when stderr is not a terminal. The bar makes room for
    messages on stderr, and is gone at the end.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    bar = _Bar(sys.stderr, title, total, patience_s)
    with redirect_stderr(cast(TextIO, bar)):
        try:
            yield bar.advance
        finally:
            bar.clear()


class _Bar(TextIOBase):
    """The bar, and stderr while it may be drawn.

    It is drawn over by a carriage return and blanks, which every terminal understands.
    """

    def __init__(self, terminal: TextIO, title: str, total: float, patience_s: float) -> None:
        self._terminal, self._title, self._total = terminal, title, total
        self._started, self._patience_s = monotonic(), patience_s
        self._done = 0.0
        self._drawn = ""
        self._lock = RLock()

    def advance(self, more: float) -> None:
        """Count work that has been done."""
        with self._lock:
            self._done += more
            passed_s = monotonic() - self._started
            if passed_s >= self._patience_s:
                self._draw(self._line(passed_s))

    def clear(self) -> None:
        """Leave an empty line."""
        with self._lock:
            if self._drawn:
                self._draw("")
                self._put("\r")

    def write(self, text: str) -> int:
        """Write a message, on the line of the bar."""
        with self._lock:
            self.clear()
            return self._put(text)

    def isatty(self) -> bool:
        """Whether it is a terminal: nothing else gets a bar."""
        return True

    def _line(self, passed_s: float) -> str:
        share = min(1.0, self._done / self._total) if self._total else 0.0
        line = f"{self._title} [{'#' * round(share * _WIDTH):<{_WIDTH}}] {share:4.0%}"
        if share:
            minutes, seconds = divmod(round(passed_s / share - passed_s), 60)
            line += f", {minutes}:{seconds:02} left"
        # A full line would make some terminals begin the next.
        return line[: shutil.get_terminal_size().columns - 1]

    def _draw(self, line: str) -> None:
        if line != self._drawn:
            self._put(f"\r{line:<{len(self._drawn)}}")
            self._drawn = line

    def _put(self, text: str) -> int:
        written = self._terminal.write(text)
        self._terminal.flush()
        return written
