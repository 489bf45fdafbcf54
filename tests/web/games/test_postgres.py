"""The same app on PostgreSQL."""

from __future__ import annotations

import json
import time
from pathlib import Path

import psycopg
import pytest

from gajah.analysis.puzzles import PuzzleTheme, find_puzzles
from gajah.web.games.database import DatabaseUnusable
from gajah.web.games.opening import open_database
from gajah.web.games.store import GameStore
from tests.cli.program import gajah_here
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.samples import SAMPLE_FILE
from tests.web.games.postgres import Postgres
from tests.web.harness import Page, Server, wait_until

_CLAIM = "SELECT pg_try_advisory_lock(x'67616a6168'::bigint)"
_COUNT_CLAIMS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
_OTHERS = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
_COUNT_OTHERS = f"SELECT count(*) {_OTHERS}"
_END_ALL_OTHERS = f"SELECT pg_terminate_backend(pid, 10000) {_OTHERS}"


# What PostgreSQL itself raises when it cannot extend a table.
_FULL_DISK = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON nodes EXECUTE FUNCTION no_room();
"""


def test_games_live_in_postgresql(tmp_path: Path, database: str) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        game, tokens = server.new_game(control="10m/10m")
        page = server.page(game, *tokens.values())
        page.ask("name", name="Ann \u2654", side="g")
        page.set_up(GOLD_SETUP)
        page.set_up(SILVER_SETUP)
        page.play("Ee2n Ee3n")
        page.ask("steps", steps=["ed7s"])
        server.kill()
        server.start()
        again = server.page(game, *tokens.values())
        assert again.welcome["board"]["steps"] == ["ed7s"]
        assert again.welcome["game"]["gold"]["name"] == "Ann \u2654"
        assert again.welcome["clock"]["running"] == "s"
        assert again.ask("takeback")["state"] == "granted"
        assert again.ask("resign")["game"]["state"] == "over"
    assert not (tmp_path / "data" / "gajah.sqlite3").exists()


def test_a_game_in_postgresql_bars_the_engine(tmp_path: Path, database: str) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        game, tokens = server.new_game(start=OPENING.short, no_engine=True)
        page = server.page(game, *tokens.values())
        page.play("Ee2n")
        place = {"position": OPENING.short, "turns": ["Ee2n"]}
        assert server.analysis().refused("analyse", **place) == "no_engine"
        page.ask("resign")
        assert server.analysis().ask("analyse", **place)["type"] in ("analysis", "queue")


def test_library_is_searched_in_postgresql(tmp_path: Path, database: str) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        record = f'[Gold "B%b"]\n[Position "{OPENING.short}"]\n\n2g Ee2n {{Yes.\0}}\n*\n'
        imported = server.post("/import", {"text": record})["games"]
        found = server.get("/games?player=b%25B")["games"]
        assert [game["id"] for game in found] == imported
        tags = '[Gold "B%b 2"]\n[GoldRating "1700"]\n[SilverRating "?"]'
        rated = server.post("/import", {"text": f"{tags}\n{record.partition(chr(10))[2]}"})["games"]
        for sort in ("rating", "longest", "shortest", "newest"):
            games = server.get(f"/games?player=b%25B&sort={sort}")["games"]
            assert {game["id"] for game in games} == {*imported, *rated}
        assert server.get("/games?player=b%25B&sort=rating")["games"][0]["id"] == rated[0]
        names = [game["gold"]["name"] for game in server.get("/games?sort=players")["games"]]
        assert names.index("B%b") < names.index("B%b 2")
        assert server.get("/games?sort=result")["total"] >= 2
        changed = {"op": "comment", "node": 1, "text": "No."}
        server.post(f"/games/{imported[0]}/tree", changed)
        assert server.get(f"/games/{imported[0]}")["tree"][1]["comments"] == ["No."]
        with server.client() as client:
            assert client.get("/games", params={"player": "\0"}).status_code == 422
            assert client.delete(f"/games/{imported[0]}").status_code == 204


def test_files_are_imported_into_postgresql_and_explored(tmp_path: Path, database: str) -> None:
    where = ("--data", str(tmp_path / "data"), "--database", database)

    def setups() -> dict[str, int]:
        found = json.loads(gajah_here("explore", "--json", "-n", "1000", *where).out)
        return {turn["turn"]: turn["games"] for turn in found["turns"]}

    before = setups()
    stored = gajah_here("library", "import", str(SAMPLE_FILE), *where)
    assert stored.out == f"{SAMPLE_FILE}: 100 games stored\n", stored.err
    after = setups()
    assert sum(after.values()) == sum(before.values()) + 100
    again = tmp_path / "again.tsv"
    again.write_bytes(SAMPLE_FILE.read_bytes())
    done = gajah_here("library", "import", str(again), *where)
    assert done.out == f"{again}: 0 games stored, 100 known already\n"
    assert setups() == after


def test_a_backup_moves_games_from_one_database_to_the_other(tmp_path: Path, database: str) -> None:
    first, back, file = tmp_path / "first", tmp_path / "back", tmp_path / "backup.gz"
    with Server(first) as server:
        game, tokens = server.new_game(control="10m/10m")
        page = server.page(game, *tokens.values())
        page.set_up(GOLD_SETUP)
        page.set_up(SILVER_SETUP)
        page.play("Ee2n Ee3n")
        page.ask("steps", steps=["ed7s"])
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE DATABASE moved")
    moved = database.replace("/postgres?", "/moved?")
    for command in (
        ("ban", "192.0.2.1", "--reason", "Flood", "--data", str(first)),
        ("backup", str(file), "--data", str(first)),
        ("restore", str(file), "--data", str(first), "--database", moved),
        # A row that PostgreSQL numbers, after one that it has not.
        ("ban", "192.0.2.2", "--reason", "Flood", "--data", str(first), "--database", moved),
        ("backup", str(file), "--data", str(first), "--database", moved),
        ("restore", str(file), "--data", str(back)),
    ):
        done = gajah_here("admin", *command)
        assert (done.code, done.err) == (0, "")
    for where in ((first, "--database", moved), (back,)):
        with Server(*where) as server:
            page = server.page(game, *tokens.values())
            assert page.welcome["board"]["steps"] == ["ed7s"]
            assert page.welcome["clock"]["running"] == "s"


def test_solvers_live_in_postgresql(tmp_path: Path, database: str) -> None:
    goal, _, other, *_ = find_puzzles(PuzzleTheme.GOAL)
    with Server(tmp_path / "data", "--database", database) as server, server.client() as client:
        client.post("/puzzles/known", json={"solved": [other.id]})
        client.post(f"/puzzles/{goal.id}/hint", json={})
        answer = client.post(f"/puzzles/{goal.id}/try", json={"turns": [str(goal.solution)]})
        run = client.post("/puzzles/run", json={"mode": "streak"}).json()
        server.kill()
        server.start()
        with server.client(cookies=client.cookies) as again:
            standing = again.get("/puzzles/me").json()
    assert standing == answer.json()["counted"]["standing"] | {"run": run}
    assert standing["answers"] == 1
    assert sum(part["solved"] for part in standing["progress"]) == 2


def test_nothing_stays_connected_to_a_store_that_is_closed(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as other:

        def is_left_alone() -> bool:
            return other.execute(_COUNT_OTHERS).fetchone() == (0,)

        other.execute(_END_ALL_OTHERS)
        store = GameStore(open_database(database))
        # As a thread does for a request that was cancelled when the server was told to end.
        with store.session() as session:
            session.connection()
            store.close()
        wait_until(is_left_alone)
        other.execute("CREATE DATABASE newer")
        newer = database.replace("/postgres?", "/newer?")
        GameStore(open_database(newer)).close()
        with psycopg.connect(newer) as changed:
            changed.execute("UPDATE facts SET value = '999' WHERE name = 'schema'")
        with pytest.raises(DatabaseUnusable, match="999"):
            open_database(newer)
        wait_until(is_left_alone)


def test_database_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--database", f"postgresql://x@/none?host={tmp_path}")
    with pytest.raises(AssertionError):
        server.start()
    server.kill()
    assert server.log().startswith("gajah: the database cannot be opened:")
    assert "Traceback" not in server.log()


def test_server_that_lost_its_connection_claims_the_database_again(
    tmp_path: Path, database: str
) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        page = server.page(game, *tokens.values())
        for turn in ("Ee2n", "ed7s", "Ee3n"):
            with psycopg.connect(database, autocommit=True) as other:
                other.execute(_END_ALL_OTHERS)
            page.play(turn)
        assert server.get(f"/games/{game}")["game"]["turn_count"] == 3
        with psycopg.connect(database) as other:
            assert other.execute(_COUNT_CLAIMS).fetchone() == (1,)
        assert "Traceback" not in server.log()


def test_server_whose_database_was_taken_over_overwrites_nothing(
    tmp_path: Path, database: str
) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        game, tokens = server.new_game(start=OPENING.short)
        page = server.page(game, *tokens.values())
        page.play("Ee2n")
        page.ask("steps", steps=["ed7s"])
        with psycopg.connect(database, autocommit=True) as other:
            # Another server, which comes when the first one's connection breaks.
            while other.execute(_CLAIM).fetchone() != (True,):
                other.execute(_END_ALL_OTHERS)
            page.say("send", ref=99)
            while "cannot be written: " not in server.log():
                time.sleep(0.05)
            found = other.execute("SELECT turn_count FROM games WHERE id = %s", (game,))
            assert found.fetchone() == (1,)
        # It goes again, and the turn that waited is played.
        assert page.hear("turn")["ref"] == 99


def test_database_that_is_away_is_said_to_be_and_waited_for(
    tmp_path: Path, postgres: Postgres
) -> None:
    with Server(tmp_path / "data", "--database", postgres.url) as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        page = server.page(game, *tokens.values())
        page.ask("steps", steps=["Ee2n"])
        other, _ = server.new_game(start=OPENING.short)
        postgres.stop()
        page.say("send", ref=99)
        for _ in range(5):
            visitor = Page(server, f"/ws/games/{other}")
            visitor.say("hello", version=1)
            assert visitor.next()["code"] == "database_away"
            assert visitor.is_closed()
        with server.client() as client:
            for path in ("/games", "/ready"):
                answer = client.get(path)
                found = (answer.status_code, answer.json()["error"]["code"])
                assert found == (503, "database_away")
        while "cannot be written: " not in server.log():
            time.sleep(0.05)
        postgres.start()
        assert page.hear("turn")["ref"] == 99
        assert server.page(other).welcome["game"]["turn_count"] == 0
        for what in ("written", "read"):
            assert server.log().count(f"the database cannot be {what}: ") == 1
            assert server.log().count(f"the database can be {what} again after ") == 1
        assert "Traceback" not in server.log()


def test_full_disk_of_postgresql_costs_no_time_and_no_turn(tmp_path: Path, database: str) -> None:
    with Server(tmp_path / "data", "--database", database) as server:
        game, tokens = server.new_game(start=OPENING.short, control="1s/1s")
        page = server.page(game, *tokens.values())
        page.ask("steps", steps=["Ee2n"])
        sent_s = time.monotonic()
        with psycopg.connect(database, autocommit=True) as other:
            other.execute(_FULL_DISK)
            page.say("send", ref=99)
            while time.monotonic() < sent_s + 3 or "No space left" not in server.log():
                time.sleep(0.05)
            other.execute("DROP FUNCTION no_room() CASCADE")
        played = page.hear("turn", "error", "game")
        assert (played["type"], played["ref"]) == ("turn", 99)
        assert played["clock"]["left"]["s"] > 1
        assert server.log().count("the database cannot be written: ") == 1
        assert "Traceback" not in server.log()
