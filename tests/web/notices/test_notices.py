"""Players who are away are told that it is their turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from gajah._core import Side
from gajah.web.live.lobby import Lobby
from gajah.web.notices import notices as notices_module
from gajah.web.notices.web_push import new_key
from gajah.web.settings import PushSettings
from gajah.web.wire.accounts import Member
from gajah.web.wire.notices import PushWanted
from gajah.web.wire.requests import NewGame
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.accounts.visitor import PASSWORD, Visitor
from tests.web.harness import API, Server, wait_until
from tests.web.inside import Line, open_lobby
from tests.web.notices.mailbox import (
    MailServer,
    PushService,
    begin,
    club,
    endless_answers,
    token_in,
)


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    """One for all tests."""
    with MailServer().running() as running:
        yield running


@pytest.fixture(scope="module")
def push() -> Iterator[PushService]:
    """One browser for all tests."""
    with PushService().running() as running:
        yield running


@pytest.fixture(scope="module")
def shared_server(
    tmp_path_factory: pytest.TempPathFactory, mail_server: MailServer
) -> Iterator[Server]:
    """A server that all tests of the module share."""
    with club(tmp_path_factory.mktemp("notices") / "data", mail_server.port) as running:
        yield running


def with_mail(visitor: Visitor, mail_server: MailServer, address: str) -> None:
    """Give an address, and follow the link of the letter."""
    state = visitor.post("/account/notices/mail", address=address)
    assert (state["address"], state["confirmed"]) == (address, False)
    letter = mail_server.read()
    assert letter["To"] == address
    assert visitor.name in letter.get_content()
    secret = token_in(letter, "confirm-mail")
    assert Visitor(visitor.server).post("/notices/confirm", token=secret) == {"done": True}
    assert Visitor(visitor.server).refused("/notices/confirm", token=secret) == "old_link"
    assert visitor.ask("GET", "/account/notices").json()["confirmed"]


def test_a_letter_comes_once_a_turn_and_its_link_ends_them(
    server: Server, mail_server: MailServer
) -> None:
    ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
    with_mail(ann, mail_server, "ann@example.org")
    game, gold, silver = begin(ann, bob)
    gold.set_up(GOLD_SETUP)
    gold.close()
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.set_up(SILVER_SETUP)
    letter = mail_server.read()
    assert (letter["To"], letter["Subject"]) == ("ann@example.org", "Your turn against Bob")
    assert letter["From"] == "gajah <gajah@example.org>"
    assert "You have 3 days" in letter.get_content()
    assert f"https://arimaa.example.org/game/{game}" in letter.get_content()
    # Taken back and played again: the same turn.
    gold = ann.page(game)
    silver.ask("takeback")
    gold.ask("takeback", answer=True)
    gold.close()
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.set_up(SILVER_SETUP)
    gold = ann.page(game)
    gold.play("Ee2n")
    gold.close()
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.play("ed7s")
    letter = mail_server.read()
    assert mail_server.is_empty, "the turn before was told twice"
    # By the button of a mail program: a form, from no page of ours.
    address = (
        letter["List-Unsubscribe"].strip("<>").removeprefix(f"https://arimaa.example.org{API}")
    )
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    with server.client() as client:
        # A program that looks at links ends nothing; a reader gets to the page that does.
        shown = client.get(address)
        assert ann.ask("GET", "/account/notices").json()["address"] == "ann@example.org"
        done = client.post(address, data={"List-Unsubscribe": "One-Click"})
    assert shown.status_code == 303
    assert shown.headers["Location"] == f"/#stop-mail={token_in(letter, 'stop-mail')}"
    assert done.json() == {"done": True}
    assert ann.ask("GET", "/account/notices").json()["address"] is None
    # The link in its text does the same, and again.
    assert token_in(letter, "stop-mail") == address.partition("=")[2]


def test_a_browser_is_told_and_one_that_is_gone_is_forgotten(
    server: Server, push: PushService
) -> None:
    cid, dan = Visitor(server, "Cid"), Visitor(server, "Dan")
    assert cid.post("/account/notices/push", **push.subscription)["browsers"] == 1
    assert cid.post("/account/notices/push", **push.subscription)["browsers"] == 1
    game, gold, silver = begin(cid, dan)
    gold.set_up(GOLD_SETUP)
    gold.close()
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.set_up(SILVER_SETUP)
    heads, told = push.read()
    assert told == {
        "title": "Your turn against Dan",
        "text": "Dan has played. You have 3 days for your turn.",
        "path": f"/game/{game}",
    }
    key = cid.ask("GET", "/account/notices").json()["push_key"]
    assert heads["authorization"].endswith(f", k={key}")
    assert (heads["content-encoding"], heads["topic"]) == ("aes128gcm", game)
    push.status = 410
    gold = cid.page(game)
    gold.play("Ee2n")
    gold.close()
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.play("ed7s")
    push.read()
    wait_until(lambda: not cid.ask("GET", "/account/notices").json()["browsers"])
    push.status = 201


def test_a_new_password_and_ended_sessions_end_the_notices_of_other_browsers(
    server: Server, push: PushService
) -> None:
    pat = Visitor(server, "Pat")
    here, there = push.subscription, {**push.subscription, "endpoint": f"{push.url}/push/phone"}

    def browsers() -> int:
        count: int = pat.ask("GET", "/account/notices").json()["browsers"]
        return count

    for browser in (here, there):
        pat.post("/account/notices/push", **browser)
    change = {"password": PASSWORD, "new_password": "another password"}
    pat.post("/account/password", 200, **change, endpoint=here["endpoint"])
    assert browsers() == 1
    assert pat.post("/account/notices/push/remove", endpoint=here["endpoint"])["browsers"] == 0
    pat.post("/account/notices/push", **there)
    # All who come from this machine are the owner here.
    pat.post("/admin/users/Pat/end-sessions")
    pat.log_in("Pat", "another password")
    assert browsers() == 0


def test_a_maker_who_is_away_is_told_that_the_challenge_was_taken(
    server: Server, push: PushService
) -> None:
    eve, fay = Visitor(server, "Eve"), Visitor(server, "Fay")
    eve.post("/account/notices/push", **push.subscription)
    made = eve.post("/games", 201, control="1d/0/0", open=True)
    eve.page(made["game"]["id"], made["tokens"]["g"]).close()
    game = made["game"]["id"]
    wait_until(lambda: not server.get(f"/games/{game}")["game"]["gold"]["online"])
    fay.post(f"/games/{game}/accept")
    _, told = push.read()
    assert told["title"] == "Fay has accepted your challenge"
    assert told["text"] == "Fay plays against you. You have 1 day for the first turn."


def take_challenge_of(maker: Visitor, taker: Visitor) -> None:
    """Have a challenge of one who is away be taken, of which the maker is told."""
    made = maker.post("/games", 201, control="1d/0/0", open=True)
    game = made["game"]["id"]
    maker.page(game, made["tokens"]["g"]).close()
    server = maker.server
    wait_until(lambda: not server.get(f"/games/{game}")["game"]["gold"]["online"])
    taker.post(f"/games/{game}/accept")


def test_a_push_service_that_never_answers_keeps_no_one_else_waiting(
    tmp_path: Path, mail_server: MailServer, push: PushService
) -> None:
    with endless_answers() as url, club(tmp_path / "data", mail_server.port) as server:
        eve, uma, bob = (Visitor(server, name) for name in ("Eve", "Uma", "Bob"))
        slow = {**push.subscription, "endpoint": f"{url}/1"}
        eve.post("/account/notices/push", **slow)
        uma.post("/account/notices/push", **push.subscription)
        with_mail(uma, mail_server, "uma@example.org")
        for _ in range(8):
            take_challenge_of(eve, bob)
        take_challenge_of(uma, bob)
        assert push.read()[1]["title"] == "Bob has accepted your challenge"
        assert mail_server.read()["To"] == "uma@example.org"
        # Nor does the server's end wait for the answer.
        server.terminate()


def test_an_endpoint_that_fails_again_and_again_while_others_do_not_is_forgotten(
    server: Server, push: PushService
) -> None:
    lou, max_, bob = (Visitor(server, name) for name in ("Lou", "Max-2", "Bob-2"))
    with PushService(status=500).running() as failing:
        subscription = {**push.subscription, "endpoint": f"{failing.url}/lou"}
        failing.key, failing.auth = push.key, push.auth
        lou.post("/account/notices/push", **subscription)
        max_.post("/account/notices/push", **push.subscription)

        def browsers() -> int:
            count: int = lou.ask("GET", "/account/notices").json()["browsers"]
            return count

        for _ in range(6):  # Perhaps nothing can be sent at all.
            take_challenge_of(lou, bob)
            failing.read()
        for _ in range(4):
            assert browsers() == 1
            take_challenge_of(max_, bob)
            push.read()
            take_challenge_of(lou, bob)
            failing.read()
        wait_until(lambda: browsers() == 0)


def test_the_key_for_push_services_is_read_once_and_never_by_the_thread_that_answers_pages(
    tmp_path: Path,
) -> None:
    async def whole() -> None:
        async with open_lobby(tmp_path) as lobby:
            with noted_statements() as asked:
                key = await lobby.store.notices.push_key(new_key)
                assert asked
                assert threading.current_thread() not in asked
                asked.clear()
                assert await lobby.store.notices.push_key(new_key) == key
                assert asked == []

    asyncio.run(whole())


@contextmanager
def noted_statements() -> Iterator[list[threading.Thread]]:
    """The threads that ask a database about the server's key, one for each time."""
    asked: list[threading.Thread] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if "facts" in statement and statement.startswith("SELECT"):
            asked.append(threading.current_thread())

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_live_games_tell_nobody(server: Server, push: PushService) -> None:
    gil, hal = Visitor(server, "Gil"), Visitor(server, "Hal")
    gil.post("/account/notices/push", **push.subscription)
    pages = [begin(gil, hal, control)[1:] for control in ("10m/10m", "3d/0/0")]
    for gold, silver in pages:
        gold.set_up(GOLD_SETUP)
        gold.close()
        silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
        silver.set_up(SILVER_SETUP)
    _, told = push.read()
    assert "3 days" in told["text"]
    assert push.heard.empty()


