"""The pages for playing, for those who do not see them or do not use a mouse."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server


def test_home_page_and_its_dialogs_have_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/")
    expect(page.locator("#mine")).not_to_be_empty()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Play the computer").click()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    assert accessibility_problems(page) == []


def test_game_page_has_no_accessibility_problem(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, control="1m/5m/100/10m"))
    table = Table(page)
    expect(table.piece("gold elephant e2")).to_be_visible()
    assert accessibility_problems(page) == []
    for side in ("Gold", "Silver"):
        expect(table.status).to_have_text(f"{side} to set up.")
        page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Gold to play.")
    table.drag("e2", "e3")
    table.expect_draft("Ee2n")
    assert accessibility_problems(page) == []


def test_the_board_tells_a_screen_reader_what_happens(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed4 rd5 Rh1 ra8 mb4 Ha4").short))
    table = Table(page)
    expect(table.piece("gold horse a4, frozen")).to_be_visible()
    table.cell("d4").focus()
    page.keyboard.press("Enter")
    expect(table.piece("e4, in reach with 1")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".board [aria-live]")).to_have_text("elephant d4 to e4; 3 steps left.")
    expect(table.cell("e4")).to_be_focused()


def test_the_keyboard_stays_on_the_board_after_a_setup(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server))
    for side, place in (("Gold", page.get_by_label("Setup")), ("Silver", page.locator("#board"))):
        expect(Table(page).status).to_have_text(f"{side} to set up.")
        play = page.get_by_role("button", name="Play this setup")
        expect(play).to_be_enabled()
        page.get_by_role("button", name="Mirror").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(place.locator(":focus").or_(place.and_(page.locator(":focus")))).to_have_count(1)
