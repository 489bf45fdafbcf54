"""Searches on workers of a Ray cluster: the machines on which ``gajah worker`` runs.

The server has one worker for each search that such a machine offers, and looks for machines that
come and go. A search whose worker is lost begins again on another one, before all that wait.
Workers end with the server. Without the head of the cluster none can join: once the last worker is
lost as well, searches run on the server's own cores.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any, TypeVar

from gajah._core import Stop
from gajah.cluster import connect
from gajah.web.analysis.pool import Mind, Searches, SearchPool
from gajah.web.analysis.queue import WorkerLost
from gajah.web.analysis.worker import Worker

T = TypeVar("T")

_log = logging.getLogger(__name__)

#: What a machine of the cluster offers: searches at once.
RESOURCE = "gajah_search"
# Of that, reserved by each worker: several servers share the machines.
_SHARE = 0.0001
# Ray would end this process, and all games, a minute after the head of the cluster has gone.
_PATIENCE = ("RAY_gcs_rpc_server_reconnect_timeout_s", str(10**9))
# How often the server looks for machines, and how long the cluster may take to name them.
_LOOK_S = 1.0
_AWAY_S = 10.0
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

    def __init__(
        self, address: str, spare: SearchPool, *, most_waiting: int = 500, most_each: int = 500
    ) -> None:
        """Connect to the cluster at ``address``; raises ClusterError.

        ``spare`` are the cores to think on when it has gone.
        """
        super().__init__(0, most_waiting=most_waiting, most_each=most_each)
        os.environ.setdefault(*_PATIENCE)
        here = {RESOURCE: float(os.cpu_count() or 1)}
        at_end = signal.getsignal(signal.SIGTERM)
        self._ray = connect(address, option="--workers", resources=here)
        # Ray's own way to end would be told to systemd as a failure.
        signal.signal(signal.SIGTERM, at_end)
        self.spare = spare
        #: Whether searches run on the spare cores.
        self.is_replaced = False
        self._members: set[_Member] = set()
        # The one that has rested longest first.
        self._free: dict[_Member, None] = {}
        #: One for each worker, from before it begins until it is lost.
        self._employments: dict[asyncio.Task[None], str] = {}
        self._is_closed = threading.Event()
        #: When the cluster has named its machines last.
        self._seen_s = 0.0

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return len(self._members)

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
        loop = asyncio.get_running_loop()
        self._seen_s = loop.time()
        # A thread that the end of the process does not wait for: the cluster may never answer.
        threading.Thread(target=self._look, args=[loop], daemon=True).start()
        self._watch(is_away=False)

    def close(self) -> None:
        """End the workers and leave the cluster, unless it is away."""
        self._is_closed.set()
        for task in self._employments:
            task.cancel()
        if not self._is_away:
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
            self._use_workers()

    def _use_workers(self) -> None:
        self.is_replaced = False
        self.resize(len(self._members))

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ask again and again which machines there are."""
        while not self._is_closed.wait(_LOOK_S):
            with suppress(self._ray.exceptions.RayError, RuntimeError):  # or the loop has ended
                loop.call_soon_threadsafe(self._tend, self._ray.nodes())

    def _tend(self, nodes: list[dict[str, Any]]) -> None:
        """Have as many workers on each machine as it offers."""
        if self._is_closed.is_set():
            return
        self._seen_s = asyncio.get_running_loop().time()
        employed = Counter(self._employments.values())
        for node in nodes:
            name, offered = node["NodeID"], int(node["Resources"].get(RESOURCE, 0))
            for _ in range(offered - employed[name] if node["Alive"] else 0):
                task = asyncio.create_task(self._employ(name))
                self._employments[task] = name
                task.add_done_callback(self._employments.pop)

    @property
    def _is_away(self) -> bool:
        return asyncio.get_running_loop().time() - self._seen_s > _AWAY_S

    def _watch(self, *, is_away: bool) -> None:
        """Tell the log when the cluster has gone or come back; do without it and its workers."""
        if self._is_closed.is_set():
            return
        if self._is_away and not is_away:
            _log.error("the cluster does not answer", extra={"event": "cluster_away"})
        elif is_away and not self._is_away:
            _log.warning("the cluster answers again", extra={"event": "cluster_back"})
        if self._is_away and not self._members and not self.is_replaced:
            words = "no worker is left: searches run on this machine's own cores"
            _log.warning(words, extra={"event": "cluster_replaced"})
            self.is_replaced = True
            self.resize(self.spare.size)
        loop = asyncio.get_running_loop()
        loop.call_later(_LOOK_S, partial(self._watch, is_away=self._is_away))

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
        self._use_workers()
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
        #: The same on a core of this machine.
        self._spare: Mind | None = None

    async def think(
        self,
        ask: Callable[..., T],
        stop: Stop | None = None,
        on_progress: Callable[[Any], None] | None = None,
    ) -> T:
        """Think on a worker; raises WorkerLost."""
        if self._pool.is_replaced:
            self._spare = self._spare or self._pool.spare.new_mind(self._make)
            return await self._spare.think(ask, stop, on_progress)
        self._spare = None
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
        # Its error is not always asked for: a lost worker is also noticed by other questions.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            if stop is not None or on_progress is not None:
                await self._follow(actor, number, answer, stop, on_progress)
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            # The worker is in use until the search has noticed.
            actor.stop.remote(number)
            await asyncio.wait([answer])
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
        self._home = self._spare = None
