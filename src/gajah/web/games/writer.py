"""One thread that writes, so that no other waits for the disk.

Statements that arrive together are committed together: a hundred turns a second cost a few commits.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from queue import SimpleQueue

from sqlalchemy import Connection, Engine
from sqlalchemy.sql.dml import UpdateBase

_MOST_AT_ONCE = 200

Statement = tuple[UpdateBase, Sequence[dict[str, object]]]
"""A statement with the rows it is run for (none: once, as it is)."""


class _Job:
    def __init__(self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop) -> None:
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def run(self, connection: Connection) -> None:
        for statement, rows in self.statements:
            connection.execute(statement, list(rows) or None)


class Writer:
    """Commits statements in the order in which they were given."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def write(self, statements: Sequence[Statement]) -> None:
        """Wait until these are committed, all or none of them."""
        job = _Job(statements, asyncio.get_running_loop())
        self._jobs.put(job)
        await job.done

    def close(self) -> None:
        """Write what has been asked for, and end."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        with self._engine.connect() as connection:
            while (batch := self._next_batch()) is not None:
                try:
                    with connection.begin():
                        for job in batch:
                            job.run(connection)
                    errors: list[Exception | None] = [None] * len(batch)
                except Exception:
                    # One of them is to blame, or the database is: each on its own will tell.
                    errors = [_run_alone(connection, job) for job in batch]
                _report(batch, errors)

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


def _run_alone(connection: Connection, job: _Job) -> Exception | None:
    try:
        with connection.begin():
            job.run(connection)
    except Exception as error:
        return error
    return None


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
