"""The time in which games are played: it runs only while the server can keep them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# How long the database may take for a write before players' clocks stand still.
_GRACE_S = 0.25


class ServerTime:
    """Seconds for which servers have been there for the games of one database.

    It goes on where the server before left it, so a server that is down costs no player time.
    It is measured with a monotonic clock, so neither does a system clock that is set, nor a
    machine that sleeps (Windows' clock goes on). And it stands still while the database does not
    answer.
    """

    def __init__(self, start_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        #: What the clock shows when this time is 0.
        self._zero_s = clock() - start_s
        self._still_from_s = float("inf")
        self._is_over = False
        # The writer's thread stops and starts it, all others read it.
        self._lock = threading.Lock()

    def now_s(self) -> float:
        """The time now."""
        with self._lock:
            return self._now_s()

    @property
    def stands_still(self) -> bool:
        """Whether the database keeps the games waiting."""
        return self._clock() >= self._still_from_s

    def stop(self) -> None:
        """Stand still for good: the next server goes on from here."""
        with self._lock:
            self._still_from_s = min(self._still_from_s, self._clock())
            self._is_over = True

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Stand still until a write has ended, if that takes longer than usual."""
        with self._lock:
            if not self._is_over:
                self._still_from_s = self._clock() + _GRACE_S
        try:
            yield
        finally:
            with self._lock:
                if not self._is_over:
                    self._zero_s = self._clock() - self._now_s()
                    self._still_from_s = float("inf")

    def _now_s(self) -> float:
        return min(self._clock(), self._still_from_s) - self._zero_s
