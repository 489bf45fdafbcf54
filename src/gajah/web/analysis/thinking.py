"""The engine for pages: one for each that thinks, and analysis without end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from gajah._core import Position, Stop
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine
from gajah.game import Game
from gajah.web.analysis.pool import Mind, Searches
from gajah.web.wire.limits import Person

T = TypeVar("T")

# Half a minute of thinking; a search ends when its memory is full.
_HASH_MB = 256
# An analysis that is not stopped ends after this.
_LONGEST_S = 600.0
_SHORTEST_S = 0.05


class EngineShelf:
    """Engines, no more than can think at once; each keeps what it knows for its last owner.

    An owner that has left gives its engine back, and the memory is free.
    """

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._count = 0
        # Least recently used first.
        self._idle: dict[object, Mind] = {}

    async def think(
        self,
        owner: object,
        think: Callable[..., T],
        on_place: Callable[[int], None],
        *,
        person: Person,
        interrupt: Stop | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> T:
        """Call ``think(engine, stop=...)`` on a core of the queue; elsewhere, it is sent there.

        With ``interrupt``, the search gives way to others: the stop is set when one has waited.
        Without it, the search waits however long the queue is.
        """

        async def search() -> T:
            mind = self._take(owner)
            try:
                return await mind.think(think, interrupt, on_progress)
            finally:
                self._idle[owner] = mind

        give_way = None if interrupt is None else interrupt.set
        return await self._searches.in_turn(
            search, on_place, person=person, give_way=give_way, patient=interrupt is None
        )

    def leave(self, owner: object) -> None:
        """Free the memory of the engine that this owner had, if it still has one."""
        if mind := self._idle.pop(owner, None):
            mind.close()
            self._count -= 1

    def _take(self, owner: object) -> Mind:
        """The owner's engine, a new one, or that of the owner who has not thought for longest."""
        may_have_new = self._count < self._searches.size or not self._idle
        if owner not in self._idle and may_have_new:
            self._count += 1
            return self._searches.new_mind(partial(Engine, hash_mb=_HASH_MB))
        return self._idle.pop(owner if owner in self._idle else next(iter(self._idle)))


async def analyse(
    shelf: EngineShelf,
    owner: object,
    game: Game | Position,
    *,
    person: Person,
    draft: Position,
    lines: int,
    on_place: Callable[[int], None],
    on_progress: Callable[[Analysis], None],
) -> Analysis | None:
    """Think until there is nothing more to find or the time is over, giving way to others."""
    loop = asyncio.get_running_loop()

    def tell(now: Analysis) -> None:
        loop.call_soon_threadsafe(on_progress, now)

    search = partial(Engine.search, game=game, draft=draft, lines=lines)
    end_s = loop.time() + _LONGEST_S
    found = None
    while (left_s := end_s - loop.time()) > _SHORTEST_S:
        interrupt = Stop()
        found = await shelf.think(
            owner,
            partial(search, time=left_s),
            on_place,
            person=person,
            interrupt=interrupt,
            on_progress=tell,
        )
        if not interrupt.is_set:
            break
    return found
