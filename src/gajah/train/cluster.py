"""A run on a Ray cluster: one learner, any number of actors, and this process, which only watches.

The learner is on the machine where the command was given, because its files are there. If it is
killed, Ray starts it again, and it goes on from its last checkpoint and from all samples that it
had acknowledged. An actor that is lost is replaced. Actors wait for room: a machine that joins the
cluster gets those that found none.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gajah.cluster import ClusterError, connect
from gajah.train.actor import ActorPlan, SelfPlayer
from gajah.train.learner_actor import LearnerActor, LearnerPlan
from gajah.train.progress import Screen
from gajah.train.sample_log import Parcel

#: How often this process looks after learner and actors.
_LOOK_S = 0.5
#: Actors in a row that are lost before they have begun, or learners within a minute of each other:
#: after these losses the cluster is taken to be unable to run gajah.
_MOST_LOSSES = 5
_IN_A_ROW_S = 60.0
#: Requests that the learner answers at once; most of the time they wait for its log.
_LEARNER_THREADS = 32
#: Of a graphics card, reserved for the learner: actors that want whole cards leave it one.
LEARNER_SHARE = 0.01


class RemoteLearner:
    """The learner, from another process of the cluster."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def deliver(self, parcels: list[Parcel]) -> Any:
        """Send parcels."""
        return self._handle.deliver.remote(parcels)

    def weights(self) -> Any:
        """Ask for weights."""
        return self._handle.weights.remote()

    def answer(self, request: Any, *, wait_s: float = 0.0) -> Any:
        """The answer, or None if it has not come; raises LookupError if none will come."""
        import ray

        done, _ = ray.wait([request], timeout=wait_s)
        if not done:
            return None
        try:
            return ray.get(request)
        except ray.exceptions.RayError as error:
            raise LookupError(str(error)) from None


@dataclass
class _Member:
    """An actor as this process knows it."""

    name: str
    handle: Any
    playing: Any
    #: The request for its place, until it is answered.
    joining: Any


@dataclass(frozen=True)
class Needs:
    """What each actor takes, and how many there are; without a number, as many as fit."""

    actors: int | None
    threads: int
    #: Shares of a graphics card; without a number, whole ones where there are several.
    cards: float | None

    def cards_each(self, cards: float) -> float:
        """Of a cluster with ``cards`` graphics cards."""
        if self.cards is not None or not cards:
            return self.cards or 0.0
        # Ray counts ten-thousandths of a card.
        return 1.0 if cards > 1 else int((1e4 - 1e4 * LEARNER_SHARE) / (self.actors or 1)) / 1e4


class _Crew:
    """The actors."""

    def __init__(self, ray: Any, learner: Any, plan: ActorPlan, needs: Needs) -> None:
        self._ray, self._learner, self._plan, self._needs = ray, learner, plan, needs
        self._cards = needs.cards_each(ray.cluster_resources().get("GPU", 0))
        self._members: list[_Member] = []
        self._losses = 0

    def tend(self, note: Callable[[str], None]) -> None:
        """Greet those that have joined and replace those that are lost; raises ClusterError."""
        for member in list(self._members):
            if member.joining is not None and self._is_done(member.joining):
                self._greet(member, note)
            if self._is_done(member.playing):
                self._members.remove(member)
                self._bury(member, note)
        while len(self._members) < (self._needs.actors or self._room()):
            self._members.append(self._hire())

    def close(self) -> None:
        """End them all."""
        for member in self._members:
            self._ray.kill(member.handle)

    def _is_done(self, request: Any) -> bool:
        return bool(self._ray.wait([request], timeout=0)[0])

    def _room(self) -> int:
        there = self._ray.cluster_resources()
        room = int(there.get("CPU", 0)) // self._needs.threads
        if self._cards:
            room = min(room, int((there.get("GPU", 0) - LEARNER_SHARE) / self._cards + 1e-9))
        return max(1, room)

    def _hire(self) -> _Member:
        name = uuid.uuid4().hex[:8]
        kind = self._ray.remote(num_cpus=self._needs.threads, num_gpus=self._cards)(SelfPlayer)
        handle = kind.remote(name, self._plan, RemoteLearner(self._learner))
        return _Member(name, handle, joining=handle.place.remote(), playing=handle.play.remote())

    def _greet(self, member: _Member, note: Callable[[str], None]) -> None:
        try:
            note(f"actor {member.name} joined: {self._ray.get(member.joining)}")
        except self._ray.exceptions.RayError:
            return
        member.joining = None
        self._losses = 0

    def _bury(self, member: _Member, note: Callable[[str], None]) -> None:
        self._losses += member.joining is not None
        try:
            self._ray.get(member.playing)
        except self._ray.exceptions.RayActorError as loss:
            if self._losses >= _MOST_LOSSES:
                raise ClusterError(
                    f"{_MOST_LOSSES} actors were lost before they began: is gajah with PyTorch "
                    f"installed on every machine? {_last_line(loss)}"
                ) from None
            note(f"actor {member.name} was lost; another one takes its place")
        except self._ray.exceptions.RayTaskError as mistake:
            raise ClusterError(f"actor {member.name}: {mistake.cause}") from None


