"""Files with any number of games: read by all cores, written in batches, gone on with after a kill.

Every batch is committed together with a note of how far the file has been read. Games that are in
the library already, by their players, day and turns, are not stored again.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, insert, select

from gajah.records.games import Format, iter_games, sniff_format
from gajah.web.games.database import keep_pages, open_for_writing, settle
from gajah.web.games.filing import file_parts
from gajah.web.games.index import GameRows, add_to_index
from gajah.web.games.rows import IndexedGame, ServerNote, StoredGame, StoredNode
from gajah.web.library.importing import Batch, Item, without_nul
from gajah.web.wire.requests import ImportProblem

_BATCH = 200
# Keys are spread over the whole index: more batches in a transaction write each of its pages once,
# if there is memory for them.
_TOGETHER = 5
_PAGES_MB = 256
_NOTE = "import:"
_NAME_BYTES = 12


@dataclass
class ImportTally:
    """What has become of the games of a file so far."""

    stored: int = 0
    known: int = 0
    refused: int = 0
    #: Read by a run before this one.
    skipped: int = 0
    #: How much of the file has been read, by this run or before.
    bytes: int = 0


@dataclass
class _Share:
    """What a batch of items has come to."""

    items: int
    games: list[GameRows] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)


Tell = Callable[[ImportTally, list[ImportProblem]], None]


def import_file(engine: Engine, path: Path, jobs: int, tell: Tell) -> ImportTally:
    """Store the games of a file; ``tell`` hears of every batch. Raises DatabaseUnusable, OSError.

    One process reads records or JSON lines, ``jobs`` processes an archive.
    """
    done = ImportTally()
    with ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        connection = stack.enter_context(open_for_writing(engine))
        note = _Note(path)
        done.skipped = note.read(connection)
        form = sniff_format(file)
        items = iter_games(map(without_nul, file), form)
        batches = _batches(islice(items, done.skipped, None))
        if jobs > 1 and form is Format.ARCHIVE:
            pool = stack.enter_context(_pool(jobs))
            shares = _in_parallel(pool, batches, most=2 * jobs)
        else:
            shares = map(_prepare, batches)
        keep_pages(connection, _PAGES_MB)
        while group := list(islice(shares, _TOGETHER)):
            with connection.begin():
                for share in group:
                    _store(connection, share, done)
                    note.write(connection, share.items)
                file_parts(connection)
            done.bytes = file.tell()
            for share in group:
                tell(done, share.problems)
        if done.stored:
            settle(connection)
    return done


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that end with this one, even if it is killed."""
    # A forked process would hold the lock of the library, and the others' pipes to this one.
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_with_parent)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _batches(items: Iterator[Item]) -> Iterator[list[Item]]:
    while batch := list(islice(items, _BATCH)):
        yield batch


def _in_parallel(
    pool: ProcessPoolExecutor, batches: Iterable[list[Item]], most: int
) -> Iterator[_Share]:
    """In the order of the file; ``most`` batches are held at a time."""
    waiting: deque[Future[_Share]] = deque()
    for batch in batches:
        waiting.append(pool.submit(_prepare, batch))
        if len(waiting) >= most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _prepare(items: list[Item]) -> _Share:
    share = _Share(len(items))
    for item in items:
        one = Batch()
        one.take(item)
        share.problems += one.problems
        share.games += one.rows
    return share


def _store(connection: Connection, share: _Share, done: ImportTally) -> None:
    numbers = [game.indexed["number"] for game in share.games if game.indexed]
    wanted = select(IndexedGame.number).where(IndexedGame.number.in_(numbers))
    known = set(connection.scalars(wanted))
    new = []
    for game in share.games:
        if game.indexed:
            number = game.indexed["number"]
            if number in known:
                continue
            known.add(number)
        new.append(game)
    insert_games(connection, new)
    done.stored += len(new)
    done.known += len(share.games) - len(new)
    done.refused += share.items - len(share.games)


def insert_games(connection: Connection, new: Sequence[GameRows]) -> None:
    """Store games that are not in the library yet."""
    for kind, rows in (
        (StoredGame, [game.game for game in new]),
        (StoredNode, [row for game in new for row in game.nodes]),
    ):
        if rows:
            connection.execute(insert(kind), rows)
    add_to_index(connection, [(game.indexed, game.turns) for game in new if game.indexed])


class _Note:
    """How many items of a file have been read; nothing of a file that has changed since."""

    def __init__(self, path: Path) -> None:
        whole = path.resolve()
        digest = hashlib.blake2b(str(whole).encode(), digest_size=_NAME_BYTES)
        self._name = _NOTE + digest.hexdigest()
        facts = whole.stat()
        self._file = f"{facts.st_size} {facts.st_mtime_ns}"
        self._items = 0

    def read(self, connection: Connection) -> int:
        """How many were read before."""
        with connection.begin():
            wanted = select(ServerNote.value).where(ServerNote.name == self._name)
            file, _, items = (connection.scalar(wanted) or "").rpartition(" ")
        self._items = int(items) if file == self._file else 0
        return self._items

    def write(self, connection: Connection, more: int) -> None:
        """Note that ``more`` items have been read."""
        self._items += more
        connection.execute(delete(ServerNote).where(ServerNote.name == self._name))
        row = {"name": self._name, "value": f"{self._file} {self._items}"}
        connection.execute(insert(ServerNote), [row])
