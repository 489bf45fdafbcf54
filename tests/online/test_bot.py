"""An engine on a server under a bot's account: real processes from one end to the other."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from gajah.online.server import RemoteServer
from tests.helpers import GOLD_SETUP
from tests.online.rex import BotProcess, make_bot
from tests.web.accounts.visitor import Visitor, account_server
from tests.web.harness import PATIENCE_S, Json, Page, Server

# Gold reaches the goal in two turns, and silver is too far away to hinder it. In a turn of its own
# it can lose one rabbit in a trap, but not both.
_NEAR_GOAL = "g [       r" + "       r" + "R" + " " * 39 + "       E]"
_POLL_S = 0.02
_NUMBERS = count(1)


def challenge(person: Visitor, bot: str, **terms: object) -> tuple[str, Page]:
    """A game of that person, with gold, against a bot."""
    wanted = {"silver": {"player": f"bot:{bot}"}, **terms}
    made = person.post("/games", 201, **wanted)
    game = made["game"]["id"]
    assert list(made["tokens"]) == ["g"]
    return game, person.page(game, made["tokens"]["g"])


def hear_turn(page: Page, label: str) -> str:
    """Wait for a turn."""
    turn: str = page.hear("turn", where=lambda m: m["node"]["label"] == label)["node"]["turn"]
    return turn


def begun(page: Page) -> Page:
    """Wait until the bot has come, and set up."""
    if page.welcome["game"]["state"] == "waiting":
        page.hear("game", where=lambda m: m["game"]["state"] == "setup")
    page.set_up(GOLD_SETUP)
    hear_turn(page, "1s")
    return page


def bots(server: Server) -> dict[str, Json]:
    """The bots that are listed, by name."""
    return {bot["name"]: bot for bot in server.get("/bots")["bots"]}


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until that function says yes."""
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(_POLL_S)


@pytest.fixture
def rex(club: Server, ann: Visitor) -> Iterator[BotProcess]:
    """The random player as a bot with a name of its own."""
    name = f"Rex-{next(_NUMBERS)}"
    with BotProcess(club, make_bot(ann, name), "--games", "2", "random", name=name) as bot:
        bot.wait_until_listed()
        yield bot


def test_a_person_plays_a_whole_game_against_a_bot(
    club: Server, bob: Visitor, rex: BotProcess
) -> None:
    name = rex.name
    _, page = challenge(bob, name, start=_NEAR_GOAL)
    if page.welcome["game"]["state"] == "waiting":
        page.hear("game", where=lambda m: m["game"]["state"] == "playing")
    shown = page.play("Ra6n")["game"]["silver"]
    assert (shown["name"], shown["player"], shown["kind"]) == (name, f"bot:{name}", "bot")
    assert (shown["account"], shown["online"]) == (True, True)
    hear_turn(page, "2s")
    assert page.play("Ra7n")["game"]["result"]["reason"] == "goal"
    rex.hear("Gold wins")
    page.say("rematch")
    again = page.hear("rematch", where=lambda m: m["state"] == "granted")["game"]
    rex.hear(f"game {again}")
    assert club.get(f"/games?account={name}")["total"] == 2


def test_a_rated_game_against_a_bot_counts_for_both(
    club: Server, ann: Visitor, bob: Visitor, rex: BotProcess
) -> None:
    name = rex.name
    _, page = challenge(bob, name, rated=True, control="5m/5m")
    begun(page).play("Ee2n")
    hear_turn(page, "2s")
    assert page.refused("takeback") == "rated_game"
    page.ask("resign")
    wait_until(lambda: bots(club)[name]["rating"] > 1500)
    assert bob.profile(name)["keeper"] == "Ann"
    assert (bob.profile(name)["rated_games"], bob.profile("Bob")["keeper"]) == (1, None)
    own = {"silver": {"player": f"bot:{name}"}, "rated": True, "control": "5m/5m"}
    assert ann.refused("/games", **own) == "not_ratable"


