"""The setup screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.web.harness import Server


@pytest.fixture
def table(server: Server, visitors: Visitors) -> Table:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server))
    table = Table(page)
    expect(table.status).to_have_text("Gold to set up.")
    expect(table.piece("gold elephant")).to_have_count(1)
    return table


def _pieces(page: Page, row: str) -> list[str]:
    names = [page.locator(f"[data-square={column}{row}]") for column in "abcdefgh"]
    return [(name.get_attribute("aria-label") or "").split()[1] for name in names]


def test_dragging_one_piece_onto_another_swaps_them(table: Table) -> None:
    first, second = table.cell("e2"), table.cell("b1")
    before = first.get_attribute("aria-label"), second.get_attribute("aria-label")
    assert before == ("gold elephant e2", "gold rabbit b1")
    table.drag("e2", "b1")
    expect(table.piece("gold elephant b1")).to_be_visible()
    expect(table.piece("gold rabbit e2")).to_be_visible()


def test_clicking_two_pieces_swaps_them_too(table: Table) -> None:
    table.click("e2", "h1")
    expect(table.piece("gold elephant h1")).to_be_visible()


def test_a_piece_does_not_leave_the_home_rows(table: Table) -> None:
    table.drag("e2", "e4")
    expect(table.piece("gold elephant e2")).to_be_visible()


def test_mirror_swaps_left_and_right(table: Table) -> None:
    before = [_pieces(table.page, row) for row in "12"]
    table.page.get_by_role("button", name="Mirror").click()
    expect(table.piece("gold elephant d2")).to_be_visible()
    assert [_pieces(table.page, row) for row in "12"] == [row[::-1] for row in before]


def test_presets_are_chosen_by_name_and_the_last_setup_is_remembered(
    table: Table, server: Server
) -> None:
    page = table.page
    presets = server.get("/setups")["g"]
    other = next(preset for preset in presets if "Ee2" not in preset["setup"].split())
    page.get_by_label("Setup", exact=True).select_option(label=other["title"])
    expect(table.piece("gold elephant e2")).to_have_count(0)
    table.drag("a1", "a2")
    wanted = [_pieces(page, row) for row in "12"]
    page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Silver to set up.")
    sit_down(page, make_game(server))
    expect(page.get_by_label("Setup", exact=True)).to_have_value("my-last")
    expect(table.piece("gold elephant")).to_have_count(1)
    assert [_pieces(page, row) for row in "12"] == wanted


def test_list_of_setups_says_when_the_setup_is_none_of_them(table: Table, server: Server) -> None:
    chosen = table.page.locator("#setup-preset option:checked")
    first, *_ = server.get("/setups")["g"]
    expect(chosen).to_have_text(first["title"])
    table.drag("e2", "b1")
    expect(chosen).to_have_text("Your own")
    table.drag("e2", "b1")
    expect(chosen).to_have_text(first["title"])


def test_setup_that_was_left_unfinished_is_called_ones_own_on_return(table: Table) -> None:
    page = table.page
    with page.expect_websocket() as opened:
        page.reload()
    expect(table.piece("gold elephant e2")).to_be_visible()
    with opened.value.expect_event("framereceived", lambda frame: "Eb1" in frame):
        table.drag("e2", "b1")
    page.reload()
    expect(table.piece("gold elephant b1")).to_be_visible()
    expect(page.locator("#setup-preset option:checked")).to_have_text("Your own")


def test_setting_up_works_with_keys_alone(table: Table) -> None:
    keyboard = table.page.keyboard
    table.cell("e2").focus()
    keyboard.press("Enter")
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    expect(table.piece("gold elephant d2")).to_be_visible()


def test_a_swap_is_told_to_a_screen_reader(table: Table) -> None:
    table.cell("e2").focus()
    for key in ("Enter", "ArrowLeft", "Enter"):
        table.page.keyboard.press(key)
    told = table.page.locator(".board [aria-live]")
    expect(told).to_have_text("gold elephant on d2, gold camel on e2.")
