"""The database itself: SQLite in a file, or PostgreSQL by its URL, and what can be wrong with it.

`opening` looks at what it holds.

One server writes to a SQLite file at a time: it locks a file beside it. A PostgreSQL database has
any number of servers (`leases`), or one command that looks after it: the connection that writes
holds an advisory lock, shared among servers, and loses it with the connection.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    event,
    func,
    make_url,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    OperationalError,
)
from sqlalchemy.pool import ConnectionPoolEntry

from gajah.errors import quoted
from gajah.system import try_lock
from gajah.web.wire.errors import Refusal

_log = logging.getLogger(__name__)
_BUSY_MS = 1_000
# The right to write, among the locks of a PostgreSQL database: "gajah" in ASCII.
_RIGHT_TO_WRITE = 0x67616A6168
_RIGHT_TO_OPEN = _RIGHT_TO_WRITE + 1
# How long the server that was just killed may still have it.
_CLAIM_S = 3.0
_RETRY_S = 0.1
# A server that hangs in a transaction keeps its rows from the others: it is disconnected.
_MOST_IDLE_MS = 3_000
# Locked by another program, or on a disk that is full, gone or read-only at the moment.
_SQLITE_TROUBLE = (
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN),
)
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


BINARY = {"binary": True}
"""Execution options of a statement that reads bytes: as text, PostgreSQL takes twice as long."""


class DatabaseUnusable(Exception):  # noqa: N818 - it says what was found
    """The database cannot be used; the text is a sentence for the server's owner."""


class DatabaseAway(Refusal):
    """The database is locked or away at the moment."""

    def __init__(self) -> None:
        text = "The database does not answer. Try again in a moment."
        super().__init__("database_away", text, status=503)


class Outage:
    """Tells the log when the database stops answering one kind of question, and when it is back."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._since_s: float | None = None

    def note(self, error: Exception) -> None:
        """It does not answer."""
        if self._since_s is None:
            self._since_s = time.monotonic()
            note = {"event": "database_away"}
            _log.error("the database cannot be %s: %s", self._what, cause_of(error), extra=note)

    def end(self) -> None:
        """It answers."""
        if self._since_s is not None:
            away_s = time.monotonic() - self._since_s
            words = "the database can be %s again after %.1f s"
            _log.warning(words, self._what, away_s, extra={"event": "database_back"})
            self._since_s = None


def is_trouble(error: Exception) -> bool:
    """Whether the database is locked, full or away, rather than asked for something impossible."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, DatabaseUnusable)
    if isinstance(error.orig, sqlite3.Error):
        code = getattr(error.orig, "sqlite_errorcode", 0)
        return code & 0xFF in _SQLITE_TROUBLE
    # In PostgreSQL it is the server or the network that has trouble with the operation.
    return error.connection_invalidated or isinstance(error, OperationalError)


def connect_database(address: str) -> Engine:
    """The database there, whatever it holds; raises DatabaseUnusable."""
    try:
        parsed = make_url(address)
    except ArgumentError:
        raise DatabaseUnusable(f"{quoted(address)} is not the URL of a database") from None
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        known = "sqlite:///FILE or postgresql://USER@HOST/NAME"
        raise DatabaseUnusable(f"expected {known}, found {parsed.drivername}:")
    try:
        url = parsed.set(drivername=driver)
        engine = create_engine(url, pool_pre_ping=True, json_deserializer=_read_json)
    except ModuleNotFoundError:
        raise DatabaseUnusable("PostgreSQL needs: pip install gajah[postgres]") from None
    if driver == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    else:
        event.listen(engine, "connect", _prepare_postgresql)
        event.listen(engine, "before_cursor_execute", _choose_format)
    return engine