def test_a_turn_is_taken_back_and_the_bot_plays_on(bob: Visitor, rex: BotProcess) -> None:
    _, page = challenge(bob, rex.name)
    begun(page).play("Ee2n")
    hear_turn(page, "2s")
    page.say("takeback")
    page.hear("takeback", where=lambda m: m["state"] == "granted")
    assert page.hear("welcome")["game"]["turn_count"] == 2
    page.play("Md2n")
    hear_turn(page, "2s")


@pytest.mark.parametrize("control", [None, "3d/0/0"], ids=["no clock", "days"])
def test_an_opponent_who_has_left_keeps_the_bot_from_no_other_game(
    club: Server, ann: Visitor, bob: Visitor, control: str | None
) -> None:
    name = "Free-Again" if control else "Free"

    def is_playing(count: int) -> bool:
        return bool(bots(club)[name]["playing"] == count)

    with BotProcess(club, make_bot(ann, name), "random") as bot:
        bot.wait_until_listed()
        game, page = challenge(bob, name, control=control)
        begun(page)
        wait_until(lambda: is_playing(1))
        assert bob.refused("/games", silver={"player": f"bot:{name}"}) == "bot_busy"
        page.close()
        wait_until(lambda: is_playing(0))
        _, second = challenge(Visitor(club), name)
        begun(second)
        # A turn is answered, and an opponent who comes back plays on.
        page = bob.page(game)
        page.play("Ee2n")
        hear_turn(page, "2s")
        page.play("Md2n")
        page.close()
        wait_until(lambda: club.get(f"/games/{game}")["game"]["turn_count"] == 6)
        second.play("Ee2n")
        hear_turn(second, "2s")


def test_a_bot_hears_of_a_challenge_that_was_made_while_the_database_was_away(
    tmp_path: Path,
) -> None:
    with account_server(tmp_path / "data") as server:
        token = make_bot(Visitor(server, "Ann"), "Rex")
        bot = Page(server, "/ws/bot", additional_headers={"Authorization": f"Bearer {token}"})
        bot.say("hello", version=1)
        assert bot.hear("games")["games"] == []
        with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database:
            database.execute("ALTER TABLE accounts RENAME TO away")
            game, _ = challenge(Visitor(server), "Rex")
            wait_until(lambda: "bots cannot be told of games" in server.log())
            database.execute("ALTER TABLE away RENAME TO accounts")
        assert [each["id"] for each in bot.hear("games")["games"]] == [game]


def test_a_takeback_that_is_asked_for_and_then_not_wanted_ends_nothing(
    bob: Visitor, rex: BotProcess
) -> None:
    _, page = challenge(bob, rex.name)
    begun(page)
    page.play("Ee2n")
    hear_turn(page, "2s")
    rex.process.send_signal(signal.SIGSTOP)
    assert page.ask("takeback")["state"] == "asked"
    page.play("Md2n")
    rex.process.send_signal(signal.SIGCONT)
    hear_turn(page, "3s")
    page.play("Md3s")
    hear_turn(page, "4s")


def test_a_turn_that_the_server_is_too_busy_for_is_said_again(tmp_path: Path) -> None:
    limits = {"message_burst": 4, "messages_per_s": 0.001}
    with account_server(tmp_path / "data", **limits) as server:
        ann = Visitor(server, "Ann")
        with BotProcess(server, make_bot(ann, "Rex"), "random") as bot:
            bot.wait_until_listed()
            _, page = challenge(ann, "Rex")
            # Hello, the setup and a draft are as much as one connection may say.
            begun(page).play("Ee2n")
            hear_turn(page, "2s")
            assert not [line for line in bot.said if "refused" in line]


