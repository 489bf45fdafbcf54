"""What the owner of a server does to accounts, sessions, addresses and games."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from gajah.web.games.seats import hash_token
from gajah.web.server.owner import owner_secret
from tests.cli.program import gajah
from tests.web.accounts.visitor import PASSWORD, Visitor, account_server, begin
from tests.web.harness import Json, Page, Server

_PROXY = ("--name", "gajah.test", "--proxy", "127.0.0.1", "--log-format", "json")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, whose visitors have addresses of their own."""
    with account_server(tmp_path_factory.mktemp("club") / "data", *_PROXY) as running:
        yield running


class Owner(Visitor):
    """A browser that has opened the owner's link."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.post("/owner", secret=owner_secret(server.data))

    def get(self, path: str) -> Json:
        """What the owner sees."""
        answer = self.ask("GET", f"/admin{path}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def user(self, name: str) -> Json:
        """An account as the owner sees it."""
        (found,) = self.get(f"/users?name={name}")["users"]
        assert isinstance(found, dict)
        return found

    def ban(self, target: str, **more: float) -> Json:
        """Ban an account or addresses."""
        return self.post("/admin/bans", 200, target=target, reason="Bad manners", **more)


@pytest.fixture(scope="module")
def owner(club: Server) -> Owner:
    """Its owner."""
    return Owner(club)


def from_address(server: Server, address: str) -> Callable[[str], httpx.Response]:
    """Asks as a visitor of that address would, by way of the proxy."""

    def get(path: str) -> httpx.Response:
        headers = {"X-Forwarded-For": address}
        return httpx.get(server.url + path, headers=headers, trust_env=False)

    return get


def refusal_at_end(page: Page) -> Json:
    """What a page is told before its socket is closed."""
    refusal = page.hear("error")
    assert page.is_closed()
    return refusal


def test_all_of_it_is_for_the_owner_alone(club: Server) -> None:
    guest, ann = Visitor(club), Visitor(club, "Not-The-Owner")
    for path in ("state", "users", "sessions", "bans", "acts"):
        for visitor in (guest, ann):
            answer = visitor.ask("GET", f"/admin/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "owner_only")
    for path in ("bans", "unban", "backup", "users/Ann/delete", "users/Ann/end-sessions"):
        assert ann.refused(f"/admin/{path}", target="Ann", reason="no") == "owner_only"
    assert ann.ask("GET", "/account").json()["owner"] is False


def test_a_banned_account_loses_its_games_and_cannot_come_back(club: Server, owner: Owner) -> None:
    ann, bob = Visitor(club, "Ann"), Visitor(club, "Bob")
    game, gold, silver = begin(ann, bob)
    waiting, tokens = ann.rated_game()
    assert owner.user("Ann")["sessions"] == 1
    owner.ban("ann", until=4e9)
    assert refusal_at_end(gold)["text"] == (
        "This account is banned until 2096-10-02 07:06 UTC: Bad manners."
    )
    end = silver.hear("game", where=lambda m: m["game"]["state"] == "over")["game"]["result"]
    assert (end["winner"], end["reason"]) == ("s", "resignation")
    assert "Ann was banned" in end["text"]
    assert bob.profile("Bob")["rating"] > 1500
    assert ann.account() is None
    assert ann.refused("/account/log-in", name="Ann", password=PASSWORD) == "banned"
    assert ann.refused("/account/log-in", name="Ann", password="a guess") == "wrong_password"
    assert owner.user("Ann")["ban"]["reason"] == "Bad manners"
    assert owner.user("Ann")["sessions"] == 0
    owner.post("/admin/unban", target="Ann")
    ann.log_in("Ann")
    assert owner.user("Ann")["ban"] is None
    assert owner.refused("/admin/unban", target="Ann") == "no_ban"
    assert ann.page(game).welcome["game"]["state"] == "over"
    assert ann.page(waiting, tokens["g"]).welcome["game"]["state"] in ("waiting", "over")


def test_a_ban_ends_by_itself_and_that_of_a_keeper_ends_tokens(club: Server, owner: Owner) -> None:
    keeper = Visitor(club, "Keeper")
    keeper.post("/account/bots", 201, name="Rex")
    owner.ban("Keeper", until=1.0)
    assert owner.user("Rex")["sessions"] == 0
    assert [each for each in owner.get("/bans")["bans"] if each["target"] == "Keeper"] == []
    keeper.log_in("Keeper")


def test_a_banned_bot_gets_no_token_and_an_old_one_opens_nothing(
    club: Server, owner: Owner
) -> None:
    keeper = Visitor(club, "Keeper-2")
    token = keeper.post("/account/bots", 201, name="Outlaw")["token"]
    owner.ban("Outlaw")
    assert keeper.refused("/account/bots/Outlaw/token") == "banned"
    add_login(club, "Outlaw", token)
    assert bot_greeting(club, token)["code"] == "wrong_token"
    owner.post("/admin/unban", target="Outlaw")
    assert bot_greeting(club, token)["type"] == "welcome"
    owner.ban("Keeper-2")
    add_login(club, "Outlaw", token)
    assert bot_greeting(club, token)["code"] == "wrong_token"


def test_a_log_in_at_the_moment_of_a_ban_opens_nothing(club: Server, owner: Owner) -> None:
    late = Visitor(club, "Late")
    owner.ban("Late")
    add_login(club, "Late", late.cookie())
    assert late.account() is None
    owner.post("/admin/unban", target="Late")
    assert late.account() == "Late"


def add_login(server: Server, name: str, secret: str) -> None:
    """Store what a log-in stores that began before a ban and ends after it."""
    find = "SELECT id FROM accounts WHERE name = ?"
    with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database, database:
        (account,) = database.execute(find, (name,)).fetchone()
        row = (hash_token(secret), account, time.time())
        database.execute("INSERT INTO logins (id, account_id, seen) VALUES (?, ?, ?)", row)


def bot_greeting(server: Server, token: str) -> Json:
    """What a program with the token of a bot is told first."""
    with Page(server, "/ws/bot", additional_headers={"Authorization": f"Bearer {token}"}) as page:
        page.say("hello", version=1)
        return page.next()


@pytest.mark.parametrize(
    ("banned", "within", "beside"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("198.51.100.0/24", "198.51.100.99", "198.51.101.1"),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", "2001:db8:1:3::5"),
        ("2001:db8:aa00::/40", "2001:db8:aaff::1", "2001:db8:ab00::1"),
    ],
)
def test_a_banned_network_gets_one_sentence(
    club: Server, owner: Owner, banned: str, within: str, beside: str
) -> None:
    inside, outside = from_address(club, within), from_address(club, beside)
    game, _ = club.new_game()
    page = Page(club, f"/ws/games/{game}", additional_headers={"X-Forwarded-For": within})
    page.say("hello", version=1)
    page.hear("welcome")
    owner.ban(banned)
    assert refusal_at_end(page)["code"] == "banned"
    answer = inside("/api/v1/status")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
    assert inside("/").text == "This address is banned: Bad manners."
    assert outside("/api/v1/status").status_code == 200
    with pytest.raises(InvalidStatus):
        Page(club, f"/ws/games/{game}", additional_headers={"X-Forwarded-For": within})
    owner.post("/admin/unban", target=banned)
    while inside("/api/v1/status").status_code != 200:
        pass
    assert owner.refused("/admin/bans", target="0.0.0.0/0", reason="all") == "bad_network"


def test_sessions_are_ended_one_or_all(club: Server, owner: Owner) -> None:
    first, second = Visitor(club, "Twice"), Visitor(club)
    second.log_in("Twice")
    game, tokens = first.rated_game()
    page = first.page(game, tokens["g"])
    sessions = owner.get("/sessions?name=Twice")
    assert sessions["total"] == 2
    for session in sessions["sessions"][:1]:
        owner.post(f"/admin/sessions/{session['id']}/end")
    assert [first.account(), second.account()].count(None) == 1
    owner.post("/admin/users/twice/end-sessions")
    assert refusal_at_end(page)["code"] == "logged_out"
    assert first.account() is second.account() is None


def test_an_account_is_renamed_and_deleted(club: Server, owner: Owner) -> None:
    visitor, rival = Visitor(club, "Old-Name"), Visitor(club, "Rival")
    _, gold, _ = begin(visitor, rival)
    gold.ask("resign")
    assert owner.refused("/admin/users/Old-Name/rename", name="rival") == "name_taken"
    assert owner.refused("/admin/users/Old-Name/rename", name="owner") == "name_taken"
    owner.post("/admin/users/old-name/rename", name="New-Name")
    assert visitor.account() == "New-Name"
    gold.hear("game", where=lambda m: m["game"]["gold"]["name"] == "New-Name")
    owner.post("/admin/users/New-Name/delete")
    assert visitor.account() is None
    assert club.get("/games?player=New-Name")["total"] == 1
    assert Visitor(club).refused("/account/register", name="New-Name", password=PASSWORD) == (
        "name_taken"
    )


def test_a_game_is_voided_or_deleted_and_every_act_is_noted(club: Server, owner: Owner) -> None:
    game, gold, _ = begin(Visitor(club, "Void-1"), Visitor(club, "Void-2"))
    owner.post(f"/admin/games/{game}/void", reason="both cheat")
    end = gold.hear("game", where=lambda m: m["game"]["state"] == "over")["game"]["result"]
    assert (end["winner"], end["reason"]) == (None, "abandoned")
    assert "both cheat" in end["text"]
    assert Visitor(club).profile("Void-1")["rated_games"] == 0
    owner.post(f"/admin/games/{game}/delete")
    assert owner.refused(f"/admin/games/{game}/void") == "no_game"
    acts = owner.get("/acts")["acts"][:2]
    assert [(each["by"], each["act"], each["target"]) for each in acts] == [
        ("owner", "delete_game", game),
        ("owner", "void_game", game),
    ]
    lines = [json.loads(line) for line in club.log().splitlines()]
    noted = [line["text"] for line in lines if line["event"] == "act"]
    assert f"owner: void_game {game} (both cheat)" in noted


def test_a_game_that_cannot_be_read_is_deleted(club: Server, owner: Owner) -> None:
    game, _ = club.new_game(control="10m/10m")
    with closing(sqlite3.connect(club.data / "gajah.sqlite3")) as database, database:
        database.execute("UPDATE games SET control = 'long' WHERE id = ?", (game,))
    assert owner.refused(f"/admin/games/{game}/void") == "unreadable_game"
    owner.post(f"/admin/games/{game}/delete")
    assert owner.refused(f"/admin/games/{game}/void") == "no_game"


def test_the_state_of_the_server_and_a_backup(club: Server, owner: Owner, tmp_path: Path) -> None:
    game, tokens = club.new_game()
    club.page(game, tokens["g"])
    state = owner.get("/state")
    assert state["sockets"] >= 1
    assert state["limits"]["login_burst"] == 1000
    made = owner.post("/admin/backup")
    done = gajah("admin", "restore", made["file"], "--data", str(tmp_path / "copy"))
    assert done.out.startswith(f"{made['games']} game")


def test_the_same_by_commands_while_the_server_runs(club: Server, owner: Owner) -> None:
    def admin(command: str, *words: str) -> str:
        done = gajah("admin", command, *words, "--data", str(club.data))
        assert done.code == 0, done.err
        return done.out

    cleo = Visitor(club, "Cleo")
    game, tokens = cleo.rated_game()
    page = cleo.page(game, tokens["g"])
    (user,) = json.loads(admin("users", "cleo", "--json"))
    assert (user["name"], user["sessions"], user["ban"]) == ("Cleo", 1, None)
    assert len(json.loads(admin("sessions", "cleo", "--json"))) == 1
    assert json.loads(admin("games", "Cleo", "--json"))[0]["id"] == game
    assert json.loads(admin("limits", "--json"))["login_burst"] == 1000
    assert admin("ban", "Cleo", "--reason", "Spam", "--until", "3d") == "Cleo is banned\n"
    assert refusal_at_end(page)["code"] == "banned"
    assert "Cleo" in admin("ban")
    assert "banned: Spam" in admin("users", "cleo")
    assert owner.user("Cleo")["ban"]["reason"] == "Spam"
    assert admin("unban", "cleo") == "cleo is not banned any more\n"
    assert admin("acts").splitlines()[0].split()[2:] == ["admin", "unban", "Cleo"]
    cleo.log_in("Cleo")
    assert admin("sessions", "Cleo", "--end") == "sessions ended: 1\n"
    assert cleo.account() is None
    data = ("--data", str(club.data))
    assert gajah("admin", "ban", "Missing", "--reason", "x", *data).sentence == (
        "gajah: there is no account of that name"
    )
    assert (
        gajah("admin", "ban", "Cleo", *data).sentence
        == "gajah: a ban needs a reason: --reason TEXT"
    )
    assert (
        "expected --until"
        in gajah("admin", "ban", "Cleo", "--reason", "x", "--until", "soon", *data).sentence
    )
