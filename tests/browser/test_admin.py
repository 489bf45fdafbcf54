"""The owner's page: accounts, bans, sessions, games, backups."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from gajah.web.server.owner import owner_secret
from tests.browser.axe import accessibility_problems
from tests.browser.conftest import NAME, Visitors
from tests.web.accounts.visitor import Visitor, account_server, begin


def test_the_owner_bans_renames_and_voids(browser: Browser, tmp_path: Path) -> None:
    with account_server(tmp_path / "data", "--name", NAME) as server:
        begin(Visitor(server, "Ann"), Visitor(server, "Bob"))
        server.url = server.url.replace("127.0.0.1", NAME)
        with Visitors(browser, server) as visitors:
            visitors.expect_error("403 (Forbidden)", "409 (Conflict)")
            stranger = visitors.open("/admin")
            refusal = "Only the owner of the server can do that."
            expect(stranger.get_by_text(refusal)).to_be_visible()
            expect(stranger.get_by_role("link", name="Admin")).to_have_count(0)
            page = visitors.open(f"/#owner={owner_secret(server.data)}")
            expect(page.get_by_text("This browser is the owner's now.")).to_be_visible()
            page.reload()
            page.get_by_role("link", name="Admin").click()
            users, acts = page.locator("#users"), page.locator("#acts")
            expect(users.get_by_role("listitem")).to_have_count(2)
            assert accessibility_problems(page) == []
            page.get_by_role("button", name="Void: Ann - Bob").click()
            page.get_by_role("dialog").get_by_label("Reason").fill("a test")
            page.get_by_role("button", name="End the game").click()
            expect(acts).to_contain_text("a test")
            page.get_by_role("button", name="Rename: Bob").click()
            page.get_by_role("dialog").get_by_label("New name").fill("ann")
            page.get_by_role("button", name="Rename", exact=True).click()
            expect(page.get_by_role("alert")).to_have_text("That name is taken.")
            page.get_by_role("dialog").get_by_label("New name").fill("Robert")
            page.get_by_role("button", name="Rename", exact=True).click()
            expect(users).to_contain_text("Robert")
            page.get_by_role("button", name="Ban: Ann").click()
            assert accessibility_problems(page) == []
            page.get_by_role("dialog").get_by_label("Reason").fill("Spam")
            page.get_by_role("dialog").get_by_label("Until").fill("2096-01-01")
            page.get_by_role("button", name="Ban", exact=True).click()
            expect(page.locator("#bans")).to_contain_text("Spam")
            expect(users.locator("li", has_text="Ann")).to_contain_text("0 sessions")
            page.get_by_label("Name", exact=True).fill("rob")
            expect(users.get_by_role("listitem")).to_have_count(1)
            page.get_by_role("button", name="Make a backup now").click()
            expect(page.locator("#backup-made")).to_contain_text("1 game")
