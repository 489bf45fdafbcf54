"""The learner of a cluster: a run whose samples come by mail, and which goes on after a kill."""

from __future__ import annotations

import os
import socket
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gajah.train import checkpoint
from gajah.train.mailbox import Mailbox, Receipt
from gajah.train.run import Trainer
from gajah.train.sample_log import Parcel, SampleLog
from gajah.train.settings import Run


@dataclass(frozen=True)
class LearnerPlan:
    """What the learner is told; the same when it is started again."""

    run: Run
    #: Where the command was given: the paths below, and those in ``make``, may begin there.
    folder: Path
    out: Path
    #: Where the run goes on from when it begins.
    resume: Path | None
    #: Where samples are kept.
    samples: Path
    #: Makes the run; ``resume``, ``supply`` and ``show`` are added.
    make: partial[Trainer]
    #: Seconds of training, all resumed runs together, until the end; and those that only learn.
    until_s: float
    alone_s: float


class LearnerActor:
    """Learns in one thread; others answer the actors and the process that watches."""

    _mailbox: Mailbox

    def __init__(self, plan: LearnerPlan) -> None:
        self._plan = plan
        self._told_to_stop = threading.Event()
        self._epoch = uuid.uuid4().hex
        self._news = [f"the learner: {socket.gethostname()}, process {os.getpid()}"]
        os.chdir(plan.folder)
        self._fault = self._try(self._open)

    def _open(self) -> None:
        plan = self._plan
        log = SampleLog(plan.samples, plan.run.learning.buffer)
        self._mailbox = Mailbox(log, plan.run.shape)

    def go(self) -> str:
        """Learn to the end or until told to stop; what went wrong, or nothing."""
        if self._fault:
            return self._fault
        try:
            return self._try(self._train)
        finally:
            # This process may outlive the command, which may be given again at once.
            self._mailbox.close()

    def _try(self, work: Callable[[], None]) -> str:
        try:
            work()
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}"
        except ValueError as mistake:
            return str(mistake)
        return ""

    def _train(self) -> None:
        plan = self._plan
        make = partial(plan.make, supply=self._mailbox, show=self._news.append)
        if (plan.out / checkpoint.WEIGHTS).exists():
            # Its own pupils go on with it.
            trainer = make(resume=plan.out, pupils=())
        else:
            trainer = make(resume=plan.resume)
            # Before any actor plays, so that there is always something to go on from.
            trainer.save(0.0)
        left_s = max(0.0, plan.until_s - trainer.learner.seconds_before)
        trainer.go(
            left_s / 60.0, self._told_to_stop.is_set, alone_minutes=min(plan.alone_s, left_s) / 60.0
        )

    def stop(self) -> None:
        """Save and end soon."""
        self._told_to_stop.set()

    def news(self, epoch: str, seen: int) -> tuple[str, list[str]]:
        """Which start of the learner this is, and its lines; of that one, those after ``seen``."""
        return self._epoch, self._news[seen if epoch == self._epoch else 0 :]

    def deliver(self, parcels: list[Parcel]) -> Receipt:
        """See ``Mailbox``."""
        return self._mailbox.deliver(parcels)

    def weights(self) -> tuple[Receipt, bytes]:
        """See ``Mailbox``."""
        return self._mailbox.weights()
