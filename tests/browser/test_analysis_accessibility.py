"""Library, analysis and editor, for those who do not see them or do not use a mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.helpers import gold
from tests.web.harness import Server


def test_library_and_its_dialog_have_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    keep_game(server)
    page = visitors.open("/library")
    expect(page.locator(".game-card").first).to_be_visible()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Import games").click()
    dialog = page.get_by_role("dialog", name="Import games")
    expect(dialog).to_be_visible()
    assert accessibility_problems(page) == []
    dialog.get_by_label("Games as text").fill("2g Ee2q")
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.get_by_text("no game imported")).to_be_visible()
    assert accessibility_problems(page) == []


@pytest.mark.parametrize("path", ["/library?player=no-such-player", "/analysis?game=none"])
def test_pages_with_nothing_to_show_have_no_accessibility_problem(
    visitors: Visitors, path: str
) -> None:
    visitors.expect_error("404")
    page = visitors.open(path)
    expect(page.get_by_text(re.compile("^(No game fits|There is no)")).first).to_be_visible()
    assert accessibility_problems(page) == []


def test_editor_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/editor")
    expect(page.locator("#problems")).to_have_text("A legal position.")
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#problems")).not_to_have_text("A legal position.")
    assert accessibility_problems(page) == []


def test_a_lesson_about_mistakes_has_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    start = gold("Re7 eb5 Ed2 Rd1 Rh1 ra2").short
    game = keep_game(server, "2g Ed2e", "2s ra2s", tags=f'[Position "{start}"]')
    page = Study(visitors, f"/analysis?game={game}&review").page
    page.get_by_role("button", name="Learn from the mistakes").click()
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Show the best turn").click()
    expect(page.locator("#board .arrow.best").first).to_be_visible()
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
