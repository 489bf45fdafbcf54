"""Several servers on one PostgreSQL database: each game belongs to one of them at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from gajah.analysis.puzzles import all_puzzles
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.accounts.visitor import Visitor, account_server
from tests.web.games.postgres import Postgres
from tests.web.harness import Page, Server

_TURNS = ("Ee2n", "ed7s", "Ee3n", "ed6s", "Ee4w", "ed5n", "Ed4e", "ed6n")
_POLL_S = 0.05


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    servers = [Server(tmp_path / name / "data", "--database", database) for name in "ab"]
    for server in servers:
        server.data.parent.mkdir()
    with servers[0], servers[1]:
        yield servers[0], servers[1]


@pytest.fixture
def clubs(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with accounts on one database."""
    for name in "ab":
        (tmp_path / name).mkdir()
    options = ("--database", database)
    with (
        account_server(tmp_path / "a" / "data", *options) as owner,
        account_server(tmp_path / "b" / "data", *options) as other,
    ):
        yield owner, other


def play(page: Page, *turns: str) -> None:
    """Play turns for both sides."""
    for turn in turns:
        page.play(turn)


def turns_of(database: str, game: str) -> list[str]:
    """The turns that the database has."""
    with psycopg.connect(database) as connection:
        query = "SELECT turn FROM nodes WHERE game_id = %s AND played ORDER BY id"
        return [turn for (turn,) in connection.execute(query, (game,))]


def test_a_page_plays_a_whole_game_by_way_of_the_other_process(pair: tuple[Server, Server]) -> None:
    owner, other = pair
    game, tokens = owner.new_game(control="10m/10m")
    gold, silver = other.page(game, tokens["g"]), owner.page(game, tokens["s"])
    gold.ask("name", name="Ann")
    gold.set_up(GOLD_SETUP)
    silver.set_up(SILVER_SETUP)
    gold.play("Ee2n Ee3n")
    assert silver.hear("turn", where=lambda m: m["node"]["label"] == "2g")["node"]["turn"]
    assert gold.refused("send") == "not_your_turn"
    silver.play("ed7s")
    assert gold.hear("turn", where=lambda m: m["node"]["label"] == "2s")
    # A page that watches at either process sees the same.
    assert other.page(game).welcome["game"] == owner.page(game).welcome["game"]
    assert gold.ask("resign")["game"]["state"] == "over"
    again = gold.ask("rematch")
    assert again["state"] == "asked"
    rematch = silver.ask("rematch", answer=True)["game"]
    assert other.page(rematch, tokens["g"]).welcome["seats"] == ["s"]


def test_no_turn_is_lost_when_a_process_is_killed(
    pair: tuple[Server, Server], database: str
) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short, control="10m/10m")
    page, visitor = owner.page(game, *tokens.values()), other.page(game, *tokens.values())
    play(page, *_TURNS[:3])
    before = visitor.ask("hello", version=1)["clock"]
    page.ask("steps", steps=["ed6s"])
    owner.kill()
    assert visitor.is_closed()
    again = other.page(game, *tokens.values())
    assert again.welcome["game"]["turn_count"] == 3
    assert again.welcome["board"]["steps"] == ["ed6s"]
    # What passed between the last sign of life and the takeover is charged to neither side.
    after = again.welcome["clock"]
    assert after["running"] == "s"
    assert before["left"]["s"] - after["left"]["s"] < 3
    again.ask("send")
    play(again, *_TURNS[4:])
    assert turns_of(database, game) == list(_TURNS)


def test_bots_and_flags_of_a_killed_process_go_on_without_a_page(
    pair: tuple[Server, Server],
) -> None:
    owner, other = pair
    bots, _ = owner.new_game("random", "random", start=OPENING.short)
    timed, tokens = owner.new_game(start=OPENING.short, control="2s/2s")
    owner.page(timed, *tokens.values())
    owner.kill()
    for game in (bots, timed):
        while other.get(f"/games/{game}")["game"]["state"] != "over":
            time.sleep(_POLL_S)
    assert other.get(f"/games/{timed}")["game"]["result"]["reason"] == "time"


