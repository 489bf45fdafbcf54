"""One thread that writes, so that no other waits for the disk.

Statements that arrive together are committed together: a hundred turns a second cost a few commits.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from sqlalchemy import Connection, Engine
from sqlalchemy.sql.dml import UpdateBase

from gajah.web.games.database import DatabaseAway, Outage, is_trouble, open_for_writing
from gajah.web.games.server_time import ServerTime
from gajah.web.wire.errors import Restarting

_MOST_AT_ONCE = 200
# How long a write waits for a database that is locked or away, and how often it tries.
_PATIENCE_S = 60.0
_RETRY_S = 0.1

Statement = tuple[UpdateBase, Sequence[dict[str, object]]]
"""A statement with the rows it is run for (none: once, as it is)."""

Change = Callable[[Connection], None]
"""What asks before it writes, in the same transaction. It may be done again after a failure."""

FENCED = {"fenced": True, "preserve_rowcount": True}
"""Execution options of a statement that must find its rows; else all of its job is undone."""


class Overtaken(Restarting):
    """Another process has these rows, or has changed them: nothing was written."""


class _Job:
    def __init__(
        self, statements: Sequence[Statement | Change], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def run(self, connection: Connection) -> None:
        for each in self.statements:
            if not isinstance(each, tuple):
                each(connection)
                continue
            statement, rows = each
            done = connection.execute(statement, list(rows) or None)
            is_fenced = statement.get_execution_options().get("fenced", False)
            if is_fenced and done.rowcount != max(1, len(rows)):
                raise Overtaken


class Writer:
    """Commits statements in the order in which they were given."""

    def __init__(self, engine: Engine, server_time: ServerTime, *, shared: bool) -> None:
        """Raises DatabaseUnusable where another one writes; ``shared``, other servers may."""
        self._engine = engine
        self._shared = shared
        self._time = server_time
        self._outage = Outage("written")
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._is_closing = False
        self._connection: Connection | None = open_for_writing(engine, shared=shared)
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def write(self, statements: Sequence[Statement | Change]) -> None:
        """Wait until these are committed, all or none of them; raises DatabaseAway."""
        job = _Job(statements, asyncio.get_running_loop())
        self._jobs.put(job)
        await job.done

    def close(self) -> None:
        """Write what has been asked for, and end."""
        self._is_closing = True
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._next_batch()) is not None:
            with self._time.writing():
                errors = self._commit(batch)
            _report(batch, errors)
        self._disconnect()

    def _next_batch(self) -> list[_Job] | None:
        first = self._jobs.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < _MOST_AT_ONCE and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                # The end comes after this batch.
                self._jobs.put(None)
                break
            batch.append(job)
        return batch

    def _commit(self, batch: list[_Job]) -> list[Exception | None]:
        """Commit all of them together, or each alone where one is to blame; what went wrong."""
        error = self._try(batch)
        if error is None or len(batch) == 1 or isinstance(error, DatabaseAway):
            return [error] * len(batch)
        return [self._try([job]) for job in batch]

    def _try(self, batch: list[_Job]) -> Exception | None:
        until_s = time.monotonic() + _PATIENCE_S
        while True:
            try:
                if self._connection is None:
                    self._connection = open_for_writing(self._engine, shared=self._shared)
                with self._connection.begin():
                    for job in batch:
                        job.run(self._connection)
            except Exception as error:
                if not is_trouble(error):
                    return error
                self._outage.note(error)
                self._disconnect()
                if self._is_closing or time.monotonic() >= until_s:
                    return DatabaseAway()
                time.sleep(_RETRY_S)
            else:
                self._outage.end()
                return None

    def _disconnect(self) -> None:
        if self._connection is not None:
            # Not kept for others: it holds the right to write.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


def _report(batch: list[_Job], errors: list[Exception | None]) -> None:
    def tell() -> None:
        for job, error in zip(batch, errors, strict=True):
            if job.done.cancelled():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)

    batch[0].loop.call_soon_threadsafe(tell)