def test_a_killed_engine_is_started_again_in_the_same_turn(
    club: Server, ann: Visitor, bob: Visitor
) -> None:
    with BotProcess(club, make_bot(ann, "Deep"), "gajah:level=10") as bot:
        bot.wait_until_listed()
        assert bots(club)["Deep"]["engine"].startswith("gajah")
        _, page = challenge(bob, "Deep", control="2s/2m")
        begun(page).play("Ee2n")
        bot.kill_engine()
        hear_turn(page, "2s")
        # Between two turns as well.
        bot.kill_engine()
        page.play("Ee3n")
        hear_turn(page, "3s")


def test_a_game_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    with account_server(tmp_path / "data") as server:
        ann = Visitor(server, "Ann")
        with BotProcess(server, make_bot(ann, "Rex"), "random") as bot:
            bot.wait_until_listed()
            made = ann.post("/games", 201, silver={"player": "bot:Rex"}, control="5m/5m")
            game, token = made["game"]["id"], made["tokens"]["g"]
            begun(ann.page(game, token)).play("Ee2n")
            server.kill()
            bot.hear("not connected")
            server.start()
            bot.wait_until_listed()
            page = ann.page(game, token)
            if page.welcome["game"]["turn_count"] < 4:
                hear_turn(page, "2s")
            page.play("Ee3n")
            hear_turn(page, "3s")
        # The bot has gone, and another process of it goes on with its games.
        page.play("Md2n")
        with BotProcess(server, ann.post("/account/bots/Rex/token")["token"], "random"):
            hear_turn(page, "4s")


def test_a_wrong_token_ends_the_bot_with_a_sentence(club: Server) -> None:
    with BotProcess(club, "wrong", "random") as bot:
        assert bot.process.wait(PATIENCE_S) == 1
        assert bot.hear("gajah") == "gajah: No bot has this token, or not any more\n"


def test_a_revoked_token_ends_the_bot_and_its_games_have_an_empty_seat(
    club: Server, ann: Visitor, bob: Visitor, rex: BotProcess
) -> None:
    name = rex.name
    _, page = challenge(bob, name)
    begun(page)
    ann.post(f"/account/bots/{name}/revoke")
    assert rex.process.wait(PATIENCE_S) == 1
    rex.hear("This session has been ended")
    page.hear("game", where=lambda m: not m["game"]["silver"]["online"])
    wait_until(lambda: name not in bots(club))
    assert bob.refused("/games", silver={"player": f"bot:{name}"}) == "bot_away"


def test_a_bot_ends_cleanly_and_plays_only_what_it_offers(
    club: Server, ann: Visitor, bob: Visitor
) -> None:
    words = ("--time-controls", "5m/5m", "--casual", "random")
    with BotProcess(club, make_bot(ann, "Picky"), *words) as bot:
        bot.wait_until_listed()
        picky = {"player": "bot:Picky"}
        assert bob.refused("/games", silver=picky) == "bot_declines"
        assert bob.refused("/games", silver=picky, control="1m/1m") == "bot_declines"
        assert bob.refused("/games", silver=picky, control="5m/5m", rated=True) == "bot_declines"
        _, page = challenge(bob, "Picky", control="5m/5m")
        begun(page)
        wait_until(lambda: bots(club)["Picky"]["playing"] == 1)
        assert bob.refused("/games", silver=picky, control="5m/5m") == "bot_busy"
        assert bob.refused("/games", gold=picky, silver=picky, control="5m/5m") == "bot_plays"
        engines = bot.engines()
        assert bot.end() == 0
        assert [pid for pid in engines if Path(f"/proc/{pid}/cmdline").exists()] == []
    wait_until(lambda: "Picky" not in bots(club))


def test_a_bot_neither_seeks_nor_has_more_than_its_own_seats(
    club: Server, ann: Visitor, bob: Visitor
) -> None:
    headers = {"Authorization": f"Bearer {make_bot(ann, 'Greedy')}"}
    guest = Visitor(club)
    made = bob.post("/games", 201, control="5m/5m", open=True)
    bob.page(made["game"]["id"], made["tokens"]["g"])
    for path in ("/games", f"/games/{made['game']['id']}/accept"):
        answer = guest.ask("POST", path, json={}, headers=headers)
        assert answer.json()["error"]["code"] == "bot_waits"
    answer = guest.ask("POST", f"/games/{made['game']['id']}/decline", json={}, headers=headers)
    assert answer.json()["error"]["code"] == "no_seat"
    page = Page(club, f"/ws/games/{made['game']['id']}", additional_headers=headers)
    page.say("hello", version=1)
    assert page.hear("welcome")["seats"] == []
    assert guest.refused("/account/log-in", name="Greedy", password="") == "wrong_password"


