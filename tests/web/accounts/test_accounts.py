from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.accounts.visitor import PASSWORD, Visitor, account_server
from tests.web.harness import Page, Server


def test_a_new_account_is_logged_in_to_and_known_after_a_restart(tmp_path: Path) -> None:
    with account_server(tmp_path / "data") as server:
        ann = Visitor(server, "Ann")
        assert ann.account() == "Ann"
        server.kill()
        server.start()
        assert ann.account() == "Ann"
        other = Visitor(server)
        assert other.account() is None
        other.log_in("Ann")
        assert other.account() == "Ann"


def test_a_name_is_one_account_however_it_is_spelled(server: Server) -> None:
    Visitor(server, "McElephant")
    other = Visitor(server)
    new = {"name": "mcelephant", "password": PASSWORD}
    assert other.refused("/account/register", **new) == "name_taken"
    other.log_in("MCELEPHANT")
    assert other.account() == "McElephant"


@pytest.mark.parametrize(
    "name", ["", "A", "a" * 21, "Ann Bee", "\u0410nn", "Ann\u200b", "<b>", "Ann\n", "A.B"]
)
def test_names_that_could_be_taken_for_others_are_refused(server: Server, name: str) -> None:
    visitor = Visitor(server)
    assert visitor.refused("/account/register", name=name, password=PASSWORD) == "bad_request"


@pytest.mark.parametrize("name", ["gajah", "Silver", "Anonymous", "ADMIN"])
def test_names_that_the_pages_use_themselves_are_taken(server: Server, name: str) -> None:
    visitor = Visitor(server)
    assert visitor.refused("/account/register", name=name, password=PASSWORD) == "name_taken"


