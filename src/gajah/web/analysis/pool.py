"""Where searches run: one interface, and threads of this process as its usual implementation."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from gajah._core import Stop
from gajah.web.analysis.queue import SearchQueue

T = TypeVar("T")

_NICENESS = 5


class Mind(Protocol):
    """An engine or a bot, which keeps what it knows from one search to the next."""

    async def think(
        self,
        ask: Callable[..., T],
        stop: Stop | None = None,
        on_progress: Callable[[Any], None] | None = None,
    ) -> T:
        """Call ``ask(engine, stop=...)``, with a core held; raises its errors, or WorkerLost.

        ``stop`` ends the search sooner. With ``on_progress``, ``ask`` is given one too; what it
        reports is passed on, in any thread.
        """

    def close(self) -> None:
        """Free the memory."""


class Searches(SearchQueue, ABC):
    """Where searches run, and the queue for it."""

    @abstractmethod
    def new_mind(self, make: Callable[[], object]) -> Mind:
        """An engine or a bot, made by ``make``; elsewhere, that and what is asked are sent."""

    @abstractmethod
    def open(self) -> None:
        """Begin, with an event loop running."""

    @abstractmethod
    def close(self) -> None:
        """Let threads or workers end."""


def _be_modest() -> None:
    """Let the thread that answers pages go first where both want the same core."""
    if sys.platform == "linux":  # Elsewhere this would be said of the whole process.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


class SearchPool(Searches):
    """A number of cores of this machine to think on, and the queue for them."""

    def __init__(self, size: int, *, most_waiting: int = 500, most_each: int = 500) -> None:
        super().__init__(size, most_waiting=most_waiting, most_each=most_each)
        self._threads = ThreadPoolExecutor(
            size, thread_name_prefix="search", initializer=_be_modest
        )

    def new_mind(self, make: Callable[[], object]) -> Mind:
        """An engine or a bot of this process."""
        return _MindHere(self, make())

    def open(self) -> None:
        """Do nothing: threads begin when they are needed."""

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, think: Callable[[Stop], T], stop: Stop | None = None) -> T:
        """Think in a thread, with a core held. Cancelled, it stops the thread and waits for it.

        A ``stop`` of the caller's ends the thinking sooner.
        """
        stop = stop or Stop()
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._threads, think, stop)
        try:
            return await asyncio.shield(thought)
        except asyncio.CancelledError:
            # The core is in use until the search has noticed.
            stop.set()
            await asyncio.wait([thought])
            raise


class _MindHere:
    def __init__(self, pool: SearchPool, held: object) -> None:
        self._pool, self._held = pool, held

    async def think(
        self,
        ask: Callable[..., T],
        stop: Stop | None = None,
        on_progress: Callable[[Any], None] | None = None,
    ) -> T:
        """Think in a thread."""
        more = {} if on_progress is None else {"on_progress": on_progress}
        held = self._held
        return await self._pool.run(lambda stop: ask(held, stop=stop, **more), stop)

    def close(self) -> None:
        """Do nothing: the memory is free once this is."""
