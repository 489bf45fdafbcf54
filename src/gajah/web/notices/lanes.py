"""Work that waits in lanes, so that what is slow keeps only its own lane waiting."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

Work = Callable[[], Awaitable[None]]

_log = logging.getLogger(__name__)


class Lanes:
    """A lane for each key: one thing after the other in a lane, ``at_once`` lanes side by side."""

    def __init__(self, at_once: int, most: int, most_each: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._most, self._most_each = most, most_each
        self._is_open = True
        #: What is being done, and what waits for it.
        self._lanes: dict[str, deque[Work]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def put(self, key: str, work: Work) -> bool:
        """Have something done; whether there was room for it."""
        if not self._is_open:
            return True
        lane = self._lanes.get(key)
        if len(self) >= self._most or len(lane or ()) >= self._most_each:
            return False
        if lane is not None:
            lane.append(work)
            return True
        self._lanes[key] = deque([work])
        task = asyncio.create_task(self._serve(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def close(self) -> None:
        """End; what is not done yet is not done."""
        self._is_open = False
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, key: str) -> None:
        lane = self._lanes[key]
        while lane:
            # Lanes that wait for a place get it in turn.
            async with self._places:
                try:
                    await lane[0]()
                except Exception:
                    _log.exception("a notice failed", extra={"event": "notice_failed"})
            lane.popleft()
        del self._lanes[key]


async def in_own_thread(work: Callable[[], T]) -> T:
    """What some work comes to that may block for long.

    Its thread ends with the process at the latest; those of an executor are waited for.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    threading.Thread(target=run, name="notices", daemon=True).start()
    return await asyncio.wrap_future(done)