def test_a_process_that_hung_cannot_write_what_another_plays(
    pair: tuple[Server, Server], database: str
) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short, control="10m/10m")
    page = owner.page(game, *tokens.values())
    play(page, _TURNS[0])
    page.ask("steps", steps=["ed7s"])
    owner.pause()
    # Said to the process that hangs, which does it when it wakes.
    page.say("send", ref=99)
    again = other.page(game, *tokens.values())
    again.ask("reset")
    again.play("ha7s")
    owner.resume()
    assert page.is_closed()
    again.play("Ee3n")
    assert turns_of(database, game) == ["Ee2n", "ha7s", "Ee3n"]
    # It is a process as before, and passes pages on to the other one.
    third = owner.page(game, *tokens.values())
    assert third.welcome["game"]["turn_count"] == 3
    third.play("ha6s")
    assert again.hear("turn")["node"]["turn"] == "ha6s"
    assert "taken for dead" in owner.log()
    assert "Traceback" not in owner.log()


def test_games_move_at_once_when_a_process_is_told_to_end(
    pair: tuple[Server, Server], database: str
) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short, control="10m/10m")
    here, there = owner.page(game, tokens["g"]), other.page(game, tokens["s"])
    play(here, _TURNS[0])
    owner.terminate()
    there.hear("restarting")
    assert here.is_closed()
    assert there.is_closed()
    again = other.page(game, *tokens.values())
    play(again, *_TURNS[1:])
    owner.kill()
    owner.start()
    assert owner.page(game).welcome["game"]["turn_count"] == len(_TURNS)
    assert turns_of(database, game) == list(_TURNS)
    assert owner.log() == other.log() == ""


def test_requests_about_a_game_are_answered_by_its_process(pair: tuple[Server, Server]) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short)
    watcher = owner.page(game)
    page = owner.page(game, *tokens.values())
    assert other.get(f"/games/{game}")["game"]["state"] == "playing"
    change = {"op": "comment", "node": 1, "text": "Good."}
    play(page, _TURNS[0])
    assert other.post(f"/games/{game}/tree", change, 409)["error"]["code"] == "game_running"
    page.ask("resign")
    assert other.post(f"/games/{game}/tree", change)["tree"][1]["comments"] == ["Good."]
    assert owner.get(f"/games/{game}")["tree"][1]["comments"] == ["Good."]
    with other.client() as client:
        assert client.delete(f"/games/{game}").status_code == 204
    assert watcher.is_closed()
    with owner.client() as client:
        assert client.get(f"/games/{game}").status_code == 404


def test_visitors_of_one_process_are_no_owners_at_another(tmp_path: Path, database: str) -> None:
    owner = Server(tmp_path / "a" / "data", "--database", database)
    other = Server(tmp_path / "b" / "data", "--database", database, "--proxy", "127.0.0.1")
    for server in (owner, other):
        server.data.parent.mkdir()
    with owner, other:
        game, tokens = owner.new_game(start=OPENING.short)
        owner.page(game, *tokens.values())
        with other.client() as client:
            assert client.delete(f"/games/{game}").status_code == 403
            forged = {"X-Gajah-Person": "guess owner -"}
            assert client.delete(f"/games/{game}", headers=forged).status_code == 403
            headers = {"Authorization": f"Bearer {tokens['g']}"}
            assert client.delete(f"/games/{game}", headers=headers).status_code == 204


def test_a_review_is_followed_by_way_of_the_other_process(pair: tuple[Server, Server]) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short)
    page = owner.page(game, *tokens.values())
    play(page, *_TURNS[:3])
    page.ask("resign")
    desk = other.analysis(game)
    desk.say("review", ref=7, game=game, seconds=0.01)
    done = desk.hear("review", where=lambda m: m["state"] == "done")
    assert (done["ref"], done["done"]) == (7, 3)
    assert owner.get(f"/games/{game}")["game"]["reviewed"]
    desk.say("review", ref=8, game=game, seconds=5)
    assert desk.hear("review")["state"] == "waiting"
    desk.say("cancel_review", ref=9, game=game)
    assert desk.hear("review", where=lambda m: m["state"] == "cancelled")["ref"] == 8
    assert desk.hear("stopped")["ref"] == 9


