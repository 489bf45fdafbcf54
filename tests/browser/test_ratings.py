"""Rated games and the pages of players."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.test_accounts import register


def open_rated(page: Page, tile: str) -> None:
    """Begin a rated game by the dialog."""
    page.get_by_role("button", name=tile).click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Rated").check()
    dialog.get_by_label("Clock", exact=True).select_option(index=1)
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_contain_text("Rated")


def test_a_rated_game_against_a_level_shows_on_the_player_s_page(members: Visitors) -> None:
    page = members.open()
    register(page, "Climber")
    open_rated(page, "Play the computer")
    page.get_by_role("button", name="Play this setup").click()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.locator(".player[data-side=s]")).to_contain_text("900")
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
    expect(page.get_by_role("switch", name="Coach")).to_be_hidden()
    expect(page.locator("#moves")).to_contain_text("1s")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#status")).to_contain_text("You lose.")
    page.goto("/player/climber")
    expect(page.get_by_role("heading", name="Climber")).to_be_visible()
    expect(page.get_by_label("Rating", exact=True)).to_contain_text("1 rated game")
    expect(page.get_by_role("link", name="Open Climber - gajah, level 1")).to_be_visible()
    assert accessibility_problems(page) == []


def test_a_guest_who_is_invited_to_a_rated_game_logs_in_and_plays(members: Visitors) -> None:
    ann = members.open()
    register(ann, "Inviter")
    open_rated(ann, "Play a friend")
    expect(ann.locator("#invite")).to_be_visible()
    game = ann.url.rpartition("/")[2]
    kept = json.loads(ann.evaluate("localStorage.getItem('gajah.invites')"))
    (token,) = kept[game].values()
    bob = members.open(f"/game/{game}#seat={token}")
    note = bob.locator(".rated-note")
    expect(note).to_contain_text("This game is rated.")
    note.get_by_role("button", name="Log in").click()
    dialog = bob.get_by_role("dialog", name="Account")
    dialog.get_by_text("none yet").click()
    dialog.get_by_label("Name").fill("Invited")
    dialog.get_by_label("Password").fill("four steps a turn")
    dialog.get_by_role("button", name="Make the account").click()
    expect(bob.get_by_role("link", name="Invited")).to_be_visible()
    expect(bob.locator(".rated-note")).to_have_count(0)
    expect(ann.get_by_role("link", name="Invited")).to_be_visible()


def test_a_player_who_is_not_known_has_no_page(members: Visitors) -> None:
    members.expect_error("404 (Not Found)")
    page = members.open("/player/no-one")
    expect(page.get_by_role("alert")).to_have_text("There is no player of that name.")
