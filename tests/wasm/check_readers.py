"""With a server that has the compiled core, readers think in their own tabs.

Not named ``test_*``: it needs the compiled core. ``make wasm-tests`` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import Visitors, launch
from tests.browser.study import Study
from tests.browser.table import BLANK, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

POSITION = gold("Ed4 Rh1 Rg2 ra8 eh8").short


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own: how busy it was is asked at the end."""
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture
def visitors(server: Server) -> Iterator[Visitors]:
    """Opens pages; afterwards none of them may have reported an error."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        with Visitors(browser, server) as visitors:
            yield visitors
        browser.close()


def test_an_analysis_costs_the_server_nothing(server: Server, visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={POSITION}")
    study.press("l")
    lines = study.page.locator(".engine-line")
    expect(lines).to_have_count(1)
    study.page.get_by_label("Lines").select_option("2")
    expect(lines).to_have_count(2)
    assert server.get("/status")["most_searches"] == 0


def test_a_hint_costs_the_server_nothing(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, silver="gajah:level=1", start=POSITION))
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Which piece?")).to_be_visible()
    assert server.get("/status")["most_searches"] == 0


def test_the_server_thinks_where_the_reader_prefers_it(server: Server, visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={POSITION}")
    study.page.get_by_role("button", name="Settings").click()
    study.page.get_by_label("On the server").check()
    study.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    study.press("l")
    expect(study.page.locator(".engine-line")).to_have_count(1)
    assert server.get("/status")["most_searches"] == 1


def test_a_game_without_engine_is_not_analysed(server: Server, visitors: Visitors) -> None:
    made = make_game(server, no_engine=True, start=POSITION)
    for side in ("g", "s"):
        sit_down(visitors.open(BLANK), made, side)
    study = Study(visitors, f"/analysis?game={made['game']['id']}")
    study.press("l")
    expect(study.page.locator(".engine-state")).to_contain_text("without engine")
