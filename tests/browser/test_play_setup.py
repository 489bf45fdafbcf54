"""The setup screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
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


def _save(page: Page, name: str) -> None:
    page.get_by_role("button", name="Save ...").click()
    dialog = page.get_by_role("dialog", name="Save this setup")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Save", exact=True).click()


def test_a_setup_is_saved_under_a_name_for_both_sides(table: Table, server: Server) -> None:
    page = table.page
    choice = page.get_by_label("Setup", exact=True)
    table.drag("e2", "b1")
    _save(page, "Elephant at home")
    expect(choice.locator("option:checked")).to_have_text("Elephant at home")
    page.get_by_role("button", name="Mirror").click()
    expect(table.piece("gold elephant g1")).to_be_visible()
    page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Silver to set up.")
    choice.select_option(label="Elephant at home")
    expect(table.piece("silver elephant b8")).to_be_visible()
    expect(choice.locator("option", has_text="Elephant at home")).to_have_count(1)
    sit_down(page, make_game(server, handicap={"g": "M", "s": ""}))
    expect(table.piece("gold elephant")).to_have_count(1)
    expect(choice.locator("option", has_text="Elephant at home")).to_have_count(0)


def test_saved_setups_are_renamed_and_deleted(table: Table, server: Server) -> None:
    page = table.page
    choice = page.get_by_label("Setup", exact=True)
    table.drag("e2", "b1")
    _save(page, "First")
    table.drag("b1", "c1")
    _save(page, "Second")
    page.get_by_role("button", name="Rename").click()
    dialog = page.get_by_role("dialog", name="Rename this setup")
    expect(dialog.get_by_label("Name")).to_be_focused()
    dialog.get_by_label("Name").fill("First")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Another setup has this name.")
    dialog.get_by_label("Name").fill("Third")
    page.keyboard.press("Enter")
    expect(choice.locator("option:checked")).to_have_text("Third")
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(choice.locator("option:checked")).to_have_text("Your own")
    sit_down(page, make_game(server))
    choice.select_option(label="First")
    expect(table.piece("gold elephant b1")).to_be_visible()
    expect(choice.locator("option", has_text="Third")).to_have_count(0)


def test_twenty_setups_are_kept_and_no_more(table: Table, server: Server) -> None:
    page = table.page
    setup = server.get("/setups")["g"][0]["setup"]
    kept = {f"Setup {number}": setup for number in range(20)}
    page.evaluate("kept => localStorage.setItem('gajah.setups', JSON.stringify(kept))", kept)
    table.drag("e2", "b1")
    _save(page, "One more")
    expect(page.get_by_role("alert")).to_have_text("You have 20 setups. Delete one of them first.")
