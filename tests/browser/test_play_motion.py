"""How the board gets from one position to the next: the same piece moves, and nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitors

# Runs a module of the page on plain data.
_PLAN = """async ([shown, target, forward, backward]) => {
  const { planMotion } = await import('/static/js/board/motion.js');
  const { parseSteps } = await import('/static/js/board/steps.js');
  const entries = Object.entries(shown);
  const pieces = entries.map(([square, letter], i) => ({ id: -1 - i, letter, square }));
  return planMotion(pieces, target, forward.map(parseSteps), backward.map(parseSteps));
}"""


@pytest.fixture
def page(visitors: Visitors) -> Page:
    return visitors.open("/")


def _plan(page: Page, shown: dict[str, str], target: dict[str, str], *forward: str) -> Any:
    return page.evaluate(_PLAN, [shown, target, list(forward), []])


def test_the_steps_of_a_turn_are_played_one_after_the_other(page: Page) -> None:
    plan = _plan(page, {"e2": "E", "d7": "r"}, {"e4": "E", "d6": "r"}, "Ee2n Ee3n rd7s")
    moves = {motion["letter"]: motion["moves"] for motion in plan["motions"]}
    assert moves["E"] == [{"from": "e2", "to": "e3", "at": 0}, {"from": "e3", "to": "e4", "at": 1}]
    assert moves["r"] == [{"from": "d7", "to": "d6", "at": 2}]
    assert plan["length"] == 3


def test_a_captured_piece_vanishes_after_the_step_that_lost_it(page: Page) -> None:
    plan = _plan(page, {"c2": "C", "c3": "D"}, {"a2": "C"}, "Cc2w Dc3x Cb2w")
    [lost] = [motion for motion in plan["motions"] if motion["letter"] == "D"]
    assert lost["leaves"] == 1
    assert plan["captures"] == [1]


def test_what_was_captured_comes_back_when_a_turn_is_taken_back(page: Page) -> None:
    shown, target = {"b2": "C"}, {"c2": "C", "c3": "D"}
    plan = page.evaluate(_PLAN, [shown, target, [], ["Cc2w Dc3x"]])
    [back] = [motion for motion in plan["motions"] if motion["letter"] == "D"]
    assert back["enters"] is not None
    assert {piece["square"]: piece["letter"] for piece in plan["pieces"]} == target


def test_without_a_turn_equal_pieces_slide_to_the_nearest_place(page: Page) -> None:
    shown = {"a1": "R", "h1": "R"}
    plan = _plan(page, shown, {"a4": "R", "h5": "R"})
    ways = {(move["from"], move["to"]) for motion in plan["motions"] for move in motion["moves"]}
    assert ways == {("a1", "a4"), ("h1", "h5")}


def test_a_piece_keeps_its_identity(page: Page) -> None:
    shown = {"e2": "E", "a1": "R"}
    plan = _plan(page, shown, {"e3": "E", "a1": "R"}, "Ee2n")
    assert {piece["id"]: piece["square"] for piece in plan["pieces"]} == {-1: "e3", -2: "a1"}
