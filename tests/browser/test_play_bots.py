"""Two bots play: pause, one turn at a time, speed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import Table, make_game
from tests.helpers import OPENING
from tests.web.harness import Server


@pytest.fixture
def slow_server(tmp_path: Path) -> Iterator[Server]:
    """A server on which two bots take their time."""
    with Server(tmp_path / "data", "--pace", "60") as server:
        yield server


@pytest.fixture
def watchers(browser: Browser, slow_server: Server) -> Iterator[Visitors]:
    """Pages of that server."""
    with Visitors(browser, slow_server) as visitors:
        yield visitors


def test_two_bots_are_paused_stepped_and_let_go(slow_server: Server, watchers: Visitors) -> None:
    game = make_game(slow_server, "random", "random", start=OPENING.short)["game"]["id"]
    page, other = watchers.open(f"/game/{game}"), watchers.open(f"/game/{game}", phone=True)
    page.get_by_role("button", name="Pause").click()
    for each in (page, other):
        expect(Table(each).status).to_have_text("Paused.")
    assert accessibility_problems(other) == []
    turns = page.get_by_role("region", name="Turns").get_by_role("button")
    before = turns.count()
    page.get_by_role("button", name="One turn").click()
    expect(turns).to_have_count(before + 1)
    page.reload()
    expect(Table(page).status).to_have_text("Paused.")
    expect(turns).to_have_count(before + 1)
    page.get_by_label("Speed").select_option("Fastest")
    expect(other.get_by_label("Speed")).to_have_value("0")
    page.get_by_role("button", name="Go on").click()
    expect(Table(page).status).to_have_text(re.compile("wins|over"))
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
