"""What comes from the other side while one's own hand is on the way to a button."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

PLACED = "Ee3 Rh1 rc7 eh8"


def _sit_opposite(server: Server, visitors: Visitors, **more: object) -> tuple[Page, Page]:
    """Gold and silver, each in a browser of their own, in a game that gold begins."""
    made = make_game(server, start=gold(PLACED).short, **more)
    pages = visitors.open(BLANK), visitors.open(BLANK)
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


@pytest.mark.parametrize("phone", [False, True])
def test_a_question_comes_where_no_button_was(
    phone: bool, server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=gold(PLACED).short)
    asker, answerer = visitors.open(BLANK), visitors.open(BLANK, phone=phone)
    sit_down(asker, made, "g")
    sit_down(answerer, made, "s")
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
