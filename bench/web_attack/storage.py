"""A disk that fills up, and databases that are read-only, locked or away, under load."""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

import psycopg

from tests.web.games.postgres import Postgres
from tests.web.harness import Json, Server

from .players import Tables
from .servers import complaints, folder, postgres, server_at

_DISK_MB = {"sqlite": 8, "postgresql": 256}
_LONGEST_S = 6.0
# Players take a tenth of a second. An outage is noticed by the next beat of the server's heart.
_MOST_CHARGED_S = 3.0
_RESTART_S = 60.0


def disk(options: argparse.Namespace) -> Json:
    """Fill the disk of a server on SQLite, or of PostgreSQL below two, and empty it again."""
    with folder() as where, _small_disk(where / "disk", _DISK_MB[options.database]) as place:
        if options.database == "postgresql":
            chance = random.Random(options.seed)
            with postgres(place) as shared, _pair(where, shared) as servers:
                return _attack(options, servers, lambda s: _fill_below(shared, place, s, chance))
        with server_at(place) as server:
            found = _attack(options, [server], lambda s: _fill(place, s))
        # After the end, what is there is whole.
        with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database:
            found["integrity"] = database.execute("PRAGMA integrity_check").fetchone()[0]
    return found


def read_only(options: argparse.Namespace) -> Json:
    """Let nothing be written to the files of a server on SQLite for a while."""
    with folder() as where, server_at(where) as server:
        return _attack(options, [server], lambda s: _forbid(server.data, s))


def database(options: argparse.Namespace) -> Json:
    """Lock the file of a server on SQLite; or end PostgreSQL, or its connections, below two."""
    with folder() as where, ExitStack() as stack:
        if options.database == "sqlite":
            server = stack.enter_context(server_at(where))
            file = server.data / "gajah.sqlite3"
            return _attack(options, [server], lambda s: _lock(file, s))
        shared = stack.enter_context(postgres())
        servers = stack.enter_context(_pair(where, shared))
        chance = random.Random(options.seed)
        return _attack(options, servers, lambda s: _take_away(shared, s, chance))


def _attack(
    options: argparse.Namespace, servers: list[Server], trouble: Callable[[float], None]
) -> Json:
    chance = random.Random(options.seed)
    until_s = time.monotonic() + options.seconds
    tables = Tables(servers, options.games, options.seed)
    times, back_s = 0, []
    with tables:
        while times < options.times and time.monotonic() < until_s:
            trouble(chance.random() * _LONGEST_S)
            back_s.append(tables.wait_for_progress())
            times += 1
            time.sleep(chance.random())
    tables.check_stored(servers[0])
    if (charged_s := tables.tally.longest_turn_s) > _MOST_CHARGED_S:
        tables.tally.problems.append(f"a player was charged {charged_s:.1f} s for a turn")
    lines = [line for server in servers for line in server.log().splitlines()]
    return {
        **asdict(tables.tally),
        "times": times,
        "goes_on_s": {"longest": round(max(back_s, default=0.0), 2)},
        "log_lines": len(lines),
        "log": lines[:20],
        "problems": tables.tally.problems + complaints(*servers),
    }


@contextmanager
def _pair(where: Path, shared: Postgres) -> Iterator[list[Server]]:
    """Two servers on one database."""
    url = ("--database", shared.url)
    with server_at(where / "a", *url) as one, server_at(where / "b", *url) as two:
        yield [one, two]


@contextmanager
def _small_disk(where: Path, megabytes: int) -> Iterator[Path]:
    """A disk of a few megabytes; root mounts it."""
    where.mkdir()
    where.parent.chmod(0o711)  # PostgreSQL is another user.
    size = f"size={megabytes}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(where)], check=True)
    try:
        yield where
    finally:
        subprocess.run(["umount", str(where)], check=True)


def _fill(place: Path, seconds: float) -> None:
    ballast = place / "ballast"
    until_s = time.monotonic() + seconds
    with ballast.open("ab", buffering=0) as file:
        while time.monotonic() < until_s:
            for size in (65536, 4096):
                with suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass
            time.sleep(0.02)
    ballast.unlink()


def _fill_below(shared: Postgres, place: Path, seconds: float, chance: random.Random) -> None:
    filling = threading.Thread(target=_fill, args=(place, seconds))
    filling.start()
    if chance.random() < 0.5:
        _want_log(shared, place, filling)
    filling.join()
    # Without room for its log PostgreSQL ends; systemd, or whatever has started it, does so again.
    until_s = time.monotonic() + _RESTART_S
    while not _answers(shared):
        assert time.monotonic() < until_s, "PostgreSQL does not start"
        with suppress(subprocess.CalledProcessError):  # It runs, and is about to answer or to end.
            shared.start()


def _want_log(shared: Postgres, place: Path, filling: threading.Thread) -> None:
    """Have PostgreSQL want another file for its log while the disk is full."""
    while filling.is_alive():
        time.sleep(0.01)
        if os.statvfs(place).f_bavail:
            continue
        try:
            with psycopg.connect(shared.url, autocommit=True) as connection:
                connection.execute("SELECT txid_current(), pg_switch_wal()")
        except psycopg.Error:
            return


def _answers(shared: Postgres) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(shared.url):
        return True
    return False


def _forbid(data: Path, seconds: float) -> None:
    # Not the -shm, which SQLite maps: a write to it would end the process (SIGBUS).
    files = [str(data), *(f"{data}/gajah.sqlite3{end}" for end in ("", "-wal"))]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        time.sleep(seconds)
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


def _lock(file: Path, seconds: float) -> None:
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        connection.execute("ROLLBACK")


def _take_away(shared: Postgres, seconds: float, chance: random.Random) -> None:
    if chance.random() < 0.5:
        shared.stop()
        time.sleep(seconds)
        shared.start()
        return
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    with psycopg.connect(shared.url, autocommit=True) as connection:
        for _ in range(20):
            connection.execute(others)
            time.sleep(seconds / 20)
