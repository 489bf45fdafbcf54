"""Games by days: made, found again, and told of."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.browser.test_accounts import register
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.accounts.visitor import PASSWORD, Visitor
from tests.web.harness import Server, wait_until
from tests.web.notices.mailbox import MailServer, begin, token_in
from tests.web.notices.mailbox import club as mail_club


def challenge_by_days(page: Page) -> None:
    """List a challenge of three days a turn, for gold."""
    page.get_by_role("button", name="Find an opponent").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Clock", exact=True).select_option(label="3 days a turn")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("listed for two weeks")).to_be_visible()


def test_a_game_of_three_days_a_turn_is_found_again_in_another_browser(members: Visitors) -> None:
    ann, bob = members.open(), members.open()
    register(ann, "Ann-Days")
    challenge_by_days(ann)
    ann.goto("/library")
    register(bob, "Bob-Days")
    expect(bob.locator("#challenges")).to_contain_text("3 days a turn")
    bob.get_by_role("button", name="Play against Ann-Days").click()
    expect(bob).to_have_url(re.compile("/game/"))
    phone = members.open(phone=True)
    phone.get_by_role("button", name="Log in").click()
    dialog = phone.get_by_role("dialog", name="Account")
    dialog.get_by_label("Name").fill("Ann-Days")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in").click()
    card = phone.locator("#mine .game-card")
    expect(card).to_contain_text("Your turn: setting up, 2 days left")
    assert accessibility_problems(phone) == []
    card.click()
    expect(phone.get_by_role("button", name="Play this setup")).to_be_visible()
    expect(phone.locator(".player[data-place=bottom]")).to_contain_text("2d 23:59")


def test_notices_are_chosen_in_the_account_and_ended_by_a_link(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        MailServer().running() as letters,
        mail_club(tmp_path / "data", letters.port) as server,
        Visitors(browser, server) as members,
    ):
        ann = members.open()
        register(ann, "Ann")
        ann.get_by_role("button", name="Account Ann").click()
        dialog = ann.get_by_role("dialog", name="Account")
        dialog.get_by_text("Notices of my turn").click()
        expect(dialog.get_by_label("Notify me in this browser")).not_to_be_checked()
        dialog.get_by_label("E-mail").fill("ann@example.org")
        dialog.get_by_role("button", name="Save the address").click()
        expect(dialog).to_contain_text("A letter was sent to ann@example.org")
        assert accessibility_problems(ann) == []
        secret = token_in(letters.read(), "confirm-mail")
        reader = members.open(f"/#confirm-mail={secret}")
        expect(reader.get_by_text("You get letters when it is your turn.")).to_be_visible()
        assert secret not in reader.url
        phone = Visitor(server)
        phone.log_in("Ann")
        _, gold, silver = begin(phone, Visitor(server, "Bob"))
        gold.set_up(GOLD_SETUP)
        gold.close()
        silver.hear("game", where=lambda m: not m["game"]["gold"]["online"])
        silver.set_up(SILVER_SETUP)
        reader = members.open(f"/#stop-mail={token_in(letters.read(), 'stop-mail')}")
        expect(reader.get_by_text("No more letters are sent to you.")).to_be_visible()


def test_a_pushed_notice_is_shown_unless_its_game_is_looked_at(members: Visitors) -> None:
    page = members.open("/library")
    with page.context.expect_event("serviceworker") as started:
        page.evaluate("() => void navigator.serviceWorker.register('/static/push-worker.js')")
    worker = started.value
    # This build of the browser has no notifications: what would be shown is noted.
    worker.evaluate(
        "() => { self.shown = [];"
        "  registration.showNotification = (title, { body, data }) =>"
        "    void shown.push([title, body, data]); }"
    )
    known: list[str] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    # What is pushed to a worker that is not yet active is dropped without a word.
    wait_until(lambda: worker.evaluate("registration.active?.state") == "activated" and bool(known))
    for path in ("/library", "/game/abc"):
        told = {"title": f"Your turn in {path}", "text": "Bob has played.", "path": path}
        target = {"origin": page.evaluate("origin"), "registrationId": known[-1]}
        devtools.send("ServiceWorker.deliverPushMessage", {**target, "data": json.dumps(told)})
    wait_until(lambda: bool(worker.evaluate("shown.length")))
    shown = [["Your turn in /game/abc", "Bob has played.", {"path": "/game/abc"}]]
    assert worker.evaluate("shown") == shown


def test_an_answer_in_advance_is_entered_on_the_board_and_played(
    members: Visitors, club: Server
) -> None:
    made = make_game(club, start=OPENING.short, control="3d/0/0")
    ann, bea = members.open(BLANK), members.open(BLANK)
    sit_down(ann, made, "g")
    sit_down(bea, made, "s")
    silver = Table(bea)
    expect(silver.status).to_have_text("Gold to play.")
    bea.get_by_role("button", name="Answer in advance").click()
    expect(bea.get_by_text("Enter a turn that gold may play.")).to_be_visible()
    silver.drag("e2", "e3")
    bea.get_by_role("button", name="If played").click()
    expect(bea.get_by_text("Enter your answer to it.")).to_be_visible()
    silver.drag("d7", "d6")
    bea.get_by_role("button", name="Answer with this").click()
    expect(bea.get_by_text("Enter a turn that gold may play then")).to_be_visible()
    bea.get_by_role("button", name="Save the line").click()
    line = bea.get_by_text("If Ee2n, I answer ed7s")
    expect(line).to_be_visible()
    assert accessibility_problems(bea) == []
    expect(silver.piece("silver elephant d7")).to_be_visible()
    bea.reload()
    expect(line).to_be_visible()
    gold = Table(ann)
    gold.drag("e2", "e3")
    gold.play()
    expect(gold.piece("silver elephant d6")).to_be_visible()
    expect(gold.status).to_have_text("Your turn to play.")
    expect(bea.get_by_text("Your conditional turn was played.")).to_be_visible()
    expect(line).to_be_hidden()


def test_days_are_offered_between_people_alone(members: Visitors) -> None:
    page = members.open()
    page.get_by_role("button", name="Play a friend").click()
    dialog = page.get_by_role("dialog", name="New game")
    clock = dialog.get_by_label("Clock", exact=True)
    clock.select_option(label="14 days a turn")
    dialog.get_by_role("radio", name="The computer").check(force=True)
    expect(clock).to_have_value("")
    expect(clock.locator("optgroup")).to_be_disabled()
