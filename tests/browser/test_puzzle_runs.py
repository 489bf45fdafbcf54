"""Streaks and runs against the clock in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from gajah.analysis.puzzle_judge import Outcome, judge, solution
from gajah.analysis.puzzles import Puzzle, all_puzzles
from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import Table


class Run:
    """A run as a solver sees it; ``puzzle`` is the one on the board."""

    def __init__(self, visitors: Visitors, mode: str) -> None:
        self.page = visitors.open("/puzzles")
        expect(Table(self.page).message).to_have_text("4 steps left.")
        self.page.get_by_label(mode).check()
        self.start = self.page.get_by_role("button", name="Start")
        expect(self.start).to_be_visible()

    def begin(self) -> None:
        """Press Start."""
        with self.page.expect_response("**/puzzles/run") as answered:
            self.start.click()
        self._take(answered.value.json())

    def _take(self, run: dict[str, dict[str, str]]) -> None:
        self.puzzle: Puzzle = all_puzzles()[run["puzzle"]["id"]]

    def answer(self, *, right: bool) -> None:
        """Answer the puzzle, and look at the next one if the run goes on."""
        turns = [str(turn) for turn in solution(self.puzzle)][::2]
        if not right:
            turns = [_wrong(self.puzzle)]
        for turn in turns:
            expect(self.page.locator("#about")).to_contain_text(self.puzzle.source)
            expect(Table(self.page).message).to_have_text("4 steps left.")
            _type(self.page, turn)
            with self.page.expect_response("**/run/try") as answered:
                self.page.get_by_role("button", name="Try this turn").click()
        self._take(answered.value.json()["run"])


def _type(page: Page, turn: str) -> None:
    field = page.get_by_label("Type steps")
    field.fill(turn)
    field.press("Enter")
    expect(Table(page).drafted).to_have_text(turn)


def _wrong(puzzle: Puzzle) -> str:
    turns = map(str, puzzle.position.legal_turns())
    return next(turn for turn in turns if judge(puzzle, [turn]).outcome is Outcome.WRONG)


def test_a_streak_counts_until_the_first_mistake_and_the_best_is_kept(visitors: Visitors) -> None:
    run = Run(visitors, "Streak")
    page = run.page
    expect(page.locator("#task")).to_contain_text("The first mistake ends the streak")
    run.begin()
    run.answer(right=True)
    expect(page.locator("#standing-value")).to_have_text("1")
    run.answer(right=True)
    expect(page.locator("#standing-value")).to_have_text("2")
    run.answer(right=False)
    expect(page.locator("#task")).to_contain_text("The streak is over: 2 solved.")
    expect(run.start).to_be_focused()
    run.begin()
    run.answer(right=False)
    expect(page.locator("#task")).to_contain_text("0 solved. Your best is 2.")
    page.keyboard.press("s")
    first = run.puzzle.solution.steps[0]
    expect(page.get_by_role("button", name="Solution")).to_be_hidden()
    expect(Table(page).piece(f"{first.piece.name} {first.square}")).to_be_hidden()
    page.reload()
    expect(page.locator("#tally")).to_have_text("best 2")


def test_the_board_is_empty_until_a_run_is_started(visitors: Visitors) -> None:
    run = Run(visitors, "3 minutes")
    pieces = run.page.get_by_role("gridcell", name=re.compile("^(gold|silver) "))
    expect(pieces).to_have_count(0)
    run.begin()
    expect(Table(run.page).message).to_have_text("4 steps left.")
    expect(pieces).not_to_have_count(0)


def test_one_puzzle_of_a_streak_can_be_skipped(visitors: Visitors) -> None:
    run = Run(visitors, "Streak")
    run.begin()
    skipped = run.puzzle.source
    expect(run.page.locator("#about")).to_contain_text(skipped)
    expect(Table(run.page).message).to_have_text("4 steps left.")
    run.page.get_by_role("button", name="Skip this puzzle").click()
    expect(run.page.locator("#about")).not_to_contain_text(skipped)
    expect(run.page.get_by_role("button", name="Skip this puzzle")).to_be_hidden()
    expect(run.page.locator("#standing-value")).to_have_text("0")


def test_three_mistakes_end_a_run_against_the_clock(visitors: Visitors) -> None:
    run = Run(visitors, "3 minutes")
    run.begin()
    expect(run.page.locator("#standing-value")).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    run.answer(right=True)
    expect(run.page.locator("#tally")).to_have_text("1 solved · 3 mistakes left · best 1")
    run.answer(right=False)
    expect(run.page.locator("#tally")).to_have_text("1 solved · 2 mistakes left · best 1")
    run.answer(right=False)
    run.answer(right=False)
    expect(run.page.locator("#task")).to_have_text("Three mistakes: 1 solved. Your best so far!")
    expect(run.start).to_be_visible()


def test_the_end_of_the_time_ends_the_run(visitors: Visitors) -> None:
    page = visitors.open("/puzzles#timed")
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Start").click()
    expect(Table(page).message).to_have_text("4 steps left.")
    # The server says how it stands; until its own time is over, the run goes on.
    with page.expect_response("**/puzzles/me"):
        page.clock.fast_forward(181_000)
    expect(page.locator("#standing-value")).to_have_text(re.compile(r"^[1-3]:\d\d$"))
    expect(page.get_by_role("button", name="Start")).to_be_hidden()

    def end(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["run"] |= {"over": True, "seconds_left": 0.0}
        route.fulfill(response=answer, json=told)

    page.route("**/puzzles/me", end)
    page.clock.fast_forward(181_000)
    expect(page.locator("#task")).to_have_text("Time is up: 0 solved. Your best is 0.")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.get_by_role("button", name="Try this turn")).to_be_disabled()


def test_a_run_goes_on_after_a_reload_and_after_a_look_at_a_rated_puzzle(
    visitors: Visitors,
) -> None:
    run = Run(visitors, "Streak")
    page = run.page
    run.begin()
    run.answer(right=True)
    expect(page.locator("#about")).to_contain_text(run.puzzle.source)
    page.reload()
    expect(page.locator("#about")).to_contain_text(run.puzzle.source)
    expect(page.locator("#standing-value")).to_have_text("1")
    page.get_by_label("Rated").check()
    expect(page.locator("#standing-label")).to_have_text("Your puzzle rating:")
    expect(Table(page).message).to_have_text("4 steps left.")
    page.get_by_label("Streak").check()
    expect(page.locator("#standing-value")).to_have_text("1")
    run.answer(right=True)
    expect(page.locator("#standing-value")).to_have_text("2")


def test_a_run_fits_on_a_phone_and_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/puzzles#timed", phone=True)
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Start").click()
    expect(Table(page).message).to_have_text("4 steps left.")
    expect(page.locator("#standing-value")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Try this turn")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    assert accessibility_problems(page) == []
