"""The button for the full screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import OPENING
from tests.web.harness import Server

_IS_FULL = "document.fullscreenElement !== null"


@pytest.mark.parametrize("path", ["game", "/analysis", "/puzzles"])
def test_a_page_with_a_board_fills_the_screen_and_comes_back(
    server: Server, visitors: Visitors, path: str
) -> None:
    page = visitors.open(BLANK)
    if path == "game":
        sit_down(page, make_game(server, start=OPENING.short))
    else:
        page.goto(path)
    page.get_by_role("button", name="Full screen").click()
    leave = page.get_by_role("button", name="Leave full screen")
    expect(leave).to_be_visible()
    assert page.evaluate(_IS_FULL)
    expect(Table(page).cell("e2")).to_be_visible()
    leave.click()
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()
    assert not page.evaluate(_IS_FULL)


def test_there_is_no_button_where_there_is_no_full_screen(visitors: Visitors) -> None:
    page = visitors.open("/library")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(page.get_by_role("button", name="Full screen")).to_have_count(0)
    # As in a browser that has none.
    script = "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false })"
    page.add_init_script(script)
    page.goto("/analysis")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(page.get_by_role("button", name="Full screen")).to_have_count(0)