def test_a_password_is_neither_short_nor_the_name(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.refused("/account/register", name="Shorty", password="1234567") == "bad_request"
    again = {"name": "Elephant99", "password": "elephant99"}
    assert visitor.refused("/account/register", **again) == "weak_password"
    assert visitor.refused("/account/register", name="Long", password="a" * 201) == "bad_request"


def test_an_unknown_name_is_answered_as_a_wrong_password_is(server: Server) -> None:
    Visitor(server, "Known")
    visitor = Visitor(server)
    tries = [{"name": name, "password": "wrong password"} for name in ("Known", "Unknown")]
    first, second = [visitor.ask("POST", "/account/log-in", json=each) for each in tries]
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.status_code == 403


def test_every_log_in_makes_a_new_secret_and_ends_the_old_one(server: Server) -> None:
    ann = Visitor(server, "Fixed")
    planted = ann.cookie()
    ann.log_in("Fixed")
    assert ann.cookie() != planted
    thief = Visitor(server)
    thief.cookies.set("gajah_login", planted)
    assert thief.account() is None
    thief.cookies.set("gajah_login", ann.cookie())
    assert thief.account() == "Fixed", "the secret alone is what counts"


def test_logging_out_ends_the_log_in_on_the_server(server: Server) -> None:
    ann = Visitor(server, "Leaver")
    secret = ann.cookie()
    ann.post("/account/log-out")
    assert ann.account() is None
    ann.cookies.set("gajah_login", secret)
    assert ann.account() is None


def test_a_new_password_logs_all_other_browsers_out(server: Server) -> None:
    here, there = Visitor(server, "Twice"), Visitor(server)
    there.log_in("Twice")
    made = there.post("/games", 201, control="10m/10m", rated=True)
    page = there.page(made["game"]["id"], made["tokens"]["g"])
    wrong = {"password": "wrong password", "new_password": "another password"}
    assert here.refused("/account/password", **wrong) == "wrong_password"
    here.post("/account/password", password=PASSWORD, new_password="another password")
    assert (here.account(), there.account()) == ("Twice", None)
    assert page.hear("error")["code"] == "logged_out"
    assert page.is_closed()
    assert here.page(made["game"]["id"]).welcome["seats"] == ["g"]
    old = {"name": "Twice", "password": PASSWORD}
    assert there.refused("/account/log-in", **old) == "wrong_password"
    there.log_in("Twice", "another password")
    assert there.account() == "Twice"


def test_a_deleted_account_cannot_be_logged_in_to_and_its_name_stays_taken(server: Server) -> None:
    gone, other = Visitor(server, "Goner"), Visitor(server)
    other.log_in("Goner")
    assert gone.refused("/account/delete", password="wrong password") == "wrong_password"
    gone.post("/account/delete", password=PASSWORD)
    assert (gone.account(), other.account()) == (None, None)
    known = {"name": "Goner", "password": PASSWORD}
    assert other.refused("/account/log-in", **known) == "wrong_password"
    assert other.refused("/account/register", **known) == "name_taken"


def test_what_needs_an_account_is_refused_to_guests(server: Server) -> None:
    guest = Visitor(server)
    change = {"password": PASSWORD, "new_password": "another password"}
    assert guest.refused("/account/password", **change) == "logged_out"
    assert guest.refused("/account/delete", password=PASSWORD) == "logged_out"


def test_a_page_of_another_site_cannot_use_a_log_in(server: Server) -> None:
    ann = Visitor(server, "Target")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ann.ask("POST", "/account/log-out", json={}, headers=headers)
        assert answer.status_code == 403
    # A form of another page needs no permission to send this.
    form = {"Content-Type": "text/plain"}
    assert ann.ask("POST", "/account/log-out", content="{}", headers=form).status_code == 415
    assert ann.account() == "Target"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    visitor = Visitor(server)
    body = {"name": "Cookie", "password": PASSWORD}
    cookie = visitor.ask("POST", "/account/register", json=body).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_a_cookie_given_over_https_is_for_https_and_this_host_alone(tmp_path: Path) -> None:
    with account_server(tmp_path / "data", "--proxy", "127.0.0.1") as server:
        visitor = Visitor(server)
        body = {"name": "Secure", "password": PASSWORD}
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        made = visitor.ask("POST", "/account/register", json=body, headers=headers)
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie


def test_passwords_can_be_tried_only_a_few_times_from_one_address(tmp_path: Path) -> None:
    with account_server(tmp_path / "data", login_burst=3, logins_per_s=0.0001) as server:
        visitor = Visitor(server, "Guessed")
        tries = [
            visitor.refused("/account/log-in", name="Guessed", password=f"guess {number}")
            for number in range(4)
        ]
        assert tries == ["wrong_password"] * 3 + ["slow_down"]


def test_one_address_makes_only_a_few_accounts(tmp_path: Path) -> None:
    limits = {"new_account_burst": 2, "new_accounts_per_s": 0.0001}
    with account_server(tmp_path / "data", **limits) as server:
        Visitor(server, "First")
        Visitor(server, "Second")
        third = {"name": "Third", "password": PASSWORD}
        assert Visitor(server).refused("/account/register", **third) == "slow_down"


def test_neither_passwords_nor_secrets_are_stored_or_logged(tmp_path: Path) -> None:
    with account_server(tmp_path / "data") as server:
        ann = Visitor(server, "Ann")
        secret = ann.cookie()
        ann.refused("/account/log-in", name="Ann", password="a wrong pass phrase")
        server.terminate()
        with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database:
            kept = "\n".join(database.iterdump())
        assert "Ann" in kept
        for hidden in (PASSWORD, secret, "a wrong pass phrase"):
            assert hidden not in kept + server.log()


def test_a_guest_s_seats_stay_the_browser_s_own_after_logging_in(server: Server) -> None:
    visitor = Visitor(server)
    made = visitor.post("/games", 201)
    visitor.post("/account/register", 201, name="Former-Guest", password=PASSWORD)
    with Page(server, f"/ws/games/{made['game']['id']}") as page:
        page.say("hello", version=1, tokens=[made["tokens"]["g"]])
        assert page.hear("welcome")["seats"] == ["g"]


def test_a_server_of_one_machine_has_no_accounts_unless_asked(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        assert server.get("/account") == {"enabled": False, "account": None, "owner": False}
        body = {"name": "Ann", "password": PASSWORD}
        assert Visitor(server).refused("/account/register", **body) == "no_accounts"
    with Server(tmp_path / "other", "--name", "gajah.test") as server:
        assert server.get("/account")["enabled"]
    with Server(tmp_path / "off", "--name", "gajah.test", "--no-accounts") as server:
        assert not server.get("/account")["enabled"]
