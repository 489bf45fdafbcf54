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
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    Enum,
    MetaData,
    String,
    Table,
    TypeDecorator,
    func,
    insert,
    select,
)
from sqlalchemy.types import TypeEngine

from gajah.files import whole_file
from gajah.web.games.database import SCHEMA_VERSION, open_for_writing
from gajah.web.games.rows import Base, ServerNote

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
            for table in _tables():
                names = [column.name for column in table.columns]
                print(json.dumps({"table": table.name, "columns": names}), file=file)
                for row in connection.execute(select(table)).yield_per(_AT_ONCE):
                    print(json.dumps(list(row)), file=file)
                    counts[table.name] += 1
        print(json.dumps({"end": counts}), file=file)
    return counts


def read_snapshot(path: Path, engine: Engine) -> Counter[str]:
    """Fill an empty database, or leave it as it is.

    Raises BadSnapshot, OSError, and DatabaseUnusable while a server uses the database.
    """
    tables = {table.name: table for table in _tables()}
    counts: Counter[str] = Counter()
    with open_for_writing(engine) as connection, connection.begin():
        if any(_size(connection, table) for table in tables.values() if table.name != _NOTES):
            raise BadSnapshot("the database has games already: a backup fills an empty one")
        connection.execute(tables[_NOTES].delete())
        try:
            for name, rows in _batches(_lines(path)):
                if name not in tables or not rows[0].keys() <= set(tables[name].columns.keys()):
                    raise BadSnapshot("the backup was made by another version of gajah")
                connection.execute(insert(tables[name]), rows)
                counts[name] += len(rows)
        except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as error:
            raise BadSnapshot(f"the backup is damaged: {error}") from None
    return counts


_NOTES = ServerNote.__tablename__


def _lines(path: Path) -> Iterator[Any]:
    """The lines after the first, which must be right; the last one is checked too."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head = _parsed(file.readline())
        if not isinstance(head, dict) or head.get("format") != _FORMAT:
            raise BadSnapshot("this is no backup of gajah")
        if (head.get("version"), head.get("schema")) != (_VERSION, SCHEMA_VERSION):
            raise BadSnapshot("the backup was made by another version of gajah")
        for line in file:
            yield _parsed(line)


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


def _tables() -> list[Table]:
    """Every table, with the types that JSON has."""
    plain = MetaData()
    return [
        Table(table.name, plain, *(Column(each.name, _plain(each.type)) for each in table.columns))
        for table in Base.metadata.sorted_tables
    ]


def _plain(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    if isinstance(kind, TypeDecorator):
        return JSON()
    return String() if isinstance(kind, Enum) else kind
