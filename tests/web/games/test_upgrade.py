"""Databases that an older gajah has written: games go on, and nothing is lost where that fails.

Those in ``tests/data/databases`` were written by gajah 0.1.0 as it was on three days: with the
``first`` tables, with those of ``puzzles`` and with those of the ``index`` of positions.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import inspect

from gajah.web.games.database import begin_change, claim_file, connect_database
from gajah.web.games.opening import open_database
from gajah.web.games.rows import SCHEMA_VERSION
from gajah.web.games.upgrade import change_tables
from tests.cli.program import Done
from tests.samples import SAMPLE_FILE
from tests.web.harness import Json, Server, gajah_forked

DATABASES = Path(__file__).parents[2] / "data" / "databases"
DAYS = ("first", "puzzles", "index")
_CLAIM = "SELECT pg_advisory_lock(x'67616a6168'::bigint)"


def games_of(text: str) -> Json:
    """The games of a dump, and the secrets of their seats, from its second line."""
    found: Json = json.loads(text.splitlines()[1].removeprefix("-- "))
    return found


def write_file(data: Path, day: str = "first") -> Json:
    """Make a data folder with the database of that day; its games."""
    data.mkdir()
    text = (DATABASES / f"{day}.sqlite.sql").read_text()
    with closing(sqlite3.connect(data / "gajah.sqlite3")) as database:
        database.executescript(text)
    return games_of(text)


def dump(file: Path) -> list[str]:
    """All that a file of SQLite holds."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def copies(data: Path) -> list[Path]:
    """What was kept of the database before an upgrade."""
    return list(data.glob("gajah-version-1-*.sqlite3"))


def explore(*where: str) -> Done:
    """Ask a library for what was played first."""
    return gajah_forked("explore", "--json", *where)


def check_games(server: Server, games: Json) -> None:
    """All games are there, and those under way go on."""
    page = server.page(games["under_way"]["game"], *games["under_way"]["tokens"].values())
    game, board = page.welcome["game"], page.welcome["board"]
    assert (game["gold"]["name"], game["silver"]["name"]) == ("Ann", "Bob")
    assert (board["steps"], board["undone"]) == (["ee7s"], 1)
    assert page.welcome["clock"]["running"] == "s"
    assert 500 < page.welcome["clock"]["left"]["s"] <= 1200
    page.ask("redo")
    assert page.ask("send")["node"]["turn"] == "ee7s ee6s"
    page.play("Ha2n")
    page.ask("resign")
    for name in ("no_clock", "handicap"):
        page = server.page(games[name]["game"], *games[name]["tokens"].values())
        steps = page.welcome["board"]["legal"]
        # The first gajah set a handicap up by itself.
        assert page.play("ha7s" if "ha7s" in steps else "ra7s")["node"]["label"] == "2s"
    page = server.page(games["bot"]["game"], games["bot"]["tokens"]["g"])
    page.play("Ee3n")
    assert page.hear("turn", where=lambda m: m["node"]["label"] == "3s")
    waiting = games["waiting"]
    server.page(waiting["game"], waiting["tokens"]["g"])
    second = server.page(waiting["game"], waiting["tokens"]["s"])
    assert second.welcome["game"]["state"] == "setup"
    assert server.get("/games")["total"] == len(games)
    assert server.get(f"/games/{games['imported']['game']}")["tree"][3]["comments"]
    assert server.post("/puzzles/run", {"mode": "streak"})["mode"] == "streak"


@pytest.mark.parametrize("day", DAYS)
def test_games_of_an_older_gajah_go_on(tmp_path: Path, day: str) -> None:
    data = tmp_path / "data"
    games = write_file(data, day)
    before = dump(data / "gajah.sqlite3")
    with Server(data) as server:
        assert [dump(copy) for copy in copies(data)] == [before]
        assert str(copies(data)[0]) in server.log()
        # Those that were over before the index existed are in it.
        found = server.get("/explore")
        assert (found["games"], found["wins"], found["losses"]) == (2, 1, 1)
        assert server.get("/games?result=g")["games"][0]["id"] == games["imported"]["game"]
        check_games(server, games)
        server.kill()
        said = server.log()
        server.start()
        assert server.log() == said, "a database is upgraded once"
        assert server.get("/explore")["games"] == 3
    assert len(copies(data)) == 1


@pytest.mark.parametrize("day", DAYS)
def test_upgraded_tables_are_those_of_a_new_database(tmp_path: Path, day: str) -> None:
    write_file(tmp_path / "old", day)
    assert shape(url_of(tmp_path / "old")) == shape(url_of(tmp_path))


def url_of(folder: Path) -> str:
    """The database of a data folder."""
    return f"sqlite:///{folder / 'gajah.sqlite3'}"


def shape(url: str) -> dict[str, Any]:
    """The tables of the database there, with columns, keys and indexes."""
    engine = open_database(url)
    found = inspect(engine)
    tables = {
        name: (
            {column["name"]: column["nullable"] for column in found.get_columns(name)},
            found.get_pk_constraint(name)["constrained_columns"],
            found.get_indexes(name),
            found.get_unique_constraints(name),
            found.get_table_options(name),
        )
        for name in found.get_table_names()
    }
    engine.dispose()
    return tables


