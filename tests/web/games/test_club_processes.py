"""Two servers with accounts on one PostgreSQL database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection

from gajah.web.games.account_rows import OWNERS
from gajah.web.games.acts import end_sessions
from gajah.web.games.acts import make_bot as make_bot_row
from gajah.web.games.opening import open_database
from gajah.web.games.users import account_named
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.online.rex import BotProcess, make_bot
from tests.web.accounts.visitor import PASSWORD, Visitor, account_server
from tests.web.harness import PATIENCE_S, Server, wait_until

_POLL_S = 0.05


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


def test_a_bot_of_one_process_is_challenged_at_the_other(clubs: tuple[Server, Server]) -> None:
    here, there = clubs
    ann, bob = Visitor(here, "Ann-Keeper"), Visitor(there)
    with BotProcess(here, make_bot(ann, "Rex"), "random") as bot:
        bot.wait_until_listed()
        while not there.get("/bots")["bots"]:
            time.sleep(_POLL_S)
        made = bob.post("/games", 201, silver={"player": "bot:Rex"})
        page = bob.page(made["game"]["id"], made["tokens"]["g"])
        page.set_up(GOLD_SETUP)
        assert page.hear("turn", where=lambda m: m["node"]["label"] == "1s")
        page.play("Ee2n")
        assert page.hear("turn", where=lambda m: m["node"]["label"] == "2s")
        # Revoked at the process that the bot is not connected to.
        visitor = Visitor(there)
        visitor.log_in("Ann-Keeper")
        visitor.post("/account/bots/Rex/revoke")
        bot.hear("This session has been ended")


def test_a_ban_at_one_process_reaches_the_pages_of_the_other(clubs: tuple[Server, Server]) -> None:
    here, there = clubs
    eve, rival = Visitor(there, "Eve"), Visitor(here, "Eve-Rival")
    game, tokens = rival.rated_game()
    gold, silver = rival.page(game, tokens["g"]), eve.page(game, tokens["s"])
    gold.set_up(GOLD_SETUP)
    silver.set_up(SILVER_SETUP)
    # All of this machine are the owner here.
    rival.post("/admin/bans", target="Eve", reason="Bad manners")
    assert silver.hear("error")["code"] == "banned"
    assert silver.is_closed()
    end = gold.hear("game", where=lambda m: m["game"]["state"] == "over")["game"]["result"]
    assert (end["winner"], end["reason"]) == ("g", "resignation")
    assert eve.refused("/account/log-in", name="Eve", password=PASSWORD) == "banned"


def test_an_act_that_is_stored_after_one_with_a_higher_number_is_heard_of(
    clubs: tuple[Server, Server], database: str
) -> None:
    server, _ = clubs
    slow, quick = Visitor(server, "Slow-Act"), Visitor(server, "Quick-Act")
    pages = []
    for visitor in (slow, quick):
        game, tokens = visitor.rated_game()
        pages.append(visitor.page(game, tokens["g"]))
    engine = open_database(database)
    with engine.begin() as first:
        _end_sessions(first, "Slow-Act")
        with engine.begin() as second:
            _end_sessions(second, "Quick-Act")
        assert pages[1].hear("error")["code"] == "logged_out"
    assert pages[0].hear("error")["code"] == "logged_out"
    engine.dispose()


def _end_sessions(line: Connection, name: str) -> None:
    account = account_named(line, name)
    end_sessions(line, account.id, name, "a test")


def test_a_name_that_is_given_away_at_the_same_moment_is_taken(
    clubs: tuple[Server, Server], database: str
) -> None:
    server, _ = clubs
    ann = Visitor(server, "Name-Keeper")
    wanted = {"/account/bots": "Twin-1", "/admin/users/Name-Keeper/rename": "Twin-2"}
    engine = open_database(database)
    with ThreadPoolExecutor(1) as thread:
        for path, name in wanted.items():
            with engine.begin() as line:
                make_bot_row(line, name, OWNERS, "a test", most=None)
                asked = thread.submit(ann.refused, path, name=name)
                wait_until(lambda: _is_blocked(database))
            assert asked.result(PATIENCE_S) == "name_taken"
    engine.dispose()


def _is_blocked(database: str) -> bool:
    """Whether a transaction waits for another one to end."""
    with psycopg.connect(database) as connection:
        query = "SELECT 1 FROM pg_locks WHERE NOT granted"
        return connection.execute(query).fetchone() is not None
