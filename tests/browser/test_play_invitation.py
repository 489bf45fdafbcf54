"""The link that a player sends to a friend: it works from another machine, or there is none."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import Table
from tests.web.harness import Server


def _invite(visitors: Visitors) -> Page:
    page = visitors.open("/")
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#invite")).to_be_visible()
    return page


def test_no_link_is_offered_that_others_cannot_open(server: Server, visitors: Visitors) -> None:
    page = _invite(visitors)
    expect(page.locator("#invite")).to_contain_text("only from this machine")
    port = server.url.rpartition(":")[2]
    command = f"gajah web --host 0.0.0.0 --port {port} --data {server.data}"
    expect(page.get_by_role("code")).to_have_text(command)
    expect(page.get_by_label("Link for your opponent")).to_have_count(0)
    page.get_by_role("button", name="Copy a link to watch").click()
    expect(page.locator(".toast")).to_contain_text("only from this machine")


def test_after_a_restart_for_the_network_the_same_page_shows_a_link(
    own_server: Server, own_visitors: Visitors
) -> None:
    ann = _invite(own_visitors)
    expect(ann.get_by_role("code")).to_be_visible()
    own_server.kill()
    own_server.options = ("--host", "0.0.0.0")
    own_server.start()
    link = ann.get_by_label("Link for your opponent")
    expect(link).to_have_value(re.compile(r"^http://(?!127\.).+#seat="))
    code = ann.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.naturalWidth") > 0
    bea = own_visitors.open(link.input_value())
    expect(Table(bea).status).to_have_text("Gold to set up.")
    expect(ann.locator("#invite")).to_be_hidden()
