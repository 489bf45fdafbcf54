"""Opening the database: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

from sqlalchemy import Engine, create_engine, event, insert, make_url, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from gajah.errors import quoted
from gajah.web.games.rows import Base, Fact

SCHEMA_VERSION = "1"
_BUSY_MS = 10_000
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


class DatabaseUnusable(Exception):  # noqa: N818 - it says what was found
    """The database cannot be used; the text is a sentence for the server's owner."""


def open_database(url: str) -> Engine:
    """The database there, with its tables; raises DatabaseUnusable."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUnusable(f"{quoted(url)} is not the URL of a database") from None
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        known = "sqlite:///FILE or postgresql://USER@HOST/NAME"
        raise DatabaseUnusable(f"expected {known}, found {parsed.drivername}:")
    try:
        engine = create_engine(parsed.set(drivername=driver), pool_pre_ping=True)
    except ModuleNotFoundError:
        raise DatabaseUnusable("PostgreSQL needs: pip install gajah[postgres]") from None
    if driver == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    try:
        Base.metadata.create_all(engine)
        _check_version(engine)
    except (DatabaseError, NoSuchModuleError) as error:
        cause = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise DatabaseUnusable(f"the database cannot be opened: {cause}") from None
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # Readers do not wait for the writer. What is committed is on the disk: it survives the end of
    # the process, and of the machine. The writer commits together what comes together, so that
    # the disk's few milliseconds are paid once for all of it.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
    cursor.close()


def _check_version(engine: Engine) -> None:
    with engine.begin() as connection:
        found = connection.scalar(select(Fact.value).where(Fact.name == "schema"))
        if found is None:
            connection.execute(insert(Fact).values(name="schema", value=SCHEMA_VERSION))
        elif found != SCHEMA_VERSION:
            raise DatabaseUnusable(
                f"the database is of version {found}, this gajah needs {SCHEMA_VERSION}"
            )
