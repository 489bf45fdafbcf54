"""What two people agree on and say to each other at the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import PHONE, Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import OPENING, gold
from tests.web.harness import Server


def test_the_engine_can_be_barred_from_a_game_until_it_is_over(visitors: Visitors) -> None:
    page = visitors.open("/")
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_label("No engine").check()
    page.get_by_text("Handicap and start position").click()
    page.get_by_label("Start position").fill(gold("Ee3 Rh1 ma6 rb7 rc8").short)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/*")
    game = page.url.partition("/game/")[2]
    invites = page.evaluate("JSON.parse(localStorage.getItem('gajah.invites'))")
    (token,) = invites[game].values()
    friend = visitors.open(f"/game/{game}#seat={token}")
    friend.get_by_role("dialog").get_by_role("textbox").fill("Bea")
    friend.keyboard.press("Enter")
    expect(friend.get_by_role("dialog")).to_have_count(0)
    for player in (page, friend):
        expect(player.get_by_text("No engine", exact=True)).to_be_visible()
    page.goto(f"/analysis?game={game}")
    page.get_by_role("switch", name="Engine").click()
    expect(page.get_by_text("This game is played without engine")).to_be_visible()
    friend.get_by_role("button", name="Resign").click()
    friend.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(friend.get_by_text("No engine", exact=True)).to_be_hidden()
    page.reload()
    expect(page.get_by_text("This game is played without engine")).to_be_hidden()
    expect(page.locator(".engine-line").first).to_be_visible()


def test_a_game_without_engine_has_no_accessibility_problem(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, start=OPENING.short, no_engine=True), "g")
    expect(Table(page).status).to_contain_text("Waiting for an opponent")
    expect(page.get_by_text("No engine", exact=True)).to_be_visible()
    assert accessibility_problems(page) == []


def _two_at_a_table(server: Server, visitors: Visitors) -> tuple[Page, Page]:
    made = make_game(server, start=OPENING.short)
    ann, bea = visitors.open(BLANK), visitors.open(BLANK, phone=True)
    sit_down(ann, made, "g")
    sit_down(bea, made, "s")
    expect(Table(ann).status).to_have_text("Your turn to play.")
    expect(Table(bea).status).to_have_text("Gold to play.")
    return ann, bea


def _say(page: Page, phrase: str) -> None:
    page.get_by_text("Say ...").click()
    page.get_by_role("button", name=phrase).click()


def test_players_say_phrases_to_each_other(server: Server, visitors: Visitors) -> None:
    ann, bea = _two_at_a_table(server, visitors)
    watcher = visitors.open(ann.url)
    _say(ann, "Good luck")
    expect(ann.get_by_text("You: Good luck")).to_be_visible()
    expect(bea.get_by_role("status").filter(has_text="Gold: Good luck")).to_be_visible()
    bea.get_by_text("Say ...").click()
    longest = bea.get_by_role("button", name="One moment, please").bounding_box()
    assert longest is not None
    assert longest["x"] + longest["width"] <= PHONE["width"]
    assert accessibility_problems(bea) == []
    bea.keyboard.press("Escape")
    expect(bea.get_by_role("button", name="Thank you")).to_be_hidden()
    expect(watcher.get_by_text("Say ...")).to_be_hidden()
    expect(watcher.locator(".said")).to_be_empty()


def test_a_player_who_mutes_the_opponent_reads_nothing(server: Server, visitors: Visitors) -> None:
    ann, bea = _two_at_a_table(server, visitors)
    bea.get_by_text("Say ...").click()
    bea.get_by_label("Mute the opponent").check()
    bea.keyboard.press("Escape")
    _say(ann, "Hello")
    expect(ann.get_by_text("You: Hello")).to_be_visible()
    _say(bea, "Sorry")
    expect(bea.get_by_text("You: Sorry")).to_be_visible()
    expect(ann.get_by_text("Silver: Sorry")).to_be_visible()
    bea.reload()
    bea.get_by_text("Say ...").click()
    expect(bea.get_by_label("Mute the opponent")).to_be_checked()
    bea.get_by_label("Mute the opponent").uncheck()
    _say(ann, "Thank you")
    expect(bea.locator(".said")).to_have_text("Gold: Thank you")


def test_a_phrase_too_many_is_refused_with_a_sentence(server: Server, visitors: Visitors) -> None:
    ann, _ = _two_at_a_table(server, visitors)
    for _ in range(4):
        _say(ann, "Hello")
    expect(ann.get_by_text("You have said a lot. Wait a few seconds.")).to_be_visible()