def _last_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [""])[-1]


@dataclass
class _Watch:
    """This process: starts the learner, and again if it is lost, and shows what it says."""

    ray: Any
    learner: Any
    crew: _Crew
    show: Callable[[str], None]
    epoch: str = ""
    seen: int = 0
    losses: int = 0
    last_loss: float = 0.0
    news: Any = None
    is_told: bool = False

    def until_done(self, stop: Callable[[], bool]) -> None:
        """Watch until the learner has ended; raises ClusterError with what it complains of."""
        going = self.learner.go.remote()
        while not self.ray.wait([going], timeout=_LOOK_S)[0]:
            if stop() and not self.is_told:
                self.is_told = True
                self.learner.stop.remote()
            self._tell_news()
            if not self.is_told:
                self.crew.tend(self.show)
        try:
            fault = self.ray.get(going)
        except self.ray.exceptions.RayError as loss:
            fault = f"the learner failed: {_last_line(loss)}"
        self._tell_news(wait_s=_LOOK_S)
        if fault:
            raise ClusterError(fault)

    def _tell_news(self, *, wait_s: float = 0.0) -> None:
        if self.news is None:
            self.news = self.learner.news.remote(self.epoch, self.seen)
        if not self.ray.wait([self.news], timeout=wait_s)[0]:
            return
        request, self.news = self.news, None
        try:
            epoch, lines = self.ray.get(request)
        except self.ray.exceptions.RayError:
            return
        if epoch != self.epoch:
            if self.epoch:
                self._mourn()
            self.epoch, self.seen = epoch, 0
        self.seen += len(lines)
        for line in lines:
            self.show(line)

    def _mourn(self) -> None:
        """The learner was lost and is there again; Ray has asked it again to go."""
        now = time.monotonic()
        self.losses = self.losses + 1 if now - self.last_loss < _IN_A_ROW_S else 1
        self.last_loss = now
        if self.losses >= _MOST_LOSSES:
            raise ClusterError(f"the learner was lost {_MOST_LOSSES} times within minutes")
        self.show("the learner was lost; it goes on from its last checkpoint")
        if self.is_told:
            self.learner.stop.remote()


def run_on_cluster(
    address: str,
    learning: LearnerPlan,
    playing: ActorPlan,
    needs: Needs,
    until_told: Callable[[], Callable[[], bool]],
) -> None:
    """Train on the cluster at ``address``; raises ClusterError.

    ``until_told`` begins to listen for signals, after Ray has set up its own ways to.
    """
    if address.startswith("ray://"):
        raise ClusterError(
            "the learner's files are where it runs: give the command on a machine of the cluster, "
            "with --ray auto"
        )
    ray = connect(address)
    try:
        stop = until_told()
        learner = _start_learner(ray, learning)
        crew = _Crew(ray, learner, playing, needs)
        try:
            _Watch(ray, learner, crew, Screen()).until_done(stop)
        finally:
            crew.close()
    finally:
        ray.shutdown()


def _start_learner(ray: Any, plan: LearnerPlan) -> Any:
    here = ray.get_runtime_context().get_node_id()
    node = next(node for node in ray.nodes() if node["NodeID"] == here)
    kind = ray.remote(
        # None of the processors: it must find a place on a machine full of actors.
        num_cpus=0,
        num_gpus=LEARNER_SHARE if node["Resources"].get("GPU") else 0,
        max_restarts=-1,
        # What is asked of it waits until it is there again.
        max_task_retries=-1,
        max_concurrency=_LEARNER_THREADS,
        scheduling_strategy=ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            here, soft=False
        ),
    )(LearnerActor)
    return kind.remote(plan)
