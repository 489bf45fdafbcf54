"""The other processes of a database: their games are taken over when they end.

One thread waits for notices and gives signs of life; it is asked from the event loop, so that a
process whose loop hangs gives none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from gajah._core import Side
from gajah.web.games.database import DatabaseAway
from gajah.web.games.leases import Leases, Peer, Told
from gajah.web.games.store import GameStore
from gajah.web.live.connected import CHALLENGE
from gajah.web.wire.boards import letter

T = TypeVar("T")

_log = logging.getLogger(__name__)
_BEAT_S = 1.0
# How long a process that ends waits for the database.
_LEAVE_S = 2.0


class OwnGames(Protocol):
    """The games of this process."""

    def there_now(self) -> Told:
        """The games that players are connected to, each with their sides, and the bots."""

    async def take_up(self) -> None:
        """Go on with games and reviews that belong to no process."""

    def give_up(self) -> None:
        """Let go of all rooms: their games may belong to others by now."""


class Neighbours:
    """Gives this process's signs of life, and watches those of the others."""

    def __init__(self, store: GameStore, leases: Leases, games: OwnGames) -> None:
        self._store, self._leases, self._games = store, leases, games
        self._thread = ThreadPoolExecutor(1, "leases")
        self._watching: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None
        self._peers: dict[str, Peer] = {}
        #: Those that could not be reached, while the database is asked about them.
        self._suspects: set[str] = set()
        #: Those that the log has named.
        self._unreachable: set[str] = set()
        #: Completed when a process has gone, by its id.
        self._gone: dict[str, asyncio.Future[None]] = {}

    def open(self) -> None:
        """Begin."""
        self._watching = asyncio.create_task(self._watch())

    async def leave(self) -> None:
        """Free the games of this process for others, once nothing is written any more."""
        await _cancel(self._watching, self._taking)
        try:
            async with asyncio.timeout(_LEAVE_S):
                await asyncio.to_thread(self._leases.leave, self._store.time.now_s())
        except Exception as error:
            # They are free a few seconds later, and clocks have a second more.
            words = "the games could not be handed over: %r"
            _log.error(words, error, extra={"event": "time_lost"})

    async def close(self) -> None:
        """End."""
        await _cancel(self._watching, self._taking)
        # What is waited for there comes within a second.
        await self._ask(self._leases.close)
        self._thread.shutdown()

    def online(self, game_id: str) -> frozenset[Side]:
        """The sides of a game whose players are connected to another process."""
        sides = "".join(peer.online.get(game_id, "") for peer in self._peers.values())
        return frozenset(side for side in Side if letter(side) in sides)

    def challenges(self) -> list[str]:
        """The games of other processes whose makers wait for any opponent."""
        games = [item for peer in self._peers.values() for item in peer.online.items()]
        return [game_id for game_id, sides in games if CHALLENGE in sides]

    def bots(self) -> dict[str, Any]:
        """What the bots offer that are connected to other processes, by name."""
        return {name: bot for peer in self._peers.values() for name, bot in peer.bots.items()}

    async def wait_for(self, peer: Peer, most_s: float) -> None:
        """Wait until a process that cannot be reached has gone, or for so long."""
        if peer.id not in self._suspects:
            self._suspects.add(peer.id)
            try:
                await asyncio.to_thread(self._store.end, peer)
            except DatabaseAway:
                pass  # The log has it.
            finally:
                self._suspects.discard(peer.id)
        await asyncio.wait([self.gone(peer)], timeout=most_s)
        if not self.gone(peer).done() and peer.id not in self._unreachable:
            self._unreachable.add(peer.id)
            words = "the process at %s is there, and cannot be reached: its --peer-url says where"
            _log.warning(words, peer.address, extra={"event": "peer_unreachable"})

    def gone(self, peer: Peer) -> asyncio.Future[None]:
        """Completed when that process is not there any more."""
        if peer.id not in self._gone:
            self._gone[peer.id] = asyncio.get_running_loop().create_future()
        return self._gone[peer.id]

    @property
    def hosts(self) -> frozenset[str]:
        """Where the other processes are."""
        return frozenset(peer.host for peer in self._peers.values())

    async def _ask(self, question: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)

    async def _watch(self) -> None:
        while True:
            try:
                await self._look(self._games.there_now())
                await self._ask(lambda: self._leases.wait(_BEAT_S))
            except DatabaseAway:  # The log has it.
                await asyncio.sleep(_BEAT_S)
            except Exception:
                words = "no sign of life could be given"
                _log.exception(words, extra={"event": "beat_failed"})
                await asyncio.sleep(_BEAT_S)

    async def _look(self, told: Told) -> None:
        """Give a sign of life, and see who else has."""
        peers = await self._ask(lambda: self._leases.beat(self._store.time.now_s(), told))
        if peers is None:
            words = "this process was taken for dead: its games may have gone to another one"
            _log.warning(words, extra={"event": "declared_dead"})
            self._games.give_up()
            await self._ask(self._store.rejoin)
            return
        self._peers = {peer.id: peer for peer in peers}
        for gone in self._gone.keys() - self._peers.keys():
            self._gone.pop(gone).set_result(None)
        self._unreachable &= self._peers.keys()
        # Beside the signs of life: many games take longer than the others wait for one.
        if self._taking is None or self._taking.done():
            self._taking = asyncio.create_task(self._take_up())

    async def _take_up(self) -> None:
        try:
            await self._games.take_up()
        except DatabaseAway:
            pass  # The log has it.
        except Exception:
            _log.exception("games cannot be taken over", extra={"event": "takeover_failed"})


async def _cancel(*tasks: asyncio.Task[None] | None) -> None:
    for task in tasks:
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
