"""The engine for pages: analysis without end, and whole games judged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from gajah._core import Position, Stop, Turn
from gajah.analysis.review import Look, Review, TurnReview, look_at
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine
from gajah.game import Game
from gajah.web.analysis.pool import SearchPool

# Half a minute of thinking; a search ends when its memory is full.
_HASH_MB = 256
# An analysis that is not stopped ends after this.
_LONGEST_S = 600.0
_SHORTEST_S = 0.05


class EngineShelf:
    """Engines, as many as can think at once; each keeps what it knows for its last user."""

    def __init__(self, pool: SearchPool) -> None:
        self.pool = pool
        self._idle: list[tuple[object, Engine]] = []

    @contextmanager
    def engine(self, owner: object) -> Iterator[Engine]:
        """Lend an engine that is free, the one that this owner had before if it can be."""
        engine = self._take(owner)
        try:
            yield engine
        finally:
            self._idle.append((owner, engine))
            del self._idle[: -self.pool.size]

    def _take(self, owner: object) -> Engine:
        for index, (last, engine) in enumerate(self._idle):
            if last is owner:
                del self._idle[index]
                return engine
        if len(self._idle) >= self.pool.size:
            return self._idle.pop(0)[1]
        return Engine(hash_mb=_HASH_MB)


class LongSearch:
    """An analysis that goes on until it is cancelled, giving way now and then to others."""

    def __init__(
        self,
        shelf: EngineShelf,
        owner: object,
        game: Game | Position,
        *,
        draft: Position,
        lines: int,
        on_place: Callable[[int], None],
        on_progress: Callable[[Analysis], None],
    ) -> None:
        self._shelf, self._owner = shelf, owner
        self._game, self._draft, self._lines = game, draft, lines
        self._on_place, self._on_progress = on_place, on_progress
        self._loop = asyncio.get_running_loop()
        self._stop = Stop()
        self._gave_way = False

    async def run(self) -> Analysis | None:
        """The last word, once there is nothing more to find or the time is over."""
        end_s = self._loop.time() + _LONGEST_S
        found = None
        while (left_s := end_s - self._loop.time()) > _SHORTEST_S:
            self._stop, self._gave_way = Stop(), False
            async with self._shelf.pool.core(self._on_place, give_way=self._give_way):
                found = await self._search(left_s)
            if not self._gave_way:
                break
        return found

    def _give_way(self) -> None:
        self._gave_way = True
        self._stop.set()

    async def _search(self, time_s: float) -> Analysis:
        def tell(analysis: Analysis) -> None:
            self._loop.call_soon_threadsafe(self._on_progress, analysis)

        def think(stop: Stop) -> Analysis:
            return engine.search(
                self._game,
                time=time_s,
                lines=self._lines,
                draft=self._draft,
                stop=stop,
                on_progress=tell,
            )

        with self._shelf.engine(self._owner) as engine:
            return await self._shelf.pool.run(think, self._stop)


async def review_turns(
    shelf: EngineShelf,
    owner: object,
    game: Game,
    *,
    seconds: float,
    on_place: Callable[[int], None],
) -> AsyncIterator[TurnReview]:
    """Every turn of a game judged; each is one search in the queue."""
    review = Review(game)
    for before, turn in review.stages:
        async with shelf.pool.core(on_place, patient=True):
            look = await _look(shelf, owner, before, turn, seconds)
        if done := review.add(look):
            yield done
    if last := review.finish():
        yield last


async def _look(
    shelf: EngineShelf, owner: object, before: Game, turn: Turn, seconds: float
) -> Look:
    with shelf.engine(owner) as engine:
        return await shelf.pool.run(
            lambda stop: look_at(engine, before, turn, seconds=seconds, stop=stop)
        )
