"""The pages for playing, for those who do not see them or do not use a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import keep_sample_game
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

# A live region is read out again whenever its text is written, even if it stays the same.
_COUNT_ANNOUNCEMENTS = """() => {
    window.announced = [];
    const note = () => announced.push(document.querySelector("#status").textContent);
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(note).observe(document.querySelector("#status"), all);
}"""


def test_home_page_and_its_dialogs_have_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/")
    expect(page.locator("#mine")).not_to_be_empty()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Play the computer").click()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    assert accessibility_problems(page) == []


def test_game_page_has_no_accessibility_problem(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, control="1m/5m/100/10m"))
    table = Table(page)
    expect(table.piece("gold elephant e2")).to_be_visible()
    assert accessibility_problems(page) == []
    for side in ("Gold", "Silver"):
        expect(table.status).to_have_text(f"{side} to set up.")
        page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Gold to play.")
    table.drag("e2", "e3")
    table.expect_draft("Ee2n")
    assert accessibility_problems(page) == []


def test_the_end_of_a_game_has_no_accessibility_problem(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, silver="gajah:level=1", start=gold("Ed4 Rh1 ra8").short), "g")
    page.get_by_role("button", name="Resign").click()
    question = page.get_by_role("dialog")
    expect(question.get_by_role("button", name="Resign")).to_be_visible()
    assert accessibility_problems(page) == []
    question.get_by_role("button", name="Resign").click()
    end = page.get_by_role("dialog", name="You lose")
    expect(end).to_be_visible()
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    assert accessibility_problems(page) == []


def test_questions_over_the_board_have_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed5 cd6 Rh1 ra8 eh8 Mc4").short))
    table = Table(page)
    table.drag("d5", "d6")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    table.drag("c4", "c3")
    expect(page.get_by_role("dialog").get_by_role("button", name="Do it anyway")).to_be_visible()
    assert accessibility_problems(page) == []


def test_an_invitation_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/")
    page.get_by_role("button", name="Play a friend").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Clock").select_option(label="Other ...")
    dialog.get_by_label("Time control").fill("abc")
    visitors.expect_error("422")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("abc")
    assert accessibility_problems(page) == []
    dialog.get_by_label("Time control").fill("1m")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.locator("#invite")).to_be_visible()
    assert accessibility_problems(page) == []


@pytest.mark.parametrize("path", ["/game/none", "/puzzels"])
def test_a_page_without_a_game_has_no_accessibility_problem(visitors: Visitors, path: str) -> None:
    visitors.expect_error("404")
    page = visitors.open(path)
    expect(page.get_by_role("heading", name="There is no such")).to_be_visible()
    assert accessibility_problems(page) == []


def test_home_page_of_a_returning_player_has_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, silver="gajah:level=1"))
    expect(Table(page).status).to_have_text("Your turn to set up.")
    page.goto("/")
    expect(page.locator("#mine")).to_contain_text("Your turn: setting up")
    assert accessibility_problems(page) == []


def test_guest_and_reserve_have_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=gold("Ed4 Rh1 ra8").short, control="0.1s/1h")
    page = visitors.open(f"/game/{made['game']['id']}#seat={made['tokens']['g']}")
    expect(page.get_by_label("Your name")).to_be_visible()
    other = visitors.open(BLANK)
    sit_down(other, made, "s")
    expect(page.get_by_role("timer", name="gold's clock")).to_contain_text("from the reserve")
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert accessibility_problems(page) == []


@pytest.mark.parametrize("path", ["/", "/library", "/editor", "/puzzles", "/learn", "/analysis"])
def test_a_question_mark_lists_the_keys_on_every_page(visitors: Visitors, path: str) -> None:
    page = visitors.open(path)
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    keys = page.get_by_role("dialog", name="Keys")
    page.get_by_role("banner").get_by_role("button", name="Keys").click()
    expect(keys).to_have_count(1)
    expect(keys.get_by_role("heading", name="Keys")).to_be_focused()
    assert accessibility_problems(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_have_count(1)


@pytest.mark.parametrize("path", ["game", "/editor", "/puzzles", "/analysis"])
def test_the_board_is_two_keys_away(server: Server, visitors: Visitors, path: str) -> None:
    page = visitors.open(BLANK)
    if path == "game":
        sit_down(page, make_game(server, start=gold("Ed4 Rh1 ra8").short))
    else:
        page.goto(path)
    expect(page.locator("#board [role=gridcell][tabindex='0']")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the board")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)


def test_the_turns_of_a_long_game_are_one_stop_for_the_keyboard(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(f"/game/{keep_sample_game(server, 'Zoe')}")
    turns = page.get_by_role("region", name="Turns")
    current = turns.locator("[aria-current=step]")
    expect(current).to_be_visible()
    last = current.inner_text()
    turns.focus()
    page.keyboard.press("Tab")
    expect(current).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(Table(page).status).to_contain_text("Looking at turn")
    expect(current).not_to_have_text(last)
    expect(current).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="First turn")).to_be_focused()


def test_a_dialog_begins_with_its_first_field_not_with_its_end(visitors: Visitors) -> None:
    page = visitors.open("/")
    page.get_by_role("button", name="Play the computer").click()
    expect(page.get_by_role("radio", name="The computer")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="As the system")).to_be_focused()


def test_whose_turn_it_is_is_announced_once_a_turn(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed4 Rh1 ra8 eh8").short))
    table = Table(page)
    expect(table.status).to_have_text("Gold to play.")
    page.evaluate(_COUNT_ANNOUNCEMENTS)
    for step in (("d4", "d5"), ("d5", "d6"), ("d6", "d7")):
        table.drag(*step)
        expect(table.piece(f"gold elephant {step[1]}")).to_be_visible()
    assert page.evaluate("announced") == []
    table.play()
    expect(table.status).to_have_text("Silver to play.")
    assert page.evaluate("announced") == ["Silver to play."]


def test_the_board_tells_a_screen_reader_what_happens(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed4 rd5 Rh1 ra8 mb4 Ha4").short))
    table = Table(page)
    expect(table.piece("gold horse a4, frozen")).to_be_visible()
    table.cell("d4").focus()
    page.keyboard.press("Enter")
    expect(table.piece("e4, in reach with 1")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".board [aria-live]")).to_have_text("elephant d4 to e4; 3 steps left.")
    expect(table.cell("e4")).to_be_focused()


def test_typed_steps_are_told_once_and_the_field_keeps_the_focus(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ed4 Rh1 ra8 eh8").short))
    table, typed = Table(page), page.get_by_label("Type steps")
    expect(table.status).to_have_text("Gold to play.")
    page.keyboard.press("/")
    for key in "Ed4":
        page.keyboard.press(key)
        expect(table.message).to_have_text("4 steps left.")
        expect(typed).to_have_attribute("aria-invalid", "false")
    page.keyboard.press("n")
    expect(table.message).to_contain_text("Press Enter to make these steps")
    told = page.locator(".board [aria-live]")
    expect(told).to_be_empty()
    page.keyboard.press("Enter")
    expect(told).to_have_text("elephant d4 to d5; 3 steps left.")
    expect(table.message).to_have_attribute("aria-live", "off")
    page.keyboard.press("Enter")
    expect(table.status).to_have_text("Silver to play.")
    expect(typed).to_be_focused()


def test_the_field_for_typed_turns_gets_the_focus_back_when_a_program_has_played(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    start = gold("Ed4 Rh1 Rg1 ra8 rb8 eh8").short
    sit_down(page, make_game(server, silver="gajah:level=1", start=start))
    table, typed = Table(page), page.get_by_label("Type steps")
    expect(table.status).to_have_text("Your turn to play.")
    typed.fill("Ed4e")
    # Enter twice, once for the step and once for the turn, before the server can have answered.
    typed.evaluate(
        """(field) => {
          for (let i = 0; i < 2; i++)
            field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        }"""
    )
    expect(page.get_by_role("button", name="2s")).to_be_visible()
    expect(table.status).to_have_text("Your turn to play.")
    expect(typed).to_be_focused()


def test_the_keyboard_stays_on_the_board_after_a_setup(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server))
    for side, place in (("Gold", page.get_by_label("Setup")), ("Silver", page.locator("#board"))):
        expect(Table(page).status).to_have_text(f"{side} to set up.")
        play = page.get_by_role("button", name="Play this setup")
        expect(play).to_be_enabled()
        page.get_by_role("button", name="Mirror").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(place.locator(":focus").or_(place.and_(page.locator(":focus")))).to_have_count(1)
