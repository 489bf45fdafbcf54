"""Library, analysis and editor, for those who do not see them or do not use a mouse."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.web.harness import Server


def test_library_and_its_dialog_have_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    keep_game(server)
    page = visitors.open("/library")
    expect(page.locator(".game-card").first).to_be_visible()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Import games").click()
    expect(page.get_by_role("dialog", name="Import games")).to_be_visible()
    assert accessibility_problems(page) == []


def test_editor_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/editor")
    expect(page.locator("#problems")).to_have_text("A legal position.")
    assert accessibility_problems(page) == []


def test_analysis_has_no_accessibility_problem(server: Server, visitors: Visitors) -> None:
    game = keep_game(server, "2g Ee2n ?! {Slow.}", "(", "2g Md2n !", ")", "2s ed7s")
    study = Study(visitors, f"/analysis?game={game}#node=3")
    study.expect_at("2 Gold: Ee2n (dubious)")
    study.press("l")
    expect(study.page.locator(".engine-line")).to_be_visible()
    study.press("l")
    assert accessibility_problems(study.page) == []
    study.press("?")
    expect(study.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert accessibility_problems(study.page) == []


def test_a_turn_is_played_into_the_analysis_by_keyboard_alone(
    server: Server, visitors: Visitors
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server)}")
    study.expect_at("1 Silver: setup")
    study.table.cell("e2").focus()
    study.press("Enter", "ArrowUp", "Enter")
    study.table.expect_draft("Ee2n")
    study.press("Control+Enter")
    study.expect_at("2 Gold: Ee2n")
