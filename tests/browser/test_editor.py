"""The position editor: building a position, having it checked, going on with it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from gajah import Position
from tests.browser.conftest import Visitors
from tests.browser.table import Table

_DIAGRAM = """12s
 +-----------------+
8| r . . . . . . r |
7| . . . . m . . . |
6| . . x . . x . . |
5| . . . e . . . . |
4| . . . . E . . . |
3| . . x . . x . . |
2| . . M . . . . . |
1| R . . . . . . R |
 +-----------------+
   a b c d e f g h
"""


def _open(visitors: Visitors, path: str = "/editor") -> Table:
    page = visitors.open(path)
    expect(_verdict(page)).not_to_be_empty()
    return Table(page)


def _verdict(page: Page) -> Locator:
    return page.locator("#problems")


def _text(page: Page) -> Locator:
    return page.locator("#position")


def _drag(page: Page, start: Locator, to: tuple[float, float]) -> None:
    box = start.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def _tool(page: Page, name: str) -> Locator:
    return page.locator(".palette-tool").filter(has=page.get_by_role("radio", name=name))


def test_pieces_are_dragged_to_the_board_and_off_it(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    page.get_by_role("button", name="Clear").click()
    _drag(page, _tool(page, "gold elephant"), table.point("d4"))
    expect(table.piece("gold elephant d4")).to_be_visible()
    table.drag("d4", "e5")
    expect(table.piece("gold elephant e5")).to_be_visible()
    _drag(page, _tool(page, "silver rabbit"), table.point("a8"))
    expect(table.piece("silver rabbit a8")).to_be_visible()
    _drag(page, table.cell("e5"), (3, 500))
    expect(table.piece("gold elephant e5")).to_have_count(0)
    expect(_text(page)).to_have_value(f"g [r{' ' * 63}]")


def test_a_chosen_piece_is_painted_and_erased_by_clicks(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    page.get_by_role("button", name="Clear").click()
    _tool(page, "gold horse").click()
    table.click("b3", "g3")
    expect(table.piece("gold horse g3")).to_be_visible()
    _tool(page, "Erase pieces").click()
    table.click("b3")
    expect(table.piece("gold horse b3")).to_have_count(0)
    expect(table.piece("gold horse g3")).to_be_visible()


def test_letters_place_pieces_by_keyboard(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    page.get_by_role("button", name="Clear").click()
    table.cell("d4").focus()
    page.keyboard.press("E")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("m")
    expect(table.piece("gold elephant d4")).to_be_visible()
    expect(table.piece("silver camel d5")).to_be_visible()
    page.keyboard.press("Delete")
    expect(table.piece("silver camel d5")).to_have_count(0)


def test_a_cleared_board_comes_back(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    page.get_by_role("button", name="Clear").click()
    expect(table.piece("gold elephant")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(table.piece("gold elephant")).to_have_count(1)
    expect(_verdict(page)).to_have_text("A legal position.")
    page.get_by_role("button", name="Redo").click()
    expect(table.piece("gold elephant")).to_have_count(0)


def test_an_impossible_position_is_refused_with_the_reason(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    expect(_verdict(page)).to_have_text("A legal position.")
    _tool(page, "gold rabbit").click()
    table.click("d4")
    expect(_verdict(page)).to_contain_text("at most 8 rabbits")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    expect(page.get_by_role("button", name="Analyse")).to_be_disabled()
    _tool(page, "Erase pieces").click()
    table.click("d4")
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_a_finished_position_cannot_be_played(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    _tool(page, "Erase pieces").click()
    table.click("a8", "a1")
    _tool(page, "gold rabbit").click()
    table.click("a8")
    expect(_verdict(page)).to_contain_text("The game is over here")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()


def test_a_pasted_diagram_is_set_up(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    _text(page).fill(_DIAGRAM)
    page.get_by_role("button", name="Set up this position").click()
    expect(table.piece("silver elephant d5")).to_be_visible()
    expect(page.get_by_role("radio", name="Silver", exact=True)).to_be_checked()
    expect(_text(page)).to_have_value(Position.parse(_DIAGRAM).short)
    expect(_verdict(page)).to_have_text("A legal position.")


def test_text_that_is_no_position_is_refused_and_changes_nothing(visitors: Visitors) -> None:
    visitors.expect_error("422")
    table = _open(visitors)
    page = table.page
    _text(page).fill("elephants everywhere")
    page.get_by_role("button", name="Set up this position").click()
    expect(page.get_by_role("alert")).to_contain_text("Expected")
    expect(table.piece("gold elephant e2")).to_be_visible()


def test_a_legal_board_can_be_played_after_a_bad_paste(visitors: Visitors) -> None:
    visitors.expect_error("422")
    table = _open(visitors)
    page = table.page
    expect(_verdict(page)).to_have_text("A legal position.")
    _text(page).fill("elephants everywhere")
    page.get_by_role("button", name="Set up this position").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Expected")
    expect(_verdict(page)).to_have_text("A legal position.")
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    expect(page.get_by_role("button", name="Analyse")).to_be_enabled()
    page.get_by_role("button", name="Mirror").click()
    expect(refusal).to_be_hidden()


def test_a_game_starts_from_the_position(visitors: Visitors) -> None:
    table = _open(visitors, f"/editor?position={Position.parse(_DIAGRAM).short}")
    page = table.page
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_text("Two at this screen").click()
    dialog.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/game/"))
    expect(table.piece("silver elephant d5")).to_be_visible()
    table.click("d5", "d4")
    table.expect_draft("ed5s")


def test_the_position_is_analysed(visitors: Visitors) -> None:
    table = _open(visitors, f"/editor?position={Position.parse(_DIAGRAM).short}")
    table.page.get_by_role("button", name="Analyse").click()
    expect(table.page).to_have_url(re.compile(r"/analysis\?position="))
    expect(table.piece("silver elephant d5")).to_be_visible()


def test_the_editor_fits_on_a_phone(visitors: Visitors) -> None:
    page = visitors.open("/editor", phone=True)
    expect(_verdict(page)).not_to_be_empty()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]


def test_a_position_that_is_not_yet_legal_survives_a_reload(visitors: Visitors) -> None:
    table = _open(visitors)
    page = table.page
    _tool(page, "gold camel").click()
    table.click("d4")
    expect(_verdict(page)).to_contain_text("at most 1 camel")
    page.reload()
    expect(table.piece("gold camel d4")).to_be_visible()
    expect(_verdict(page)).to_contain_text("at most 1 camel")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    _tool(page, "Erase pieces").click()
    table.click("d4")
    expect(_verdict(page)).to_have_text("A legal position.")


def test_a_pasted_position_can_be_mended_on_the_board(visitors: Visitors) -> None:
    visitors.expect_error("422")
    table = _open(visitors)
    page = table.page
    _text(page).fill(_DIAGRAM.replace("2| . . M", "2| . M M"))
    page.get_by_role("button", name="Set up this position").click()
    expect(table.piece("gold camel b2")).to_be_visible()
    expect(page.get_by_role("radio", name="Silver", exact=True)).to_be_checked()
    expect(_verdict(page)).to_contain_text("at most 1 camel")
    _tool(page, "Erase pieces").click()
    table.click("b2")
    expect(_verdict(page)).to_have_text("A legal position.")
    expect(_text(page)).to_have_value(Position.parse(_DIAGRAM).short)


def test_an_address_that_cannot_be_read_is_left_to_be_mended(visitors: Visitors) -> None:
    visitors.expect_error("422")
    page = _open(visitors, "/editor?position=g [elephants]").page
    expect(page.get_by_role("alert")).to_contain_text("Expected")
    expect(_text(page)).to_have_value("g [elephants]")
