"""The explorer of the analysis page: what was played in a position, and the games with it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import SETUPS, Study, keep_game
from tests.web.harness import Server

# A position that no other game has.
_START = "g [rrrrrrrrhdcemcdh                                DHCEMCHDRRRRRRRR]"
_UNKNOWN = f"g [r{'E':>23}{'R':>21}{'e':>19}]"
_TAGS = f'[Position "{_START}"]'


def _open(page: Page) -> None:
    page.locator("#explorer summary").click()


def test_turns_of_the_library_are_counted_and_can_be_played(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, "2g Ed2n Ed3n", "2s ed7s", tags=_TAGS, result="1-0")
    # The same turn in a mirror, and another one.
    mirrored = _TAGS.replace("DHCEMCHDRRRRRRRR", "DHCMECHDRRRRRRRR").replace("dcemcdh", "dcmecdh")
    keep_game(server, "2g Ee2n Ee3n", "2s ee7s", tags=mirrored, result="0-1")
    keep_game(server, "2g Me2n", "2s ed7s", tags=_TAGS, result="1-0")
    page = Study(visitors, f"/analysis?game={game}").page
    _open(page)
    rows = page.locator("#explorer tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(re.compile(r"Ed2n Ed3n\s*2\s*50%"))
    expect(rows.nth(1)).to_contain_text(re.compile(r"Me2n\s*1\s*100%"))
    assert accessibility_problems(page) == []

    page.get_by_role("button", name="Me2n").click()
    expect(page.locator("#turns .variations .turn-text")).to_have_text("Me2n")
    expect(rows.nth(0)).to_contain_text("ed7s")
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator("#explorer").get_by_role("link", name="3 games").click()
    expect(page.locator("#library-status")).to_have_text("1 to 3 of 3 games")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#with-position")).to_be_hidden()
    page.wait_for_url("**/library")


def test_setups_are_shown_as_rows(visitors: Visitors, server: Server) -> None:
    game = keep_game(server, "2g Ee2n", result="1-0")
    page = Study(visitors, f"/analysis?game={game}").page
    page.get_by_role("button", name="To the start").click()
    _open(page)
    rows = page.locator("#explorer tbody button").first.locator(".setup-row")
    expect(rows).to_have_count(2)
    letters = sorted(rows.nth(0).inner_text() + rows.nth(1).inner_text())
    assert letters == sorted(word[0] for word in SETUPS[0].split())


def test_a_position_that_no_game_has_is_said_to_be_new(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={_UNKNOWN}")
    _open(study.page)
    expect(study.page.locator("#explorer")).to_contain_text("No game of the library")


def test_games_are_searched_by_rating_and_length(visitors: Visitors, server: Server) -> None:
    rated = '[GoldRating "2900"]\n[SilverRating "2950"]\n' + _TAGS
    game = keep_game(server, "2g Hg2n", "2s ed7s", "3g Hg3n", tags=rated, result="1-0")
    page = visitors.open("/library?rating=2900")
    expect(page.get_by_label("Both rated at least")).to_have_value("2900")
    expect(page.locator("#library-status")).to_have_text("1 to 1 of 1 game")
    page.get_by_label("Fewest turns").fill("4")
    expect(page.locator("#library-status")).to_contain_text("No game fits")
    # Other tests of this server sort its games by rating.
    with server.client() as client:
        client.delete(f"/games/{game}")
