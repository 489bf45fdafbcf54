"""Analysis as a service: requests come as lines of JSON, answers go out as they are found.

Several engines think at once, so answers come in any order; each has the id of its request.
docs/service.md has the protocol.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from importlib.metadata import version
from time import monotonic
from typing import Any

from gajah._core import Position, Stop
from gajah.analysis.requests import (
    RequestId,
    SearchRequest,
    check_fields,
    parse_search,
    read_id,
)
from gajah.analysis.shapes import analysis_shape
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine
from gajah.engine.limits import Limits
from gajah.errors import quoted
from gajah.game import Game
from gajah.notation import TurnLabel

PROTOCOL = 1
"""The version of the protocol."""

# A Ctrl-C may be noticed only when a wait is over.
_WAIT_S = 0.2


@dataclass(order=True)
class _Job:
    """One search; those of higher priority first, in each as they came."""

    order: tuple[int, int]
    id: RequestId = field(compare=False)
    label: TurnLabel | None = field(compare=False)
    game: Game | Position = field(compare=False)
    request: SearchRequest = field(compare=False)
    stop: Stop = field(compare=False, default_factory=Stop)
    is_running: bool = field(compare=False, default=False)

    @property
    def place(self) -> dict[str, Any]:
        """What every answer begins with."""
        position = self.game.position if isinstance(self.game, Game) else self.game
        label = {} if self.label is None else {"label": str(self.label)}
        return {"id": self.id, **label, "position": position.short}


class Service:
    """Engines that answer requests; ``write`` is given each answer as a line of JSON.

    >>> service = Service([Engine(hash_mb=8)], print)
    >>> service.handle('{"id": 1, "action": "version"}')
    {"id": 1, "state": "done", "version": "0.1.0", "protocol": 1, "jobs": 1}
    True
    >>> service.finish()
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        write: Callable[[str], None],
        *,
        default_s: float = 5.0,
    ) -> None:
        """``default_s`` is how long to think where a request sets no limit."""
        self._write, self._default_s = write, default_s
        self._change = threading.Condition()
        self._writing = threading.Lock()
        self._waiting: list[_Job] = []
        # The searches of each request that are not answered yet.
        self._open: dict[RequestId, list[_Job]] = {}
        self._count = 0
        self._is_ending = False
        self._failure: OSError | None = None
        self._threads = [
            threading.Thread(target=self._serve, args=(engine,), daemon=True) for engine in engines
        ]
        for thread in self._threads:
            thread.start()

    def handle(self, line: str | bytes) -> bool:
        """Take a request, and answer at once what can be; ``False`` if it asks to end.

        Raises OSError if an answer could not be written.
        """
        if self._failure is not None:
            raise self._failure
        if not line.strip():
            return True
        found: RequestId | None = None
        try:
            value = _parse(line)
            found = read_id(value)
            if "action" in value:
                return self._act(found, value)
            self._begin(found, parse_search(value, default_s=self._default_s))
        except ValueError as error:
            self._answer({"id": found, "state": "error", "error": str(error)})
        return True

    def finish(self) -> None:
        """Answer what has been asked, and end; raises OSError as ``handle`` does."""
        with self._change:
            self._is_ending = True
            self._change.notify_all()
        for thread in self._threads:
            while thread.is_alive():
                thread.join(_WAIT_S)
        if self._failure is not None:
            raise self._failure

    def cancel(self, wanted: RequestId | None = None) -> int:
        """Stop the searches of a request, or all; return how many there were.

        Those under way are answered with what they have found, the others without.
        """
        with self._change:
            jobs = [
                job
                for found, jobs in self._open.items()
                if wanted is None or found == wanted
                for job in jobs
            ]
            idle = [job for job in jobs if not job.is_running]
            for job in jobs:
                job.stop.set()
            for job in idle:
                self._forget(job)
            self._waiting = [job for job in self._waiting if not job.stop.is_set]
            self._waiting.sort()
        for job in idle:
            self._answer({**job.place, "state": "cancelled"})
        return len(jobs)

    def _act(self, found: RequestId, value: Mapping[str, Any]) -> bool:
        action = value["action"]
        answer: dict[str, Any] = {"id": found, "state": "done"}
        check_fields(value, ("id", "action", "of") if action == "cancel" else ("id", "action"))
        if action == "version":
            answer |= {"version": version("gajah"), "protocol": PROTOCOL}
            answer["jobs"] = len(self._threads)
        elif action == "cancel":
            answer["cancelled"] = self.cancel(
                read_id({"id": value["of"]}) if "of" in value else None
            )
        elif action == "quit":
            self.cancel()
        else:
            raise ValueError(f"unknown action {quoted(str(action))}: version, cancel or quit")
        self._answer(answer)
        return bool(action != "quit")

    def _begin(self, found: RequestId, request: SearchRequest) -> None:
        with self._change:
            if found in self._open:
                raise ValueError("a request with this id is not answered yet")
            if not request.places:
                raise ValueError("the game has no position to search")
            jobs = []
            for label, game in request.places:
                self._count += 1
                jobs.append(_Job((-request.priority, self._count), found, label, game, request))
            self._open[found] = jobs
            for job in jobs:
                heappush(self._waiting, job)
            self._change.notify_all()

    def _serve(self, engine: Engine) -> None:
        """Work off the queue until it is empty and the service ends."""
        while (job := self._next()) is not None:
            answer = self._search(engine, job)
            with self._change:
                self._forget(job)
            self._answer({**job.place, **answer})

    def _next(self) -> _Job | None:
        with self._change:
            while not self._waiting and not self._is_ending:
                self._change.wait()
            if not self._waiting:
                return None
            job = heappop(self._waiting)
            job.is_running = True
            return job

    def _search(self, engine: Engine, job: _Job) -> dict[str, Any]:
        request, told_s = job.request, monotonic()

        def tell(found: Analysis) -> None:
            nonlocal told_s
            assert request.every_s is not None
            if monotonic() - told_s >= request.every_s:
                told_s = monotonic()
                self._answer({**job.place, "state": "partial", **analysis_shape(found)})

        try:
            # Else an answer would depend on the requests before it.
            engine.clear()
            found = engine.search(
                job.game,
                request.limits & Limits(stop=job.stop),
                lines=request.lines,
                on_progress=None if request.every_s is None else tell,
            )
        except ValueError as error:
            if job.stop.is_set:  # before there was anything to tell
                return {"state": "cancelled"}
            return {"state": "error", "error": str(error)}
        except Exception as error:
            # The other requests are answered all the same.
            return {"state": "error", "error": f"a mistake in gajah itself: {error!r}"}
        state = "cancelled" if job.stop.is_set else "done"
        return {"state": state, **analysis_shape(found)}

    def _forget(self, job: _Job) -> None:
        jobs = self._open[job.id]
        jobs.remove(job)
        if not jobs:
            del self._open[job.id]

    def _answer(self, value: Mapping[str, Any]) -> None:
        try:
            with self._writing:
                self._write(json.dumps(value))
        except OSError as error:
            # The reader has gone; the thread that takes requests learns of it.
            self._failure = error


def _parse(line: str | bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("expected a JSON object in one line") from None
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object in one line")
    return value
