"""The analysis page: the engine, the review of a whole game, learning from mistakes."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from gajah import Position
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.browser.table import BLANK, Line, Table, make_game, sit_down
from tests.web.harness import Server

# A rabbit of each side stands before its goal: a turn that ignores it loses.
_RACE = Position.parse(
    """2g
     +-----------------+
    8| r . . . . . . r |
    7| . . . . R . . . |
    6| . . x . . x . . |
    5| . e . . . . . . |
    4| . . . . . . . . |
    3| . . x . . x . . |
    2| r . . E . . . . |
    1| . . . R . . . R |
     +-----------------+
       a b c d e f g h
    """
).short
_GOAL = "Re7n"
_TAGS = f'[Position "{_RACE}"]'
# Enough turns that their review is not over before another page is there.
_STEPS = ("Ha2n", "ha7s", "Ha3n", "ha6s", "Hh2n", "hh7s", "Hh3n", "hh6s", "Db2n", "db7s")
_LONG = [f"{2 + number // 2}{'gs'[number % 2]} {step}" for number, step in enumerate(_STEPS)]
_BLUNDER = "Ed2e"
_PUNISHED = "ra2s"


def _blundered_game(server: Server) -> str:
    return keep_game(server, f"2g {_BLUNDER}", f"2s {_PUNISHED}", tags=_TAGS)


def test_the_engine_shows_its_lines_and_plays_its_turn(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={_RACE}")
    study.press("l")
    lines = study.page.locator(".engine-line")
    expect(lines).to_have_count(1)
    expect(lines.first).to_contain_text(_GOAL)
    expect(study.page.locator(".engine-state")).to_contain_text(re.compile(r"[\d,]+ positions"))
    expect(study.page.locator(".engine-state")).to_have_attribute("title", re.compile("Depth"))
    bar = study.page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuenow", re.compile(r"^(9\d|100)$"))
    expect(study.page.locator("#board .arrow.best").first).to_be_visible()
    study.press(" ")
    study.expect_at("2 Gold: ")
    study.press("ArrowLeft", "l")
    expect(lines).to_have_count(0)


def test_a_win_that_is_proven_is_told_in_words(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={_RACE}")
    study.page.get_by_role("switch", name="Engine").click()
    score = study.page.locator(".line-score")
    expect(score).to_have_text("wins in 1")
    expect(score).to_have_attribute("title", "Gold wins in 1 turn")
    bar = study.page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "gold wins in 1 turn, gold wins 100 of 100")
    study.press("v")
    expect(study.page.locator(".preview-words")).to_contain_text("gold wins in 1 turn")


def test_as_many_lines_as_asked_for_are_shown_and_can_be_played(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={_RACE}")
    study.page.get_by_label("Lines").select_option("3 lines")
    study.page.get_by_role("switch", name="Engine").click()
    lines = study.page.locator(".engine-line")
    expect(lines).to_have_count(3)
    lines.nth(2).locator(".line-turn").first.click()
    study.page.get_by_role("button", name="Add to the tree").click()
    study.expect_at("2 Gold: ")
    study.press("Home")
    expect(study.page).to_have_url(re.compile("#node=0$"))
    study.page.reload()
    expect(study.page.get_by_label("Lines")).to_have_value("3")
    expect(lines).to_have_count(3)


def test_the_threat_is_what_the_other_side_would_do(visitors: Visitors) -> None:
    study = Study(visitors, f"/analysis?position={_RACE}")
    study.press("x")
    expect(study.page.locator(".engine-line").first).to_contain_text(re.compile("r[a-h]2s"))
    expect(study.page.locator("#board .arrow.threat").first).to_be_visible()
    expect(study.page.get_by_role("button", name="Threat")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_review_that_is_wanted_before_the_connection_is_there_is_made(
    visitors: Visitors, server: Server
) -> None:
    page = visitors.open(BLANK)
    line = Line(page, "/ws/analysis")
    line.hold()
    page.goto(f"/analysis?game={_blundered_game(server)}")
    page.get_by_label("How thorough").select_option("0.2")
    page.get_by_role("button", name="Review the game").click()
    line.open()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()


def test_a_review_is_followed_and_cancelled_from_another_page(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, *_LONG)
    study = Study(visitors, f"/analysis?game={game}")
    study.page.get_by_label("How thorough").select_option("2")
    study.page.get_by_role("button", name="Review the game").click()
    expect(study.page.get_by_role("progressbar", name="Review")).to_be_visible()
    study.page.close()
    other = Study(visitors, f"/analysis?game={game}").page
    expect(other.get_by_role("progressbar", name="Review")).to_be_visible()
    expect(other.locator(".review-words")).to_contain_text(f"of {len(_LONG)}")
    other.get_by_role("button", name="Cancel").click()
    expect(other.get_by_role("button", name="Review the game")).to_be_visible()


def test_a_review_marks_the_mistakes_and_is_kept(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}")
    study.page.get_by_label("How thorough").select_option("0.2")
    study.page.get_by_role("button", name="Review the game").click()
    expect(study.page.get_by_role("button", name="Review again")).to_be_visible()
    expect(study.turn(f"2 Gold: {_BLUNDER} (blunder)")).to_be_visible()
    study.page.reload()
    expect(study.turn(f"2 Gold: {_BLUNDER} (blunder)")).to_be_visible()
    graph = study.page.get_by_role("slider", name="Evaluation of the game")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 5, "y": box["height"] / 2})
    study.expect_at(f"2 Silver: {_PUNISHED}")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^2s "))


def test_board_graph_and_turns_are_on_one_screen_of_a_laptop(
    visitors: Visitors, server: Server
) -> None:
    game = _blundered_game(server)
    laptop: ViewportSize = {"width": 1280, "height": 720}
    study = Study(visitors, f"/analysis?game={game}&review", viewport=laptop)
    graph = study.page.get_by_role("slider", name="Evaluation of the game")
    study.expect_at(f"2 Silver: {_PUNISHED}")
    for part in (graph, study.page.locator("#board"), study.page.locator("#turns")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= laptop["height"]


def test_a_review_leads_to_its_lesson_without_scrolling_on_a_phone(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}&review", phone=True)
    learn = study.page.get_by_role("button", name="Learn from the mistakes")
    expect(learn).to_be_in_viewport(ratio=1)
    learn.tap()
    expect(study.page.get_by_role("region", name="Lesson")).to_be_in_viewport(ratio=1)


def test_a_lesson_asks_for_a_better_turn_and_judges_it(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}")
    study.page.get_by_label("How thorough").select_option("0.2")
    study.page.get_by_role("button", name="Review the game").click()
    study.page.get_by_role("button", name="Learn from the mistakes").click()
    lesson = study.page.get_by_role("region", name="Lesson")
    expect(lesson).to_contain_text("Find a better turn for gold.")
    expect(study.page.locator("#turns")).to_be_hidden()
    study.expect_board()
    study.table.drag("d2", "e2")
    study.table.expect_draft(_BLUNDER)
    study.page.get_by_role("button", name="Try this turn").click()
    expect(lesson).to_contain_text("That is what was played.")
    study.table.expect_draft("")
    study.table.drag("d2", "c2")
    study.table.expect_draft("Ed2w")
    study.page.get_by_role("button", name="Try this turn").click()
    expect(lesson).to_contain_text("chance to win. Try again.")
    study.table.expect_draft("")
    study.table.drag("e7", "e8")
    study.table.expect_draft(_GOAL)
    study.page.get_by_role("button", name="Try this turn").click()
    expect(lesson).to_contain_text("Good!")
    expect(lesson).not_to_contain_text("Find a better turn")
    lesson.get_by_role("button", name="Finish").click()
    expect(lesson).to_be_hidden()
    expect(study.page.locator("#turns")).to_be_visible()


def test_a_lesson_begins_without_what_was_drafted_before(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}")
    study.page.get_by_label("How thorough").select_option("0.2")
    study.page.get_by_role("button", name="Review the game").click()
    learn = study.page.get_by_role("button", name="Learn from the mistakes")
    expect(learn).to_be_visible()
    study.table.drag("d2", "c2")
    study.table.expect_draft("Ed2w")
    learn.click()
    study.table.expect_draft("")
    expect(study.page.locator("#board .arrow.threat").first).to_be_visible()
    study.table.drag("d2", "c2")
    study.table.expect_draft("Ed2w")
    study.page.get_by_role("button", name="Show the best turn").click()
    study.table.expect_draft("")
    expect(study.page.locator("#board .arrow.best").first).to_be_visible()
    lesson = study.page.get_by_role("region", name="Lesson")
    expect(lesson).to_contain_text("Best was")
    expect(lesson).not_to_contain_text("Find a better turn")


def test_the_keyboard_keeps_its_place_in_a_lesson(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}&review")
    learn = study.page.get_by_role("button", name="Learn from the mistakes")
    learn.press("Enter")
    lesson = study.page.get_by_role("region", name="Lesson")
    expect(lesson).to_be_focused()
    lesson.get_by_role("button", name="Show the best turn").press("Enter")
    finish = lesson.get_by_role("button", name="Finish")
    expect(finish).to_be_focused()
    study.press("Enter")
    expect(lesson).to_be_hidden()
    expect(learn).to_be_focused()


def test_the_bar_shows_the_result_where_the_game_ended(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={_blundered_game(server)}")
    bar = study.page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "not evaluated")
    study.press("End")
    expect(bar).to_have_attribute("aria-valuetext", "0-1, gold wins 0 of 100")


def test_against_a_person_one_learns_from_ones_own_mistakes_too(
    visitors: Visitors, server: Server
) -> None:
    made = make_game(server, start=_RACE)
    ann, bob = (Table(visitors.open(BLANK)) for _ in "gs")
    for table, side in ((ann, "g"), (bob, "s")):
        sit_down(table.page, made, side)
    # Before, the game waits for Bob's page.
    expect(ann.status).to_have_text("Your turn to play.")
    ann.drag("d2", "e2")
    ann.expect_draft(_BLUNDER)
    ann.play()
    expect(bob.status).to_have_text("Your turn to play.")
    bob.drag("a2", "a1")
    bob.expect_draft(_PUNISHED)
    bob.play()
    ann.page.get_by_role("dialog", name="You lose").get_by_role("link", name="Review").click()
    ann.page.get_by_role("button", name="Learn from the mistakes").click()
    expect(ann.page.get_by_label("Whose mistakes")).to_have_value("g")


def test_against_a_program_one_learns_from_ones_own_mistakes(
    visitors: Visitors, server: Server
) -> None:
    made = make_game(server, silver="minimax:depth=1", start=_RACE)
    page = visitors.open(f"/game/{made['game']['id']}#seat={made['tokens']['g']}")
    table = Table(page)
    table.drag("d2", "e2")
    table.expect_draft(_BLUNDER)
    table.play()
    page.get_by_role("button", name="Play anyway").click()  # the coach has asked
    # The review starts by itself.
    page.get_by_role("dialog", name="You lose").get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Learn from the mistakes").click()
    expect(page.get_by_label("Whose mistakes")).to_have_value("g")
