"""Games on many machines: a hall whose tables are the workers of a Ray cluster.

Needs the extra ``ray`` here and gajah, with the engines that play, on every machine. Each table is
an actor that keeps its engines between games. A table that is lost, with its machine or its
process, is replaced and its game played again: a game counts when its result has come back, once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gajah.aei.client import HANDSHAKE_S
from gajah.arena.event import Job
from gajah.arena.hall import LocalHall, PlayerError, check_players
from gajah.bots.names import PlayerName
from gajah.cluster import ClusterError, connect
from gajah.match.playing import Played
from gajah.match.terms import Terms

# A game that loses its table this often in a row has probably ended it.
_MOST_LOSSES = 5


class TableActor:
    """One table, somewhere in the cluster."""

    def __init__(self, start_s: float = HANDSHAKE_S) -> None:
        self._loop = asyncio.new_event_loop()
        self._start_s = start_s
        # Ray gives each actor processors of its own; which ones is left to the system there.
        self._hall = LocalHall([()], start_s=start_s)

    def find_fault(self, players: Sequence[PlayerName]) -> str:
        """Start each player once; what keeps one of them from playing here, or nothing."""
        try:
            self._loop.run_until_complete(check_players(players, start_s=self._start_s))
        except PlayerError as error:
            return str(error)
        return ""

    def play(self, job: Job, terms: Terms) -> Played:
        """Play a game."""
        return self._loop.run_until_complete(self._hall.play(job, terms))

    def close(self) -> None:
        """End the engines."""
        self._loop.run_until_complete(self._hall.close())
        self._loop.close()


class RayHall:
    """Tables in a Ray cluster; ``tables`` 0 is as many as it has processors for."""

    def __init__(
        self, address: str, *, tables: int = 0, threads: int = 1, start_s: float = HANDSHAKE_S
    ) -> None:
        """Connect to the cluster at ``address``; raises ClusterError."""
        self._ray = connect(address)
        self._lost: type[Exception] = self._ray.exceptions.RayActorError
        self._threads, self._start_s = threads, start_s
        room = int(self._ray.cluster_resources().get("CPU", 0)) // threads
        if tables > room:
            self._ray.shutdown()
            raise ClusterError(
                f"{tables} games at once need {tables * threads} processors,"
                f" and the cluster has {room * threads}"
            )
        self.tables = tables or max(1, room)
        self._free: list[Any] = []
        self._busy: set[Any] = set()

    def check(self, players: Sequence[PlayerName]) -> None:
        """Raise PlayerError for a player that cannot play there, ClusterError if none can."""
        actor = self._new_table()
        self._free.append(actor)
        try:
            fault = self._ray.get(actor.find_fault.remote(players))
        except self._lost:
            self._ray.shutdown()
            raise ClusterError(
                "a worker of the cluster failed: is gajah installed there?"
            ) from None
        if fault:
            self._ray.shutdown()
            raise PlayerError(fault)

    async def play(self, job: Job, terms: Terms) -> Played:
        """Play a game at a free table, and again elsewhere if the table is lost."""
        for _ in range(_MOST_LOSSES):
            actor = self._free.pop() if self._free else self._new_table()
            self._busy.add(actor)
            try:
                played: Played = await actor.play.remote(job, terms)
            except self._lost:
                continue
            except BaseException:
                # Its engines end with it.
                self._ray.kill(actor)
                raise
            finally:
                self._busy.discard(actor)
            self._free.append(actor)
            return played
        raise ClusterError(f"game {job.index + 1} has lost its table {_MOST_LOSSES} times")

    async def close(self) -> None:
        """End the engines and leave the cluster."""
        closing = [actor.close.remote() for actor in self._free]
        for done in closing:
            with suppress(self._lost):
                await done
        for actor in [*self._free, *self._busy]:
            self._ray.kill(actor)
        self._ray.shutdown()

    def _new_table(self) -> Any:
        actor = self._ray.remote(num_cpus=self._threads)(TableActor)
        return actor.remote(self._start_s)
