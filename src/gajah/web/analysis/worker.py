"""A worker: a process somewhere in a Ray cluster that thinks for a server, one search at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from gajah._core import Stop


class Worker:
    """An actor. Ray calls its methods in several threads, so that a search can be stopped."""

    #: How many at once: a search, ``stay``, and two for what is said meanwhile.
    THREADS = 4

    def __init__(self) -> None:
        self._minds: dict[int, Any] = {}
        self._lock = threading.Lock()
        # By the number of the search; one that has not begun may be stopped already.
        self._stops: dict[int, Stop] = {}
        self._news: Any = None

    def version(self) -> str:
        """The version of gajah here."""
        return version("gajah")

    def stay(self) -> None:
        """Never return: a caller hears when the worker is lost."""
        threading.Event().wait()

    def think(
        self, number: int, mind: int, make: Callable[[], object], ask: Callable[..., Any]
    ) -> Any:
        """Ask an engine or a bot, which is made if it is not here."""
        self._news = None
        if mind not in self._minds:
            self._minds[mind] = make()
        try:
            return ask(self._minds[mind], stop=self._stop_of(number))
        finally:
            with self._lock:
                self._stops.pop(number, None)

    def think_aloud(
        self, number: int, mind: int, make: Callable[[], object], ask: Callable[..., Any]
    ) -> Any:
        """The same with an ``ask`` that reports its progress: ``news`` has it."""

        def tell(found: object) -> None:
            self._news = found

        def asked(engine: object, *, stop: Stop) -> Any:
            return ask(engine, stop=stop, on_progress=tell)

        return self.think(number, mind, make, asked)

    def news(self) -> Any:
        """What the search under way has reported since the last question, or None."""
        found, self._news = self._news, None
        return found

    def stop(self, number: int) -> None:
        """End a search: its answer comes at once."""
        self._stop_of(number).set()

    def forget(self, mind: int) -> None:
        """Free the memory of an engine or a bot."""
        self._minds.pop(mind, None)

    def _stop_of(self, number: int) -> Stop:
        with self._lock:
            return self._stops.setdefault(number, Stop())
