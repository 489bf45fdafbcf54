"""The owner of a server behind a proxy, who has opened the owner's link."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from gajah.web.server.owner import owner_secret
from tests.browser.conftest import NAME, Visitors
from tests.web.harness import Server


def test_the_owner_s_link_lets_a_browser_delete_games(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--name", NAME) as server:
        server.new_game(event="Doomed", gold="human", silver="human")
        server.url = server.url.replace("127.0.0.1", NAME)
        with Visitors(browser, server) as visitors:
            page = visitors.open(f"/#owner={owner_secret(server.data)}")
            expect(page.get_by_text("This browser is the owner's now.")).to_be_visible()
            assert "owner" not in page.url, "the secret must not stay in the address"
            page.goto("/library")
            page.get_by_role("button", name="Delete").click()
            page.get_by_role("dialog").get_by_role("button", name="Delete").click()
            expect(page.get_by_role("button", name="Delete")).to_have_count(0)
