"""Opening and closing a database.

Its tables are made where there are none, and upgraded where they are old.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress

from sqlalchemy import Engine, event, insert, inspect, select, update
from sqlalchemy.exc import DatabaseError, NoSuchModuleError

from gajah.errors import shown
from gajah.web.games.account_rows import TABLES
from gajah.web.games.database import DatabaseUnusable, cause_of, connect_database, one_opens
from gajah.web.games.rows import NEXT_PLACE, SCHEMA_VERSION, ServerNote


def open_database(address: str, *, is_claimed: bool = False) -> Engine:
    """The database there, with the tables of this version; raises DatabaseUnusable.

    ``is_claimed`` says that no other server uses it: `claim_file` was asked.
    """
    engine = connect_database(address)
    with ExitStack() as on_failure:
        on_failure.callback(engine.dispose)
        try:
            with one_opens(engine):
                _prepare(engine, address, is_claimed=is_claimed)
            with engine.begin() as connection:
                # One that can only be read says so now, and not to the first player.
                mine = ServerNote.name == "schema"
                connection.execute(update(ServerNote).where(mine).values(value=SCHEMA_VERSION))
        except (DatabaseError, NoSuchModuleError) as error:
            raise DatabaseUnusable(f"the database cannot be opened: {cause_of(error)}") from None
        except UnicodeDecodeError:  # SQLite quotes what is damaged.
            raise DatabaseUnusable("the database cannot be opened: it is damaged") from None
        on_failure.pop_all()
    return engine


def close_database(engine: Engine) -> None:
    """Close all connections: a thread that still reads closes its own when it is done."""
    # SQLAlchemy would give that one back to a pool that nothing closes any more.
    event.listen(engine, "checkin", lambda _, entry: entry.invalidate())
    engine.dispose()


def _prepare(engine: Engine, address: str, *, is_claimed: bool) -> None:
    found = _find_version(engine)
    if found is None:
        TABLES.create_all(engine)
        with engine.begin() as connection:
            notes = {"schema": SCHEMA_VERSION, NEXT_PLACE: "0"}
            rows = [{"name": name, "value": value} for name, value in notes.items()]
            connection.execute(insert(ServerNote), rows)
    elif _is_older(found):
        # Imported here: no other database needs Alembic, and it is slow to import.
        from gajah.web.games.upgrade import upgrade

        upgrade(engine, address, found, is_claimed=is_claimed)


def _find_version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table(ServerNote.__tablename__):
            return None
        return connection.scalar(select(ServerNote.value).where(ServerNote.name == "schema"))


def _is_older(found: str) -> bool:
    """Whether a version can be upgraded to this one; raises DatabaseUnusable for a newer one."""
    with suppress(ValueError):
        if 0 < int(found) <= int(SCHEMA_VERSION):
            return found != SCHEMA_VERSION
    raise DatabaseUnusable(
        f"the database is of version {shown(found)}, and this gajah knows those up to"
        f" {SCHEMA_VERSION}: start the gajah that wrote it, or a newer one"
    )
