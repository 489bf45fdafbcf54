"""Upgrading an older database: a copy of it first, then all changes or none of them."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing, nullcontext, suppress
from datetime import date
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.orm import Session

from gajah.files import whole_file
from gajah.web.games import migrations
from gajah.web.games.database import (
    DatabaseUnusable,
    begin_change,
    cause_of,
    claim_file,
    find_file,
    open_for_writing,
)
from gajah.web.games.filing import file_parts
from gajah.web.games.index import adding
from gajah.web.games.loading import read_games, reading
from gajah.web.games.rows import SCHEMA_VERSION, IndexedGame, ServerNote, StoredGame
from gajah.web.wire.errors import UnreadableGame

_log = logging.getLogger(__name__)
_IS_VERSION = ServerNote.name == "schema"


def upgrade(engine: Engine, address: str, found: str, *, is_claimed: bool) -> None:
    """Bring an older database to this version; raises DatabaseUnusable and leaves it as it was."""
    try:
        with nullcontext() if is_claimed else claim_file(address):
            copy = _copy(find_file(address), found)
            where = "" if copy is None else f"; {copy} is a copy of what it was"
            words = "the database is upgraded to version %s%s"
            _log.warning(words, SCHEMA_VERSION, where, extra={"event": "database_upgraded"})
            try:
                _change(engine)
            except BaseException:
                if copy is not None:
                    copy.unlink()  # The database is the same.
                raise
    except Exception as error:
        raise DatabaseUnusable(
            f"the database, of version {found}, cannot be upgraded to {SCHEMA_VERSION}:"
            f" {cause_of(error)}; it is as it was, for the gajah that wrote it"
        ) from error


def change_tables(connection: Connection, found: str | None, wanted: str = SCHEMA_VERSION) -> None:
    """Make the tables of one version those of a later one; without one, where there are none."""
    folder = ScriptDirectory(str(Path(migrations.__file__).parent))
    changes = list(folder.iterate_revisions(wanted, found or "base"))
    with Operations.context(MigrationContext.configure(connection)):
        for change in reversed(changes):
            change.module.upgrade()


def finish_change(connection: Connection) -> None:
    """Fill the index of positions, and note the version."""
    _index_all(connection)
    file_parts(connection)
    connection.execute(update(ServerNote).where(_IS_VERSION).values(value=SCHEMA_VERSION))


def _index_all(connection: Connection) -> None:
    """Put finished games into the index that are not there yet."""
    known = select(IndexedGame.game_id)
    wanted = select(StoredGame.id).where(StoredGame.state == "over", StoredGame.id.not_in(known))
    for game_id in list(connection.scalars(wanted)):
        # One that is damaged stays what it is.
        with suppress(UnreadableGame), reading(game_id), Session(connection) as session:
            [made] = read_games(session, [game_id]).values()
            for add in adding(*made):
                add(connection)


def _change(engine: Engine) -> None:
    connection = open_for_writing(engine)
    try:
        begin_change(connection)
        # Asked again: until now another one might have upgraded it.
        found = connection.scalar(select(ServerNote.value).where(_IS_VERSION))
        change_tables(connection, found)
        finish_change(connection)
        connection.commit()
    finally:
        # Not kept for others: in PostgreSQL it holds the right to write.
        connection.invalidate()
        connection.close()


def _copy(file: Path | None, version: str) -> Path | None:
    """Copy a file of SQLite, with what is still in its journal."""
    if file is None:
        return None
    copy = file.with_name(f"{file.stem}-version-{version}-{date.today()}{file.suffix}")
    with whole_file(copy) as part:
        part.unlink(missing_ok=True)  # Of a copy that was interrupted.
        with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
        shutil.copymode(file, part)
    return copy
