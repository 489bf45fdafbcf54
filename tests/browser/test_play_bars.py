"""The bars beside the board: who plays, who is there, whose turn it is, and the clocks."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

START = gold("Ed4 Rh1 Ra1 ra8 rh8 ea7").short


def _clock(page: Page, side: str) -> Locator:
    return page.get_by_role("timer", name=f"{side}'s clock")


def test_a_clock_shows_the_time_of_the_turn_and_the_reserve_apart(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=START, control="1m/5m"))
    expect(_clock(page, "silver")).to_have_text("1:00+ 5:00 reserve")
    expect(_clock(page, "gold")).to_have_text(re.compile(r"0:5\d\+ 5:00 reserve"))
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Rules in short")
    expect(rules).to_contain_text("A turn has 1m. After that the reserve runs, 5m at the start.")


def test_a_bar_says_who_is_connected_and_who_is_to_play(server: Server, visitors: Visitors) -> None:
    made = make_game(server, start=START)
    ann, bob = visitors.open(BLANK), visitors.open(BLANK)
    sit_down(ann, made, "g")
    sit_down(bob, made, "s")
    above, below = (ann.locator(f".player[data-place={place}]") for place in ("top", "bottom"))
    expect(below).to_contain_text("you")
    expect(below).to_contain_text("your turn")
    expect(above.locator(".player-presence")).to_have_text("connected")
    expect(above.locator(".player-note")).to_be_hidden()
    bob.close()
    expect(above.locator(".player-presence")).to_have_text("not connected")


def test_the_way_through_the_turns_stays_in_view_with_the_board_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, silver="gajah:level=1"))
    page.get_by_role("button", name="Play this setup").tap()
    expect(page.get_by_role("button", name="Play turn")).to_be_visible()
    expect(page.get_by_label("Coach", exact=True)).to_be_visible()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play turn")).to_be_in_viewport(ratio=1)
    for name in ("First turn", "Previous turn", "Next turn", "Newest turn"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="First turn").tap()
    expect(Table(page).status).to_contain_text("Looking at turn 1g.")
    page.get_by_role("button", name="Next turn").tap()
    expect(Table(page).status).to_have_text("Your turn to play.")


def test_tools_have_words_not_only_icons(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=START))
    expect(page.get_by_role("button", name="Undo step")).to_be_visible()
    buttons = page.locator("#panel button:visible")
    for button in buttons.all():
        assert button.inner_text().strip(), button.get_attribute("aria-label")


def test_the_board_stays_where_it_is_when_a_piece_is_captured_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, start=gold("Ed5 cd6 Rh1 ra8 eh8").short, control="1m/5m"))
    board, table = page.locator("#board"), Table(page)
    expect(table.status).to_have_text("Gold to play.")
    before = board.bounding_box()
    table.touch_drag("d5", "d6")
    table.choose("d6 to c6")
    expect(page.get_by_role("img", name="Captured: a cat")).to_be_visible()
    assert board.bounding_box() == before
