"""The tables, and how the database is opened: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from gajah.errors import quoted

SCHEMA_VERSION = "1"
_BUSY_MS = 10_000
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}

_metadata = MetaData()

games = Table(
    "games",
    _metadata,
    Column("id", String(24), primary_key=True),
    Column("created", Float, nullable=False),
    Column("state", String(8), nullable=False),
    Column("gold_player", String(80), nullable=False),
    Column("gold_name", String(200), nullable=False),
    Column("gold_token", String(64)),
    Column("gold_taken", Boolean, nullable=False),
    Column("silver_player", String(80), nullable=False),
    Column("silver_name", String(200), nullable=False),
    Column("silver_token", String(64)),
    Column("silver_taken", Boolean, nullable=False),
    Column("control", String(200)),
    Column("start", String(200)),
    Column("handicap", JSON),
    Column("event", String(200), nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("tags", JSON),
    Column("winner", String(1)),
    Column("reason", String(1)),
    Column("detail", Text, nullable=False),
    Column("turn_count", Integer, nullable=False),
    #: The position after the played line, for pictures of many games at once.
    Column("position", String(200), nullable=False),
    #: Steps, undone steps or setup of the turn under way, who has asked for what, and the
    #: clocks of a game that ended in it.
    Column("draft", JSON),
    #: When the turn under way began to count, in Unix seconds.
    Column("turn_began", Float),
    Column("review", JSON),
    Index("games_newest_first", "created"),
    Index("games_by_state", "state"),
)

nodes = Table(
    "nodes",
    _metadata,
    Column("game_id", String(24), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("parent", Integer),
    Column("rank", Integer, nullable=False),
    Column("label", String(10), nullable=False),
    Column("turn", String(200), nullable=False),
    Column("glyphs", String(80), nullable=False),
    Column("comments", JSON, nullable=False),
    Column("played", Boolean, nullable=False),
)

facts = Table(
    "facts",
    _metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)


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
        _metadata.create_all(engine)
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
        found = connection.scalar(select(facts.c.value).where(facts.c.name == "schema"))
        if found is None:
            connection.execute(facts.insert().values(name="schema", value=SCHEMA_VERSION))
        elif found != SCHEMA_VERSION:
            raise DatabaseUnusable(
                f"the database is of version {found}, this gajah needs {SCHEMA_VERSION}"
            )
