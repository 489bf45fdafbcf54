"""Long games and searches: paid for by the person who asks, and done off the event loop.

The unit is a turn that is replayed or shown, some 20 microseconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

from gajah.web.settings import ClientLimits
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Buckets, Person

T = TypeVar("T")

QUESTION = 20
"""What a question about one position costs."""
_UNIT_S = 20e-6
# Less than that is done sooner than a thread has begun with it.
_SHORT = 50


class Work:
    """What each person may have done, and the one thread that does it.

    More threads would only wait for each other, and the event loop for all of them.
    """

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = Buckets(limits.work_per_s, limits.work_burst)
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="work")
        #: Held by the person whose search is under way.
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def charge(self, person: Person, cost: int) -> None:
        """Raise Refusal where a person has had too much done; what is done now may be owed."""
        if person.is_owner or self._buckets.take(person.key, self._clock(), cost):
            return
        raise Refusal("slow_down", "That is too much work at once: wait a moment.", status=429)

    async def do(self, person: Person, cost: int, work: Callable[[], T]) -> T:
        """Do something for a person, in the thread if it takes long."""
        self.charge(person, cost)
        return work() if cost < _SHORT else await self.run(work)

    async def run(self, work: Callable[[], T]) -> T:
        """Do a small part of something whose cost is limited in another way."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def ask(self, person: Person, search: Callable[[], T]) -> T:
        """Search the database for a person, who pays for the time when it is known.

        A person's searches come one after the other, so that threads are left for the others.
        """
        if person.is_owner:
            return await asyncio.to_thread(search)
        lock = self._asking.setdefault(person.key, asyncio.Lock())
        async with lock:
            self.charge(person, QUESTION)
            found, spent_s = await asyncio.to_thread(_timed, search)
            self._buckets.owe(person.key, round(spent_s / _UNIT_S))
            return found

    def close(self) -> None:
        """Let the thread end."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _timed(search: Callable[[], T]) -> tuple[T, float]:
    """What is found, and the processor time that it took."""
    began_s = time.thread_time()
    found = search()
    return found, time.thread_time() - began_s