def test_what_is_no_push_service_or_address_is_refused(
    server: Server, push: PushService, mail_server: MailServer
) -> None:
    ivy, guest = Visitor(server, "Ivy"), Visitor(server)
    assert guest.refused("/account/notices/mail", address="a@example.org") == "logged_out"
    assert guest.refused("/account/notices/push", **push.subscription) == "logged_out"
    for address in ("ann", "ann@example", "a@b.org\nBcc: c@d.org", "<a@b.org>", "a b@c.org"):
        assert ivy.refused("/account/notices/mail", address=address) == "bad_request"
    other = {**push.subscription, "p256dh": "A" * 87}
    assert ivy.refused("/account/notices/push", **other) == "bad_endpoint"
    for _ in range(3):
        ivy.post("/account/notices/mail", address="ivy@example.org")
        assert mail_server.read()["To"] == "ivy@example.org"
    assert ivy.refused("/account/notices/mail", address="ivy@example.org") == "slow_down"


def test_a_push_service_of_ones_own_network_is_refused_by_default(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with PushService().running() as push, Server(data, "--accounts") as server:
        ann = Visitor(server, "Ann")
        assert ann.refused("/account/notices/push", **push.subscription) == "bad_endpoint"
        state = ann.ask("GET", "/account/notices").json()
        assert (state["mail"], state["browsers"]) == (False, 0)
        assert ann.refused("/account/notices/mail", address="ann@example.org") == "no_mail"


def test_a_mail_server_that_is_away_costs_one_line_of_the_log(tmp_path: Path) -> None:
    with MailServer().running() as gone:
        port = gone.port
    with club(tmp_path / "data", port) as server:
        ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
        for _ in range(2):
            ann.post("/account/notices/mail", address="ann@example.org")
        _, gold, silver = begin(ann, bob)
        gold.set_up(GOLD_SETUP)
        silver.set_up(SILVER_SETUP)
        wait_until(lambda: "letters cannot be sent" in server.log())
        assert server.log().count("letters cannot be sent") == 1
        assert "Traceback" not in server.log()


def test_an_account_that_is_deleted_is_told_nothing(
    server: Server, mail_server: MailServer, push: PushService
) -> None:
    jo, kit = Visitor(server, "Jo-Ann"), Visitor(server, "Kit")
    with_mail(jo, mail_server, "jo@example.org")
    jo.post("/account/notices/push", **push.subscription)
    _, gold, silver = begin(jo, kit)
    gold.set_up(GOLD_SETUP)
    gold.close()
    jo.post("/account/delete", password="four steps a turn")
    silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
    silver.set_up(SILVER_SETUP)
    # What comes next is another's.
    with_mail(kit, mail_server, "kit@example.org")
    assert push.heard.empty()


@pytest.mark.parametrize("answers", [False, True], ids=["away", "there"])
def test_a_player_whose_page_is_open_is_told_later_if_the_turn_is_still_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, push: PushService, answers: bool
) -> None:
    held = asyncio.Event()

    async def hold(_: float) -> None:
        await held.wait()

    async def work(lobby: Lobby) -> None:
        member = Member("ann", "Ann", 1500)
        await lobby.notices.contacts.add_browser(member, PushWanted(**push.subscription))
        room, _ = await lobby.create(NewGame(start=OPENING.short, control="3d/0/0"))
        gold, silver = Line(), Line()
        silver.client.member = member
        async with (
            lobby.enter(room.id) as room,
            gold.joined(room, Side.GOLD),
            silver.joined(room, Side.SILVER),
        ):
            await gold.say(room, "steps", steps=["Ee2n"])
            await gold.say(room, "send")
            if answers:
                await silver.say(room, "steps", steps=["ed7s"])
                await silver.say(room, "send")
            held.set()
            while lobby.notices.is_busy:
                await asyncio.sleep(0)

    async def whole() -> None:
        settings = {"push": PushSettings(local=True)}
        async with open_lobby(tmp_path, **settings) as lobby:
            monkeypatch.setattr(notices_module, "_hold", hold)
            await work(lobby)

    asyncio.run(whole())
    if answers:
        assert push.heard.empty()
    else:
        assert push.read()[1]["title"] == "Your turn against Gold"
