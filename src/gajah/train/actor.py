"""One actor of a cluster: plays with the learner's weights and sends it the samples."""

from __future__ import annotations

import io
import os
import socket
import time
import uuid
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from gajah._core import Position
from gajah.engine.folded import Layer
from gajah.train.export import unpacked
from gajah.train.games import GROUPS, TEND_EVERY_S, Games, choose_device
from gajah.train.mailbox import Receipt
from gajah.train.packing import pack
from gajah.train.progress import SelfPlayed
from gajah.train.sample_log import Parcel
from gajah.train.settings import Run

#: Parcels without a receipt: with more of them an actor waits for the learner, two minutes or so.
_MOST_WAITING = 240
#: Of those, the most that are sent together: after a pause the actor has to catch up.
_TOGETHER = 20
#: Before asking again a learner that was not there, or has nothing yet.
_AGAIN_S = 1.0
#: New weights may cost this share of an actor's time: on a processor they take seconds.
_UPDATE_SHARE = 0.02


class LearnerLink(Protocol):
    """The learner as an actor sees it: requests whose answers come later."""

    def deliver(self, parcels: list[Parcel]) -> Any:
        """Send parcels; the answer will be a ``Receipt``."""

    def weights(self) -> Any:
        """Ask for weights; the answer will be a ``Receipt`` and their bytes."""

    def answer(self, request: Any, *, wait_s: float = 0.0) -> Any:
        """The answer, or None if it has not come; raises LookupError if none will come."""


@dataclass(frozen=True)
class ActorPlan:
    """What every actor of a run is told when it begins."""

    run: Run
    starts: list[Position]
    graphs: bool


class Outbox:
    """Parcels on their way, each kept until its receipt has come."""

    def __init__(self, actor: str, learner: LearnerLink) -> None:
        self._actor, self._learner = actor, learner
        self._parcels: list[Parcel] = []
        self._number = 0
        # What is on its way: one request at a time, so that parcels arrive in order.
        self._request: Any = None
        self._sent = 0
        self._not_before = 0.0

    def __len__(self) -> int:
        return len(self._parcels)

    def put(self, rows: int, samples: bytes, played: SelfPlayed) -> None:
        """Send when the learner is ready for it."""
        self._number += 1
        self._parcels.append(Parcel(self._actor, self._number, rows, played, samples))

    def tend(self, now: float) -> Receipt | None:
        """Send what is next, and again what was lost; a receipt, if one has come."""
        receipt: Receipt | None = None
        if self._request is not None:
            try:
                receipt = self._learner.answer(self._request)
            except LookupError:
                self._request, self._not_before = None, now + _AGAIN_S
        if receipt is not None:
            del self._parcels[: self._sent]
            self._request = None
        if self._request is None and self._parcels and now >= self._not_before:
            together = self._parcels[:_TOGETHER]
            self._request, self._sent = self._learner.deliver(together), len(together)
        return receipt


class Inbox:
    """Weights on their way."""

    def __init__(self, learner: LearnerLink) -> None:
        self._learner = learner
        self._request: Any = None
        self.version = ""

    def ask(self, version: str) -> None:
        """Ask for the newest weights if ``version`` is not that of the last ones."""
        if version != self.version and self._request is None:
            self._request = self._learner.weights()

    def take(self, *, wait_s: float = 0.0) -> tuple[list[Layer], Receipt] | None:
        """What has come, once."""
        if self._request is None:
            return None
        try:
            found = self._learner.answer(self._request, wait_s=wait_s)
        except LookupError:
            self._request = None
            return None
        if found is None:
            return None
        self._request = None
        receipt, content = found
        if not content:
            return None
        self.version = receipt.version
        return unpacked(io.BytesIO(content))[0], receipt


class SelfPlayer:
    """Plays until it is ended. Nothing is lost with it but its games and what it had not sent."""

    def __init__(self, name: str, plan: ActorPlan, learner: LearnerLink) -> None:
        self._plan = plan
        self._device = choose_device()
        self._outbox, self._inbox = Outbox(name, learner), Inbox(learner)
        self._sent = SelfPlayed()
        # Samples are packed beside the games: the main thread would leave the graphics card idle.
        self._packer = ThreadPoolExecutor(1)
        self._packing: tuple[int, Future[bytes], SelfPlayed] | None = None
        self._next_weights = 0.0

    def place(self) -> str:
        """Where it plays."""
        return f"{socket.gethostname()}, process {os.getpid()}, on {self._device}"

    def play(self) -> None:
        """Play, for ever."""
        games = self._begin()
        games.start()
        is_playing = True
        while True:
            until = time.monotonic() + TEND_EVERY_S
            while is_playing and time.monotonic() < until:
                for group in range(GROUPS):
                    games.turn(group)
            time.sleep(max(0.0, until - time.monotonic()))
            receipt = self._send(games)
            if receipt is not None:
                is_playing = receipt.is_playing
                self._follow(games, receipt)

    def _begin(self) -> Games:
        """Set up games with the first weights there are."""
        while True:
            self._inbox.ask("any")
            found = self._inbox.take(wait_s=_AGAIN_S)
            if found is not None:
                break
            time.sleep(_AGAIN_S)
        layers, receipt = found
        return Games(
            self._plan.run,
            layers,
            device=self._device,
            starts=self._plan.starts,
            progress=receipt.progress,
            # No two actors, and none of a run that goes on, may play the same games.
            seed=uuid.uuid4().int % 2**63,
            graphs=self._plan.graphs,
            kernels=True,
        )

    def _send(self, games: Games) -> Receipt | None:
        """Send samples, pack newer ones; what the learner says, if it has said anything."""
        if self._packing is not None:
            rows, packed, new = self._packing
            # Their memory is used again by ``take``.
            self._outbox.put(rows, packed.result(), new)
        samples, played = games.take(), games.played()
        packed = self._packer.submit(pack, samples)
        self._packing = len(samples["features"]), packed, played - self._sent
        self._sent = played
        receipt = self._outbox.tend(time.monotonic())
        while len(self._outbox) > _MOST_WAITING:
            time.sleep(TEND_EVERY_S)
            receipt = self._outbox.tend(time.monotonic()) or receipt
        return receipt

    def _follow(self, games: Games, receipt: Receipt) -> None:
        """Play as the learner wants it, with the newest weights."""
        games.set_progress(receipt.progress)
        start = time.monotonic()
        if start < self._next_weights:
            return
        self._inbox.ask(receipt.version)
        if (found := self._inbox.take()) is not None:
            games.evaluator.update(found[0])
            self._next_weights = start + (time.monotonic() - start) / _UPDATE_SHARE
