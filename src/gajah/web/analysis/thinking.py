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
from gajah.web.analysis.pool import SearchPool
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

    def __init__(self, pool: SearchPool) -> None:
        self._pool = pool
        self._count = 0
        # Least recently used first.
        self._idle: dict[object, Engine] = {}

    async def think(
        self,
        owner: object,
        think: Callable[..., T],
        on_place: Callable[[int], None],
        *,
        person: Person,
        interrupt: Stop | None = None,
    ) -> T:
        """Call ``think(engine, stop=...)`` in a thread, on a core of the queue.

        With ``interrupt``, the search gives way to others: the stop is set when one has waited.
        Without it, the search waits however long the queue is.
        """
        give_way = None if interrupt is None else interrupt.set
        core = self._pool.core(
            on_place, person=person, give_way=give_way, patient=interrupt is None
        )
        async with core:
            engine = self._take(owner)
            try:
                return await self._pool.run(lambda stop: think(engine, stop=stop), interrupt)
            finally:
                self._idle[owner] = engine

    def leave(self, owner: object) -> None:
        """Free the memory of the engine that this owner had, if it still has one."""
        if self._idle.pop(owner, None) is not None:
            self._count -= 1

    def _take(self, owner: object) -> Engine:
        """The owner's engine, a new one, or that of the owner who has not thought for longest."""
        if owner not in self._idle and self._count < self._pool.size:
            self._count += 1
            return Engine(hash_mb=_HASH_MB)
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

    search = partial(Engine.search, game=game, draft=draft, lines=lines, on_progress=tell)
    end_s = loop.time() + _LONGEST_S
    found = None
    while (left_s := end_s - loop.time()) > _SHORTEST_S:
        interrupt = Stop()
        found = await shelf.think(
            owner, partial(search, time=left_s), on_place, person=person, interrupt=interrupt
        )
        if not interrupt.is_set:
            break
    return found
