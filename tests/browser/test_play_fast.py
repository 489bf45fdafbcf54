"""Fast fingers on a slow connection: much is entered before the server has answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Line, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

# Room for elephant, horse and camel; the dog on a4 is frozen.
PLACED = "Ed4 Hg4 Mb2 Da4 ma5 Rc1 rh8 rf7 ee8"


@pytest.fixture
def line(visitors: Visitors) -> Line:
    return Line(visitors.open(BLANK))


@pytest.fixture
def table(line: Line, server: Server) -> Table:
    return _play_from(PLACED, line, server)


def _play_from(pieces: str, line: Line, server: Server) -> Table:
    sit_down(line.page, make_game(server, start=gold(pieces).short))
    table = Table(line.page)
    expect(table.status).to_have_text("Gold to play.")
    return table


def test_clicks_on_two_pieces_move_both(table: Table, line: Line) -> None:
    table.click("d4")
    expect(table.page.locator(".target[data-square=d5]")).to_be_visible()
    line.hold()
    table.click("d5", "g4", "g5")
    line.open()
    table.expect_draft("Ed4n Hg4n")


def test_a_piece_is_led_on_by_clicks(table: Table, line: Line) -> None:
    line.hold()
    table.click("d4", "d5", "e5", "e6")
    line.open()
    table.expect_draft("Ed4n Ed5e Ee5n")


def test_drags_are_made_one_after_the_other(table: Table, line: Line) -> None:
    line.hold()
    table.drag("d4", "d5")
    table.drag("g4", "g5", "f5")
    table.drag("b2", "b3")
    line.open()
    table.expect_draft("Ed4n Hg4n Hg5w Mb2n")


def test_a_piece_is_dragged_on_from_where_it_will_stand(table: Table, line: Line) -> None:
    line.hold()
    table.drag("d4", "d5")
    table.drag("d5", "d6")
    line.open()
    table.expect_draft("Ed4n Ed5n")


def test_a_piece_is_lifted_as_soon_as_the_answer_has_come(table: Table, line: Line) -> None:
    line.hold()
    table.drag("d4", "d5")
    table.hold("g4", "g5")
    line.open()
    table.expect_draft("Ed4n")
    table.page.mouse.move(*table.point("f5"), steps=4)
    expect(table.page.locator(".arrow.route")).to_have_attribute("data-squares", "g4 g5 f5")
    table.page.mouse.up()
    table.expect_draft("Ed4n Hg4n Hg5w")


def test_a_hover_arrow_that_is_hit_twice_is_taken_once(table: Table, line: Line) -> None:
    arrow = table.point_beside("c1", "c2", 0.42)
    line.hold()
    table.page.mouse.click(*arrow)
    table.page.mouse.click(*arrow)
    line.open()
    expect(table.message).to_have_text("The step Rc1n is not possible any more.")
    table.expect_draft("Rc1n")


def test_keys_lead_a_piece_on(table: Table, line: Line) -> None:
    table.cell("d4").focus()
    line.hold()
    for _ in range(3):
        table.page.keyboard.press("Shift+ArrowUp")
    line.open()
    table.expect_draft("Ed4n Ed5n Ed6n")
    expect(table.cell("d7")).to_be_focused()


def test_keys_pick_up_walk_and_put_down_in_this_order(table: Table, line: Line) -> None:
    table.cell("d4").focus()
    line.hold()
    for key in ("Shift+ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        table.page.keyboard.press(key)
    for key in ("Enter", "ArrowUp", "Enter"):
        table.page.keyboard.press(key)
    line.open()
    table.expect_draft("Ed4n Hg4n")


def test_undo_takes_back_what_was_entered_before_it(table: Table, line: Line) -> None:
    line.hold()
    table.drag("d4", "d5")
    table.page.keyboard.press("Control+z")
    table.drag("g4", "g5")
    line.open()
    table.expect_draft("Hg4n")


def test_the_turn_is_played_with_all_that_was_entered_before(table: Table, line: Line) -> None:
    table.drag("d4", "d5")
    table.expect_draft("Ed4n")
    line.hold()
    table.click("g4", "g5")
    table.play()
    line.open()
    expect(table.status).to_have_text("Silver to play.")
    expect(table.page.locator("#moves")).to_contain_text("Ed4n Hg4n")


@pytest.mark.parametrize("clicked", [("a4", "a3"), ("c1", "h8")], ids=["frozen", "too far"])
def test_no_turn_is_played_without_what_was_refused(
    clicked: tuple[str, str], table: Table, line: Line
) -> None:
    table.drag("d4", "d5")
    table.expect_draft("Ed4n")
    line.hold()
    table.click(*clicked)
    table.play()
    line.open()
    expect(table.message).to_have_attribute("data-tone", "bad")
    # The turn goes on, and the button works again.
    table.drag("g4", "g5")
    table.expect_draft("Ed4n Hg4n")
    table.play()
    expect(table.status).to_have_text("Silver to play.")


def test_clicks_may_come_before_the_question_they_lead_to(line: Line, server: Server) -> None:
    table = _play_from("Ed4 rd5 Rh1 rh8", line, server)
    line.hold()
    table.click("d4", "d5", "h1", "g1")
    line.open()
    table.choose("Rabbit d5 to e5")
    table.expect_draft("rd5e Ed4n Rh1w")
