"""The settings: what they change is seen beside them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import PHONE, Visitors
from tests.browser.table import BLANK, make_game, sit_down
from tests.helpers import OPENING
from tests.web.harness import Server

_SIZES: list[ViewportSize] = [
    PHONE,
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
]


def _open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def test_dark_colours_bring_a_dark_board_which_can_be_another(visitors: Visitors) -> None:
    page = visitors.open("/library")
    html = page.locator("html")
    expect(html).to_have_attribute("data-board", "stone")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-board", "night")
    _open_settings(page)
    page.get_by_role("group", name="Board in dark colours").get_by_label("Wood").check()
    expect(html).to_have_attribute("data-board", "wood")
    page.get_by_label("Light", exact=True).check()
    expect(html).to_have_attribute("data-board", "stone")
    page.get_by_role("group", name="Board in light colours").get_by_label("Meadow").check()
    page.reload()
    expect(html).to_have_attribute("data-board", "meadow")
    _open_settings(page)
    page.get_by_label("As the system").check()
    expect(html).to_have_attribute("data-board", "wood")


def test_pictures_of_games_have_the_board_of_the_dark_colours(
    server: Server, visitors: Visitors
) -> None:
    make_game(server, silver="random", start=OPENING.short)
    page = visitors.open("/library", color_scheme="dark")
    picture = page.get_by_role("list", name="Games").locator("img").first
    expect(picture).to_have_attribute("src", re.compile("theme=night"))


@pytest.mark.parametrize("size", _SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["game", "/analysis", "/puzzles"])
def test_settings_do_not_cover_the_board(
    server: Server, visitors: Visitors, path: str, size: ViewportSize
) -> None:
    page = visitors.open(BLANK, phone=size is PHONE, viewport=size)
    if path == "game":
        sit_down(page, make_game(server, silver="random", start=OPENING.short))
    else:
        page.goto(path)
    expect(page.get_by_role("gridcell", name="e2").first).to_be_visible()
    _open_settings(page)
    board, sheet = (page.locator(name).bounding_box() for name in ("#board", "dialog"))
    assert board is not None
    assert sheet is not None
    is_beside = board["x"] + board["width"] <= sheet["x"]
    assert is_beside or board["y"] + board["height"] <= sheet["y"]


def test_looks_are_chosen_by_their_pictures(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open_settings(page)
    dialog = page.get_by_role("dialog", name="Settings")
    for group, count in (("Board in light colours", 5), ("Pieces", 2)):
        pictures = dialog.get_by_role("group", name=group).locator("img")
        expect(pictures).to_have_count(count)
        assert len({picture.get_attribute("src") for picture in pictures.all()}) == count
        for picture in pictures.all():
            picture.evaluate("picture => picture.decode()")
    assert accessibility_problems(page) == []
