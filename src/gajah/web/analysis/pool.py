"""The cores: no more searches at once than there are, and a queue for the others.

Every game and every page has at most one search under way or waiting, so first come, first served
is fair between them. An analysis without end gives way when another search has waited.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from gajah._core import Stop
from gajah.web.wire.errors import Refusal

T = TypeVar("T")

# How long an analysis keeps its core before it gives way to a search that waits.
_SLICE_S = 1.0
_NICENESS = 5


def _be_modest() -> None:
    """Let the thread that answers pages go first where both want the same core."""
    if sys.platform == "linux":  # Elsewhere this would be said of the whole process.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _unconcerned(_: int) -> None:
    """Ignore the place."""


@dataclass(eq=False)
class _Ticket:
    on_place: Callable[[int], None]
    give_way: Callable[[], None] | None
    turn: asyncio.Future[None]
    since_s: float = 0.0


class SearchPool:
    """A number of cores to think on, and the queue for them."""

    def __init__(self, size: int, *, most_waiting: int = 500) -> None:
        self.size = size
        self._most_waiting = most_waiting
        self._running: dict[_Ticket, None] = {}
        self._waiting: deque[_Ticket] = deque()
        self._threads = ThreadPoolExecutor(
            size, thread_name_prefix="search", initializer=_be_modest
        )
        self.most_at_once = 0

    @asynccontextmanager
    async def core(
        self,
        on_place: Callable[[int], None] = _unconcerned,
        *,
        give_way: Callable[[], None] | None = None,
        patient: bool = False,
    ) -> AsyncIterator[None]:
        """Have a core; raises Refusal where too many wait already and one is not ``patient``.

        ``on_place`` is told the place in the queue whenever it changes, 0 when thinking begins.
        ``give_way`` is called when another search needs the core.
        """
        if len(self._waiting) >= self._most_waiting and not patient:
            raise Refusal("slow_down", "Too many searches are waiting already.", status=429)
        ticket = _Ticket(on_place, give_way, asyncio.get_running_loop().create_future())
        self._waiting.append(ticket)
        self._serve()
        if not ticket.turn.done():
            on_place(len(self._waiting))
        try:
            await ticket.turn
            yield
        finally:
            self._leave(ticket)

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

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def running(self) -> int:
        """How many searches are under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many searches wait for a core."""
        return len(self._waiting)

    def _leave(self, ticket: _Ticket) -> None:
        if ticket in self._running:
            del self._running[ticket]
        elif ticket not in self._waiting:
            return
        # Who is cancelled together leaves together: thousands do when the server ends.
        self._waiting = deque(each for each in self._waiting if not each.turn.done())
        self._serve()
        for place, waiting in enumerate(self._waiting, start=1):
            waiting.on_place(place)

    def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting and len(self._running) < self.size:
            ticket = self._waiting.popleft()
            if ticket.turn.done():  # It was cancelled, and is about to leave.
                continue
            self._running[ticket] = None
            self.most_at_once = max(self.most_at_once, len(self._running))
            ticket.since_s = loop.time()
            ticket.turn.set_result(None)
            ticket.on_place(0)
        self._make_room()

    def _make_room(self) -> None:
        """Have the analysis that has had its core longest give way, once its slice is over."""
        oldest = next((ticket for ticket in self._running if ticket.give_way), None)
        if oldest is None or not self._waiting:
            return
        loop = asyncio.get_running_loop()
        rest_s = oldest.since_s + _SLICE_S - loop.time()
        if rest_s > 0:
            loop.call_later(rest_s, self._make_room)
            return
        give_way, oldest.give_way = oldest.give_way, None
        assert give_way is not None
        give_way()
