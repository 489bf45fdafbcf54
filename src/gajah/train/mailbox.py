"""Where actors bring their samples and find the weights: the learner's end of a cluster."""

from __future__ import annotations

import threading
import time
import uuid
from dataclasses import dataclass

import torch

from gajah.engine.folded import Layer
from gajah.train.export import packed
from gajah.train.packing import unpack
from gajah.train.progress import Content, SelfPlayed
from gajah.train.replay import Replay
from gajah.train.sample_log import Parcel, SampleLog
from gajah.train.settings import NetworkShape

#: How long the learner waits between two turns. One on a processor has caught up by then; one on a
#: graphics card looks whether that has finished a step.
_PAUSE_S, _PAUSE_ON_GPU_S = 0.02, 0.001


@dataclass(frozen=True)
class Receipt:
    """The answer to a parcel: it is kept, and this is what to play with now."""

    #: Of the newest weights; differs whenever they do.
    version: str
    progress: float
    is_playing: bool


class Mailbox:
    """A ``Supply`` for the learner. Actors call ``deliver`` and ``weights``, from other threads."""

    plays_beside = True

    def __init__(self, log: SampleLog, shape: NetworkShape) -> None:
        self._log, self._shape = log, shape
        self._pause_s = _PAUSE_ON_GPU_S if torch.cuda.is_available() else _PAUSE_S
        self._lock = threading.Lock()
        self._waiting: list[Parcel] = []
        # Versions of an earlier process are no longer true: its last weights may not be saved.
        self._epoch, self._publications = uuid.uuid4().hex[:8], 0
        self._weights = b""
        self._progress = 0.0
        self._is_playing = False
        self._failure: OSError | None = None
        self._is_closed = False
        self._heard: set[str] = set()
        self._waited_s = 0.0

    def deliver(self, parcels: list[Parcel]) -> Receipt:
        """Keep an actor's parcels, each once, however often it is sent.

        Raises LookupError when the run is over, and OSError if they cannot be kept.
        """
        with self._lock:
            if self._is_closed:
                raise LookupError("the run is over")
            for parcel in parcels:
                self._heard.add(parcel.actor)
                try:
                    if self._log.add(parcel):
                        self._waiting.append(parcel)
                except OSError as failure:
                    # It ends the run, in the learner's thread; the actor still has the parcel.
                    self._failure = failure
                    raise
            return self._receipt()

    def weights(self) -> tuple[Receipt, bytes]:
        """The newest weights as ``gajah.train.export`` packs them; none while none may play."""
        with self._lock:
            return self._receipt(), self._weights if self._is_playing else b""

    def _receipt(self) -> Receipt:
        version = f"{self._epoch}-{self._publications}"
        return Receipt(version, self._progress, self._is_playing)

    def close(self) -> None:
        """Leave the log to the next run. What actors bring from now on is not kept."""
        with self._lock:
            self._is_closed = True
            self._log.close()

    def restore(self, replay: Replay) -> None:
        """Fill the buffer from the log."""
        with self._lock:
            kept = 0
            for parcel in self._log.parcels():
                replay.add(unpack(parcel.samples, parcel.rows))
                kept += parcel.rows
            # What came before this moment is in the log, too.
            self._waiting = []
            replay.total = self._log.account.rows
            replay.learned = self._log.account.learned
        replay.set_window(kept)

    def open(self, layers: list[Layer], *, progress: float, seed: int) -> list[str]:
        """Have the first weights ready; actors choose seeds of their own."""
        del seed
        self.publish(layers)
        self._progress = progress
        return []

    def start(self) -> None:
        """Let actors play."""
        self._is_playing = True

    def stop(self) -> None:
        """Let actors rest."""
        self._is_playing = False

    def turn(self, group: int) -> None:
        """Wait a moment; raises OSError if samples can no longer be kept."""
        del group
        if self._failure is not None:
            raise self._failure
        start = time.monotonic()
        time.sleep(self._pause_s)
        self._waited_s += time.monotonic() - start

    def publish(self, layers: list[Layer]) -> None:
        """Have new weights ready for the actors that ask."""
        weights = packed(layers, self._shape)
        with self._lock:
            self._weights = weights
            self._publications += 1

    def set_progress(self, progress: float) -> None:
        """What actors hear with their next receipt."""
        self._progress = progress

    def drain(self, replay: Replay) -> None:
        """Move what has come into the buffer."""
        with self._lock:
            parcels, self._waiting = self._waiting, []
        for parcel in parcels:
            replay.add(unpack(parcel.samples, parcel.rows))

    def keep(self, replay: Replay) -> None:
        """Force the log to the disk."""
        with self._lock:
            self._log.keep(replay.learned)

    def played(self) -> SelfPlayed:
        """By all actors together."""
        with self._lock:
            return self._log.account.played

    def report(self, seconds: float) -> Content:
        """How many actors were heard of, and the share of the time in which nothing was learned."""
        with self._lock:
            heard, self._heard = self._heard, set()
        waited, self._waited_s = self._waited_s, 0.0
        return {"actors": len(heard), "waiting": round(waited / seconds, 2)}
