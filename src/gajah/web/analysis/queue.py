"""The queue for searches: no more of them at once than there is room for.

It is fair between people, however many games and pages one has: a person's second search waits
until everyone who waits has had a first one. One core is kept from those who have all others. An
analysis without end gives way when another search has waited. A search whose worker was lost
begins again, before all others.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import OWNER, Person

T = TypeVar("T")

# How long an analysis keeps its core before it gives way to a search that waits.
_SLICE_S = 1.0
# A search that loses its worker this often in a row has probably ended it.
_MOST_LOSSES = 5
# Before all rounds.
_FIRST = (0, 0)


class WorkerLost(Exception):  # noqa: N818 - it says what happened
    """The worker that a search ran on has gone; the search is to begin again elsewhere."""


def _unconcerned(_: int) -> None:
    """Ignore the place."""


@dataclass(eq=False)
class _Ticket:
    person: Person
    #: Those of the lowest round first, in each as they came.
    order: tuple[int, int]
    on_place: Callable[[int], None]
    give_way: Callable[[], None] | None
    turn: asyncio.Future[None]
    since_s: float = 0.0


class _Rounds:
    """In which round a search has its turn: after its person's last one, and none that is over."""

    def __init__(self) -> None:
        self._now = 0
        self._number = 0
        self._last: dict[Person, int] = {}

    def next(self, person: Person) -> tuple[int, int]:
        """The order of one more search of that person."""
        place = max(self._now, self._last.get(person, 0)) + 1
        self._last[person] = place
        self._number += 1
        return place, self._number

    def reach(self, place: int) -> None:
        """A search of that round begins; what is over need not be remembered."""
        if place > self._now:
            self._now = place
            self._last = {person: last for person, last in self._last.items() if last > place}


def _order(ticket: _Ticket) -> tuple[int, int]:
    return ticket.order


class SearchQueue:
    """Room for a number of searches, and the queue for it."""

    def __init__(self, size: int, *, most_waiting: int = 500, most_each: int = 500) -> None:
        self.size = size
        self._most_waiting, self._most_each = most_waiting, most_each
        self._running: dict[_Ticket, None] = {}
        self._waiting: list[_Ticket] = []
        self._rounds = _Rounds()
        self.most_at_once = 0

    @asynccontextmanager
    async def core(
        self,
        on_place: Callable[[int], None] = _unconcerned,
        *,
        person: Person = OWNER,
        give_way: Callable[[], None] | None = None,
        patient: bool = False,
        is_again: bool = False,
    ) -> AsyncIterator[None]:
        """Have a core for a person's search.

        Raises Refusal where too many wait already and one is not ``patient``.

        ``on_place`` is told the place in the queue whenever it changes, 0 when thinking begins.
        ``give_way`` is called when another search needs the core. A search that begins again is
        the next to be served.
        """
        if not patient:
            self._check_room(person)
        turn = asyncio.get_running_loop().create_future()
        order = _FIRST if is_again else self._rounds.next(person)
        ticket = _Ticket(person, order, on_place, give_way, turn)
        insort(self._waiting, ticket, key=_order)
        self._serve()
        if not ticket.turn.done():
            self._tell_places(self._waiting.index(ticket))
        try:
            await ticket.turn
            yield
        finally:
            self._leave(ticket)

    async def in_turn(
        self,
        search: Callable[[], Awaitable[T]],
        on_place: Callable[[int], None] = _unconcerned,
        *,
        person: Person = OWNER,
        give_way: Callable[[], None] | None = None,
        patient: bool = False,
    ) -> T:
        """Do a search with a core held, as ``core`` says; again where its worker is lost."""
        is_again = False
        for _ in range(_MOST_LOSSES):
            core = self.core(
                on_place,
                person=person,
                give_way=give_way,
                patient=patient or is_again,
                is_again=is_again,
            )
            async with core:
                try:
                    return await search()
                except WorkerLost:
                    is_again = True
        raise RuntimeError(f"a search has lost its worker {_MOST_LOSSES} times")

    def resize(self, size: int) -> None:
        """Have room for more searches or fewer; those under way go on."""
        self.size = size
        self._serve()

    @property
    def running(self) -> int:
        """How many searches are under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many searches wait for a core."""
        return len(self._waiting)

    def _check_room(self, person: Person) -> None:
        if len(self._waiting) >= self._most_waiting:
            raise Refusal("slow_down", "Too many searches are waiting already.", status=429)
        own = sum(ticket.person == person for ticket in self._waiting)
        if own >= self._most_each and not person.is_owner:
            raise Refusal("slow_down", "Too many of your searches are waiting already.", status=429)

    def _leave(self, ticket: _Ticket) -> None:
        if ticket in self._running:
            del self._running[ticket]
        elif ticket not in self._waiting:
            return
        # Who is cancelled together leaves together: thousands do when the server ends.
        self._waiting = [each for each in self._waiting if not each.turn.done()]
        self._serve()
        self._tell_places(0)

    def _tell_places(self, first: int) -> None:
        for place, waiting in enumerate(self._waiting[first:], start=first + 1):
            waiting.on_place(place)

    def _find_next(self) -> _Ticket | None:
        """The first who waits and may have one more core."""
        held = Counter(ticket.person for ticket in self._running)
        most = max(1, self.size - 1)
        for ticket in self._waiting:
            is_cancelled = ticket.turn.done()  # and about to leave
            if not is_cancelled and (held[ticket.person] < most or ticket.person.is_owner):
                return ticket
        return None

    def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while len(self._running) < self.size and (ticket := self._find_next()):
            self._waiting.remove(ticket)
            self._running[ticket] = None
            self._rounds.reach(ticket.order[0])
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
