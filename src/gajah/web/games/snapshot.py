"""All that a server keeps, in one file: written while it runs, read into an empty database.

Lines of JSON, compressed: what it is, then every row of every table, then how many there were. The
values are those of the columns, so that either database reads what the other has written, and what
is damaged stays as it is.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Table,
    delete,
    func,
    insert,
    select,
)

from gajah.files import whole_file
from gajah.web.games.account_rows import TABLES, StoredAct
from gajah.web.games.database import begin_change, open_for_writing
from gajah.web.games.filing import file_parts
from gajah.web.games.rows import SCHEMA_VERSION, BoardSpans, ServerNote, StoredProcess

_FORMAT = "gajah-snapshot"
_VERSION = 1
_AT_ONCE = 500


class BadSnapshot(Exception):  # noqa: N818 - it says what was found
    """The file cannot be restored; the text is a sentence for the server's owner."""


def write_snapshot(engine: Engine, path: Path) -> Counter[str]:
    """Write everything, as it is at one moment; the number of rows by table."""
    counts: Counter[str] = Counter()
    with whole_file(path) as part, gzip.open(part, "wt", encoding="utf-8") as file:
        with _at_one_moment(engine) as connection:
            head = {"format": _FORMAT, "version": _VERSION, "schema": SCHEMA_VERSION}
            print(json.dumps(head), file=file)
            for table in _tables(connection):
                names = [column.name for column in table.columns]
                print(json.dumps({"table": table.name, "columns": names}), file=file)
                for row in connection.execute(select(table)).yield_per(_AT_ONCE):
                    print(json.dumps(list(row)), file=file)
                    counts[table.name] += 1
        print(json.dumps({"end": counts}), file=file)
    return counts


def read_snapshot(path: Path, engine: Engine) -> Counter[str]:
    """Fill an empty database, or leave it as it is.

    What an older gajah has written is upgraded. Raises BadSnapshot, OSError, and DatabaseUnusable
    while a server uses the database.
    """
    with open_for_writing(engine) as connection, connection.begin():
        begin_change(connection)
        if any(_size(connection, each) for each in _tables(connection) if each.name != _NOTES):
            raise BadSnapshot("the database has games already: a backup fills an empty one")
        try:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                version = _read_head(file.readline())
                if version == SCHEMA_VERSION:
                    connection.execute(delete(ServerNote))
                    connection.execute(delete(BoardSpans))  # Of games that were deleted.
                    counts = _fill(connection, file)
                    file_parts(connection)
                    return counts
                return _fill_and_upgrade(connection, file, version)
        except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as error:
            raise BadSnapshot(f"the backup is damaged: {error}") from None


def _fill_and_upgrade(connection: Connection, file: TextIO, version: str) -> Counter[str]:
    # Imported here: nothing else needs Alembic, and it is slow to import.
    from gajah.web.games.upgrade import change_tables, finish_change

    TABLES.drop_all(connection)
    change_tables(connection, None, version)
    counts = _fill(connection, file)
    change_tables(connection, version)
    finish_change(connection)
    return counts


def _fill(connection: Connection, file: TextIO) -> Counter[str]:
    tables = {table.name: table for table in _tables(connection)}
    counts: Counter[str] = Counter()
    for name, rows in _batches(_parsed(line) for line in file):
        if name not in tables or not rows[0].keys() <= set(tables[name].columns.keys()):
            raise BadSnapshot(_OTHER_VERSION)
        connection.execute(insert(tables[name]), rows)
        counts[name] += len(rows)
    if connection.dialect.name == "postgresql" and _ACTS in tables:
        # PostgreSQL counts by itself, and has not counted these.
        newest = select(func.coalesce(func.max(tables[_ACTS].c.number), 0) + 1).scalar_subquery()
        sequence = func.pg_get_serial_sequence(_ACTS, "number")
        connection.execute(select(func.setval(sequence, newest, False)))
    return counts


_NOTES = ServerNote.__tablename__
_ACTS = StoredAct.__tablename__
_OTHER_VERSION = "the backup was made by another version of gajah"


def _read_head(line: str) -> str:
    """The version of the tables, from the first line."""
    head = _parsed(line)
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        raise BadSnapshot("this is no backup of gajah")
    known = [str(version) for version in range(1, int(SCHEMA_VERSION) + 1)]
    if head.get("version") != _VERSION or head.get("schema") not in known:
        raise BadSnapshot(_OTHER_VERSION)
    return str(head["schema"])


def _batches(lines: Iterator[Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows by table; raises BadSnapshot where the file does not come to its end."""
    name = ""
    columns: list[str] = []
    rows: list[dict[str, Any]] = []
    counts: Counter[str] = Counter()
    ended = False
    for line in lines:
        if isinstance(line, list) and len(line) == len(columns):
            rows.append(dict(zip(columns, line, strict=True)))
            counts[name] += 1
        if rows and (isinstance(line, dict) or len(rows) == _AT_ONCE):
            yield name, rows
            rows = []
        if isinstance(line, dict):
            ended = line.get("end") == counts
            name, columns = line.get("table", ""), line.get("columns", [])
    if not ended:
        raise BadSnapshot("the backup is damaged: rows are missing")


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise BadSnapshot("this is no backup of gajah, or a damaged one") from None


def _at_one_moment(engine: Engine) -> Connection:
    if engine.dialect.name == "postgresql":
        return engine.connect().execution_options(isolation_level="REPEATABLE READ")
    connection = engine.connect()
    # Python's driver begins by itself only before something is written.
    connection.exec_driver_sql("BEGIN")
    return connection


def _size(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _tables(connection: Connection) -> list[Table]:
    """Every table as the database has it, so with types that JSON has.

    But no processes, and not what is made of the others.
    """
    found = MetaData()
    kept = set(TABLES.tables) - {StoredProcess.__tablename__, BoardSpans.__tablename__}
    # A backup of an older version is read into the tables of that version.
    found.reflect(connection, only=lambda name, _: name in kept)
    return found.sorted_tables
