"""What a user must notice stands where it is seen, on a laptop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.study import keep_sample_game
from tests.samples import sample_games
from tests.web.harness import Server

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
_IS_ABOVE = """([upper, lower]) =>
    upper.getBoundingClientRect().bottom <= lower.getBoundingClientRect().top
"""


@pytest.mark.parametrize("phone", [False, True])
def test_why_a_game_cannot_start_is_in_view(visitors: Visitors, phone: bool) -> None:
    page = visitors.open("/", phone=phone, viewport=PHONE if phone else LAPTOP)
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_label("Clock").select_option(label="Other ...")
    page.get_by_label("Time control").fill("abc")
    visitors.expect_error("422")
    page.get_by_role("button", name="Start the game").click()
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("abc")
    expect(problem).to_be_in_viewport(ratio=1)
    field, foot = (
        part.bounding_box() for part in (page.get_by_label("Time control"), problem.locator(".."))
    )
    assert field is not None
    assert foot is not None
    assert field["y"] + field["height"] <= foot["y"]


@pytest.mark.parametrize("phone", [False, True])
def test_handicap_and_start_position_are_seen_once_they_are_opened(
    visitors: Visitors, phone: bool
) -> None:
    page = visitors.open("/", phone=phone, viewport=PHONE if phone else LAPTOP)
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_text("Handicap and start position").click()
    last, foot = page.get_by_label("Start position"), page.locator(".dialog-foot")
    page.wait_for_function(_IS_ABOVE, arg=[last.element_handle(), foot.element_handle()])
    expect(last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("phone", [False, True])
def test_a_long_game_opens_with_its_last_turn_in_the_list(
    server: Server, visitors: Visitors, phone: bool
) -> None:
    game = keep_sample_game(server, "Ann")
    page = visitors.open(f"/game/{game}", phone=phone, viewport=PHONE if phone else LAPTOP)
    turns = page.locator("#moves")
    last = turns.get_by_role("button").nth(len(sample_games()[0].turns) - 1)
    expect(last).to_have_attribute("aria-current", "step")
    if phone:  # there the list stands below the board, and what is above it grows with the game
        turns.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
