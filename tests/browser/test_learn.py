"""The tutorial in the browser: lessons done by mouse, by finger and by keys."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from playwright.sync_api import Page, expect

from gajah import Turn
from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.table import Table


def _load(name: str) -> list[dict[str, Any]]:
    path = resources.files("gajah.web").joinpath("static/js/learn", name)
    lessons: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["lessons"]
    return lessons


RULES = _load("lessons.json")
STRATEGY = _load("strategy.json")
LESSON = {lesson["id"]: lesson for lesson in RULES + STRATEGY}


def do_task(page: Page, task: dict[str, Any]) -> None:
    """Do a task as its model solution does, by clicking."""
    table = Table(page)
    expect(page.locator(".lesson-text")).to_contain_text(task["text"][-1])
    if task.get("kind") == "setup":
        table.click(*task["solution"].split())
    else:
        _take_steps(table, Turn.parse(task["solution"]), task.get("side", "g"))
        if task.get("ends") != "step":
            table.play()
    expect(page.locator(".feedback")).to_have_text(task["done"])
    expect(page.locator(".study-actions .primary")).to_be_focused()


def _take_steps(table: Table, turn: Turn, side: str) -> None:
    """Click every piece and where it goes; the board knows how a push is completed."""
    expect(table.message).to_have_text("4 steps left.")
    steps = list(turn)
    while steps:
        step = steps.pop(0)
        if step.piece.side.letter != side and steps and steps[0].to == step.square:
            steps.pop(0)
        # A piece that has just stepped stays in the hand; it is put down first.
        table.page.keyboard.press("Escape")
        assert step.to is not None
        table.click(step.square.name, step.to.name)
        expect(table.drafted).to_contain_text(str(step))


def test_every_rule_is_learned_by_its_model_solutions(visitors: Visitors) -> None:
    page = visitors.open("/learn")
    page.get_by_role("link", name="Start", exact=True).click()
    for lesson in RULES:
        expect(page.get_by_role("heading", level=1)).to_have_text(lesson["title"])
        for task in lesson["tasks"]:
            do_task(page, task)
            page.keyboard.press("Enter")  # the way on has the focus
    expect(page.get_by_role("heading", level=1)).to_have_text(STRATEGY[0]["title"])
    expect(page.get_by_role("link", name="Play a game")).to_be_hidden()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text("10 of 20 lessons finished")).to_be_visible()


def test_the_last_lesson_on_the_rules_leads_to_a_first_game(visitors: Visitors) -> None:
    tasks = RULES[-1]["tasks"]
    page = visitors.open(f"/learn#{RULES[-1]['id']}/{len(tasks)}")
    do_task(page, tasks[-1])
    expect(page.get_by_role("link", name="Solve puzzles")).to_be_visible()
    page.get_by_role("link", name="Play a game").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_label("Opponent")).to_have_value("gajah:level=1")


def test_each_lesson_on_strategy_accepts_its_first_model_solution(visitors: Visitors) -> None:
    page = visitors.open("/learn")
    for lesson in STRATEGY:
        page.goto(f"/learn#{lesson['id']}/1")
        expect(page.get_by_role("heading", level=1)).to_have_text(lesson["title"])
        do_task(page, lesson["tasks"][0])


def test_the_overview_has_a_group_for_the_rules_and_one_for_strategy(visitors: Visitors) -> None:
    page = visitors.open("/learn")
    for title, lessons in (("The rules", RULES), ("Strategy", STRATEGY)):
        expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()
        expect(page.get_by_role("list", name=title).get_by_role("link")).to_have_count(len(lessons))


def test_a_turn_is_judged_by_what_it_does(visitors: Visitors) -> None:
    page = visitors.open("/learn#trades/2")
    table = Table(page)
    task = LESSON["trades"]["tasks"][1]
    expect(table.message).to_have_text("4 steps left.")
    table.click("c1", "c2")
    table.play()
    expect(page.locator(".feedback")).to_have_text(task["wrong"][0]["text"])
    page.get_by_role("button", name="Start over").click()
    do_task(page, task)


def test_a_lesson_on_strategy_with_a_finger_on_a_phone(visitors: Visitors) -> None:
    page = visitors.open("/learn#frames", phone=True)
    table = Table(page)
    task = LESSON["frames"]["tasks"][0]
    expect(table.message).to_have_text("4 steps left.")
    table.touch_drag("e2", "d2")
    table.play()
    expect(page.locator(".feedback")).to_have_text(task["again"])
    expect(page.locator(".feedback")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Start over").tap()
    table.cell("e2").scroll_into_view_if_needed()
    table.touch_drag("e2", "f2")
    table.play()
    expect(page.locator(".feedback")).to_have_text(task["done"])
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_role("link", name="Task 2")).to_have_attribute("aria-current", "step")


def test_finished_lessons_are_remembered(visitors: Visitors) -> None:
    page = visitors.open("/learn#rabbits")
    for task in LESSON["rabbits"]["tasks"]:
        do_task(page, task)
        page.keyboard.press("Enter")
    page.goto("/learn")
    expect(page.get_by_text("1 of 20 lessons finished")).to_be_visible()
    expect(page.get_by_role("link", name="Rabbits never go back")).to_contain_text("finished")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(page.get_by_text("0 of 20 lessons finished")).to_be_visible()


def test_a_goal_beside_the_marked_square_is_a_goal(visitors: Visitors) -> None:
    page = visitors.open("/learn#goal/1")
    table = Table(page)
    expect(table.message).to_have_text("4 steps left.")
    table.drag("e7", "d7", "d8")
    expect(page.locator(".feedback")).to_have_text(LESSON["goal"]["tasks"][0]["done"])


def test_a_lost_camel_is_explained_and_can_be_taken_back(visitors: Visitors) -> None:
    page = visitors.open("/learn#traps/3")
    table = Table(page)
    task = LESSON["traps"]["tasks"][2]
    expect(table.message).to_have_text("4 steps left.")
    table.click("c4", "c6")
    table.choose("Do it anyway")
    table.play()
    expect(page.locator(".feedback")).to_have_text(task["wrong"][0]["text"])
    page.get_by_role("button", name="Start over").click()
    do_task(page, task)


def test_a_refused_step_says_why(visitors: Visitors) -> None:
    page = visitors.open("/learn#freezing")
    table = Table(page)
    expect(table.message).to_have_text("4 steps left.")
    table.click("d4")
    expect(table.message).to_contain_text("frozen")


def test_a_solution_that_is_shown_does_not_count(visitors: Visitors) -> None:
    page = visitors.open("/learn#pulling")
    page.get_by_role("button", name="Show me").click()
    expect(Table(page).piece("silver horse d5")).to_be_visible()
    expect(page.get_by_role("link", name="Task 1")).not_to_contain_text("done")
    page.get_by_role("button", name="Start over").click()
    expect(Table(page).piece("silver horse d6")).to_be_visible()
    do_task(page, LESSON["pulling"]["tasks"][0])


def test_a_lesson_by_keys_alone(visitors: Visitors) -> None:
    page = visitors.open("/learn#moving")
    table = Table(page)
    task = LESSON["moving"]["tasks"][0]
    expect(table.message).to_have_text("4 steps left.")
    for step in Turn.parse(task["solution"]):
        table.cell(step.square.name).focus()
        page.keyboard.press({"n": "Shift+ArrowUp", "e": "Shift+ArrowRight"}[str(step)[3]])
        expect(table.drafted).to_contain_text(str(step))
    expect(page.locator(".feedback")).to_have_text(task["done"])
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Task 2")).to_have_attribute("aria-current", "step")


def test_a_lesson_with_a_finger_on_a_phone(visitors: Visitors) -> None:
    page = visitors.open("/learn#goal", phone=True)
    table = Table(page)
    expect(table.message).to_have_text("4 steps left.")
    table.touch_drag("e7", "e8")
    expect(page.locator(".feedback")).to_have_text(LESSON["goal"]["tasks"][0]["done"])
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_role("link", name="Task 2")).to_have_attribute("aria-current", "step")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]


def test_the_tutorial_has_no_accessibility_problem(visitors: Visitors) -> None:
    page = visitors.open("/learn")
    expect(page.get_by_role("heading", name="Learn Arimaa")).to_be_visible()
    assert accessibility_problems(page) == []
    page.get_by_role("link", name="Rabbits never go back").click()
    do_task(page, LESSON["rabbits"]["tasks"][0])
    assert accessibility_problems(page) == []
