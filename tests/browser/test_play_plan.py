"""Planning a turn while the opponent thinks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import OPENING
from tests.web.harness import Server


@pytest.fixture
def tables(server: Server, visitors: Visitors) -> tuple[Table, Table]:
    """Gold is to move; silver can plan."""
    made = make_game(server, start=OPENING.short)
    ann, bea = visitors.open(BLANK), visitors.open(BLANK)
    sit_down(ann, made, "g")
    sit_down(bea, made, "s")
    expect(Table(ann).status).to_have_text("Your turn to play.")
    expect(Table(bea).status).to_have_text("Gold to play.")
    return Table(ann), Table(bea)


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def _plan(table: Table, expected: tuple[str, str] | None, answer: tuple[str, str]) -> None:
    _press(table.page, "Plan ahead")
    if expected is None:
        _press(table.page, "Any turn")
    else:
        expect(table.page.get_by_text("Which turn of gold do you plan for?")).to_be_visible()
        table.drag(*expected)
        _press(table.page, "Plan for it")
    expect(table.page.get_by_text("Enter your turn")).to_be_visible()
    table.drag(*answer)


def _play(table: Table, *squares: str) -> None:
    table.drag(*squares)
    table.play()


def test_a_plan_for_any_turn_is_on_the_board_when_the_turn_comes(
    tables: tuple[Table, Table],
) -> None:
    ann, bea = tables
    _plan(bea, None, ("d7", "d6"))
    _press(bea.page, "Keep this plan")
    kept = bea.page.get_by_text("Your plan: ed7s, if it is still legal.")
    expect(kept).to_be_visible()
    expect(bea.piece("silver elephant d7")).to_be_visible()
    bea.page.reload()
    expect(kept).to_be_visible()
    _play(ann, "e2", "e3")
    expect(bea.page.get_by_text("The turn that you had planned is on the board.")).to_be_visible()
    bea.expect_draft("ed7s")
    expect(ann.status).to_have_text("Silver to play.")
    bea.play()
    expect(ann.piece("silver elephant d6")).to_be_visible()


def test_the_answer_to_a_certain_turn_is_played_at_once(tables: tuple[Table, Table]) -> None:
    ann, bea = tables
    _plan(bea, ("e2", "e3"), ("d7", "d6"))
    bea.page.get_by_label("Play it at once if gold plays exactly that").check()
    _press(bea.page, "Keep this plan")
    plan = "Your plan: if gold plays Ee2n, ed7s is played at once."
    expect(bea.page.get_by_text(plan)).to_be_visible()
    assert accessibility_problems(bea.page) == []
    expect(ann.page.get_by_text("plan", exact=False).filter(visible=True)).to_have_text(
        ["Plan ahead"]
    )
    _play(ann, "e2", "e3")
    expect(ann.status).to_have_text("Your turn to play.")
    expect(ann.piece("silver elephant d6")).to_be_visible()
    expect(bea.page.get_by_text("The turn that you had planned was played.")).to_be_visible()
    expect(bea.page.get_by_text(plan)).to_be_hidden()


def test_a_plan_for_another_turn_is_dropped_with_a_sentence(tables: tuple[Table, Table]) -> None:
    ann, bea = tables
    _plan(bea, ("e2", "e3"), ("d7", "d6"))
    _press(bea.page, "Keep this plan")
    _play(ann, "d2", "d3")
    said = "Gold played another turn than the one that you had planned for."
    expect(bea.page.get_by_text(said)).to_be_visible()
    bea.expect_draft("")
    _play(bea, "e7", "e6")
    expect(ann.piece("silver camel e6")).to_be_visible()


def test_a_plan_is_discarded_and_planning_is_cancelled(tables: tuple[Table, Table]) -> None:
    _, bea = tables
    page = bea.page
    _plan(bea, None, ("d7", "d6"))
    expect(bea.piece("silver elephant d6")).to_be_visible()
    _press(page, "Cancel")
    expect(bea.piece("silver elephant d7")).to_be_visible()
    _plan(bea, None, ("e7", "e6"))
    _press(page, "Keep this plan")
    _press(page, "Discard the plan")
    expect(page.get_by_text("Your plan")).to_be_hidden()
    expect(page.get_by_role("button", name="Plan ahead")).to_be_enabled()


def test_a_plan_under_way_ends_when_the_opponent_plays(tables: tuple[Table, Table]) -> None:
    ann, bea = tables
    _plan(bea, None, ("d7", "d6"))
    bea.expect_draft("ed7s")
    _play(ann, "e2", "e3")
    expect(bea.page.get_by_text("The plan was not complete.")).to_be_visible()
    expect(bea.status).to_have_text("Your turn to play.")
    expect(bea.piece("gold elephant e3")).to_be_visible()
    _play(bea, "d7", "d6")
    expect(ann.piece("silver elephant d6")).to_be_visible()


def test_a_look_back_leaves_the_plan_on_the_board(tables: tuple[Table, Table]) -> None:
    ann, bea = tables
    _play(ann, "e2", "e3")
    expect(bea.status).to_have_text("Your turn to play.")
    _play(bea, "d7", "d6")
    expect(bea.status).to_have_text("Gold to play.")
    _plan(bea, None, ("d6", "d5"))
    bea.expect_draft("ed6s")
    _press(bea.page, "Previous turn")
    expect(bea.piece("silver elephant d7")).to_be_visible()
    _press(bea.page, "Newest turn")
    expect(bea.piece("silver elephant d5")).to_be_visible()
    _press(bea.page, "Keep this plan")
    expect(bea.page.get_by_text("Your plan: ed6s, if it is still legal.")).to_be_visible()


def test_what_planning_asks_is_in_view_with_the_board_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=OPENING.short)
    sit_down(visitors.open(BLANK), made, "g")
    page = visitors.open(BLANK, phone=True)
    sit_down(page, made, "s")
    expect(Table(page).status).to_have_text("Gold to play.")
    page.get_by_role("button", name="Plan ahead").tap()
    foot = page.locator(".actions-look").bounding_box()
    assert foot is not None
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    for name in ("Any turn", "Cancel", "Plan for it"):
        place = page.get_by_role("button", name=name).bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= foot["y"]
