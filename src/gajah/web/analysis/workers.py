"""Searches on workers of a Ray cluster: the machines on which ``gajah worker`` runs.

The server has one worker for each search that such a machine offers, and looks for machines that
come and go. A search whose worker is lost begins again on another one, before all that wait.
Workers end with the server.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeVar

from gajah._core import Stop
from gajah.cluster import connect
from gajah.web.analysis.pool import Mind, Searches
from gajah.web.analysis.queue import WorkerLost
from gajah.web.analysis.worker import Worker

T = TypeVar("T")

_log = logging.getLogger(__name__)

#: What a machine of the cluster offers: searches at once.
RESOURCE = "gajah_search"
# Of that, reserved by each worker: several servers share the machines.
_SHARE = 0.0001
# How often the server looks for machines.
_LOOK_S = 1.0
# How long after a worker that could not begin another one is tried.
_AGAIN_S = 10.0
# How often a search that reports its progress is asked for it.
_NEWS_S = 0.1


@dataclass(eq=False)
class _Member:
    """A worker as the server knows it."""

    actor: Any


class WorkerPool(Searches):
    """The workers, as many as the cluster offers, and the queue for them."""

    def __init__(self, address: str, *, most_waiting: int = 500, most_each: int = 500) -> None:
        """Connect to the cluster at ``address``; raises ClusterError."""
        super().__init__(0, most_waiting=most_waiting, most_each=most_each)
        here = {RESOURCE: float(os.cpu_count() or 1)}
        self._ray = connect(address, option="--workers", resources=here)
        self._members: set[_Member] = set()
        # The one that has rested longest first.
        self._free: dict[_Member, None] = {}
        #: One for each worker, from before it begins until it is lost.
        self._employments: dict[asyncio.Task[None], str] = {}
        self._tending: asyncio.Task[None] | None = None

    @property
    def lost(self) -> type[Exception]:
        """What is raised of a worker that has gone."""
        found: type[Exception] = self._ray.exceptions.RayActorError
        return found

    @property
    def failed(self) -> Any:
        """What is raised where something was raised on a worker; it has the ``cause``."""
        return self._ray.exceptions.RayTaskError

    def new_mind(self, make: Callable[[], object]) -> Mind:
        """An engine or a bot on the worker that it thinks on first, and after that if it can."""
        return _MindElsewhere(self, make)

    def open(self) -> None:
        """Look for machines from now on."""
        self._tending = asyncio.create_task(self._tend())

    def close(self) -> None:
        """End the workers and leave the cluster."""
        for task in [self._tending, *self._employments]:
            if task is not None:
                task.cancel()
        for member in self._members:
            self._ray.kill(member.actor)
        self._ray.shutdown()

    def take(self, wanted: _Member | None) -> _Member:
        """A free worker, if possible the wanted one; raises WorkerLost if there is none."""
        if not self._free:
            raise WorkerLost
        found = wanted if wanted in self._free else next(iter(self._free))
        assert found is not None
        del self._free[found]
        return found

    def give_back(self, member: _Member) -> None:
        """Let others have the worker."""
        if member in self._members:
            self._free[member] = None

    def dismiss(self, member: _Member) -> None:
        """A worker is lost."""
        if member in self._members:
            self._members.discard(member)
            self._free.pop(member, None)
            # It may be alive all the same, where only the network was away.
            self._ray.kill(member.actor)
            self.resize(len(self._members))

    async def _tend(self) -> None:
        """Have as many workers on each machine as it offers."""
        while True:
            nodes = await asyncio.to_thread(self._ray.nodes)
            employed = Counter(self._employments.values())
            for node in nodes:
                name, offered = node["NodeID"], int(node["Resources"].get(RESOURCE, 0))
                for _ in range(offered - employed[name] if node["Alive"] else 0):
                    task = asyncio.create_task(self._employ(name))
                    self._employments[task] = name
                    task.add_done_callback(self._employments.pop)
            await asyncio.sleep(_LOOK_S)

    async def _employ(self, node: str) -> None:
        """Start a worker, and be there until it is lost."""
        member = _Member(self._start(node))
        try:
            there = await member.actor.version.remote()
            if there != version("gajah"):
                raise RuntimeError(f"gajah {there} is installed there, not {version('gajah')}")
        except Exception as error:
            _note("a worker cannot begin", error)
            self._ray.kill(member.actor)
            await asyncio.sleep(_AGAIN_S)
            return
        self._members.add(member)
        self._free[member] = None
        self.resize(len(self._members))
        try:
            await member.actor.stay.remote()
        except self.lost as loss:
            _note("a worker was lost", loss)
        self.dismiss(member)

    def _start(self, node: str) -> Any:
        kind = self._ray.remote(
            num_cpus=0,
            resources={RESOURCE: _SHARE},
            max_concurrency=Worker.THREADS,
            scheduling_strategy=self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
                node, soft=False
            ),
        )(Worker)
        return kind.remote()


def _note(what: str, error: Exception) -> None:
    why = (str(error).strip().splitlines() or [""])[0]
    _log.warning("%s: %s", what, why, extra={"event": "worker_lost"})


class _MindElsewhere:
    _numbers = itertools.count()

    def __init__(self, pool: WorkerPool, make: Callable[[], object]) -> None:
        self._pool, self._make = pool, make
        self._key = next(self._numbers)
        self._home: _Member | None = None

    async def think(
        self,
        ask: Callable[..., T],
        stop: Stop | None = None,
        on_progress: Callable[[Any], None] | None = None,
    ) -> T:
        """Think on a worker; raises WorkerLost."""
        member = self._pool.take(self._home)
        if member is not self._home:
            self.close()
            self._home = member
        try:
            found: T = await self._ask(member.actor, ask, stop, on_progress)
        except self._pool.lost as loss:
            self._pool.dismiss(member)
            self._home = None
            raise WorkerLost from loss
        except self._pool.failed as mistake:
            raise mistake.cause from None
        finally:
            self._pool.give_back(member)
        return found

    async def _ask(
        self,
        actor: Any,
        ask: Callable[..., Any],
        stop: Stop | None,
        on_progress: Callable[[Any], None] | None,
    ) -> Any:
        number = next(self._numbers)
        method = actor.think if on_progress is None else actor.think_aloud
        answer = asyncio.wrap_future(method.remote(number, self._key, self._make, ask).future())
        try:
            if stop is not None or on_progress is not None:
                await self._follow(actor, number, answer, stop, on_progress)
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            # The worker is in use until the search has noticed.
            actor.stop.remote(number)
            await asyncio.wait([answer])
            answer.exception()
            raise

    async def _follow(
        self,
        actor: Any,
        number: int,
        answer: asyncio.Future[Any],
        stop: Stop | None,
        on_progress: Callable[[Any], None] | None,
    ) -> None:
        """Pass on what is reported, and the wish to stop, until there is an answer."""
        is_stopped = False
        while not (await asyncio.wait([answer], timeout=_NEWS_S))[0]:
            if stop is not None and stop.is_set and not is_stopped:
                is_stopped = True
                actor.stop.remote(number)
            if on_progress is not None and (news := await actor.news.remote()) is not None:
                on_progress(news)

    def close(self) -> None:
        """Free the memory that it has somewhere."""
        if self._home is not None:
            self._home.actor.forget.remote(self._key)
            self._home = None
