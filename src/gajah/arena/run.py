"""Play an event: hand out games, keep what comes back, stop when there is nothing left to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from gajah.arena.event import Job
from gajah.arena.hall import Hall
from gajah.arena.store import Finished, Store


async def run_event(
    store: Store,
    hall: Hall,
    *,
    on_game: Callable[[Finished], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    should_skip: Callable[[Job], bool] = lambda _: False,
) -> None:
    """Play the games of the store's event that it does not hold yet.

    ``should_stop`` is asked after every game; once it says so, games under way are dropped.
    ``should_skip`` is asked before every game: one that it names is not played.
    However this ends, the engines end too, and every finished game is in the store.
    """
    try:
        await _Runner(store, hall, on_game, should_stop, should_skip).run()
    finally:
        await hall.close()


class _Runner:
    """The games under way, and which comes next."""

    def __init__(
        self,
        store: Store,
        hall: Hall,
        on_game: Callable[[Finished], None],
        should_stop: Callable[[], bool],
        should_skip: Callable[[Job], bool],
    ) -> None:
        self._store, self._hall = store, hall
        self._on_game, self._should_stop, self._should_skip = on_game, should_stop, should_skip
        self._meetings = [game.meeting(store.event) for game in store.games]
        done = {game.index for game in store.games}
        self._waiting = [i for i in range(store.event.games) if i not in done]
        self._running: dict[asyncio.Task[Finished], Job] = {}

    async def run(self) -> None:
        try:
            while not self._should_stop():
                self._hand_out()
                if not self._running:
                    break
                finished, _ = await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
                # Those that failed last: the first of them ends the event.
                for task in sorted(finished, key=lambda task: task.exception() is not None):
                    del self._running[task]
                    self._keep(task.result())
                    if self._should_stop():
                        return
        finally:
            await self._drop()

    def _hand_out(self) -> None:
        while self._waiting and len(self._running) < self._hall.tables:
            job = self._store.event.find_job(self._waiting[0], self._meetings)
            if job is None:
                break
            self._waiting.pop(0)
            if self._should_skip(job):
                continue
            self._running[asyncio.create_task(self._play(job))] = job

    async def _play(self, job: Job) -> Finished:
        played = await self._hall.play(job, self._store.event.terms)
        return Finished(job.index, played, datetime.now(UTC).strftime("%Y.%m.%d"))

    def _keep(self, game: Finished) -> None:
        self._store.add(game)
        self._meetings.append(game.meeting(self._store.event))
        self._on_game(game)

    async def _drop(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