def claim_file(address: str) -> AbstractContextManager[IO[str] | None]:
    """Keep a second server from a SQLite file, which would overwrite the games of the first.

    The file that is locked, in which to note where the server is. ``None`` for other databases.
    Raises DatabaseUnusable.
    """
    database = find_file(address)
    if database is None:
        return nullcontext()
    try:
        file = database.with_name(f"{database.name}.lock").open("a+", encoding="utf-8")
    except OSError as error:
        reason = f"the folder {database.parent} cannot be used: {error.strerror}"
        raise DatabaseUnusable(reason) from None
    if not try_lock(file):
        file.seek(0)
        where = file.read().strip()
        file.close()
        # A command that looks after the database notes no address.
        if not where:
            raise DatabaseUnusable(f"another gajah uses {database}")
        raise DatabaseUnusable(
            f"gajah already serves {database} at {where}; a SQLite file is for one server,"
            " and several share a PostgreSQL database (--database)"
        )
    return file


def find_file(address: str) -> Path | None:
    """The file of a SQLite database."""
    try:
        url = make_url(address)
    except ArgumentError:
        return None
    name = (url.database or "").removeprefix("file:")
    is_file = url.drivername == "sqlite" and name not in ("", ":memory:")
    return Path(name).resolve() if is_file else None


def open_for_writing(engine: Engine, *, shared: bool = False) -> Connection:
    """A connection that may write; raises DatabaseUnusable while another has the right alone.

    ``shared`` is for servers: others may have the right as well, but no command.
    """
    connection = engine.connect()
    try:
        if engine.dialect.name == "postgresql":
            _claim(connection, shared=shared)
    except BaseException:
        connection.close()
        raise
    return connection


def _claim(connection: Connection, *, shared: bool) -> None:
    claim = select(func.pg_try_advisory_lock(_RIGHT_TO_WRITE))
    if shared:
        claim = select(func.pg_try_advisory_lock_shared(_RIGHT_TO_WRITE))
        connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = {_MOST_IDLE_MS}")
    until_s = time.monotonic() + _CLAIM_S
    while not connection.scalar(claim):
        if time.monotonic() >= until_s:
            raise DatabaseUnusable("another gajah uses this database")
        time.sleep(_RETRY_S)
    connection.commit()


@contextmanager
def one_opens(engine: Engine) -> Iterator[None]:
    """Let servers that start at the same moment make or change the tables one after the other."""
    if engine.dialect.name != "postgresql":
        yield
        return
    with engine.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(_RIGHT_TO_OPEN)))
        yield


def insert_into(kind: Any, dialect: str) -> Any:
    """An insert of that database, which knows what to do about a row that is there already."""
    # Imported here: a server needs only one of them, and they are slow to import.
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(kind)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(kind)


def keep_pages(connection: Connection, megabytes: int) -> None:
    """Let a connection keep that much of a SQLite file in memory; PostgreSQL sees to it itself."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA cache_size={-1024 * megabytes}")
        connection.commit()


def settle(connection: Connection) -> None:
    """Let PostgreSQL see to what was written at once, outside of a transaction.

    Until then a search that reads an index looks at the rows themselves, too. SQLite does not.
    """
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.exec_driver_sql("VACUUM (ANALYZE)")


def begin_change(connection: Connection) -> None:
    """Begin what changes tables, too: Python's driver of SQLite begins only to change rows."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _read_json(text: str) -> Any:
    """What JSON says; one that is damaged is the text itself, which no row has a use for."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def cause_of(error: Exception) -> str:
    """What the database itself says, in one line."""
    lines = str(getattr(error, "orig", error)).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # A damaged letter makes a text unreadable, or only ugly, and not the whole row.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    cursor = connection.cursor()
    # Readers do not wait for the writer. What is committed is on the disk: it survives the end of
    # the process, and of the machine. The writer commits together what comes together, so that
    # the disk's few milliseconds are paid once for all of it.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
    cursor.close()


def _prepare_postgresql(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # A search reads all of one index, which is in memory: PostgreSQL takes its pages for slower
    # than those of the table, which are five times as many, and helpers start too late.
    cursor.execute("SET random_page_cost = 1.1; SET max_parallel_workers_per_gather = 0")
    cursor.close()
    connection.commit()


def _choose_format(*execution: Any) -> None:
    _, cursor, _, _, context, _ = execution
    if context.execution_options.get("binary"):
        cursor.format = 1  # psycopg.pq.Format.BINARY