def with_token(server: Server, game: str, bot_token: str, *seats: str) -> Page:
    """The socket of a program in a game, welcomed: it has a bot's token, and those of seats."""
    headers = {"Authorization": f"Bearer {bot_token}"}
    page = Page(server, f"/ws/games/{game}", additional_headers=headers)
    page.say("hello", version=1, tokens=list(seats))
    page.welcome = page.hear("welcome")
    return page


@pytest.mark.parametrize("rated", [True, False], ids=["rated", "unrated"])
def test_a_bot_takes_no_seat_of_a_person(club: Server, ann: Visitor, rated: bool) -> None:
    token = make_bot(ann, f"Stand-In-{rated}")
    made = ann.post("/games", 201, control="10m/10m", rated=rated)
    game, tokens = made["game"]["id"], made["tokens"]
    ann.page(game, tokens["g"])
    assert with_token(club, game, token, tokens["s"]).welcome["seats"] == []
    assert club.get(f"/games/{game}")["game"]["state"] == "waiting"


def test_the_keeper_of_a_bot_takes_no_seat_against_it_in_a_rated_game(
    ann: Visitor, bob: Visitor, rex: BotProcess
) -> None:
    terms = {"silver": {"player": f"bot:{rex.name}"}, "control": "5m/5m"}
    made = bob.post("/games", 201, rated=True, **terms)
    assert ann.page(made["game"]["id"], made["tokens"]["g"]).welcome["seats"] == []
    assert bob.page(made["game"]["id"], made["tokens"]["g"]).welcome["seats"] == ["g"]
    made = ann.post("/games", 201, **terms)
    assert ann.page(made["game"]["id"], made["tokens"]["g"]).welcome["seats"] == ["g"]


def test_an_account_has_so_many_bots_and_no_one_else_rules_over_them(
    tmp_path: Path,
) -> None:
    with account_server(tmp_path / "data", account_bots=1) as server:
        ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
        make_bot(ann, "Rex")
        assert ann.refused("/account/bots", name="Max") == "too_many_bots"
        assert bob.refused("/account/bots", name="rex") == "name_taken"
        for act in ("token", "revoke", "delete"):
            assert bob.refused(f"/account/bots/Rex/{act}") == "no_account"
        assert Visitor(server).refused("/account/bots", name="Max") == "logged_out"
        (own,) = ann.ask("GET", "/account/bots").json()["bots"]
        assert (own["name"], own["has_token"], own["connected"]) == ("Rex", True, False)
        assert ann.post("/account/bots/Rex/delete")["bots"] == []
        make_bot(ann, "Max")


def test_an_account_changes_its_bots_only_so_often(tmp_path: Path) -> None:
    with account_server(tmp_path / "data", bot_change_burst=4) as server:
        ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
        make_bot(ann, "Rex")
        for act in ("token", "revoke", "delete"):
            ann.post(f"/account/bots/Rex/{act}")
        assert ann.refused("/account/bots", name="Max") == "slow_down"
        make_bot(bob, "Max")
        for act in ("token", "revoke", "delete"):
            ann.refused(f"/account/bots/Max/{act}")
        bob.post("/account/bots/Max/token")
        acts = bob.ask("GET", "/admin/acts").json()["acts"]
        assert [each["by"] for each in acts].count("Ann") == 5


def test_a_token_does_not_show_up_in_errors() -> None:
    assert "secret" not in repr(RemoteServer("http://127.0.0.1:1", "secret"))
