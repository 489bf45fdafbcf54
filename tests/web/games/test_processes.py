"""Several servers on one PostgreSQL database: each game belongs to one of them at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from gajah.analysis.puzzles import all_puzzles
from gajah.web.games.leases import Leases
from gajah.web.games.opening import open_database
from gajah.web.games.store import GameStore
from gajah.web.live.lobby import Lobby
from gajah.web.server.app import make_lobby
from gajah.web.settings import Settings
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.accounts.test_challenges import hide_among_others
from tests.web.accounts.visitor import Visitor, account_server
from tests.web.games.postgres import Postgres
from tests.web.harness import Page, Server
from tests.web.live.test_correspondence import move_time, play_one, wait_for_end
from tests.web.notices.mailbox import PushService

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
    # Others are taken over together with it, whatever is damaged among them.
    others = [owner.new_game(start=OPENING.short, control="10m/10m") for _ in range(8)]
    for number, (each, seats) in enumerate(others):
        play(owner.page(each, *seats.values()), *_TURNS[:number])
    damaged, _ = others.pop()
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE nodes SET turn = 'Xx9' WHERE game_id = %s", (damaged,))
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
    for number, (each, seats) in enumerate(others):
        play(other.page(each, *seats.values()), *_TURNS[number:])
        assert turns_of(database, each) == list(_TURNS)
    with other.client() as client:
        refused = client.get(f"/games/{damaged}").json()
    assert refused["error"]["code"] == "unreadable_game"
    with psycopg.connect(database) as connection:  # Other tests' servers would try it again.
        connection.execute("DELETE FROM games WHERE id = %s", (damaged,))


async def leave_one(folder: Path, database: str) -> str:
    """A game by days whose process has ended."""
    lobby = make_lobby(Settings(data=folder, database=database), "http://127.0.0.1:1")
    game = await play_one(lobby)
    await lobby.drain()
    await lobby.close()
    lobby.store.close()
    return game


def join(database: str, port: int) -> GameStore:
    """The games as another process has them."""
    engine = open_database(database, is_claimed=True)
    return GameStore(engine, Leases(engine, f"http://127.0.0.1:{port}"))


def test_more_games_are_claimed_than_a_statement_of_postgresql_can_name(
    tmp_path: Path, database: str
) -> None:
    games = [asyncio.run(leave_one(tmp_path, database)) for _ in range(2)]
    gone = [f"gone-{number}" for number in range(66_000)]
    store = join(database, 2)
    assert store.claim([games[0], *gone, games[1]]).later_s.keys() == set(games)
    assert [store.game(game).owner for game in games] == [store.owner_id] * 2
    store.close()


def test_a_game_that_two_processes_claim_at_once_goes_to_one_of_them(
    tmp_path: Path, database: str
) -> None:
    game = asyncio.run(leave_one(tmp_path, database))
    stores = [join(database, port) for port in (2, 3)]
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with ThreadPoolExecutor(2) as threads:
        with psycopg.connect(database) as holder:
            holder.execute("SELECT * FROM games WHERE id = %s FOR UPDATE", (game,))
            claims = [threads.submit(store.claim, [game]) for store in stores]
            with psycopg.connect(database, autocommit=True) as watcher:
                while watcher.execute(waiting).fetchone() != (2,):
                    time.sleep(_POLL_S)
        found = [claim.result() for claim in claims]
    winner = next(number for number, claim in enumerate(found) if claim.later_s)
    assert found[1 - winner].elsewhere[game].peer.id == stores[winner].owner_id
    assert stores[0].game(game).owner == stores[winner].owner_id
    for store in stores:
        store.close()


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
    second, seats = owner.new_game(start=OPENING.short)
    regretful = owner.page(second, *seats.values())
    play(regretful, *_TURNS[:4])
    owner.pause()
    # Said to the process that hangs, which does it when it wakes.
    page.say("send", ref=99)
    regretful.say("takeback", ref=99)
    play(other.page(second, *seats.values()), *_TURNS[4:])
    again = other.page(game, *tokens.values())
    again.ask("reset")
    again.play("ha7s")
    owner.resume()
    assert page.is_closed()
    assert regretful.is_closed()
    again.play("Ee3n")
    assert turns_of(database, game) == ["Ee2n", "ha7s", "Ee3n"]
    assert turns_of(database, second) == list(_TURNS)
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


def test_two_processes_with_one_address_do_not_end_each_other(
    tmp_path: Path, database: str
) -> None:
    where = ("--database", database, "--peer-url", "http://127.0.0.1:9")
    first, second = (Server(tmp_path / name / "data", *where) for name in "ab")
    for server in (first, second):
        server.data.parent.mkdir()
    with first:
        game, tokens = first.new_game(start=OPENING.short, control="10m/10m")
        page = first.page(game, *tokens.values())
        with pytest.raises(AssertionError):
            second.start()
        second.kill()
        assert second.log().startswith("gajah: another process of this database has the address")
        play(page, *_TURNS[:2])
        first.kill()
        # What was killed there is over.
        with second:
            assert second.page(game).welcome["game"]["turn_count"] == 2
        assert first.log() == ""


def test_a_server_that_comes_later_neither_flags_nor_forgets_a_turn(
    tmp_path: Path, database: str
) -> None:
    first, later = (Server(tmp_path / name / "data", "--database", database) for name in "ab")
    for server in (first, later):
        server.data.parent.mkdir()
    with first:
        game, tokens = first.new_game(start=OPENING.short, control="10s/2m")
        page = first.page(game, *tokens.values())
        play(page, *_TURNS[:4])
        with later:
            play(page, *_TURNS[4:])
            stale = later.page(game, *tokens.values())
            stale.ask("takeback")
            assert stale.ask("hello", version=1)["game"]["turn_count"] == len(_TURNS) - 1
            assert turns_of(database, game) == list(_TURNS[:-1])
            assert page.ask("hello", version=1)["clock"]["running"] == "s"


def test_players_are_told_of_their_turns_whichever_process_plays(
    tmp_path: Path, database: str
) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    servers = [account_server(tmp_path / name / "data", "--database", database) for name in "ab"]
    for server in servers:
        with (server.data / "config.toml").open("a") as file:
            file.write("[push]\nlocal = true\n")
    with PushService().running() as push, servers[0] as one, servers[1] as two:
        ann, bob = Visitor(one, "Amy"), Visitor(two, "Ben")
        bob.post("/account/notices/push", **push.subscription)
        made = ann.post("/games", 201, control="3d/0/0")
        game, tokens = made["game"]["id"], made["tokens"]
        gold = ann.page(game, tokens["g"])
        bob.page(game, tokens["s"]).close()
        gold.hear("game", where=lambda m: m["game"]["silver"]["online"])
        gold.hear("game", where=lambda m: not m["game"]["silver"]["online"])
        gold.set_up(GOLD_SETUP)
        assert push.read()[1]["path"] == f"/game/{game}"
        # The key is one for both processes, and a game that rested is taken over with its clock.
        keys = {each.ask("GET", "/account/notices").json()["push_key"] for each in (ann, bob)}
        assert len(keys) == 1
        gold.close()
        one.kill()
        silver = bob.page(game)
        assert silver.welcome["seats"] == ["s"]
        assert silver.welcome["clock"]["left"]["s"] > 3 * 86_400 - 600


@pytest.mark.parametrize("ahead_s", [0.0, 10 * 86_400.0], ids=["same time", "other time"])
def test_the_flag_of_a_resting_game_falls_at_the_process_that_takes_it_over(
    tmp_path: Path, database: str, ahead_s: float
) -> None:
    def lobby_at(port: int) -> Lobby:
        return make_lobby(Settings(data=tmp_path, database=database), f"http://127.0.0.1:{port}")

    async def leave_one() -> str:
        lobby = lobby_at(1)
        await lobby.open()
        game = await play_one(lobby)
        move_time(lobby, 86_400.0)
        await lobby.drain()
        await lobby.close()
        lobby.store.close()
        return game

    async def take_over(game: str) -> None:
        lobby = lobby_at(2)
        move_time(lobby, ahead_s)
        await lobby.open()
        while lobby.store.game(game).owner != lobby.store.owner_id:
            await asyncio.sleep(_POLL_S)
        while lobby.find_room(game):  # Games of other tests may stay.
            await asyncio.sleep(_POLL_S)
        began_s = lobby.store.game(game).turn_began
        assert began_s is not None
        assert lobby.store.time.now_s() - began_s == pytest.approx(86_400, abs=60)
        move_time(lobby, 2 * 86_400.0 + 60)
        assert await wait_for_end(lobby, game) == "TIME"
        await lobby.drain()
        await lobby.close()
        lobby.store.close()

    asyncio.run(take_over(asyncio.run(leave_one())))


def test_challenges_by_days_are_found_among_many_others_in_postgresql(
    tmp_path: Path, database: str
) -> None:
    async def whole() -> None:
        lobby = make_lobby(Settings(data=tmp_path, database=database), "http://127.0.0.1:1")
        await hide_among_others(lobby)
        lobby.store.close()

    asyncio.run(whole())


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