def test_finished_games_of_version_6_are_found_as_before(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    import_sample = gajah_forked("library", "import", str(SAMPLE_FILE), "--data", str(new))
    assert import_sample.code == 0, import_sample.err
    old.mkdir()
    write_version_6(old / "gajah.sqlite3", new / "gajah.sqlite3")
    asked = (
        *(("explore", "--json"), ("library", "export"), ("library", "export", "--rating", "2000")),
        *(("library", "export", "--pieces", "Ed5"), ("library", "export", "--player", "BOT_")),
    )
    for words in asked:
        answers = [gajah_forked(*words, "--data", str(data)) for data in (old, new)]
        assert answers[0].code == answers[1].code == 0, answers
        assert answers[0].out == answers[1].out


def write_version_6(file: Path, of: Path) -> None:
    """Make a file with the tables that version 6 had, and the games of one of today."""
    engine = connect_database(f"sqlite:///{file}")
    with engine.connect() as connection:
        begin_change(connection)
        change_tables(connection, None, "6")
        connection.exec_driver_sql("INSERT INTO facts VALUES ('schema', '6')")
        connection.commit()
    engine.dispose()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ATTACH ? AS today", (str(of),))
        for table in ("games", "nodes", "indexed_games"):
            names = ", ".join(
                row[1] for row in database.execute(f"PRAGMA main.table_info({table})")
            )
            database.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM today.{table}")
        database.execute(
            "INSERT INTO indexed_turns SELECT key, next_key, number, ply, score, rating"
            " FROM today.indexed_turns JOIN today.games ON place = game"
            " JOIN today.indexed_games ON game_id = games.id"
        )


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "data" / "gajah.sqlite3"
    games = write_file(data)
    with closing(sqlite3.connect(file)) as database:
        # In the way of a table that the upgrade makes after others.
        database.execute("CREATE INDEX puzzle_ratings ON games (event)")
    before = dump(file)
    done = gajah_forked("web", "--no-open", "--port", "0", "--data", str(data))
    assert done.code == 1
    assert (
        f"of version 1, cannot be upgraded to {SCHEMA_VERSION}: there is already an index"
        in done.err
    )
    assert "it is as it was" in done.err
    assert "Traceback" not in done.err
    assert dump(file) == before
    assert copies(data) == []
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP INDEX puzzle_ratings")
    with Server(data) as server:
        check_games(server, games)


def test_a_file_that_cannot_be_copied_is_not_upgraded(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "data" / "gajah.sqlite3"
    write_file(data)
    before = dump(file)
    (data / f"gajah-version-1-{date.today()}.sqlite3").mkdir()
    assert f"cannot be upgraded to {SCHEMA_VERSION}: " in explore("--data", str(data)).sentence
    assert dump(file) == before


COMMANDS = (
    ("admin", "check"),
    ("admin", "backup", "backup.gz"),
    ("library", "import", str(SAMPLE_FILE)),
    ("explore",),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_every_command_upgrades_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path / "data")
    done = gajah_forked(*command, "--data", str(tmp_path / "data"))
    assert done.code == 0, done.err
    assert f"upgraded to version {SCHEMA_VERSION}" in done.err
    assert len(copies(tmp_path / "data")) == 1
    again = gajah_forked("explore", "--data", str(tmp_path / "data"))
    assert (again.code, again.err) == (0, "")


def test_a_file_that_an_older_server_uses_is_not_upgraded(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "data" / "gajah.sqlite3"
    write_file(data)
    before = dump(file)
    with claim_file(url_of(data)):
        done = explore("--data", str(data))
    assert f"cannot be upgraded to {SCHEMA_VERSION}: another gajah uses " in done.sentence
    assert dump(file) == before


def test_a_backup_of_an_older_gajah_is_restored(tmp_path: Path) -> None:
    games = games_of((DATABASES / "index.sqlite.sql").read_text())
    data = ("--data", str(tmp_path / "data"))
    done = gajah_forked("admin", "restore", str(DATABASES / "index.backup.gz"), *data)
    assert (done.code, done.out, done.err) == (0, "7 games restored\n", "")
    with Server(tmp_path / "data") as server:
        check_games(server, games)
        assert server.log() == ""
    assert shape(url_of(tmp_path / "data")) == shape(url_of(tmp_path))


def test_a_database_of_today_starts_without_alembic(tmp_path: Path) -> None:
    url = url_of(tmp_path)
    code = (
        "import sys, gajah.web.server.serve\n"
        "from gajah.web.games.opening import open_database\n"
        f"open_database({url!r}), open_database({url!r})\n"
        "print('alembic' in sys.modules)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


@pytest.fixture
def old_database(database: str, request: pytest.FixtureRequest) -> tuple[str, Json]:
    """A database in PostgreSQL that the first gajah has written, and its games."""
    name = request.node.name.replace("[", "_").replace("]", "")[-60:]
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = database.replace("/postgres?", f"/{name}?")
    text = (DATABASES / "first.postgresql.sql").read_text()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(text.encode())
    return url, games_of(text)


def test_games_in_postgresql_go_on(
    tmp_path: Path, database: str, old_database: tuple[str, Json]
) -> None:
    url, games = old_database
    with Server(tmp_path / "data", "--database", url) as server:
        found = server.get("/explore")
        assert (found["games"], found["wins"], found["losses"]) == (2, 1, 1)
        check_games(server, games)
        server.kill()
        said = server.log()
        server.start()
        assert server.log() == said
    assert shape(url) == shape(database)


def test_an_upgrade_that_fails_leaves_postgresql_as_it_was(
    tmp_path: Path, old_database: tuple[str, Json]
) -> None:
    url, games = old_database
    where = ("--data", str(tmp_path), "--database", url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TYPE puzzle_ratings AS ENUM ()")
        assert f"cannot be upgraded to {SCHEMA_VERSION}" in explore(*where).err
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert tables.fetchone() == (3,)
        connection.execute("DROP TYPE puzzle_ratings")
        connection.execute(_CLAIM)
        assert "another gajah uses this database" in explore(*where).err
    with Server(tmp_path / "data", "--database", url) as server:
        check_games(server, games)
