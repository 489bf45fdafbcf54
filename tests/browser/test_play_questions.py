"""What comes from the other side while one's own hand is on the way to a button."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import product

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

PLACED = "Ee3 Rh1 rc7 eh8"


def _sit_opposite(
    server: Server, visitors: Visitors, placed: str = PLACED, *, phone: bool = False
) -> tuple[Page, Page]:
    """Gold and silver, each in a browser of their own, in a game that has begun: gold's turn."""
    made = make_game(server, start=gold(placed).short)
    pages = visitors.open(BLANK), visitors.open(BLANK, phone=phone)
    for page, side in zip(pages, "gs", strict=True):
        sit_down(page, made, side)
    expect(Table(pages[0]).status).to_have_text("Your turn to play.")
    return pages


def _play(page: Page, *squares: str) -> None:
    table = Table(page)
    table.drag(*squares)
    table.play()


def _box(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None, "not shown"
    return box


def _overlap(a: FloatRect, b: FloatRect) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def _resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    Table(page).choose("Resign")


def _expect_elephant_back(page: Page) -> None:
    """The game is won, and the elephant on e5 stands where it stood before this turn."""
    expect(page.get_by_role("dialog", name="You win")).to_be_visible()
    page.keyboard.press("Escape")
    expect(Table(page).piece("gold elephant e3")).to_be_visible()
    expect(Table(page).piece("gold elephant e5")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_a_question_comes_where_no_button_was(
    phone: bool, server: Server, visitors: Visitors
) -> None:
    asker, answerer = _sit_opposite(server, visitors, phone=phone)
    _play(asker, "e3", "e4")
    expect(Table(answerer).status).to_have_text("Your turn to play.")
    undo = answerer.get_by_role("button", name="Undo step")
    buttons = answerer.locator("#panel button:visible").all()
    before, tools = [_box(button) for button in buttons], _box(undo)
    asker.get_by_role("button", name="Take back").click()
    answers = [answerer.get_by_role("button", name=name) for name in ("Accept", "Decline")]
    expect(answers[0]).to_be_visible()
    assert _box(undo) == tools
    assert not any(_overlap(_box(answer), old) for answer, old in product(answers, before))


def test_a_draft_is_gone_when_the_game_ends(server: Server, visitors: Visitors) -> None:
    drafting, other = _sit_opposite(server, visitors)
    table = Table(drafting)
    table.drag("e3", "e4", "e5")
    table.expect_draft("Ee3n Ee4n")
    _resign(other)
    _expect_elephant_back(drafting)


def test_typed_steps_are_gone_when_the_game_ends(server: Server, visitors: Visitors) -> None:
    typing, other = _sit_opposite(server, visitors)
    table = Table(typing)
    typing.get_by_label("Type steps").fill("Ee3n Ee4n")
    expect(table.piece("gold elephant e5")).to_be_visible()
    _resign(other)
    _expect_elephant_back(typing)


def test_the_reserve_counts_down_once_the_time_of_the_turn_is_used_up(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK)
    page.clock.install()
    sit_down(page, make_game(server, start=gold(PLACED).short, control="1m/1h/100/1h"))
    clock = page.get_by_role("timer", name="gold's clock")
    expect(clock).to_contain_text("+ 1:00:00 reserve")
    page.clock.fast_forward("10:00")
    expect(clock).to_have_text(re.compile(r"5[01]:\d\dfrom the reserve"))
    expect(clock).to_have_class(re.compile("from-reserve"))


def test_looking_back_goes_on_when_a_turn_arrives(server: Server, visitors: Visitors) -> None:
    looking, other = _sit_opposite(server, visitors)
    _play(looking, "e3", "e4")
    expect(Table(other).status).to_have_text("Your turn to play.")
    _play(other, "h8", "h7")
    table = Table(looking)
    expect(table.status).to_have_text("Your turn to play.")
    _play(looking, "e4", "e5")
    expect(Table(other).status).to_have_text("Your turn to play.")
    # Not before one's own turn has come back: it would be news for who looks back.
    expect(table.status).to_have_text("Silver to play.")
    looking.locator("#moves button").first.click()
    expect(table.piece("gold elephant e4")).to_be_visible()
    newest = looking.get_by_role("button", name="Newest turn")
    expect(newest).not_to_have_attribute("title", re.compile("one was played"))
    _play(other, "h7", "h6")
    expect(table.status).to_contain_text("Your turn to play.")
    expect(table.status).to_contain_text("Looking at turn")
    expect(table.piece("gold elephant e4")).to_be_visible()
    expect(newest).to_have_attribute("title", re.compile("one was played"))
    newest.click()
    expect(table.piece("gold elephant e5")).to_be_visible()
    expect(table.piece("silver elephant h6")).to_be_visible()
    expect(newest).to_be_disabled()
    _play(looking, "e5", "e6")
    expect(Table(other).status).to_have_text("Your turn to play.")


def test_who_asks_is_told_that_a_takeback_is_declined(server: Server, visitors: Visitors) -> None:
    asking, other = _sit_opposite(server, visitors)
    _play(asking, "e3", "e4")
    asking.get_by_role("button", name="Take back").click()
    question = asking.locator("#question")
    expect(question).to_contain_text("You have asked for a takeback")
    other.get_by_role("button", name="Decline").click()
    expect(question).to_have_text("Your opponent has declined the takeback.")
    expect(other.locator("#question")).to_be_empty()
    _play(other, "h8", "h7")
    expect(question).to_be_empty()


def test_a_guest_is_asked_for_a_name_which_questions_use(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=gold(PLACED).short)
    ann = visitors.open(BLANK)
    sit_down(ann, made, "s")
    guest = visitors.open(f"/game/{made['game']['id']}#seat={made['tokens']['g']}")
    name = guest.get_by_label("Your name")
    expect(name).to_be_focused()
    guest.keyboard.type("Bea")
    guest.keyboard.press("Enter")
    expect(name).to_have_count(0)
    expect(ann.locator(".player[data-place=top]")).to_contain_text("Bea")
    _play(guest, "e3", "e4")
    guest.get_by_role("button", name="Take back").click()
    expect(ann.locator("#question")).to_contain_text("Bea asks for a takeback.")
    ann.get_by_role("button", name="Accept").click()
    expect(Table(guest).piece("gold elephant e3")).to_be_visible()
    guest.reload()
    expect(Table(guest).status).to_have_text("Your turn to play.")
    expect(name).to_have_count(0)


def test_a_declined_takeback_is_forgotten_when_the_game_ends(
    server: Server, visitors: Visitors
) -> None:
    asking, other = _sit_opposite(server, visitors)
    _play(asking, "e3", "e4")
    expect(asking.locator(".entry-status")).to_be_empty()  # of a turn that is over
    asking.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Decline").click()
    expect(asking.locator("#question")).to_contain_text("declined the takeback")
    _resign(asking)
    expect(asking.get_by_role("dialog", name="You lose")).to_be_visible()
    expect(asking.locator("#question")).to_be_empty()


def test_an_offered_rematch_can_be_declined_in_the_dialog_of_the_end(
    server: Server, visitors: Visitors
) -> None:
    asking, other = _sit_opposite(server, visitors)
    _resign(asking)
    end = other.get_by_role("dialog", name="You win")
    expect(end).to_be_visible()
    buttons = end.locator(".dialog-foot .button").all()
    places = [_box(button) for button in buttons]
    asking.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(end).to_contain_text("Your opponent asks for a rematch.")
    assert [_box(button) for button in buttons] == places
    end.get_by_role("button", name="Decline").click()
    expect(end).not_to_contain_text("rematch.")
    expect(asking.locator("#question")).to_have_text("Your opponent has declined the rematch.")


def test_enter_pressed_as_the_game_ends_asks_for_nothing(
    server: Server, visitors: Visitors
) -> None:
    waiting, other = _sit_opposite(server, visitors)
    _resign(other)
    end = waiting.get_by_role("dialog", name="You win")
    expect(end).to_be_visible()
    waiting.keyboard.press("Enter")
    # It would be heard before this, which is asked for later.
    other.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(end).to_contain_text("Your opponent asks for a rematch.")


def test_a_click_on_its_way_when_the_game_ends_does_nothing(
    server: Server, visitors: Visitors
) -> None:
    clicking, other = _sit_opposite(server, visitors)
    clicking.clock.pause_at(datetime.now() + timedelta(seconds=1))
    _resign(other)
    end = clicking.get_by_role("dialog", name="You win")
    expect(end).to_be_visible()
    rematch = _box(end.get_by_role("button", name="Rematch"))
    places = [(rematch["x"] + 5, rematch["y"] + 5), (5, 5)]  # beside the dialog, it would close it
    for place in places:
        clicking.mouse.click(*place)
    expect(end).to_be_visible()
    clicking.clock.run_for(1000)
    clicking.mouse.click(*places[0])
    expect(end).to_have_count(0)
    expect(other.get_by_role("dialog")).to_contain_text("Your opponent asks for a rematch.")


def test_a_question_about_the_turn_is_closed_when_the_game_ends(
    server: Server, visitors: Visitors
) -> None:
    asked, other = _sit_opposite(server, visitors, "Ed4 rd5 Rh1 eh8")
    Table(asked).drag("d4", "d5")
    expect(asked.get_by_role("dialog", name="Which way")).to_be_visible()
    _resign(other)
    expect(asked.get_by_role("dialog", name="You win")).to_be_visible()
    expect(asked.locator("dialog")).to_have_count(1)
    asked.keyboard.press("Escape")
    expect(asked.locator("dialog")).to_have_count(0)
