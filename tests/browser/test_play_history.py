"""The past of a game on its own page: earlier turns, and their steps."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.study import keep_game
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold, silver
from tests.web.harness import Server


def test_a_finished_game_is_gone_through_step_by_step(server: Server, visitors: Visitors) -> None:
    page = visitors.open(f"/game/{keep_game(server, '2g Ee2n Ee3n Ee4n', '2s ed7s ed6s')}")
    table = Table(page)
    expect(table.piece("silver elephant d5")).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    expect(table.status).to_contain_text("Looking at turn 2s, step 1 of 2.")
    expect(table.piece("silver elephant d6")).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    expect(table.status).to_contain_text("Looking at turn 2g. ")
    page.keyboard.press("Shift+ArrowLeft")
    expect(table.piece("gold elephant e4")).to_be_visible()
    expect(table.status).to_contain_text("Looking at turn 2g, step 2 of 3.")
    page.keyboard.press("ArrowLeft")
    expect(table.status).to_contain_text("Looking at turn 1s. ")
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
    expect(table.status).not_to_contain_text("Looking at turn")
    expect(table.piece("silver elephant d5")).to_be_visible()


def test_a_step_back_shows_what_was_captured_by_then(server: Server, visitors: Visitors) -> None:
    tags = f'[Position "{silver("rb6 re6 rh8 ea8 Ea1 Rh1").short}"]'
    turns = ("2s rh8w", "3g Ea1n", "3s rb6e rc6x re6e rf6x")
    page = visitors.open(f"/game/{keep_game(server, *turns, tags=tags)}")
    table = Table(page)
    expect(page.get_by_role("img", name="Captured: 2 rabbits")).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    expect(table.status).to_contain_text("Looking at turn 3s, step 1 of 2.")
    expect(page.get_by_role("img", name="Captured: a rabbit")).to_be_visible()
    expect(table.piece("silver rabbit e6")).to_be_visible()


def test_the_opponents_turn_is_gone_through_while_the_game_goes_on(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed4 Rh1 ra8 eh8").short))
    table = Table(page)
    expect(table.status).to_have_text("Gold to play.")
    for turn, status in (("Ed4n", "Silver to play."), ("eh8s eh7s", "Gold to play.")):
        field = page.get_by_label("Type steps")
        field.fill(turn)
        field.press("Enter")
        table.expect_draft(turn)
        table.play()
        expect(table.status).to_have_text(status)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+ArrowLeft")
    expect(table.piece("silver elephant h7")).to_be_visible()
    expect(page.get_by_role("button", name="Play turn")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(table.piece("silver elephant h6")).to_be_visible()
    expect(table.status).to_have_text("Gold to play.")
