"""A player whose page is hidden learns that it is their turn."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import OPENING
from tests.web.harness import Server

# The Chromium without windows has no notifications and hides no page: what it would be told is
# noted in its place.
_NOTE_NOTIFICATIONS = """
window.noted = [];
window.asked = 0;
const note = (text) => {
  window.noted.push(text);
  document.documentElement.dataset.noted = text;
};
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() {
    document.documentElement.dataset.asked = window.asked += 1;
    return (this.permission = "granted");
  }
  constructor(title, { body }) {
    super();
    note(`${title}: ${body}`);
  }
  close() {
    note("closed");
  }
};
"""
_HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
_NOTICE = "Notify me when it is my turn"


def _switch_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(_NOTICE).click()


def _play(page: Page, *squares: str) -> None:
    Table(page).drag(*squares)
    Table(page).play()


def test_a_hidden_page_notifies_its_player_once_that_is_wanted(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=OPENING.short)
    ann, bea = visitors.open(BLANK), visitors.open(BLANK)
    ann.add_init_script(_NOTE_NOTIFICATIONS)
    sit_down(ann, made, "g")
    sit_down(bea, made, "s")
    expect(Table(ann).status).to_have_text("Your turn to play.")
    assert ann.evaluate("asked") == 0
    _switch_on(ann)
    expect(ann.locator("html")).to_have_attribute("data-asked", "1")
    ann.keyboard.press("Escape")
    # In view: nothing more than what the page shows.
    _play(ann, "e2", "e3")
    expect(Table(bea).status).to_have_text("Your turn to play.")
    _play(bea, "d7", "d6")
    expect(Table(ann).status).to_have_text("Your turn to play.")
    assert ann.evaluate("noted") == []
    _play(ann, "e3", "e4")
    expect(Table(bea).status).to_have_text("Your turn to play.")
    ann.evaluate(_HIDE, arg=True)
    _play(bea, "d6", "d5")
    told = "Your turn to play: Gold - Silver"
    expect(ann.locator("html")).to_have_attribute("data-noted", told)
    assert ann.evaluate("noted") == [told]
    ann.evaluate(_HIDE, arg=False)
    expect(ann.locator("html")).to_have_attribute("data-noted", "closed")


def test_the_title_and_the_icon_say_whose_turn_it_is(server: Server, visitors: Visitors) -> None:
    made = make_game(server, start=OPENING.short)
    page, other = visitors.open(BLANK), visitors.open(BLANK)
    sit_down(page, made, "g")
    sit_down(other, made, "s")
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    expect(page).to_have_title(re.compile("^Your turn: "))
    _play(page, "e2", "e3")
    expect(icon).to_have_attribute("href", "/static/icon.svg")
    expect(page).not_to_have_title(re.compile("^Your turn: "))
    assert page.request.get("/static/icon-turn.svg").ok


def test_a_browser_that_permits_no_notification_says_so(visitors: Visitors) -> None:
    page = visitors.open("/")
    _switch_on(page)
    expect(page.get_by_text("This browser does not permit notifications here.")).to_be_visible()
    expect(page.get_by_label(_NOTICE)).not_to_be_checked()
