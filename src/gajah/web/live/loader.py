"""Games are claimed and loaded together that are wanted at the same time.

While some are loaded, those that are wanted meanwhile wait: then they are the next ones. So a game
that is wanted alone is loaded at once, and a thousand take a few statements.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from gajah.web.games.loading import LoadedGame
from gajah.web.games.store import GameStore

AT_ONCE = 100
"""So many games of a few turns take some 90 ms, for which others wait."""


class Loader:
    """Makes games this process's own, and loads them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._wanted: dict[str, asyncio.Future[LoadedGame]] = {}
        self._work: asyncio.Task[None] | None = None

    async def load(self, game_id: str) -> LoadedGame:
        """A game, which is this process's own from now on; or a Refusal."""
        loop = asyncio.get_running_loop()
        found = self._wanted[game_id] = self._wanted.get(game_id) or loop.create_future()
        if self._work is None or self._work.done():
            self._work = loop.create_task(self._load_wanted())
        return await found

    async def _load_wanted(self) -> None:
        while self._wanted:
            batch = {game_id: self._wanted.pop(game_id) for game_id in [*self._wanted][:AT_ONCE]}
            found: Mapping[str, LoadedGame | Exception]
            try:
                found = await asyncio.to_thread(self._store.take, batch)
            except Exception as error:
                found = dict.fromkeys(batch, error)
            for game_id, waiting in batch.items():
                _answer(waiting, found[game_id])


def _answer(waiting: asyncio.Future[LoadedGame], found: LoadedGame | Exception) -> None:
    if waiting.done():  # The task that has waited was cancelled.
        return
    if isinstance(found, Exception):
        waiting.set_exception(found)
    else:
        waiting.set_result(found)
