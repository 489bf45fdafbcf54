"""Two strangers who meet on the first page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.test_accounts import register
from tests.web.accounts.visitor import account_server


@pytest.fixture
def members(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Opens pages of a server with accounts."""
    with account_server(tmp_path / "data") as server, Visitors(browser, server) as visitors:
        yield visitors


def make_challenge(page: Page) -> None:
    """Fill the dialog in, for gold and with a clock."""
    page.get_by_role("button", name="Find an opponent").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Clock", exact=True).select_option(index=1)


def start(page: Page) -> None:
    """Begin, and wait for an opponent."""
    page.get_by_role("dialog").get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Your challenge is listed")).to_be_visible()


def test_guests_meet_by_an_open_challenge(members: Visitors) -> None:
    bob, carol = members.open(), members.open(phone=True)
    expect(bob.get_by_role("heading", name="Open challenges")).to_be_hidden()
    ann = members.open()
    make_challenge(ann)
    ann.get_by_role("dialog").get_by_label("Your name").fill("Ann")
    start(ann)
    offer = bob.get_by_role("button", name="Play against Ann")
    expect(offer).to_be_visible()
    expect(bob.locator("#challenges")).to_contain_text("you play silver")
    assert accessibility_problems(bob) == []
    expect(carol.get_by_role("button", name="Play against Ann")).to_be_visible()
    offer.click()
    expect(bob).to_have_url(re.compile("/game/"))
    expect(bob.get_by_role("button", name="Resign")).to_be_visible()
    expect(ann.get_by_role("button", name="Resign")).to_be_visible()
    assert ann.url == bob.url
    expect(carol.get_by_role("button", name="Play against Ann")).to_have_count(0)


def test_a_challenge_is_cancelled_and_a_rated_one_needs_an_account(members: Visitors) -> None:
    ann, guest = members.open(), members.open()
    register(ann, "Ann")
    make_challenge(ann)
    ann.get_by_role("dialog").get_by_label("Rated").check()
    start(ann)
    expect(guest.locator("#challenges")).to_contain_text("1500")
    guest.get_by_role("button", name="Log in to play against Ann").click()
    expect(guest.get_by_role("dialog", name="Account")).to_be_visible()
    ann.get_by_role("button", name="Cancel the challenge").click()
    expect(ann.get_by_role("heading", name="Play Arimaa")).to_be_visible()
    expect(guest.get_by_role("heading", name="Open challenges")).to_be_hidden()
