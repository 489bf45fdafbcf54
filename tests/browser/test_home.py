"""The first page: what a newcomer does first, and the games of a player who comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

LAPTOP = {"width": 1280, "height": 720}


def _box(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None, "not shown"
    return box


@pytest.mark.parametrize("phone", [False, True])
def test_a_newcomer_is_led_to_the_lessons_first(visitors: Visitors, phone: bool) -> None:
    page = visitors.open("/", phone=phone, viewport=PHONE if phone else LAPTOP)
    expect(page.get_by_role("region", name="Your games")).to_be_hidden()
    expect(page.locator("#showcase svg")).to_be_in_viewport(ratio=1)
    first, computer = page.locator(".tile").all()[:2]
    expect(first).to_be_in_viewport(ratio=1)
    expect(computer).to_have_text("Play the computerTen levels, from a first game to very strong.")
    assert _box(first)["y"] < _box(computer)["y"]
    computer.click()
    expect(page.get_by_label("Opponent")).to_have_value("gajah:level=1")
    page.keyboard.press("Escape")
    first.click()
    expect(page.get_by_role("heading", name="Learn Arimaa")).to_be_visible()


def test_after_the_first_lessons_a_game_is_what_comes_next(visitors: Visitors) -> None:
    page = visitors.open("/")
    first = page.locator(".tile").first
    for count, title in ((1, "Go on learning"), (10, "Play the computer")):
        done = {f"lesson {number}": [0] for number in range(count)}
        page.evaluate("done => localStorage.setItem('gajah.learn', JSON.stringify(done))", done)
        page.reload()
        expect(first).to_contain_text(title)


@pytest.mark.parametrize("phone", [False, True])
def test_the_games_of_a_returning_player_come_first(
    server: Server, visitors: Visitors, phone: bool
) -> None:
    page = visitors.open(BLANK, phone=phone, viewport=PHONE if phone else LAPTOP)
    position = gold("Ed4 Rh1 ra8 eh8").short
    waiting = make_game(server, start=position)
    sit_down(page, waiting)
    expect(Table(page).status).to_have_text("Gold to play.")
    theirs = make_game(server, start=position)
    with server.page(theirs["game"]["id"], theirs["tokens"]["g"]):
        sit_down(page, theirs, "s")
        expect(Table(page).status).to_have_text("Gold to play.")
        page.goto("/")
        cards = page.get_by_role("region", name="Your games").get_by_role("link")
        expect(cards).to_have_count(2)
        expect(cards.first).to_contain_text("Your turn: turn 1")
        expect(cards.last).not_to_contain_text("Your turn")
        expect(cards.first).to_be_in_viewport(ratio=1)
        expect(page.locator("#showcase svg")).to_have_count(0)
    tiles = page.locator("#tiles")
    assert _box(cards.first)["y" if phone else "x"] < _box(tiles)["y" if phone else "x"]
    page.locator("#mine").get_by_text("Your turn").click()
    expect(Table(page).status).to_have_text("Gold to play.")


def test_the_library_is_as_wide_as_the_other_pages(visitors: Visitors) -> None:
    screen = {"width": 1900, "height": 1000}
    widths = []
    for path in ("/library", "/"):
        page = visitors.open(path, viewport=screen)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        widths.append(_box(page.locator("#main"))["width"])
    assert widths[0] == widths[1]
