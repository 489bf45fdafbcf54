"""The analysis page: a reviewed game in numbers, and what was taken in it."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.study import SETUPS, Study, keep_game
from tests.helpers import silver
from tests.web.harness import Server

# Silver gives away four pieces in one turn.
_POSITION = silver("rb6 re6 db3 ce3 rh8 ea8 Eh4 Ra3").short
_TAGS = f'[Position "{_POSITION}"]'
_GIFT = "2s rb6e re6e db3e ce3e"
LAPTOP: ViewportSize = {"width": 1280, "height": 720}


def _row(study: Study, side: str) -> Locator:
    return study.page.locator(".review-table").get_by_role("row", name=side)


def test_a_review_ends_with_a_summary(visitors: Visitors, server: Server) -> None:
    turns = (f"{_GIFT} {{[%emt 0:00:12]}}", "3g Ra3n {[%emt 0:01:05]}")
    game = keep_game(server, *turns, tags=_TAGS, result="1-0")
    study = Study(visitors, f"/analysis?game={game}&review", viewport=LAPTOP)
    expect(study.page.get_by_role("button", name="Review again")).to_be_visible()
    cells = _row(study, "Silver").get_by_role("cell")
    expect(cells.nth(0)).to_have_text(re.compile(r"^\d%$"))
    expect(cells.nth(3)).to_have_text("1")  # ??
    expect(cells.nth(4)).to_have_text("12 s")
    expect(_row(study, "Gold").get_by_role("cell").nth(4)).to_have_text("1:05 min")
    study.turn("2 Silver: ").click()
    study.page.get_by_label("Material").check(force=True)
    material = study.page.get_by_role("slider", name="Material in the game")
    expect(material).to_have_attribute("aria-valuetext", "2s gold is 5.5 rabbits ahead")
    study.page.get_by_label("Time", exact=True).check(force=True)
    time = study.page.get_by_role("slider", name="Time for each turn")
    expect(time).to_have_attribute("aria-valuetext", "2s 12 s")
    box = time.bounding_box()
    assert box is not None
    time.click(position={"x": box["width"] - 5, "y": box["height"] / 2})
    study.expect_at("3 Gold: Ra3n")
    assert accessibility_problems(study.page) == []


def test_a_game_without_times_offers_none(visitors: Visitors, server: Server) -> None:
    game = keep_game(server, _GIFT, "3g Ra3n", tags=_TAGS, result="1-0")
    study = Study(visitors, f"/analysis?game={game}&review")
    expect(_row(study, "Gold")).to_contain_text("%")
    expect(study.page.get_by_label("Material")).to_be_enabled()
    expect(study.page.get_by_label("Time", exact=True)).to_be_disabled()


def test_a_game_of_the_archive_brings_its_times(visitors: Visitors, server: Server) -> None:
    turns = [*zip(("1w", "1b", "2w", "2b"), (*SETUPS, "Ee2n", "ed7s"), (9, 8, 64, 12), strict=True)]
    moves = "\\n".join(f"{label} {turn}" for label, turn, _ in turns)
    log = "\\n".join(
        f"1769941065 [Sun Feb  1 10:17:45 2026] after {label}, move used:{seconds} wresv:150 "
        f"bresv:150 game:99"
        for label, _, seconds in turns
    )
    table = f"movelist\tresult\ttermination\tevents\n{moves}\tw\tr\t{log}\n"
    (game,) = server.post("/import", {"text": table})["games"]
    study = Study(visitors, f"/analysis?game={game}&review")
    expect(_row(study, "Gold").get_by_role("cell").nth(4)).to_have_text("1:04 min")
    study.page.get_by_label("Time", exact=True).check(force=True)
    time = study.page.get_by_role("slider", name="Time for each turn")
    expect(time).to_have_attribute("aria-valuetext", "2s 12 s")


def test_the_lines_of_the_engine_leave_the_summary_and_the_turns_in_view(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, "2g Ee2n {[%emt 0:00:12]}", "2s ed7s", result="1-0")
    study = Study(visitors, f"/analysis?game={game}&review", viewport=LAPTOP)
    study.page.get_by_label("Lines").select_option("5 lines")
    study.page.get_by_role("switch", name="Engine").click()
    expect(study.page.locator(".engine-line")).to_have_count(5)
    expect(_row(study, "Gold")).to_contain_text("%")
    parts = [study.page.locator(f"#{name}") for name in ("engine", "review", "turns")]
    boxes = [part.bounding_box() for part in parts]
    for above, below in pairwise(boxes):
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]
    expect(study.turn("2 Gold: Ee2n")).to_be_in_viewport(ratio=1)


def test_what_was_taken_is_shown_under_the_board(visitors: Visitors, server: Server) -> None:
    for phone in (False, True):
        game = keep_game(server, _GIFT, tags=_TAGS)
        study = Study(visitors, f"/analysis?game={game}#node=1", phone=phone)
        group = study.page.get_by_role("group", name="Taken by gold")
        taken = group.get_by_role("img", name="Captured: a dog, a cat and 2 rabbits")
        expect(taken).to_be_visible()
        pictures = taken.locator(".piece-icon")
        expect(pictures).to_have_count(3)
        boxes = [picture.bounding_box() for picture in pictures.all()]
        for left, right in pairwise(boxes):
            assert left is not None
            assert right is not None
            assert left["width"] > 20
            assert left["x"] + left["width"] <= right["x"]
        study.press("Home")
        expect(taken).to_be_hidden()
