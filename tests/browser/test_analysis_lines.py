"""The analysis page: the engine's lines, played through on the board."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.helpers import gold
from tests.web.harness import Server


def _think(visitors: Visitors, server: Server, **more: bool) -> Study:
    study = Study(visitors, f"/analysis?game={keep_game(server, '2g Ee2n Ee3n')}", **more)
    study.page.get_by_role("switch", name="Engine").click()
    expect(_turns(study).nth(1)).to_be_attached()
    return study


def _turns(study: Study) -> Locator:
    return study.page.locator(".engine-line").first.locator(".line-turn")


def _preview(study: Study) -> Locator:
    return study.page.get_by_role("group", name="Line of the engine")


def _shown_turn(study: Study) -> str:
    return study.page.locator(".preview-turn").inner_text()


def test_a_line_is_played_through_on_the_board_and_left(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server)
    _turns(study).nth(1).click()
    expect(_preview(study)).to_contain_text(re.compile(r"turn 2 of \d+\."))
    reply = _shown_turn(study)
    piece, square = reply[0], reply[1:3]
    assert piece.islower(), "silver replies"
    expect(study.page.locator("#board .arrow.last").first).to_be_visible()
    expect(study.page.locator("#board .arrow.best")).to_have_count(0)
    expect(study.table.cell(square)).not_to_have_accessible_name(re.compile("rabbit .*h1"))
    study.press("ArrowLeft")
    expect(_preview(study)).to_contain_text("turn 1 of")
    assert _shown_turn(study)[0].isupper()
    study.page.get_by_role("button", name="Next turn of the line").click()
    expect(_preview(study)).to_contain_text("turn 2 of")
    assert _shown_turn(study) == reply
    expect(study.table.drafted).to_be_hidden()
    study.press("Escape")
    expect(_preview(study)).to_be_hidden()
    study.expect_at("1 Silver: setup")
    expect(study.page.locator("#board .arrow.best").first).to_be_visible()
    study.table.drag("d2", "d3")
    study.table.expect_draft("Md2n")


def test_the_page_says_why_a_line_is_good(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={gold('Ed5 cd6 Rh1 ra8 eh8').short}")
    study.page.get_by_role("switch", name="Engine").click()
    why = study.page.get_by_role("button", name="Why?")
    facts = study.page.locator(".line-facts")
    why.click()
    expect(facts).to_contain_text(re.compile(r"(Captures|capture) the cat"))
    assert accessibility_problems(study.page) == []
    study.table.drag("h1", "h2")
    study.table.expect_draft("Rh1n")
    why.click()
    expect(facts).to_contain_text(re.compile(r"(Captures|capture) the cat"))
    study.press("x")
    why.click()
    expect(facts).to_contain_text(re.compile("[a-z]+"))
    expect(why).to_have_attribute("aria-expanded", "true")
    why.click()
    expect(facts).to_be_hidden()


def test_a_line_is_added_to_the_tree(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server)
    _turns(study).nth(1).click()
    expect(_preview(study)).to_contain_text("turn 2 of")
    reply = _shown_turn(study)
    study.page.get_by_role("button", name="Add to the tree").click()
    study.expect_at(f"2 Silver: {reply}")
    expect(_preview(study)).to_be_hidden()


def test_a_line_begins_with_what_is_drafted(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server)
    study.table.drag("d2", "d3")
    study.table.expect_draft("Md2n")
    expect(_turns(study).first).to_be_visible()
    study.press("v")
    expect(study.page.locator(".preview-turn")).to_have_text(re.compile("^Md2n "))
    study.press("Escape")
    study.table.expect_draft("Md2n")


def test_a_line_is_played_through_by_keyboard_alone(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server)
    _turns(study).first.focus()
    study.press("Enter")
    expect(_preview(study)).to_be_focused()
    study.press("ArrowRight")
    expect(_preview(study)).to_contain_text("turn 2 of")
    assert accessibility_problems(study.page) == []
    add = study.page.get_by_role("button", name="Add to the tree")
    study.press("Tab", "Tab", "Tab")
    expect(add).to_be_focused()
    study.press("Escape")
    expect(_turns(study).first).to_be_focused()


def test_a_threat_is_shown_but_is_no_part_of_the_game(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server)
    study.press("x")
    expect(_turns(study).first).to_have_text(re.compile("^[a-z]"))
    _turns(study).first.click()
    expect(_preview(study)).to_contain_text("Threat")
    expect(study.page.get_by_role("button", name="Add to the tree")).to_be_hidden()
    study.page.get_by_role("button", name="Leave the line").click()
    study.expect_at("1 Silver: setup")


def test_the_board_is_in_view_when_a_line_is_shown_on_a_phone(
    visitors: Visitors, server: Server
) -> None:
    study = _think(visitors, server, phone=True)
    study.page.locator("#share").scroll_into_view_if_needed()
    _turns(study).first.tap()
    expect(_preview(study)).to_contain_text("turn 1 of")
    expect(study.page.locator("#board")).to_be_in_viewport(ratio=1)


def test_a_long_line_is_wrapped_and_shown_as_a_whole(visitors: Visitors, server: Server) -> None:
    study = _think(visitors, server, phone=True)
    expect(_turns(study).nth(3)).to_be_attached()
    line = study.page.locator(".line-turns").first
    assert line.evaluate("line => line.scrollWidth <= line.clientWidth"), "nothing is cut off"
    study.page.get_by_role("button", name="Show the whole line").first.click()
    study.page.get_by_role("switch", name="Engine").focus()  # so that the line may change
    expect(study.page.locator(".line-more").first).to_have_attribute("aria-expanded", "true")
    assert line.evaluate("line => line.scrollHeight <= line.clientHeight")