def test_lists_say_who_is_online_at_another_process(pair: tuple[Server, Server]) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short)

    def is_online(server: Server) -> bool:
        (found,) = [each for each in server.get("/games")["games"] if each["id"] == game]
        online: bool = found["gold"]["online"]
        return online

    page = other.page(game, tokens["g"])
    for server in pair:
        while not is_online(server):
            time.sleep(_POLL_S)
    page.close()
    for server in pair:
        while is_online(server):
            time.sleep(_POLL_S)


def test_answers_to_puzzles_at_two_processes_all_count(pair: tuple[Server, Server]) -> None:
    ids = list(all_puzzles())[:20]
    with pair[0].client() as one:
        first = one.post(f"/puzzles/{ids[0]}/hint", json={})
        with pair[1].client(cookies=one.cookies) as two, ThreadPoolExecutor(2) as threads:

            def answer(number: int) -> int:
                client = (one, two)[number % 2]
                return client.post(f"/puzzles/{ids[number]}/hint", json={}).status_code

            assert first.status_code == 200
            assert set(threads.map(answer, range(1, 20))) == {200}
            assert one.get("/puzzles/me").json()["answers"] == 20
            assert two.get("/puzzles/me").json() == one.get("/puzzles/me").json()


def test_servers_that_start_together_make_the_tables_once(tmp_path: Path, database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty")
    url = database.replace("/postgres?", "/empty?")
    servers = [Server(tmp_path / name / "data", "--database", url) for name in "abc"]
    for server in servers:
        server.data.parent.mkdir()
    try:
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(Server.start, servers))
        game, _ = servers[0].new_game(start=OPENING.short)
        assert [server.page(game).welcome["game"]["id"] for server in servers] == [game] * 3
    finally:
        for server in servers:
            server.kill()


def test_a_rated_game_counts_once_across_processes(clubs: tuple[Server, Server]) -> None:
    owner, other = clubs
    ann, bob = Visitor(owner, "Ann"), Visitor(other, "Bob")
    game, tokens = ann.rated_game()
    gold, silver = ann.page(game, tokens["g"]), bob.page(game, tokens["s"])
    assert silver.welcome["seats"] == ["s"], "the other process is told who is logged in"
    gold.set_up(GOLD_SETUP)
    silver.set_up(SILVER_SETUP)
    owner.kill()
    assert silver.is_closed()
    silver = bob.page(game, tokens["s"])
    silver.ask("resign")
    assert bob.profile("Ann")["rated_games"] == bob.profile("Bob")["rated_games"] == 1
    assert bob.profile("Ann")["rating"] == 1662


def test_a_challenge_is_accepted_at_another_process(clubs: tuple[Server, Server]) -> None:
    owner, other = clubs
    ann, bob = Visitor(owner, "Maker"), Visitor(other, "Taker")
    made = ann.post("/games", 201, control="10m/10m", rated=True, open=True)
    game = made["game"]["id"]
    gold = ann.page(game, made["tokens"]["g"])
    while not other.get("/challenges")["challenges"]:
        time.sleep(_POLL_S)
    taken = bob.post(f"/games/{game}/accept")
    assert gold.hear("game")["game"]["silver"]["name"] == "Taker"
    assert bob.page(game, taken["token"]).welcome["seats"] == ["s"]


def test_an_outage_of_the_database_moves_no_game_and_costs_no_time(
    pair: tuple[Server, Server], postgres: Postgres
) -> None:
    owner, other = pair
    game, tokens = owner.new_game(start=OPENING.short, control="10m/10m")
    here, there = owner.page(game, tokens["g"]), other.page(game, tokens["s"])
    play(here, _TURNS[0])
    postgres.stop()
    # The clock stands still, for both pages.
    while there.ask("hello", version=1)["clock"] != here.ask("hello", version=1)["clock"]:
        time.sleep(_POLL_S)
    while not all("cannot be shared" in server.log() for server in pair):
        time.sleep(_POLL_S)
    postgres.start()
    there.play(_TURNS[1])
    here.hear("turn", where=lambda m: m["node"]["label"] == "2s")
    here.play(_TURNS[2])
    for server in pair:
        assert "taken for dead" not in server.log()
        assert "Traceback" not in server.log()
