"""The puzzles page in the browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from gajah.analysis.proofs import defending_turns, winning_turns
from gajah.analysis.puzzle_judge import solution
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, all_puzzles, find_puzzles
from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Entry, Line, Table
from tests.web.harness import Server


def _first(theme: PuzzleTheme) -> Puzzle:
    return next(find_puzzles(theme))


def _open(visitors: Visitors, puzzle: Puzzle) -> Page:
    page = visitors.open(f"/puzzles#{puzzle.id}")
    expect(page.locator("#task")).to_have_text(puzzle.text)
    expect(Table(page).message).to_have_text("4 steps left.")
    return page


def _answer(page: Page, turn: object) -> None:
    """Type a turn and try it."""
    field = page.get_by_label("Type steps")
    field.fill(str(turn))
    field.press("Enter")
    expect(Table(page).drafted).to_have_text(str(turn))
    page.get_by_role("button", name="Try this turn").click()


def test_a_solved_puzzle_is_counted_and_remembered(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.GOAL)
    page = _open(visitors, puzzle)
    _answer(page, winning_turns(puzzle.position)[-1])
    expect(page.locator("#feedback")).to_contain_text("Goal!")
    expect(page.locator("#tally")).to_contain_text(f"1 of {len(all_puzzles())} solved")
    page.reload()
    expect(page.locator("#tally")).to_contain_text("1 of")


def test_puzzles_solved_in_a_row_are_counted_until_one_is_missed(visitors: Visitors) -> None:
    page = _open(visitors, _first(PuzzleTheme.GOAL))
    page.get_by_label("Theme").select_option("goal")
    shown = f"#{_first(PuzzleTheme.GOAL).id}"
    for solved in (1, 2):
        expect(page).not_to_have_url(re.compile(shown))
        expect(Table(page).message).to_have_text("4 steps left.")
        shown = page.url.partition("#")[2]
        _answer(page, all_puzzles()[shown].solution)
        expect(page.locator("#tally")).to_contain_text(f"{solved} of")
        expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#feedback")).not_to_contain_text("Goal!")
    expect(page.locator("#tally")).to_contain_text("2 in a row")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#tally")).not_to_contain_text("in a row")


def test_a_wrong_answer_shows_what_happens_and_can_be_tried_again(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.DEFEND)
    right = defending_turns(puzzle.position)
    wrong = next(t for t in puzzle.position.legal_turns() if len(t) == 1 and t not in right)
    page = _open(visitors, puzzle)
    _answer(page, wrong)
    expect(page.locator("#feedback")).to_contain_text("The goal is still there.")
    page.keyboard.press("r")
    expect(Table(page).message).to_have_text("4 steps left.")
    _answer(page, puzzle.solution)
    expect(page.locator("#feedback")).to_contain_text("Well defended")


def test_a_win_in_two_is_played_against_the_most_stubborn_defence(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.GOAL_IN_TWO)
    first, _, last = solution(puzzle)
    page = _open(visitors, puzzle)
    _answer(page, first)
    expect(page.locator("#feedback")).to_contain_text("finish it")
    expect(Table(page).message).to_have_text("4 steps left.")
    _answer(page, last)
    expect(page.locator("#feedback")).to_contain_text("Goal!")


def test_a_capture_is_judged(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.CAPTURE)
    page = _open(visitors, puzzle)
    _answer(page, puzzle.solution)
    expect(page.locator("#feedback")).to_contain_text("Well caught")
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(page).to_have_title("Analysis - gajah")
    for square, piece in list(puzzle.position.pieces.items())[:3]:
        expect(Table(page).piece(f"{piece.name} {square}")).to_be_visible()


def test_the_hint_names_a_piece_and_the_solution_is_played(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.GOAL_IN_TWO)
    page = _open(visitors, puzzle)
    page.keyboard.press("h")
    expect(page.locator("#feedback")).to_contain_text(f"on {puzzle.solution.steps[0].square}")
    page.keyboard.press("s")
    rabbit = solution(puzzle)[-1].steps[-1]
    assert rabbit.to is not None
    expect(Table(page).piece(f"{rabbit.piece.name} {rabbit.to}")).to_be_visible()
    expect(page.locator("#tally")).to_contain_text("0 of")


def test_theme_and_level_choose_the_next_puzzle(visitors: Visitors) -> None:
    page = _open(visitors, _first(PuzzleTheme.GOAL))
    page.get_by_label("Theme").select_option("defend")
    expect(page.locator("#about")).to_contain_text("Defend")
    page.get_by_label("Level").select_option("3")
    expect(page.locator("#about")).to_contain_text("level 3 of 5")
    count = len(list(find_puzzles(PuzzleTheme.DEFEND, 3)))
    expect(page.locator("#tally")).to_have_text(f"0 of {count} solved")
    shown = page.url
    page.locator("body").press("n")
    expect(page).not_to_have_url(shown)
    expect(page.locator("#about")).to_contain_text("Defend, level 3")


@pytest.mark.parametrize(
    ("late", "press"), [("/next?theme=defend*", None), ("/hint", "h"), ("/solution", "s")]
)
def test_what_comes_late_is_not_shown_in_the_puzzle_that_was_chosen_since(
    late: str, press: str | None, visitors: Visitors
) -> None:
    page = _open(visitors, _first(PuzzleTheme.GOAL))
    held: list[Route] = []
    page.route(f"**{late}", lambda route: held.append(route))
    with page.expect_request(f"**{late}"):
        if press:
            page.locator("body").press(press)
        else:
            page.get_by_label("Theme").select_option("defend")
    page.get_by_label("Theme").select_option("capture")
    expect(page.locator("#about")).to_contain_text("Capture")
    expect(Table(page).message).to_have_text("4 steps left.")
    with page.expect_response(f"**{late}"):
        held[0].continue_()
    # What is answered later is heard after whatever the page makes of that.
    page.evaluate("fetch('/api/v1/puzzles').then((answer) => answer.json())")
    assert all_puzzles()[page.url.partition("#")[2]].theme is PuzzleTheme.CAPTURE
    expect(page.locator("#feedback")).to_have_text("Play your turn on the board.")
    expect(page.locator("#about")).to_contain_text("Capture")
    expect(Table(page).message).to_have_text("4 steps left.")


def test_a_late_verdict_is_not_given_to_the_puzzle_that_was_chosen_since(
    visitors: Visitors,
) -> None:
    puzzle = _first(PuzzleTheme.GOAL)
    page = visitors.open(BLANK)
    line = Line(page, "/ws/analysis")
    page.goto(f"/puzzles#{puzzle.id}")
    expect(Table(page).message).to_have_text("4 steps left.")
    turn = winning_turns(puzzle.position)[-1]
    page.get_by_label("Type steps").fill(str(turn))
    page.get_by_label("Type steps").press("Enter")
    expect(Table(page).drafted).to_have_text(str(turn))
    # The verdict comes, but not yet the board that is shown with it.
    line.hold()
    with page.expect_response("**/try"):
        page.get_by_role("button", name="Try this turn").click()
    page.get_by_label("Theme").select_option("capture")
    expect(page.locator("#about")).to_contain_text("Capture")
    line.open()
    expect(Table(page).message).to_have_text("4 steps left.")
    expect(page.locator("#feedback")).to_have_text("Play your turn on the board.")
    expect(page.locator("#tally")).to_contain_text("0 of")


def test_the_first_puzzle_of_a_new_solver_is_an_easy_goal_for_gold(visitors: Visitors) -> None:
    page = visitors.open("/puzzles")
    expect(page.locator("#about")).to_contain_text("Goal this turn, level 1")
    expect(page.locator("#task")).to_contain_text("Gold to move.")
    expect(page.locator("#standing-value")).to_have_text("none yet")


def test_a_rating_is_shown_as_provisional_and_a_miss_does_not_count_twice(
    visitors: Visitors,
) -> None:
    puzzle = _first(PuzzleTheme.GOAL)
    page = _open(visitors, puzzle)
    page.keyboard.press("h")
    expect(page.locator("#feedback")).to_contain_text("Your puzzle rating so far:")
    rating = page.locator("#standing-value")
    expect(rating).to_have_text(re.compile(r"^\d+\?$"))
    found = rating.inner_text()
    _answer(page, puzzle.solution)
    expect(page.locator("#feedback")).to_have_text("Goal! The game is won.")
    expect(page.locator("#tally")).to_contain_text("1 to repeat")
    page.reload()
    expect(rating).to_have_text(found)


def test_a_settled_rating_changes_by_what_an_answer_is_worth(
    server: Server, visitors: Visitors
) -> None:
    *others, last = list(find_puzzles(PuzzleTheme.GOAL))[:25]
    page = visitors.open("/puzzles")
    for index, puzzle in enumerate(others):
        # Half of them with help, through the same browser's cookie.
        what, body = ("hint", {}) if index % 2 else ("try", {"turns": [str(puzzle.solution)]})
        page.request.post(f"{server.url}/api/v1/puzzles/{puzzle.id}/{what}", data=body)
    page.goto(f"/puzzles#{last.id}")
    page.reload()
    rating = page.locator("#standing-value")
    expect(rating).to_have_text(re.compile(r"^\d+$"))
    before = int(rating.inner_text())
    expect(Table(page).message).to_have_text("4 steps left.")
    _answer(page, last.solution)
    expect(page.locator("#change")).to_have_text(re.compile(r"^\+\d+$"))
    gained = int(page.locator("#change").inner_text())
    expect(rating).to_have_text(str(before + gained))
    expect(page.locator("#feedback")).to_contain_text(
        f"Your puzzle rating: {before + gained}, +{gained}."
    )


def test_what_this_browser_had_solved_before_is_taken_over(visitors: Visitors) -> None:
    known = [puzzle.id for puzzle in find_puzzles(PuzzleTheme.DEFEND)][:3]
    page = visitors.open(BLANK)
    kept = json.dumps({"solved": known, "streak": 2})
    page.goto("/learn")
    page.evaluate("(kept) => localStorage.setItem('gajah.puzzles', kept)", kept)
    page.goto("/puzzles")
    expect(page.locator("#tally")).to_have_text(f"3 of {len(all_puzzles())} solved")
    assert page.evaluate("localStorage.getItem('gajah.puzzles')") == "{}"
    page.reload()
    expect(page.locator("#tally")).to_have_text(f"3 of {len(all_puzzles())} solved")


def test_a_phone_shows_the_board_again_for_another_try(visitors: Visitors) -> None:
    puzzle = _first(PuzzleTheme.GOAL)
    page = visitors.open(f"/puzzles#{puzzle.id}", phone=True)
    table = Table(page)
    expect(table.message).to_have_text("4 steps left.")
    right = winning_turns(puzzle.position)
    wrong = next(t for t in puzzle.position.legal_turns() if len(t) == 1 and t not in right)
    hand = Entry(table, lambda step: table.touch_drag(step.square.name, str(step.to)))
    hand.enter(puzzle.position, wrong)
    page.get_by_role("button", name="Try this turn").tap()
    retry = page.get_by_role("button", name="Try again")
    expect(retry).to_be_in_viewport(ratio=1)
    retry.tap()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)


def test_puzzles_fit_on_a_phone(visitors: Visitors) -> None:
    page = visitors.open("/puzzles", phone=True)
    expect(page.get_by_role("button", name="Try this turn")).to_be_in_viewport()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]


def test_the_puzzles_page_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open(f"/puzzles#{_first(PuzzleTheme.GOAL).id}")
    expect(Table(page).message).to_have_text("4 steps left.")
    assert accessibility_problems(page) == []
    page.keyboard.press("h")
    expect(page.locator("#feedback")).to_contain_text("moves first")
    assert accessibility_problems(page) == []
