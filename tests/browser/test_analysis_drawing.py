"""The analysis page: arrows and marks of the reader's own, kept with the turn."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.web.harness import Server


def _open(visitors: Visitors, server: Server, **more: bool) -> tuple[Study, str]:
    game = keep_game(server, "2g Ee2n {Slow. [%emt 0:00:12]}", "2s ed7s")
    study = Study(visitors, f"/analysis?game={game}#node=3", **more)
    study.expect_at("2 Gold: Ee2n")
    return study, game


def _arrow(study: Study, squares: str, colour: str = "G") -> Locator:
    return study.page.locator(f"#board .arrow.drawn-{colour}[data-squares='{squares}']")


def _ring(study: Study, square: str, colour: str = "G") -> Locator:
    return study.page.locator(f"#board .ring.drawn-{colour}[data-square={square}]")


def _right_drag(study: Study, start: str, end: str) -> None:
    mouse = study.page.mouse
    mouse.move(*study.table.point(start))
    mouse.down(button="right")
    mouse.move(*study.table.point(end), steps=3)
    mouse.up(button="right")


def test_the_right_button_draws_and_what_is_drawn_is_kept(
    visitors: Visitors, server: Server
) -> None:
    study, game = _open(visitors, server)
    with study.page.expect_response("**/tree"):
        _right_drag(study, "e3", "e6")
    study.page.keyboard.down("Shift")
    with study.page.expect_response("**/tree"):
        _right_drag(study, "d2", "d2")
    study.page.keyboard.up("Shift")
    expect(_arrow(study, "e3 e6")).to_be_visible()
    expect(_ring(study, "d2", "R")).to_be_visible()
    study.table.expect_draft("")
    expect(study.table.piece("gold elephant e3, green arrow to e6")).to_be_visible()
    study.press("ArrowRight")
    study.expect_at("2 Silver")
    expect(_arrow(study, "e3 e6")).to_have_count(0)
    study.page.reload()
    study.expect_at("2 Silver")
    study.press("ArrowLeft")
    study.expect_at("2 Gold")
    expect(_arrow(study, "e3 e6")).to_be_visible()
    expect(_ring(study, "d2", "R")).to_be_visible()
    record = server.text(f"/games/{game}/record")
    assert "{Slow. [%emt 0:00:12]} {[%cal Ge3e6] [%csl Rd2]}" in record
    _right_drag(study, "e3", "e6")
    expect(_arrow(study, "e3 e6")).to_have_count(0)
    expect(_ring(study, "d2", "R")).to_be_visible()


def test_an_imported_record_shows_its_arrows(visitors: Visitors, server: Server) -> None:
    game = keep_game(server, "2g Ee2n {Here. [%cal Be3e6] [%csl Yc3]}")
    study = Study(visitors, f"/analysis?game={game}#node=3")
    expect(_arrow(study, "e3 e6", "B")).to_be_visible()
    expect(_ring(study, "c3", "Y")).to_be_visible()
    expect(study.page.locator("#turns .turn-comment")).to_have_text("Here.")
    study.page.get_by_label("Comment on this turn").fill("There.")
    study.press("Tab")
    expect(study.page.locator("#turns .turn-comment")).to_have_text("There.")
    expect(_arrow(study, "e3 e6", "B")).to_be_visible()


def test_a_finger_draws_with_the_pencil(visitors: Visitors, server: Server) -> None:
    study, _ = _open(visitors, server, phone=True)
    study.page.get_by_role("button", name="Draw arrows and marks").tap()
    study.page.get_by_role("radio", name="blue").check()
    study.table.touch_drag("e7", "e4")
    study.table.touch_drag("c3")
    expect(_arrow(study, "e7 e4", "B")).to_be_visible()
    expect(_ring(study, "c3", "B")).to_be_visible()
    assert accessibility_problems(study.page) == []
    study.page.get_by_role("button", name="Clear").tap()
    expect(_arrow(study, "e7 e4", "B")).to_have_count(0)
    study.page.get_by_role("button", name="Done").tap()
    study.table.touch_drag("e7", "e6")
    study.table.expect_draft("me7s")


def test_keys_draw_with_the_pencil(visitors: Visitors, server: Server) -> None:
    study, game = _open(visitors, server)
    study.press("d")
    study.table.cell("e3").focus()
    with study.page.expect_response("**/tree"):
        study.press("Enter", "ArrowUp", "ArrowUp", "Enter")
    expect(_arrow(study, "e3 e5")).to_be_visible()
    spoken = study.page.locator("#board > [aria-live]")
    expect(spoken).to_have_text("green arrow from e3 to e5.")
    with study.page.expect_response("**/tree"):
        study.press("Enter", "Enter")
    expect(_ring(study, "e5")).to_be_visible()
    expect(spoken).to_have_text("green mark on e5.")
    study.press("Escape", "Enter")
    expect(study.table.message).to_contain_text("No piece is picked up.")
    expect(study.page.get_by_role("group", name="Drawing")).to_be_hidden()
    expect(study.page.locator("#turns [aria-current]")).to_be_visible()
    assert "[%cal Ge3e5] [%csl Ge5]" in server.text(f"/games/{game}/record")


def test_a_saved_picture_contains_what_is_drawn(visitors: Visitors, server: Server) -> None:
    study, _ = _open(visitors, server)
    _right_drag(study, "e3", "e6")
    expect(_arrow(study, "e3 e6")).to_be_visible()
    with study.page.expect_download() as saved:
        study.page.get_by_role("button", name="Save picture (SVG)").click()
    assert 'data-arrow="e3e6"' in Path(saved.value.path()).read_text("utf-8")


def test_a_scratch_board_keeps_its_drawings_into_the_library(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    _right_drag(study, "e2", "e5")
    expect(_arrow(study, "e2 e5")).to_be_visible()
    study.play("d2", "d3")
    expect(_arrow(study, "e2 e5")).to_have_count(0)
    study.page.reload()
    study.expect_at("2 Gold: Md2n")
    study.press("ArrowLeft")
    expect(_arrow(study, "e2 e5")).to_be_visible()
    study.page.get_by_role("button", name="Keep in the library").click()
    expect(study.page).to_have_url(re.compile("game="))
    expect(_arrow(study, "e2 e5")).to_be_visible()


def test_a_scratch_board_of_an_older_version_can_be_drawn_on(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    study.play("d2", "d3")
    study.page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("gajah.scratches"));
          for (const node of kept.flatMap(({ nodes }) => nodes)) {
            delete node.arrows;
            delete node.marks;
          }
          localStorage.setItem("gajah.scratches", JSON.stringify(kept));
        }"""
    )
    study.page.reload()
    study.expect_at("2 Gold: Md2n")
    _right_drag(study, "d3", "d5")
    expect(_arrow(study, "d3 d5")).to_be_visible()
